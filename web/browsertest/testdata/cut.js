// What of a page, or of an open dialog, one cannot read or hit whole. Each finding says
// where and what.
((root) => {
  "use strict";

  const slack = 1.5; // px, for rounding
  const found = [];
  const name = (el) =>
    el.localName + (el.id ? "#" + el.id : "") + [...el.classList].map((c) => "." + c).join("") +
    ["part", "do", "arg"].map((d) => (el.dataset?.[d] ? `[${d}=${el.dataset[d]}]` : "")).join("");

  // Nothing changes while it is looked at: what was asked of an element is remembered.
  const remembered = (ask) => {
    const known = new Map();
    return (el) => {
      if (!known.has(el)) known.set(el, ask(el));
      return known.get(el);
    };
  };
  const styled = remembered((el) => {
    const { display, position, overflowX, overflowY, clipPath, color } = getComputedStyle(el);
    return { display, position, overflowX, overflowY, clipPath, color };
  });
  const placed = remembered((el) => el.getBoundingClientRect());

  // For eyes that do not see it.
  const unseen = remembered((el) =>
    el !== null && ((styled(el).clipPath !== "none" && el.offsetWidth <= 1) || unseen(el.parentElement)));
  const shown = remembered((el) => el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !unseen(el));
  const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";

  // What a button beside it unfolds.
  const folded = (el) =>
    [...document.querySelectorAll('[aria-expanded="false"][aria-controls]')].some(
      (button) => shown(button) && document.getElementById(button.getAttribute("aria-controls"))?.contains(el),
    );

  // What may scroll sideways: time, code, and a row of any number of branches.
  const sideways = ".space, .source, .source *, .branches, .grid";

  for (const el of root.querySelectorAll("*")) {
    if (!(el instanceof HTMLElement) || el.scrollWidth <= el.clientWidth + 1 || !shown(el)) continue;
    if (scrolls(styled(el).overflowX) && !el.matches(sideways)) {
      found.push(`${name(el)} scrolls sideways: ${el.scrollWidth} in ${el.clientWidth}`);
    }
  }

  // ---- Texts ---------------------------------------------------------------------

  const outside = (t, r, x, y) =>
    (x && (t.left < r.left - slack || t.right > r.right + slack)) ||
    (y && (t.top < r.top - 4 || t.bottom > r.bottom + 4)); // a line may be lower than its letters

  const range = new Range();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const says = text.data.trim();
    const el = text.parentElement;
    if (says === "" || el.closest("script, style, template, noscript, select, desc, title, defs") || !shown(el)) continue;
    if (styled(el).color === "rgba(0, 0, 0, 0)") continue; // a sign stands for it
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter((r) => r.width > 0);
    let x = true; // whether it could be out of sight to the left or right,
    let y = true; // above or below: until something further in scrolls
    let own = true;
    for (let box = el; box; box = box.parentElement) {
      const style = styled(box);
      if (["inline", "contents"].includes(style.display) || (box instanceof SVGElement && box.localName !== "svg")) continue;
      x &&= !scrolls(style.overflowX);
      y &&= !scrolls(style.overflowY);
      const clips = style.overflowX !== "visible";
      const holds = own || clips || box.matches("button, .btn, dialog, .panel");
      const r = placed(box);
      if (rects.some((t) => outside(t, r, x && holds, y && clips)) && !folded(el)) {
        found.push(`“${says}” is not all in ${name(box)}`);
        break;
      }
      own = false;
    }
  }

  // A choice shows its text beside its arrow.
  for (const select of root.querySelectorAll("select")) {
    if (!shown(select)) continue;
    const style = getComputedStyle(select);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    for (const option of select.options) {
      const width = pen.measureText(option.text).width;
      if (width > room + slack) found.push(`“${option.text}” is ${Math.round(width)} wide in ${name(select)}, which has ${Math.round(room)}`);
    }
  }

  // ---- Pictures ------------------------------------------------------------------

  // The letters of a text, without the room above and below them.
  const letters = (text) => {
    const r = text.getBoundingClientRect();
    return { left: r.left, right: r.right, top: r.top + r.height * 0.2, bottom: r.bottom - r.height * 0.2 };
  };
  for (const g of root.querySelectorAll("svg.scene g.thing:not(.msg), svg.scene g.verdict")) {
    const card = g.querySelector("rect.card") ?? g.querySelector("rect");
    if (!card || !shown(g)) continue;
    const r = card.getBoundingClientRect();
    const texts = [...g.querySelectorAll("text")].filter((t) => t.textContent.trim() !== "").map((t) => [t.textContent.trim(), letters(t)]);
    texts.forEach(([says, t], i) => {
      if (t.left < r.left - slack || t.right > r.right + slack || t.top < r.top - slack || t.bottom > r.bottom + slack) {
        found.push(`“${says}” is out of its card, ${name(g)}`);
      }
      for (const [other, o] of texts.slice(0, i)) {
        if (t.left < o.right - slack && o.left < t.right - slack && t.top < o.bottom - slack && o.top < t.bottom - slack) {
          found.push(`“${says}” lies over “${other}” in ${name(g)}`);
        }
      }
    });
  }

  // ---- Controls ------------------------------------------------------------------

  // What one sees of an element.
  const sight = (el) => {
    let { left, top, right, bottom } = placed(el);
    for (let box = el.parentElement; box; box = box.parentElement) {
      if (styled(box).overflowX === "visible") continue;
      const r = placed(box);
      left = Math.max(left, r.left);
      top = Math.max(top, r.top);
      right = Math.min(right, r.right);
      bottom = Math.min(bottom, r.bottom);
    }
    return { left, top, right, bottom };
  };
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const stuck = (el) => { // what scrolls passes below it
    while (el && !["fixed", "sticky"].includes(styled(el).position)) el = el.parentElement;
    return el;
  };
  const controls = [...root.querySelectorAll("button, select, input, summary, a[href]")]
    .filter(shown)
    .map((el) => [el, sight(el)])
    .filter(([, r]) => r.right > r.left && r.bottom > r.top);
  controls.forEach(([el, r], i) => {
    for (const [other, o] of controls.slice(0, i)) {
      if (over(r, o) && stuck(el) === stuck(other) && !el.contains(other) && !other.contains(el)) {
        found.push(`${name(el)} and ${name(other)} lie over each other`);
      }
    }
  });
  return found;
})
