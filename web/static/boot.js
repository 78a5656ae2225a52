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
    const height = line.offsetHeight;
    const top = line.getBoundingClientRect().top - panel.getBoundingClientRect().top;
    if (top < height || top + 2 * height > panel.clientHeight) { // a line of context on either side
      panel.scrollTop += top - (panel.clientHeight - height) / 2;
    }
    panel.scrollLeft = 0; // code is read from its left
  };

  const unfold = (details) => {
    details.open = true;
    details.querySelector("summary").focus({ preventScroll: true });
    (details.querySelector("[data-part=keys]") ?? details).scrollIntoView({ block: "nearest" });
  };

  // A part of a picture, from its markup.
  const part = (markup) => {
    const template = document.createElement("template");
    template.innerHTML = `<svg>${markup}</svg>`;
    return template.content.firstChild.firstChild;
  };

  const change = (svg, op, place, markup) => {
    const child = svg.children[place] ?? null;
    switch (op) {
      case 1: svg.insertBefore(part(markup), child); break;
      case 2: child.replaceWith(part(markup)); break;
      case 3: child.remove(); break;
    }
  };

  const setSlot = (el, kind, a, b) => {
    switch (kind) {
      case 1: el.setAttribute("transform", `translate(${a / 100} ${b / 100})`); break;
      case 2: el.setAttribute("width", a / 100); break;
      case 3: el.setAttribute("x2", a / 100); el.setAttribute("y2", b / 100); break;
      case 4: el.textContent = (a / 100).toFixed(2); break;
      case 5: el.textContent = (a / 1000).toFixed(3); break;
    }
  };

  const slots = new Map(); // of each stage, until its parts change
  const slotsOf = (stage) => {
    if (!slots.has(stage)) slots.set(stage, stage.querySelectorAll("[data-slot]"));
    return slots.get(stage);
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
        case 4: el.innerHTML = text(); slots.delete(el); break;
        case 5: el.classList.toggle(text(), number() === 1); break;
        case 6: el.max = number(); el.value = number(); break;
        case 7: el.value = text(); break;
        case 8: scrollTo(el); break;
        case 9: change(el.firstElementChild, number(), number(), text()); slots.delete(el); break;
        case 10:
          for (let n = number(); n > 0; n--) setSlot(slotsOf(el)[number()], number(), number(), number());
          break;
        case 11: el.style.setProperty("--at", number() / 10000); break;
        case 12: unfold(el); break;
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

  // ---- What needs no viewer --------------------------------------------------

  // Escape closes what lies over the picture, or was opened by a key.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const open of document.querySelectorAll("figure.player details[open]")) {
      const within = open.contains(document.activeElement);
      open.open = false;
      if (within) open.querySelector("summary").focus();
    }
  });

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

  start().catch((err) => {
    console.error(err);
    say("status.failed", "The player could not be started, or has stopped. The text is complete without it; reloading the page may help.");
  });
})();
