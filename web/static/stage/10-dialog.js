// The dialogs of the stage, where they lie and where the focus is in them.
(() => {
  "use strict";

  const lockstep = (globalThis.lockstep ??= {});

  let opener = ""; // what stands for what opened the first of the open dialogs
  let menu = null; // the one that was opened last, and the box of what it is of

  const open = (dialog) => {
    if (dialog.open) return;
    const by = document.activeElement;
    const twin = lockstep.twin(by);
    opener = twin || opener;
    dialog.showModal();
    if (dialog.matches("[data-part=menu]")) menu = { dialog, of: twin && by.getBoundingClientRect(), above: by.matches(".btn") };
  };

  // A menu lies beside the thing that it is of, or above the button, within the window. On a
  // phone it is a sheet at the foot.
  const placeMenu = () => {
    if (!menu?.dialog.open) return;
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

  // A click beside a dialog closes it.
  document.addEventListener("click", ({ target }) => {
    if (target.matches("dialog[open]")) target.close();
  });

  Object.assign(lockstep, { open, placeMenu, focus, stepFocus });
  (lockstep.listeners ??= []).push((tell) => {
    document.addEventListener("close", ({ target }) => { // which may be open again
      if (!target.open) tell("closed", target, target.dataset.part);
    }, true);
  });
})();
