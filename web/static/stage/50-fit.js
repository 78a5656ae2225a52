// What the stage does without the viewer, since it depends on how much room there is: it
// folds only what does not fit, and spreads marks that would cover each other.
(() => {
  "use strict";

  const stage = document.getElementById("stage");
  if (!stage) return;

  // Does it once now, and whenever the size or what is in it changes.
  const keep = (el, does) => {
    new ResizeObserver(does).observe(el);
    new MutationObserver(does).observe(el, { childList: true, characterData: true, subtree: true });
  };

  // What a small screen shows the beginning of, unfolds. Where all of it is seen, there is
  // nothing to unfold.
  const unfold = stage.querySelector(".verdict [data-unfold]");
  const rest = stage.querySelector(".verdict .rest");
  if (unfold && rest) {
    unfold.addEventListener("click", () => {
      unfold.setAttribute("aria-expanded", unfold.getAttribute("aria-expanded") === "false");
    });
    keep(rest, () => {
      if (unfold.getAttribute("aria-expanded") === "false") unfold.hidden = rest.scrollHeight <= rest.clientHeight;
    });
  }

  // Of the marks in a lane of the scrubber, those that would cover the one before are left
  // out: how many have room depends on how long the line is.
  const apart = 14; // pixels from the middle of a mark to that of the next
  const lanes = stage.querySelector("[data-part=lanes]");
  keep(lanes, () => {
    const last = new Map(); // place of the last mark, by lane
    for (const mark of lanes.querySelectorAll("svg > svg[y]")) {
      const lane = mark.getAttribute("y");
      const at = (parseFloat(mark.getAttribute("x")) / 100) * lanes.clientWidth;
      const covers = at - (last.get(lane) ?? -apart) < apart;
      mark.setAttribute("visibility", covers ? "hidden" : "visible");
      if (!covers) last.set(lane, at);
    }
  });

  // Names such as stock-7 are words: no line ends within one. What they are within stays as it
  // is, for who copies it or has it read.
  const name = /[\p{L}\d:]*\p{L}-\d+/u;
  const holdNames = (within) => {
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    const texts = within.nodeType === Node.TEXT_NODE ? [within] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (let text of texts) {
      if (text.parentElement?.className === "unbroken") continue;
      for (let found; (found = name.exec(text.data)); ) {
        const span = Object.assign(document.createElement("span"), { className: "unbroken", textContent: found[0] });
        const after = text.splitText(found.index);
        after.data = after.data.slice(found[0].length);
        after.before(span);
        text = after;
      }
    }
  };
  for (const el of stage.querySelectorAll(".about, .verdict p, .compare, .story")) {
    holdNames(el);
    new MutationObserver((all) => {
      for (const { addedNodes } of all) for (const node of addedNodes) if (node.isConnected) holdNames(node);
    }).observe(el, { childList: true, subtree: true });
  }

  // What happened just now stands above the controls where both stick to the foot of the
  // window.
  const controls = stage.querySelector(".controls");
  new ResizeObserver(() => stage.style.setProperty("--foot", `${controls.offsetHeight}px`)).observe(controls);
})();
