// Starts the viewer, and does for it what is cheaper here than from Go: it
// carries out lists of changes to the page. wasm/dom/list.go writes them and has
// the other half of each number below.
(() => {
  "use strict";

  const figures = [...document.querySelectorAll("figure.player")];
  if (figures.length === 0) return;

  // ---- What the viewer calls -------------------------------------------------

  const elements = []; // by the numbers that the viewer knows them by
  const utf8 = new TextDecoder();
  let list = new Uint8Array(1 << 16);

  const keep = (found) => {
    elements.push(...found);
    return found.length;
  };

  const scrollTo = (line) => {
    // Only the panel scrolls: a page that moves by itself loses its reader.
    const panel = line.closest("ol");
    const top = line.offsetTop - panel.offsetTop;
    if (top < panel.scrollTop || top + line.offsetHeight > panel.scrollTop + panel.clientHeight) {
      panel.scrollTop = top - (panel.clientHeight - line.offsetHeight) / 2;
    }
  };

  const apply = (length) => {
    const view = new DataView(list.buffer);
    let at = 0;
    const number = () => view.getInt32((at += 4) - 4, true);
    const text = () => {
      const n = number();
      return utf8.decode(list.subarray(at, (at += n)));
    };
    while (at < length) {
      const op = list[at++];
      const el = elements[number()];
      switch (op) {
        case 1: el.textContent = text(); break;
        case 2: el.setAttribute(text(), text()); break;
        case 3: el.removeAttribute(text()); break;
        case 4: el.innerHTML = text(); break;
        case 5: el.classList.toggle(text(), number() === 1); break;
        case 6: el.max = number(); el.value = number(); break;
        case 7: el.value = text(); break;
        case 8: scrollTo(el); break;
      }
    }
  };

  globalThis.lockstep = {
    figures,
    // The number that the next element kept will have.
    next: () => elements.length,
    // Keeps the elements below a root that a selector finds, and counts them.
    find: (root, selector) => keep(root.querySelectorAll(selector)),
    keep: (element) => keep([element]),
    // A buffer for a list of at least that many bytes.
    buffer: (size) => (list = size > list.length ? new Uint8Array(size * 2) : list),
    apply,
  };

  // ---- Starting it -----------------------------------------------------------

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

  const start = async () => {
    if (typeof WebAssembly !== "object") {
      say("status.no-wasm", "This browser runs no WebAssembly, so the picture stands still. The text is complete without it.");
      return;
    }
    const url = document.querySelector('link[rel=preload][href$=".wasm"]').href;
    const response = await fetch(url);
    if (!response.ok) {
      say("status.missing", "The server does not have this page's viewer any more. Reload the page.");
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

  start().catch((err) => {
    console.error(err);
    say("status.failed", "The viewer could not be started, or has stopped. The text is complete without it; reloading the page may help.");
  });
})();
