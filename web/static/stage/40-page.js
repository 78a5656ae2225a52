// What the stage does to its page, and its page to it: the address, the clipboard, and the room
// around it.
(() => {
  "use strict";

  const lockstep = (globalThis.lockstep ??= {});
  Object.assign(lockstep, {
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
    // Copies what a field holds, and tells whether that was done. The clipboard's own interface
    // would tell later, and plain HTTP lacks it: the old command knows at once.
    copy: (field) => {
      field.focus();
      field.select();
      return document.execCommand("copy");
    },
    // Tells a room's page where the stage stands.
    moved: (...standing) => dispatchEvent(new CustomEvent("lockstep-moved", { detail: standing })),
  });

  (lockstep.listeners ??= []).push((tell) => {
    addEventListener("popstate", () => tell("address"));
    // What a room's page has of others: what they are shown, and events to show it.
    addEventListener("lockstep-follow", ({ detail }) => tell("follow", null, ...detail));
    addEventListener("lockstep-pushed", ({ detail }) => tell("pushed", null, detail));
    const listens = () => dispatchEvent(new Event("lockstep-listens"));
    addEventListener("lockstep-asks", listens); // a room's script that comes later
    listens();
  });

  // A room that is opened here begins with what is shown; but where nobody has moved yet, at
  // the beginning: the page shows first what the run comes to, which a class is to see happen.
  document.addEventListener("submit", ({ target }) => {
    const field = target.querySelector("[data-fragment]");
    if (!field) return;
    const { run, start } = document.getElementById("stage").dataset;
    const fragment = location.hash.slice(1);
    const says = new URLSearchParams(fragment);
    const untouched = !says.has("a") && String(says.getAll("r")) === run && says.get("t") === start;
    field.value = untouched ? "" : fragment;
  });

  // The same picture in another language.
  for (const link of document.querySelectorAll("a[data-keep-fragment]")) {
    link.addEventListener("click", () => { link.hash = location.hash; });
  }
})();
