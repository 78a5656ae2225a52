// Carries out the lists of changes to the page that the viewer writes: here that is cheaper than
// from Go. wasm/dom/list.go has the other half of each number below.
//
// All that the viewer finds on the page is in one object, which it takes away with it. What
// only stages or lessons need of that is in scripts of their own, which come before this one.
(() => {
  "use strict";

  const lockstep = (globalThis.lockstep ??= {});
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

  // Within its panel alone.
  const showChild = (panel, child) => {
    if (!child) return;
    const room = panel.getBoundingClientRect();
    const box = child.getBoundingClientRect();
    if (box.bottom > room.bottom) panel.scrollTop += box.bottom - room.bottom + 8;
    else if (box.top < room.top) panel.scrollTop -= room.top - box.top + 8;
  };

  const unfold = (details) => {
    details.open = true;
    details.querySelector("summary").focus({ preventScroll: true });
    (details.querySelector("[data-part=keys]") ?? details).scrollIntoView({ block: "nearest" });
  };

  // One element of the page, from its markup.
  const template = document.createElement("template");
  const written = (markup) => {
    template.innerHTML = markup;
    return template.content.firstChild;
  };

  // What had the focus and goes leaves it to what is around it: nobody reading by keys is
  // sent back to where the page begins.
  const remove = (el) => {
    const around = el.contains(document.activeElement) && el.parentElement.closest("[tabindex], [role=group], section");
    el.remove();
    if (!around) return;
    if (!around.hasAttribute("tabindex")) around.tabIndex = -1;
    around.focus({ preventScroll: true });
  };

  const change = (parent, op, place, markup) => {
    const child = parent.children[place] ?? null;
    switch (op) {
      case 1: parent.insertBefore(written(markup), child); break;
      case 2: keepFocus(parent, () => child.replaceWith(written(markup))); break;
      case 3: remove(child); break;
    }
  };

  // The same for many parts of a picture, in the order of their places: their markup is read
  // at once, and each place is found from the one before.
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const changeParts = (svg, changes, markup) => keepFocus(svg, () => {
    sheet.innerHTML = markup;
    let at = 0;
    let child = svg.firstElementChild;
    for (const { op, place } of changes) {
      for (; at < place; at++) child = child.nextElementSibling;
      switch (op) {
        case 1: svg.insertBefore(sheet.firstElementChild, child); at++; break;
        case 2: {
          const part = sheet.firstElementChild;
          child.replaceWith(part);
          child = part;
          break;
        }
        case 3: {
          const next = child.nextElementSibling;
          remove(child);
          child = next;
          break;
        }
      }
    }
  });

  // What stands for the same thing, or does the same, once all is drawn anew.
  const twin = (el) =>
    ["thing", "do", "arg", "seq"].map((name) => (name in el.dataset ? `[data-${name}="${CSS.escape(el.dataset[name])}"]` : "")).join("");

  // Whoever had the focus within has it afterwards, too: on what is chosen now, if what had it
  // is gone.
  const keepFocus = (within, changing) => {
    const had = document.activeElement;
    const selector = had && had !== within && within.contains(had) ? twin(had) : "";
    changing();
    if (selector && !had.isConnected) (within.querySelector(selector) ?? within.querySelector("[aria-pressed=true]"))?.focus({ preventScroll: true });
  };

  // What is scrolled stays so: a browser looks at where it can be only when it lays the page out.
  const replaceChildren = (el, markup) => keepFocus(el, () => { el.innerHTML = markup; });

  // Numbers go in as numbers: as attributes they would be written out, and read again. What
  // takes them is looked up once.
  const slotOf = (el, kind) => {
    switch (kind) {
      case 1: {
        const transform = el.transform.baseVal.getItem(0);
        return (a, b) => transform.setTranslate(a / 100, b / 100);
      }
      case 2: {
        const width = el.width.baseVal;
        return (a) => { width.value = a / 100; };
      }
      case 3: {
        const [x, y] = [el.x2.baseVal, el.y2.baseVal];
        return (a, b) => { x.value = a / 100; y.value = b / 100; };
      }
      case 4: return (a) => { el.firstChild.data = (a / 100).toFixed(2); };
      case 5: return (a) => { el.firstChild.data = (a / 1000).toFixed(3); };
    }
  };

  const slots = new Map(); // of each stage, until its parts change
  const setSlot = (stage, place, kind, a, b) => {
    let of = slots.get(stage);
    if (!of) slots.set(stage, of = { elements: stage.querySelectorAll("[data-slot]"), set: [] });
    const set = of.set[place] ??= slotOf(of.elements[place], kind);
    set(a, b);
  };

  const apply = (length) => {
    const view = new DataView(list.buffer);
    const scrolls = []; // once all is written: each asks where things are, and nothing moves them then
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
        case 4: replaceChildren(el, text()); slots.delete(el); break;
        case 5: el.classList.toggle(text(), number() === 1); break;
        case 6: el.max = number(); el.value = number(); break;
        case 7: el.value = text(); break;
        case 8: scrolls.push(() => scrollTo(el)); break;
        case 9: {
          const changes = Array.from({ length: number() }, () => ({ op: number(), place: number() }));
          changeParts(el.firstElementChild, changes, text());
          slots.delete(el);
          break;
        }
        case 10:
          for (let n = number(); n > 0; n--) setSlot(el, number(), number(), number(), number());
          break;
        case 11: el.style.setProperty(text(), number() / 10000); break;
        case 12: unfold(el); break;
        case 13: change(el, number(), number(), text()); break;
        case 14: {
          const place = number();
          scrolls.push(() => showChild(el, el.children[place]));
          break;
        }
        case 15: lockstep.open(el); break;
        case 16: el.close(); break;
        case 17: lockstep.focus(el); break;
        case 18: lockstep.stepFocus(el, number() === 1); break;
        case 19: {
          const values = new Map();
          for (let n = number(); n > 0; n--) values.set(text(), text());
          lockstep.fill(el, values);
          break;
        }
        case 20: lockstep.focus(el.elements.namedItem(text()) ?? el); break;
        case 21: lockstep.answer(el, text()); break;
        case 22: scrolls.push(() => lockstep.approach(el)); break;
      }
    }
    for (const scroll of scrolls) scroll();
    lockstep.placeMenu?.();
  };

  Object.assign(lockstep, {
    // Whatever plays.
    figures: [...document.querySelectorAll("figure.player")],
    // The number that the next element kept will have.
    next: () => elements.length,
    // Keeps the elements below a root that a selector finds, and counts them.
    find: (root, selector) => keep(root.querySelectorAll(selector)),
    keep: (element) => keep([element]),
    // A buffer for a list of at least that many bytes.
    buffer: (size) => (list = size > list.length ? new Uint8Array(size * 2) : list),
    apply,
    // What a page has to say of its lesson: nothing, where there is none.
    lesson: lockstep.lesson ?? (() => ""),
    // The same for the other scripts.
    keepAll: keep,
    twin,
  });
})();
