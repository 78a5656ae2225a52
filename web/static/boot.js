// Starts the viewer, and does for it what is cheaper here than from Go: it
// carries out lists of changes to the page. wasm/dom/list.go writes them and has
// the other half of each number below.
(() => {
  "use strict";

  const figures = [...document.querySelectorAll("figure.player")];
  if (figures.length === 0 && !document.querySelector("[data-block=predict], [data-block=quiz]")) return;

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

  // ---- Dialogs -----------------------------------------------------------------

  let opener = ""; // what stands for what opened the first of the open dialogs

  const open = (dialog) => {
    if (dialog.open) return;
    const by = document.activeElement;
    opener = twin(by) || opener;
    dialog.showModal();
    if (dialog.matches("[data-part=menu]")) menu = { dialog, of: twin(by) && by.getBoundingClientRect(), above: by.matches(".btn") };
  };

  let menu = null; // the one that is open, and the box of what it is of

  // A menu lies beside the thing that it is of, or above the button, within the window. On a
  // phone it is a sheet at the foot.
  const placeMenu = () => {
    const { dialog: { style, offsetWidth: wide, offsetHeight: high }, of, above } = menu;
    if (!of || innerWidth < 640) {
      style.margin = style.left = style.top = "";
      return;
    }
    const within = (at, size, room) => `${Math.max(8, Math.min(at, room - size - 8))}px`;
    const right = of.right + 8;
    const left = right + wide + 8 <= innerWidth ? right : of.left - wide - 8;
    style.margin = 0;
    style.left = within(above ? of.left : left, wide, innerWidth);
    style.top = within(above ? of.top - high - 8 : of.top, high, innerHeight);
  };

  // The browser gives the focus back, unless what had it is drawn anew meanwhile.
  document.addEventListener("close", ({ target: dialog }) => {
    if (document.querySelector("dialog[open]")) return;
    const has = document.activeElement;
    if (opener && (has === document.body || dialog.contains(has))) document.querySelector(opener)?.focus({ preventScroll: true });
    opener = "";
  }, true);

  const focusable = "input, textarea, select, button:not([disabled]), a[href], [tabindex]";

  const focus = (el) => {
    const first = el.matches(focusable) ? el : el.querySelector(`:is(li, form, section) :is(${focusable})`) ?? el.querySelector(focusable);
    const sheet = first?.closest("[popover]");
    if (sheet && !first.checkVisibility()) return document.querySelector(`[popovertarget="${sheet.id}"]`).focus(); // which opens it
    first?.focus();
    first?.select?.();
  };

  const stepFocus = (within, on) => {
    const all = [...within.querySelectorAll(focusable)];
    const at = all.indexOf(document.activeElement);
    all[at < 0 && !on ? all.length - 1 : (at + (on ? 1 : -1) + all.length) % all.length]?.focus();
  };

  // What a field holds as long as nobody sets it: what the library has that is chosen beside it,
  // or else the scenario.
  const usualOf = (field) => {
    const library = field.form.elements.namedItem(field.name.replace(/[^.]*$/, "profile"));
    const of = library && !unseen(library) ? new URLSearchParams(field.dataset.usual).get(library.value) : null;
    return of ?? field.dataset.default ?? field.defaultValue ?? "";
  };

  // A field that does not count for the kind of lock is not on the page: it is as usual,
  // whatever stands in it.
  const unseen = (field) => {
    const counts = field.closest("[data-kinds]");
    return counts && getComputedStyle(counts).display === "none";
  };

  // A field that nobody has set goes with its library.
  const follow = (form) => {
    for (const field of form.elements) {
      if (!("usual" in field.dataset)) continue;
      const usual = usualOf(field);
      if (field.value === (field.dataset.was ?? field.dataset.default)) field.value = usual;
      field.dataset.was = usual;
    }
  };

  const fill = (form, values) => {
    for (const field of form.elements) { // a library stands before what goes by it
      if (!field.name) continue;
      const usual = usualOf(field);
      field.value = values.get(field.name) ?? usual;
      if ("usual" in field.dataset) field.dataset.was = usual;
    }
  };

  // ---- Questions -----------------------------------------------------------------

  const numberOf = (block) => block.querySelector("[data-part=number]");
  const orderOf = (block) => [...block.querySelectorAll(".order > [data-of]")];

  // An answer as the viewer writes it: the numbers of options, or what was typed.
  const answerOf = (block) => {
    const number = numberOf(block);
    if (number) return number.value;
    const order = orderOf(block).map((li) => li.dataset.of);
    const chosen = [...block.querySelectorAll(".options input:checked")].map((input) => input.value);
    return [...order, ...chosen].join("");
  };
  const answer = (block, text) => {
    const number = numberOf(block);
    if (number) number.value = text;
    for (const input of block.querySelectorAll(".options input")) input.checked = text.includes(input.value);
    const order = orderOf(block);
    for (const of of order.length ? text : "") {
      const li = order.find((li) => li.dataset.of === of);
      li.parentElement.append(li);
    }
  };

  // What a lesson says of its blocks: texts, each ended by a zero, and the elements that are
  // kept in the same order. wasm/dom/lesson.go takes both.
  const lesson = () => {
    const main = document.querySelector("main.lesson[data-lesson]");
    if (!main) return "";
    const said = [main.dataset.lesson, main.dataset.edition];
    const tell = (...texts) => said.push(...texts.map((text) => text ?? ""));
    const of = (el) => el.dataset.of ?? el.querySelector("input").value;
    const questions = [...main.querySelectorAll("[data-block=predict], [data-block=quiz]")];
    tell(questions.length);
    for (const block of questions) {
      const { kind = "single", scene, at } = block.dataset;
      const answers = block.querySelector(".answers");
      const options = [...block.querySelectorAll(".option")].sort((a, b) => of(a) - of(b));
      const keys = [...answers.querySelectorAll("[data-of]")];
      const controls = [...block.querySelectorAll(".options input, .order button, [data-part=number]")];
      tell(block.id, kind, block.querySelector("h3").textContent, answers.querySelector(":scope > [data-part]")?.innerHTML);
      tell(numberOf(block)?.nextSibling.textContent.trim(), scene, at);
      tell(options.length, ...options.map((option) => option.querySelector("span").innerHTML));
      tell(keys.length);
      for (const key of keys) tell(key.dataset.of, "right" in key.dataset ? "1" : "", key.querySelector("[data-part=why]")?.innerHTML);
      tell(controls.length, options[0]?.children.length);
      block.append(make("p", { className: "hidden", role: "status" }));
      keep([block, block.lastChild, block.querySelector("[data-do=check]"), block.querySelector("[data-part=reply]"), answers, ...options, ...controls]);
    }
    for (const figure of figures) {
      const stops = [...figure.querySelectorAll("[data-part=stops] > li")];
      const steps = [...document.querySelectorAll(`[data-steps][data-scene="${figure.id}"] > li`)];
      tell(figure.id, stops.length);
      for (const stop of stops) tell(stop.dataset.at, stop.lastElementChild.textContent);
      tell(steps.length, ...steps.map((step) => step.dataset.phases));
      stops[0]?.parentElement.classList.add("live");
      const waits = make("p", { className: "waits", hidden: true });
      waits.append(make("a", {}));
      figure.querySelector(".controls").after(waits); // which nothing moves
      keep([waits, waits.firstChild, ...stops, ...steps]);
    }
    return said.join("\0") + "\0";
  };
  const make = (name, properties) => Object.assign(document.createElement(name), properties);

  // One place up or down, with the hand still on the button.
  const move = (button) => {
    const li = button.closest("[data-of]");
    const up = button.dataset.do === "up";
    const other = up ? li.previousElementSibling : li.nextElementSibling;
    if (!other) return false;
    if (up) other.before(li);
    else other.after(li);
    button.focus();
    return true;
  };

  const approach = (figure) => {
    figure.scrollIntoView({ block: "nearest" });
    figure.querySelector("[data-do=play]")?.focus({ preventScroll: true });
  };

  // Within its panel alone.
  const showChild = (panel, child) => {
    if (!child) return;
    const room = panel.getBoundingClientRect();
    const box = child.getBoundingClientRect();
    if (box.bottom > room.bottom) panel.scrollTop += box.bottom - room.bottom + 8;
    else if (box.top < room.top) panel.scrollTop -= room.top - box.top + 8;
  };

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
        case 15: open(el); break;
        case 16: el.close(); break;
        case 17: focus(el); break;
        case 18: stepFocus(el, number() === 1); break;
        case 19: {
          const values = new Map();
          for (let n = number(); n > 0; n--) values.set(text(), text());
          fill(el, values);
          break;
        }
        case 20: focus(el.elements.namedItem(text()) ?? el); break;
        case 21: answer(el, text()); break;
        case 22: scrolls.push(() => approach(el)); break;
      }
    }
    for (const scroll of scrolls) scroll();
    if (menu?.dialog.open) placeMenu();
  };

  // ---- What is done to the page, told to the viewer ---------------------------

  // Each is one call: what, the number of the figure (-1 for none), and what it needs.
  const listen = (hear) => {
    const on = (type, f, options) => document.addEventListener(type, f, options);
    const within = (target) => target.closest?.("figure.player");
    const tell = (what, figure, ...needs) => hear(what, figures.indexOf(figure), ...needs);

    on("click", ({ target }) => {
      const figure = within(target);
      const button = target.closest("[data-do]");
      const hit = target.closest("[data-thing]");
      if (!figure) return;
      if (button) {
        button.closest("[popover]")?.hidePopover(); // what it does is seen
        if (button.getAttribute("aria-disabled") !== "true") tell("do", figure, button.dataset.do, button.dataset.arg ?? "");
      } else if (hit) {
        hit.focus();
        tell("do", figure, "thing", hit.dataset.thing);
      }
    });
    on("input", ({ target }) => {
      const part = target.dataset.part;
      if (part === "scrubber" || part === "speed") tell(part, within(target), target.value);
    });
    on("change", ({ target }) => {
      if (target.dataset.part === "scrubber") tell("drop", within(target));
      if (/lock[.](kind|profile)$/.test(target.name)) follow(target.form);
    });
    on("reset", ({ target }) => setTimeout(() => follow(target))); // once the fields are as the page came
    on("submit", (event) => {
      const form = event.target.closest("[data-form]");
      if (!form) return; // a dialog's own, which closes it
      event.preventDefault();
      const fields = [...form.elements].filter((f) => f.name && !f.disabled);
      if (!fields.every((f) => unseen(f) || f.reportValidity())) return;
      tell("form", within(form), form.dataset.form, fields.flatMap((f) => {
        const usual = "default" in f.dataset ? usualOf(f) : "";
        return [f.name, unseen(f) ? usual : f.value, usual];
      }));
    });

    // Questions of a lesson.
    const questionOf = (target) => target.closest?.("[data-block=predict], [data-block=quiz]");
    const tellBlock = (block, what, arg = "") => tell("block", null, block.id, what, arg, answerOf(block));
    on("click", ({ target, detail }) => {
      const block = questionOf(target);
      if (!block) return;
      const button = target.closest("[data-do]");
      if (button && /^(up|down)$/.test(button.dataset.do)) {
        if (move(button)) tellBlock(block, "draft", button.closest("[data-of]").dataset.of);
      } else if (button && !(button.dataset.do === "check" && detail > 1)) { // a double click would take back what it checked
        tellBlock(block, button.dataset.do, button.dataset.arg);
      }
    });
    on("input", ({ target }) => {
      const block = questionOf(target);
      if (block) tellBlock(block, "draft", target.dataset.of); // one that was dragged
    });
    on("keydown", (event) => {
      const { target, key } = event;
      if (key !== "Enter" || event.isComposing || event.keyCode === 229 || !target.matches("[data-part=number]")) return;
      event.preventDefault(); // or the button would be pressed that has the focus then
      tellBlock(questionOf(target), "check");
    });
    // Enter in a field checks it, and a field that is closed has no focus: the button takes it.
    for (const field of document.querySelectorAll("[data-block] [data-part=number]")) {
      const closed = new MutationObserver(() => {
        if (field.disabled && field === document.activeElement) field.closest("[data-block]").querySelector("[data-do=check]").focus();
      });
      closed.observe(field, { attributeFilter: ["disabled"] });
    }
    addEventListener("storage", ({ key }) => key?.startsWith("lockstep.") && tell("kept"));
    const leave = () => {
      tell("leave", null, reading());
      dispatchEvent(new Event("lockstep-leaving")); // the address says all
    };

    // The numbers of viewer.On.
    const focused = (target, figure) => {
      if (target === document.body) return 0;
      if (!figure || target.closest("dialog") || target.matches("input:not([type=range]), select, textarea, [contenteditable]")) return 4;
      if (target.matches("[data-part=scrubber]")) return 2;
      if (target.matches("[data-part=space]")) return 3;
      return target.matches("button, a, summary, [role=button]") ? 1 : 0;
    };
    const inSight = () => figures.flatMap((figure, i) => {
      const box = figure.getBoundingClientRect();
      return box.bottom > 0 && box.top < innerHeight ? [i] : [];
    });
    const pressed = (event) => {
      const { target, key } = event;
      const figure = within(target);
      const control = event.ctrlKey || event.metaKey;
      const modified = control || event.altKey;
      const composing = event.isComposing || event.keyCode === 229;
      if (figure && !modified && !composing) {
        // Things in a picture are no buttons to the browser.
        const { thing, seq } = target.dataset;
        const pushes = key === "Enter" || key === " ";
        if (pushes && thing) return tell("do", figure, "thing", thing);
        if (pushes && seq) return tell("do", figure, "event", seq);
        const step = { ArrowLeft: "back", ArrowRight: "on" }[key];
        if (step && target.matches("[data-do=tab]")) return tell("do", figure, "tab-step", step);
      }
      return tell("key", figure, key, event.shiftKey, control, modified, composing, focused(target, figure), figure ? [] : inSight());
    };
    on("keydown", (event) => {
      if (!event.defaultPrevented && pressed(event)) event.preventDefault();
    });

    on("close", ({ target }) => { // which may be open again
      if (!target.open) tell("closed", within(target), target.dataset.part);
    }, true);
    on("visibilitychange", () => (document.visibilityState === "visible" ? tell("nudge") : leave()));
    addEventListener("pagehide", () => {
      leave();
      kept((storage) => storage.setItem(left, location.href));
    });
    on("click", ({ target }) => target.closest("a[data-keep-fragment]") && leave(), true); // before the link reads the address
    addEventListener("online", () => tell("nudge"));
    addEventListener("popstate", () => tell("address"));
    // What a room's page has of others: what they are shown, and events to show it.
    addEventListener("lockstep-follow", ({ detail }) => tell("follow", null, ...detail));
    addEventListener("lockstep-pushed", ({ detail }) => tell("pushed", null, detail));
    const listens = () => dispatchEvent(new Event("lockstep-listens"));
    addEventListener("lockstep-asks", listens); // a room's script that comes later
    listens();
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    still.addEventListener("change", () => tell("still", null, still.matches));

    for (const figure of figures.filter((f) => "scenario" in f.dataset)) {
      const resized = new ResizeObserver(() => tell("resized", figure));
      for (const part of ["stage", "stage-other", "space", "events"]) {
        for (const host of figure.querySelectorAll(`:is(div, ol)[data-part=${part}]`)) resized.observe(host);
      }
      const space = figure.querySelector("div[data-part=space]");
      if (space) listenToSpace(space, (what, ...needs) => tell(what, figure, ...needs));
    }
  };

  // The number of the event that a target in the diagram is of. One that is of many lines
  // is of the line nearest to the pointer.
  const eventAt = (hit, { clientX, clientY }) => {
    if (hit.dataset.seq) return hit.dataset.seq;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(hit.getScreenCTM().inverse());
    const away = hit.getAttribute("d").slice(1).split("M").map((line) => {
      const [x1, y1, x2, y2] = line.split(/[ L]/).map(Number);
      const [dx, dy] = [x2 - x1, y2 - y1];
      const part = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
      return Math.hypot(x1 + part * dx - x, y1 + part * dy - y);
    });
    return hit.dataset.seqs.split(" ")[away.indexOf(Math.min(...away))];
  };

  // A drag moves the space-time diagram, the wheel with Ctrl zooms, a click goes there.
  const listenToSpace = (space, tell) => {
    const at = (event) => Math.round(event.clientX - space.getBoundingClientRect().left);
    let x = null; // where the pointer that is down was last
    let pointer = null; // which that is: a second finger does nothing
    let moved = false;
    space.addEventListener("pointerdown", (event) => {
      if (event.button === 0 && x === null) [x, pointer, moved] = [event.clientX, event.pointerId, false];
    });
    space.addEventListener("pointermove", (event) => {
      if (event.pointerId !== pointer) return;
      const by = Math.round(event.clientX - x);
      if (x === null || (!moved && Math.abs(by) < 4)) return;
      if (!moved) space.setPointerCapture(event.pointerId);
      moved = true;
      x += by;
      tell("pan", -by);
    });
    space.addEventListener("pointerup", (event) => {
      if (event.pointerId !== pointer) return;
      const clicked = x !== null && !moved;
      x = null;
      const hit = event.target.closest("[data-seq], [data-seqs]");
      if (clicked && hit) tell("do", "event", eventAt(hit, event));
      else if (clicked) tell("seek", at(event));
    });
    space.addEventListener("pointercancel", (event) => {
      if (event.pointerId === pointer) x = null;
    });
    space.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return; // the page scrolls
      event.preventDefault();
      tell("zoom", event.deltaY > 0 ? 111 : 90, at(event));
    }, { passive: false });
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
    // Copies what a field holds, and tells whether that was done. The clipboard's own interface
    // would tell later, and plain HTTP lacks it: the old command knows at once.
    copy: (field) => {
      field.focus();
      field.select();
      return document.execCommand("copy");
    },
    // Changes the address, or tells that the browser lets nobody: Safari and Firefox
    // throw once that was done too often.
    address: (to, push) => {
      try {
        history[push ? "pushState" : "replaceState"](null, "", to);
        return true;
      } catch {
        return false;
      }
    },
    // Keeps a text for as long as the tab is open, and gives it back.
    store: (name, text) => kept((storage) => storage.setItem(name, text)),
    stored: (name) => kept((storage) => storage.getItem(name)) ?? "",
    // The same for good; no text takes it away. Whoever shows it is told, also that it could
    // not be kept.
    load: (name) => local((storage) => storage.getItem(name)) ?? "",
    save: (name, text) => {
      const done = local((storage) => {
        if (text) storage.setItem(name, text);
        else storage.removeItem(name);
        return true;
      });
      dispatchEvent(new Event(done ? "lockstep-kept" : "lockstep-unkept"));
    },
    // Tells a room's page where the stage stands.
    moved: (...standing) => dispatchEvent(new CustomEvent("lockstep-moved", { detail: standing })),
    lesson,
    listen,
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

  // A click elsewhere closes what a word explains.
  document.addEventListener("click", ({ target }) => {
    for (const open of document.querySelectorAll("details.about-clock[open]")) {
      if (!open.contains(target)) open.open = false;
    }
  });

  // What is wrong with a field, in the page's language: the browser has its own. A problem
  // that is set stays, so each try begins without.
  document.addEventListener("invalid", ({ target }) => {
    const hint = document.getElementById(target.getAttribute("aria-describedby"));
    if (hint?.textContent) target.setCustomValidity(hint.textContent);
  }, true);
  document.addEventListener("input", ({ target }) => target.setCustomValidity?.(""), true);
  document.addEventListener("click", ({ target }) => {
    for (const field of target.closest("[type=submit]")?.form.elements ?? []) field.setCustomValidity("");
  }, true);

  // A click beside a dialog closes it.
  document.addEventListener("click", ({ target }) => {
    if (target.matches("dialog[open]")) target.close();
  });

  // Enter that ends an input method's composition sends nothing off.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.isComposing || event.keyCode === 229) && event.target.closest("[data-form]")) event.preventDefault();
  });

  // A room that is opened here begins with what is shown.
  document.addEventListener("submit", ({ target }) => {
    const field = target.querySelector("[data-fragment]");
    if (field) field.value = location.hash.slice(1);
  });

  // The same picture in another language.
  for (const link of document.querySelectorAll("a[data-keep-fragment]")) {
    link.addEventListener("click", () => { link.hash = location.hash; });
  }

  // A reload goes to the address as it was when it began: what was written while the page
  // went is brought back.
  const left = "lockstep-left";
  const storing = (where) => (f) => {
    try {
      return f(globalThis[where]);
    } catch { // the browser keeps nothing
      return null;
    }
  };
  const kept = storing("sessionStorage");
  const local = storing("localStorage");
  // The heading that is being read in a lesson.
  const reading = () => [...document.querySelectorAll("main.lesson h2[id]")]
    .filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3).at(-1)?.id ?? "";

  const was = kept((storage) => storage.getItem(left));
  kept((storage) => storage.removeItem(left));
  const page = (address) => address.split("#")[0];
  if (was && page(was) === page(location.href) && performance.getEntriesByType("navigation")[0]?.type === "reload") {
    history.replaceState(null, "", was);
  }

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
