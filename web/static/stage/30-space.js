// The space-time diagram under the hands, and how much room it and its like have.
(() => {
  "use strict";

  const lockstep = (globalThis.lockstep ??= {});

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

  (lockstep.listeners ??= []).push((tell) => {
    for (const figure of lockstep.figures.filter((f) => "scenario" in f.dataset)) {
      const resized = new ResizeObserver(() => tell("resized", figure));
      for (const part of ["stage", "stage-other", "space", "events"]) {
        for (const host of figure.querySelectorAll(`:is(div, ol)[data-part=${part}]`)) resized.observe(host);
      }
      const space = figure.querySelector("div[data-part=space]");
      if (space) listenToSpace(space, (what, ...needs) => tell(what, figure, ...needs));
    }
  });
})();
