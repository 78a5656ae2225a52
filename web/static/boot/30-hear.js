// Tells the viewer what is done to the page.
(() => {
  "use strict";

  const { lockstep } = globalThis;
  const { figures } = lockstep;

  // The heading that is being read in a lesson.
  const reading = () => [...document.querySelectorAll("main.lesson h2[id]")]
    .filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3).at(-1)?.id ?? "";

  const on = (type, f, options) => document.addEventListener(type, f, options);
  const within = (target) => target?.closest?.("figure.player");

  // Each is one call: what, the number of the figure (-1 for none), and what it needs. Scripts
  // that come before this one have more to tell, each in a function of its own.
  lockstep.listen = (hear) => {
    const tell = (what, target, ...needs) => hear(what, figures.indexOf(within(target)), ...needs);
    for (const listenToo of lockstep.listeners ?? []) listenToo(tell);

    on("click", ({ target }) => {
      if (!within(target)) return;
      const button = target.closest("[data-do]");
      const hit = target.closest("[data-thing]");
      if (button) {
        button.closest("[popover]")?.hidePopover(); // what it does is seen
        if (button.getAttribute("aria-disabled") !== "true") tell("do", target, button.dataset.do, button.dataset.arg ?? "");
      } else if (hit) {
        hit.focus();
        tell("do", target, "thing", hit.dataset.thing);
      }
    });
    on("input", ({ target }) => {
      const part = target.dataset.part;
      if (part === "scrubber" || part === "speed") tell(part, target, target.value);
    });
    on("change", ({ target }) => {
      if (target.dataset.part === "scrubber") tell("drop", target);
    });
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
        if (pushes && thing) return tell("do", target, "thing", thing);
        if (pushes && seq) return tell("do", target, "event", seq);
        const step = { ArrowLeft: "back", ArrowRight: "on" }[key];
        if (step && target.matches("[data-do=tab]")) return tell("do", target, "tab-step", step);
      }
      return tell("key", target, key, event.shiftKey, control, modified, composing, focused(target, figure), figure ? [] : inSight());
    };
    on("keydown", (event) => {
      if (!event.defaultPrevented && pressed(event)) event.preventDefault();
    });

    on("visibilitychange", () => (document.visibilityState === "visible" ? tell("nudge") : leave()));
    addEventListener("pagehide", () => {
      leave();
      lockstep.keepAddress();
    });
    on("click", ({ target }) => target.closest("a[data-keep-fragment]") && leave(), true); // before the link reads the address
    addEventListener("online", () => tell("nudge"));
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    still.addEventListener("change", () => tell("still", null, still.matches));
  };
})();
