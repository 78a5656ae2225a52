// What lessons, their list and the glossary do without the viewer: they show what is done and
// where to go on, keep the place in another language, walk through decisions, and show and copy
// code in the language of the reader's choice. What the browser keeps has the names that
// wasm/course gives it.
(() => {
  "use strict";

  const storing = (f) => {
    try {
      return f(localStorage);
    } catch { // the browser keeps nothing
      return null;
    }
  };
  const load = (name) => storing((storage) => storage.getItem(name));
  const save = (name, text) => {
    const done = storing((storage) => {
      storage.setItem(name, text);
      return true;
    });
    if (!done) dispatchEvent(new Event("lockstep-unkept"));
  };
  const main = document.querySelector("main");
  const lesson = main.dataset.lesson;

  const phrases = new Map(
    (document.getElementById("phrases")?.content.textContent ?? "")
      .split("\n").map((line) => line.trim().split("\t")),
  );
  const say = (key, values = {}) => (phrases.get(key) ?? "").replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

  const make = (name, properties, ...children) => {
    const el = Object.assign(document.createElement(name), properties);
    el.append(...children);
    return el;
  };

  // ---- Another look --------------------------------------------------------------

  // A lesson that was done is worth another look after a day, a week and three weeks: what is
  // seen again at intervals stays longer than what is crammed. What is kept is the day on
  // which it was done, and how many of the looks are over.
  const intervals = [1, 7, 21];
  const today = Math.floor(Date.now() / 86_400_000);
  const looksAt = (of) => {
    if (load(`${of}.done`) === null) return null;
    const kept = load(`${of}.review`);
    if (kept === null) storing((storage) => storage.setItem(`${of}.review`, `${today}.0`));
    return (kept ?? `${today}.0`).split(".").map(Number);
  };
  const isDue = (of) => {
    const [day, looks] = looksAt(of) ?? [0, intervals.length];
    return today >= day + intervals[looks]; // never after the last
  };
  const own = lesson && `lockstep.lesson.${lesson}`;
  if (own && isDue(own)) { // whoever missed one is not asked for two
    const [day] = looksAt(own);
    save(`${own}.review`, `${day}.${intervals.filter((days) => today >= day + days).length}`);
  }

  // ---- Questions that have changed ------------------------------------------------

  // What is kept of an answer is which options it chose. Where a question has changed since,
  // they are others; what else has changed in the lesson is no reason to ask again.
  for (const block of document.querySelectorAll("[data-block][data-edition]")) {
    const { id, dataset: { edition } } = block;
    const kept = load(`${own}.edition.${id}`);
    storing((storage) => {
      for (const of of kept && kept !== edition ? ["answer", "draft"] : []) storage.removeItem(`${own}.${of}.${id}`);
      storage.setItem(`${own}.edition.${id}`, edition);
    });
  }

  // ---- Progress ----------------------------------------------------------------

  const progress = () => {
    const last = load("lockstep.course");
    for (const link of document.querySelectorAll("a[data-slug]")) {
      const of = `lockstep.lesson.${link.dataset.slug}`;
      const done = load(`${of}.done`) !== null;
      link.toggleAttribute("data-done", done);
      for (const word of link.querySelectorAll("[data-part=done]")) word.hidden = !done;
      for (const word of link.querySelectorAll("[data-part=review]")) word.hidden = !isDue(of);
    }
    for (const way of document.querySelectorAll("[data-continue]")) {
      way.hidden = way.dataset.continue !== last;
      const place = load(`lockstep.lesson.${last}.place`);
      if (!way.hidden && place) way.querySelector("a").hash = place;
    }
  };
  progress();
  addEventListener("lockstep-kept", progress);
  addEventListener("storage", progress);
  addEventListener("pageshow", progress);

  // A reader is told once that the browser keeps nothing, or has no room.
  addEventListener("lockstep-unkept", () => {
    const notice = make("p", { className: "notice", role: "status" });
    main.before(notice);
    notice.textContent = say("course.unkept");
  }, { once: true });

  // ---- Challenges that were met --------------------------------------------------

  for (const block of document.querySelectorAll("[data-block=challenge]")) {
    if (load(`lockstep.lesson.${lesson}.challenge.${block.id}`) === null) continue;
    const sign = make("span", { className: "sign", ariaHidden: "true" }, "=");
    block.querySelector("[data-part=reply]").replaceChildren(make("p", {}, make("b", {}, sign, " ", say("course.challenge.done"))));
  }

  // ---- The same place in another language -----------------------------------------

  // The way there is at the top of the page, where the reader has to scroll back to. The place
  // is where something was done last, or where one read before turning back: a scroll upwards
  // passes by what it passes, unless one rested there. In a glossary it is the term that the
  // address names.
  const rest = 2000; // ms between two scrolls
  const reading = () => [...document.querySelectorAll("main.lesson h2[id]")]
    .filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3).at(-1)?.id ?? "";
  let [place, here, top, scrolled] = ["", "", 0, 0];
  const keep = (heading) => {
    place = heading || place;
    for (const link of document.querySelectorAll(".langs a")) link.hash = place || location.hash;
  };
  for (const act of ["pointerdown", "keydown"]) main.addEventListener(act, () => keep(reading()));
  addEventListener("hashchange", () => keep(reading()));
  document.addEventListener("scroll", ({ timeStamp }) => {
    const to = reading();
    if (scrollY > top) keep(to);
    else if (timeStamp - scrolled > rest) keep(here);
    [here, top, scrolled] = [to, scrollY, timeStamp];
  }, { passive: true });
  keep("");

  // ---- Decisions: one question at a time -------------------------------------------

  for (const block of document.querySelectorAll("[data-block=decision]")) {
    const name = `lockstep.lesson.${lesson}.way.${block.id}`;
    const nodes = new Map([...block.querySelectorAll("[data-node]")].map((node) => [node.dataset.node, node]));
    const list = make("ol", { className: "way", ariaLabel: say("course.way") });
    block.querySelector("[data-node]").before(list);
    const begins = block.id.length + 2; // a way's #, the id and a hyphen
    const to = (from, node) => [...nodes.get(from).querySelectorAll(".ways a")].find((a) => a.hash.slice(begins) === node);
    let way = [block.dataset.start];

    const show = () => {
      const last = way.at(-1);
      for (const [name, node] of nodes) node.hidden = name !== last;
      list.hidden = way.length === 1;
      list.replaceChildren(...way.slice(0, -1).map((node, i) => {
        const ask = nodes.get(node).querySelector("h3").textContent;
        const back = make("button", { type: "button", className: "btn btn-line", ariaLabel: say("course.back", { ask }) }, ask);
        back.addEventListener("click", () => go(way.slice(0, i + 1)));
        return make("li", {}, back, " ", make("b", {}, to(node, way[i + 1]).textContent));
      }));
    };
    const go = (on) => {
      way = on;
      save(name, way.join(" "));
      show();
      const node = nodes.get(way.at(-1));
      node.tabIndex = -1;
      node.focus();
    };
    block.addEventListener("click", (event) => {
      const link = event.target.closest(".ways a");
      if (!link) return;
      event.preventDefault();
      go([...way, link.hash.slice(begins)]);
    });
    // As far as the way that was kept leads today.
    for (const node of (load(name) ?? "").split(" ").slice(1)) {
      if (!to(way.at(-1), node)) break;
      way.push(node);
    }
    show();
  }

  // ---- Code, in one language for the whole course -----------------------------------

  const samples = document.querySelectorAll("[data-block=code]");
  const showCode = (lang) => {
    for (const block of samples) {
      if (!block.querySelector(`.code[data-lang="${CSS.escape(lang)}"]`)) continue;
      for (const code of block.querySelectorAll(".code")) code.hidden = code.dataset.lang !== lang;
      for (const button of block.querySelectorAll("[data-do=show]")) button.ariaPressed = String(button.dataset.arg === lang);
      block.querySelector("[data-part=status]").textContent = "";
    }
  };

  // The old command comes first: over plain HTTP there is no other. Where neither copies, the
  // code stays selected.
  const copy = async (pre) => {
    getSelection().selectAllChildren(pre);
    if (document.execCommand("copy")) return true;
    try {
      await navigator.clipboard.writeText(pre.textContent);
      return true;
    } catch { // there is none, or it may not be written to
      return false;
    }
  };

  for (const block of samples) {
    for (const button of block.querySelectorAll("button")) button.disabled = false;
    block.addEventListener("click", async ({ target }) => {
      const button = target.closest("[data-do]");
      if (button?.dataset.do === "show") {
        save("lockstep.code", button.dataset.arg);
        showCode(button.dataset.arg);
      } else if (button) {
        const copied = await copy(block.querySelector(".code:not([hidden]) pre"));
        block.querySelector("[data-part=status]").textContent = say(copied ? "course.copied" : "course.select");
      }
    });
  }
  showCode(load("lockstep.code") ?? "go");
  addEventListener("storage", ({ key, newValue }) => key === "lockstep.code" && newValue && showCode(newValue));
})();
