// Starts the viewer where there is something for it, and says why it does not play yet.
(() => {
  "use strict";

  const { lockstep } = globalThis;
  const { figures } = lockstep;

  const phrases = new Map(
    (document.getElementById("phrases")?.content.textContent ?? "")
      .split("\n").map((line) => line.trim().split("\t")),
  );
  const say = (key, english) => {
    for (const figure of figures) {
      const status = figure.querySelector("[data-part=status]");
      if (status) status.textContent = phrases.get(key) ?? english;
    }
  };

  // The page does not say it itself: without script it would not be true.
  say("figure.loading", "The picture can be played as soon as the player has loaded.");

  const start = async () => {
    if (typeof WebAssembly !== "object") {
      say("status.no-wasm", "This browser runs no WebAssembly, so the picture stands still. The text is complete without it.");
      return;
    }
    const url = document.querySelector('link[rel=preload][href$=".wasm"]').href;
    const response = await fetch(url);
    if (!response.ok) {
      say("status.missing", "The server does not have this page’s player any more. Reload the page.");
      return;
    }
    const go = new Go();
    let program;
    if ((response.headers.get("Content-Type") ?? "").startsWith("application/wasm")) {
      program = await WebAssembly.instantiateStreaming(response, go.importObject);
    } else { // a server or proxy that does not know the type: the content decides
      program = await WebAssembly.instantiate(await response.arrayBuffer(), go.importObject);
    }
    lockstep.root = new URL("..", url).href;
    await go.run(program.instance); // until the page goes
    throw new Error("the viewer has ended");
  };

  if (figures.length > 0 || document.querySelector("[data-block=predict], [data-block=quiz]")) start().catch((err) => {
    console.error(err);
    say("status.failed", "The player could not be started, or has stopped. The text is complete without it; reloading the page may help.");
  });

  // ---- What the figures do without it -------------------------------------------

  // Escape closes what lies over the picture, or was opened by a key.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const open of document.querySelectorAll("figure.player details[open]")) {
      const within = open.contains(document.activeElement);
      open.open = false;
      if (within) open.querySelector("summary").focus();
    }
  });

  // A click elsewhere closes what a word explains.
  document.addEventListener("click", ({ target }) => {
    for (const open of document.querySelectorAll("details.about-clock[open]")) {
      if (!open.contains(target)) open.open = false;
    }
  });
})();
