// Answers to be put in order can be dragged by their numbers, by mouse, pen or finger. The
// buttons beside them do the same, and 10-answer.js has both judged.
(() => {
  "use strict";

  for (const list of document.querySelectorAll(".order")) {
    list.classList.add("drags");
    for (const item of list.children) {
      const grip = document.createElement("i");
      grip.className = "grip";
      grip.ariaHidden = "true";
      item.prepend(grip);
      grip.addEventListener("pointerdown", (event) => drag(list, item, grip, event));
    }
  }

  // The others move around the item, which keeps its place in the document: one that was taken
  // out would lose the pointer.
  const drag = (list, item, grip, { button, pointerId }) => {
    if (button !== 0 || item.querySelector("button").disabled) return;
    const before = [...list.children];
    const middle = (other) => {
      const box = other.getBoundingClientRect();
      return box.top + box.height / 2;
    };
    const arrange = (items) => {
      const at = items.indexOf(item);
      item.before(...items.slice(0, at));
      item.after(...items.slice(at + 1));
    };
    const move = ({ clientY }) => {
      for (let other; (other = item.previousElementSibling) && clientY < middle(other);) item.after(other);
      for (let other; (other = item.nextElementSibling) && clientY > middle(other);) item.before(other);
    };
    const end = ({ type }) => {
      if (type !== "pointerup") arrange(before);
      item.classList.remove("dragged");
      released.abort();
      if (before.some((other, i) => other !== list.children[i])) item.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const released = new AbortController();
    const on = (target, name, f) => target.addEventListener(name, f, { signal: released.signal });
    grip.setPointerCapture(pointerId);
    item.classList.add("dragged");
    on(grip, "pointermove", move);
    on(grip, "pointerup", end);
    on(grip, "pointercancel", end);
    on(document, "keydown", (event) => event.key === "Escape" && end(event));
  };
})();
