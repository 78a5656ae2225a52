// Looks over the viewer's shoulder, from before it starts: what it does in a frame,
// what it holds of the page, and, if asked to, when its frames come.
(() => {
  "use strict";

  const spy = (globalThis.spy = {
    callbacks: 0, // how many functions the viewer has ever given to the page
    pumped: false, // whether its frames come from turn alone
  });
  const ours = new WeakSet(); // those functions
  let go;
  let Real;
  Object.defineProperty(globalThis, "Go", {
    get: () => Real,
    set: (Go) => {
      Real = class extends Go {
        constructor() {
          super();
          go = this;
        }
        _makeFuncWrapper(id) {
          const f = super._makeFuncWrapper(id);
          spy.callbacks++;
          ours.add(f);
          return f;
        }
      };
    },
  });

  // How many of the page's values the viewer holds, and how large its memory is.
  spy.held = () => go._values.length - go._idPool.length;
  spy.memory = () => go._inst.exports.mem.buffer.byteLength;

  const request = globalThis.requestAnimationFrame.bind(globalThis);
  let now = 0;
  let next = null;
  let took = () => {};
  globalThis.requestAnimationFrame = (f) => {
    if (!ours.has(f)) return request(f);
    if (spy.pumped) {
      next = f;
      return 0;
    }
    return request(() => {
      now += 1000 / 60; // however long a busy machine takes, so that each brings as much as on an idle one
      const start = performance.now();
      f(now);
      took(performance.now() - start);
    });
  };

  // Gives the viewer the frame that it asked for, so many ms after the last. Tells
  // whether it had asked for one.
  spy.turn = (ms) => {
    const f = next;
    next = null;
    now += ms;
    f?.(now);
    return f !== null;
  };

  // The ms that each of the viewer's next frames takes.
  spy.frames = (n) =>
    new Promise((done) => {
      const all = [];
      took = (ms) => {
        all.push(ms);
        if (all.length < n) return;
        took = () => {};
        done(all);
      };
    });

  // The ms that it takes to follow a slider's thumb to each of the places: what hears of
  // it, and the frame after that.
  spy.drag = async (slider, places) => {
    const all = [];
    for (const place of places) {
      const frame = spy.frames(1);
      slider.value = place;
      const start = performance.now();
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      all.push(performance.now() - start + (await frame)[0]);
    }
    return all;
  };

  // The ms that it takes, each of n times, to set every number of a picture: what no
  // viewer can do without.
  spy.floor = (svg, n) => {
    const copy = svg.cloneNode(true);
    svg.after(copy);
    const slots = copy.querySelectorAll("[data-slot]");
    const all = [];
    while (all.length < n) {
      const start = performance.now();
      for (const slot of slots) slot.setAttribute("transform", `translate(${all.length} 0)`);
      all.push(performance.now() - start);
    }
    copy.remove();
    return all;
  };
})();
