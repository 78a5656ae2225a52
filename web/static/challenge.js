// What the browser keeps of challenges, for the page of a lesson and for that of a challenge:
// the hints that were asked for, and the last attempt. It has the names that wasm/course gives
// what is kept of a lesson.
(() => {
  "use strict";

  const storing = (f) => {
    try {
      return f(localStorage);
    } catch { // the browser keeps nothing
      return null;
    }
  };
  const load = (name) => storing((storage) => storage.getItem(name)) ?? "";
  const save = (name, text) => storing((storage) => storage.setItem(name, text));

  // ---- Hints, each of which stands in the one before --------------------------------

  const keepHints = (challenge, all) => {
    const name = `lockstep.lesson.${challenge.replace("/", ".hints.")}`;
    all.slice(0, Number(load(name))).forEach((hint) => { hint.open = true; });
    for (const hint of all) {
      hint.addEventListener("toggle", () => {
        const closed = all.findIndex(({ open }) => !open);
        save(name, closed < 0 ? all.length : closed);
      });
    }
  };

  const { lesson } = document.querySelector("main").dataset;
  for (const block of document.querySelectorAll("[data-block=challenge]")) {
    keepHints(`${lesson}/${block.id}`, [...block.querySelectorAll(".hints, .hints details")]);
  }

  // ---- The attempt -------------------------------------------------------------------

  // The fragment of the address is the attempt. It is of a run that a later edition of the
  // lesson may begin otherwise.
  const stage = document.querySelector("[data-challenge]");
  if (!stage) return;
  const { challenge, run } = stage.dataset;
  keepHints(challenge, [...stage.querySelectorAll(".hint-asked")]);
  const name = `lockstep.lesson.${challenge.replace("/", ".attempt.")}`;
  const [of, fragment] = load(name).split(" ");
  if (!location.hash && of === run) history.replaceState(null, "", fragment);
  addEventListener("lockstep-leaving", () => save(name, `${run} ${location.hash}`));
})();
