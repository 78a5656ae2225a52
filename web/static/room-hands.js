// What is done on a page of a room: its buttons and keys, the clicker, and a question of the
// presenter's own. Whether it may be done, the server decides; why not, room-face.js says.
(() => {
  "use strict";

  const { room: code, role, scene } = document.body.dataset;
  if (!code) return;

  let state;
  addEventListener("room", ({ detail }) => { state = detail; });
  dispatchEvent(new Event("room-asks"));

  const part = (name) => document.querySelector(`[data-room-part="${name}"]`);

  // ---- Buttons and keys -------------------------------------------------------------

  const project = (change) => state.act({ do: "screen", code: false, black: false, ...state.room.screen, ...change });

  const deeds = {
    lost: () => state.act({ do: "lost", on: !state.you.lost }),
    wander: () => state.wander(!state.wandering),
    "wheel-ask": () => state.act(state.you.driver ? { do: "wheel-back" } : { do: "wheel-ask", on: !state.you.asking }),
    "wheel-give": ({ to }) => state.act({ do: "wheel-give", to: Number(to) }),
    "wheel-take": () => state.act({ do: "wheel-take" }),
    code: () => project({ code: !state.room.screen?.code }),
    dark: () => project({ black: !state.room.screen?.black }),
    scene: ({ index }) => state.act({ do: "scene", index: Number(index) }),
    next: () => next(),
    previous: () => previous(),
    predict: ({ id }) => state.act({ do: "poll-open", predict: id }),
    "poll-close": () => state.act({ do: "poll-close" }),
    "poll-again": () => state.act({ do: "poll-again" }),
    "poll-show": () => state.act({ do: "poll-show", on: true }),
    "poll-hide": () => state.act({ do: "poll-show", on: false }),
    "poll-reveal": () => state.act({ do: "poll-reveal", on: true }),
    "poll-end": () => state.act({ do: "poll-end" }),
    end: () => part("end").showModal(),
    "end-yes": () => { part("end").close(); state.act({ do: "end" }); },
    "end-no": () => part("end").close(),
    "add-option": () => moreOptions().focus(),
  };

  document.addEventListener("click", ({ target, detail }) => {
    const button = target.closest("[data-room-do]");
    if (!button) return;
    deeds[button.dataset.roomDo](button.dataset);
    if (detail > 0) button.blur(); // a pointer's click: keys mean the stage again
  });

  const keys = { f: "wander", F: "wander" };
  const clicker = { PageDown: "next", PageUp: "previous", b: "dark", B: "dark", ".": "dark" }; // also on the projector's page
  const writes = (target) => target.closest(":read-write, select, dialog[open]");
  const offered = (name) => name && document.querySelector(`[data-room-do="${name}"]`).checkVisibility();

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey || writes(event.target)) return;
    const name = offered(keys[event.key]) ? keys[event.key] : state.you.owner && clicker[event.key];
    if (!name) return;
    event.preventDefault();
    event.stopPropagation();
    deeds[name]({});
  }, true);

  // ---- The clicker ------------------------------------------------------------------

  // Forwards and back by the stage's own steps, and from either end of a run to the scene
  // beside. While a run is still to come nobody knows its end, and while the page goes to
  // another scene, it is that one's turn.
  const stage = document.querySelector("figure.stage");
  const next = () => (stage.dataset.mode === "ended" ? beside(1) : stage.querySelector("[data-do=next]").click());
  const previous = () => {
    const scrubber = stage.querySelector("[data-part=scrubber]");
    if (!scrubber.disabled && scrubber.value === scrubber.min) beside(-1);
    else stage.querySelector("[data-do=back]").click();
  };
  const beside = (by) => {
    const { index, count } = state.room.scene ?? {};
    const to = index + by;
    if (index === Number(scene) && to >= 0 && to < count) state.act({ do: "scene", index: to });
  };

  // ---- A question of the presenter's own ---------------------------------------------

  const asking = part("ask-form");
  const options = asking ? [...asking.querySelectorAll("[name=option]")] : [];
  const draft = `lockstep-ask-${code}`; // what is written outlives another scene's page

  // Offers one more answer, and returns its field.
  const moreOptions = () => {
    const field = options.find((option) => option.parentElement.hidden);
    field.parentElement.hidden = false;
    asking.querySelector("[data-room-do=add-option]").hidden = field === options.at(-1);
    return field;
  };

  const written = () => [asking.elements.ask, ...options].map((field) => field.value);
  const keep = () => {
    try {
      sessionStorage.setItem(draft, JSON.stringify(written()));
    } catch {} // the browser keeps nothing
  };
  const recall = () => {
    try {
      return JSON.parse(sessionStorage.getItem(draft)) ?? [];
    } catch {
      return [];
    }
  };

  const fillIn = ([ask = "", ...answers]) => {
    asking.elements.ask.value = ask;
    options.forEach((option, i) => { option.value = answers[i] ?? ""; });
    while (options.some((option) => option.value && option.parentElement.hidden)) moreOptions();
    asking.closest("details").open ||= written().some(Boolean);
  };

  if (asking) {
    fillIn(recall());
    asking.addEventListener("input", keep);
    asking.addEventListener("submit", async (event) => {
      event.preventDefault();
      const [ask, ...answers] = written().map((text) => text.trim());
      if (!await state.act({ do: "poll-open", ask, options: answers.filter(Boolean) })) return;
      fillIn([]);
      keep();
    });
  }

  // ---- The screen stays awake --------------------------------------------------------

  // The presenter's and the projector's, where the browser allows that.
  const awake = () => role !== "view" && document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", awake);
  awake();
})();
