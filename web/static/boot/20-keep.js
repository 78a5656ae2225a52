// What the browser keeps for the viewer, and the address across a reload.
(() => {
  "use strict";

  const { lockstep } = globalThis;

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

  const was = kept((storage) => storage.getItem(left));
  kept((storage) => storage.removeItem(left));
  const page = (address) => address.split("#")[0];
  if (was && page(was) === page(location.href) && performance.getEntriesByType("navigation")[0]?.type === "reload") {
    history.replaceState(null, "", was);
  }

  Object.assign(lockstep, {
    keepAddress: () => kept((storage) => storage.setItem(left, location.href)),
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
  });
})();
