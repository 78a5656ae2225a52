// What a page of a room shows besides the stage: how it stands, the poll, and the desk of
// whoever opened it. room.js says by the event "room" that something has changed.
(() => {
  "use strict";

  const { room: code, role } = document.body.dataset;
  if (!code) return;

  const phrases = new Map(
    document.getElementById("room-phrases").content.textContent.split("\n").map((line) => line.trim().split("\t")),
  );
  const say = (key, values = {}) =>
    Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), phrases.get(key) ?? key);
  const lang = document.documentElement.lang;
  const part = (name) => document.querySelector(`[data-room-part="${name}"]`);
  const parts = (name) => document.querySelectorAll(`[data-room-part="${name}"]`);
  const make = (name, properties = {}, ...children) => {
    const el = Object.assign(document.createElement(name), properties);
    el.append(...children);
    return el;
  };
  const write = (el, text) => {
    if (el && el.textContent !== text) el.textContent = text;
  };
  const show = (el, on) => el && (el.hidden = !on);
  // Questions are written in the languages of the lesson, or in their author's.
  const inLanguage = (texts) => texts[lang] ?? texts.en ?? Object.values(texts)[0];

  let state = null;
  let told = ""; // why the last command was refused
  const send = (command) => state.send(command).then(() => notice(""), ({ message }) => {
    notice(say(`room.refused.${message}`));
    told = message;
    throw new Error(message);
  });
  const quietly = (command) => send(command).catch(() => {}); // which has been said
  const notice = (text) => {
    told = "";
    write(part("notice"), text);
    show(part("notice"), text);
  };

  // ---- How it stands ---------------------------------------------------------------

  const standing = () => {
    const { status, wandering, you, room: { wheel, ended } } = state;
    if (ended) return say("room.ended");
    if (status !== "open") return say(`room.${status}`);
    if (wandering) return say("room.wandering");
    if (you.driver) return say("room.driving");
    return wheel?.to ? say("room.following.viewer", { n: wheel.to }) : say("room.following");
  };

  const drawStanding = () => {
    const { status, wandering, you, room, branch } = state;
    document.body.dataset.status = wandering && status === "open" ? "wandering" : status;
    document.body.toggleAttribute("data-driver", you.driver ?? false);
    document.body.toggleAttribute("data-dark", room.screen?.black ?? false);
    write(part("standing"), standing());
    for (const el of parts("here")) write(el, String(room.here ?? "–"));
    write(part("you"), you.person ? say("room.you", { n: you.person }) : "");
    show(part("join"), role === "drive" || (role === "screen" && room.screen?.code));
    for (const el of document.querySelectorAll('[data-room-do="code"]')) {
      write(el, say(room.screen?.code ? "room.code.hide" : "room.code.show"));
      el.setAttribute("aria-pressed", room.screen?.code ?? false);
    }
    const lost = document.querySelector('[data-room-do="lost"]');
    if (lost) {
      write(lost.lastElementChild, say(you.lost ? "room.lost.on" : "room.lost"));
      lost.setAttribute("aria-pressed", you.lost ?? false);
    }
    const wander = document.querySelector('[data-room-do="wander"]');
    if (wander) {
      write(wander.lastElementChild, say(wandering ? "room.back" : "room.wander"));
      show(wander, !you.driver && !(room.ended && !wandering));
    }
    for (const el of document.querySelectorAll('[data-room-do="dark"]')) el.setAttribute("aria-pressed", room.screen?.black ?? false);
    show(part("ended-run"), room.ended);
    show(lost, !room.ended);
    const ask = document.querySelector('[data-room-do="wheel-ask"]');
    if (ask) {
      write(ask, say(you.driver ? "room.wheel.return" : you.asking ? "room.wheel.asked" : "room.wheel.ask"));
      show(ask, !you.owner && !room.ended);
    }
    const own = part("own");
    if (own) {
      show(own, branch);
      own.hash = branch;
    }
  };

  // ---- The poll ----------------------------------------------------------------------

  let form = null; // the poll's, of one round
  let sending = false;

  const drawPoll = () => {
    const box = part("poll");
    if (!box) return;
    const { poll } = state.room;
    show(box, poll);
    document.body.toggleAttribute("data-poll", !!poll);
    if (!poll) return;
    const kind = say(poll.predict ? "room.poll.predict" : "room.poll.question");
    write(part("poll-kind"), say("room.poll.round", { kind, n: poll.round }));
    write(part("poll-answered"), say("room.poll.answered", { n: poll.answered }));
    const about = `${poll.id} ${poll.round}`;
    if (box.dataset.about !== about) {
      box.dataset.about = about;
      part("poll-ask").innerHTML = inLanguage(poll.ask); // the server's, with code as code
      form = role === "view" ? newForm(poll) : null;
      part("poll-form").replaceChildren(...(form ? [form] : []));
      part("poll-options").replaceChildren(...(form ? [] : newOptions(poll)));
      if (poll.phase === "open") comes(box);
    }
    drawForm(poll);
    drawBars(poll);
  };

  // A question that has just come is said once, and is in sight of whoever is with the room.
  const comes = (box) => {
    write(part("asked"), `${part("poll-kind").textContent} ${part("poll-ask").textContent}`);
    if (role === "view" && !state.wandering) box.scrollIntoView({ block: "nearest" });
  };

  const newOptions = (poll) => poll.options.map((option, i) => {
    const text = make("span");
    text.innerHTML = inLanguage(option);
    return make("li", {}, make("b", { textContent: String(i + 1) }), text);
  });

  const newForm = (poll) => {
    const made = make("form", { className: "poll-form" });
    const group = make("div", { className: "options" });
    group.setAttribute("role", "radiogroup");
    group.setAttribute("aria-labelledby", "poll-ask");
    group.append(...poll.options.map((option, i) => {
      const text = make("span");
      text.innerHTML = inLanguage(option);
      return make("label", { className: "option" }, make("input", { type: "radio", name: "choice", value: String(i), required: true }), text);
    }));
    made.append(group, make("button", { className: "btn btn-main", type: "submit" }));
    const mine = state.you.vote?.poll === poll.id ? state.you.vote[poll.round] : undefined;
    if (mine !== undefined) group.querySelectorAll("input")[mine].checked = true;
    made.addEventListener("submit", (event) => {
      event.preventDefault();
      sending = true;
      draw();
      send({ do: "vote", poll: poll.id, round: poll.round, choice: Number(made.elements.choice.value) })
        .catch(() => {}).then(() => { sending = false; draw(); });
    });
    return made;
  };

  const drawForm = (poll) => {
    const { vote } = state.you;
    const mine = vote?.poll === poll.id ? vote[poll.round] : undefined;
    const open = poll.phase === "open";
    if (form) {
      for (const input of form.elements.choice) input.disabled = !open;
      const button = form.querySelector("button");
      show(button, open);
      button.disabled = sending || state.status !== "open";
      write(button, say(sending ? "room.poll.sending" : "room.poll.send"));
    }
    const said = poll.phase === "talk" ? "room.poll.talk" : poll.phase === "closed" ? "room.poll.closed" : mine !== undefined ? "room.poll.counted" : "";
    write(part("poll-said"), said && say(said));
  };

  // One row of bars for each answer: the first round dashed, the second filled, and in ink
  // what the run says.
  const drawBars = (poll) => {
    const box = part("poll-bars");
    const counts = poll.shown ?? (role === "drive" ? state.own?.counts : null);
    show(box, counts || poll.right !== undefined);
    if (!counts && poll.right === undefined) return;
    const mine = state.you.vote?.poll === poll.id ? state.you.vote[poll.round] : undefined;
    const sum = (of) => (of ?? []).reduce((a, b) => a + b, 0);
    const rounds = Object.keys(counts ?? {}).filter((round) => counts[round]).sort();
    const most = Math.max(1, ...rounds.flatMap((round) => counts[round]));
    const rows = poll.options.map((option, i) => {
      const text = make("span");
      text.innerHTML = inLanguage(option);
      const row = make("li", {}, make("b", { textContent: String(i + 1) }), text);
      if (role === "view" && mine === i) row.append(make("span", { className: "tag mine", textContent: say("room.poll.mine") }));
      if (poll.right === i) {
        row.className = "right";
        row.append(make("span", { className: "tag", textContent: say("room.poll.run") }));
      }
      for (const round of rounds) {
        const n = counts[round][i];
        const bar = make("i", { className: `bar round-${round}` });
        bar.style.inlineSize = `${(100 * n) / most}%`;
        const line = make("span", { className: "bar-line" }, bar, make("span", { className: "num", textContent: String(n) }));
        line.setAttribute("role", "img");
        line.setAttribute("aria-label", say("room.poll.bar", { text: text.textContent, n, of: sum(counts[round]) }));
        row.append(line);
      }
      return row;
    });
    const legend = rounds.map((round) => make("li", { className: `round-${round}`, textContent: say(round === "1" ? "room.poll.first" : "room.poll.second", { n: sum(counts[round]) }) }));
    box.querySelector("ol").replaceChildren(...rows);
    box.querySelector("ul").replaceChildren(...legend);
  };

  // ---- The desk -----------------------------------------------------------------------

  const drawDesk = () => {
    if (role === "view") return;
    const { own, room: { poll, wheel, scene, ended } } = state;
    for (const el of parts("lost")) write(el, String(own?.lost ?? "–"));
    const can = {
      "poll-close": poll?.phase === "open", "poll-again": poll?.phase === "talk",
      "poll-show": poll && !poll.shown, "poll-hide": poll?.shown, "poll-reveal": poll?.predict && poll.right === undefined, "poll-end": poll,
    };
    const focused = document.activeElement;
    for (const [name, on] of Object.entries(can)) show(document.querySelector(`[data-room-do="${name}"]`), on);
    show(part("desk-ask"), !poll && !ended);
    show(document.querySelector(".beats"), !ended);
    // The focus of who uses keys goes on to what can be done next.
    if (focused !== document.body && !focused.checkVisibility()) {
      [...document.querySelectorAll(".poll .do .btn"), ...part("desk-ask").querySelectorAll(".btn, summary")].find((el) => el.checkVisibility())?.focus({ preventScroll: true });
    }
    for (const el of document.querySelectorAll('[data-room-do="scene"]')) el.setAttribute("aria-pressed", Number(el.dataset.index) === scene?.index);
    write(part("wheel-with"), wheel?.to ? say("room.wheel.with", { n: wheel.to }) : "");
    show(part("wheel-with"), wheel?.to);
    show(document.querySelector('[data-room-do="wheel-take"]'), wheel?.to);
    const asking = (own?.asking ?? []).map((n) => {
      const give = make("button", { className: "btn btn-line", type: "button", textContent: say("room.wheel.give") });
      Object.assign(give.dataset, { roomDo: "wheel-give", to: n });
      return make("li", {}, say("room.wheel.asking", { n }), " ", give);
    });
    part("asking")?.replaceChildren(...asking);
  };

  const draw = () => {
    if (!state) return;
    if (told === "gone" && state.status === "open") notice("");
    drawStanding();
    drawPoll();
    drawDesk();
  };

  // ---- What is done -------------------------------------------------------------------

  const commands = {
    lost: () => quietly({ do: "lost", on: !state.you.lost }),
    wander: () => state.wander(!state.wandering),
    "wheel-ask": () => quietly(state.you.driver ? { do: "wheel-back" } : { do: "wheel-ask", on: !state.you.asking }),
    "wheel-give": ({ to }) => quietly({ do: "wheel-give", to: Number(to) }),
    "wheel-take": () => quietly({ do: "wheel-take" }),
    code: () => quietly({ do: "screen", code: !state.room.screen?.code, black: state.room.screen?.black ?? false }),
    dark: () => quietly({ do: "screen", code: state.room.screen?.code ?? false, black: !state.room.screen?.black }),
    scene: ({ index }) => quietly({ do: "scene", index: Number(index) }),
    next: () => beat(true),
    previous: () => beat(false),
    predict: ({ id }) => quietly({ do: "poll-open", predict: id }),
    "poll-close": () => quietly({ do: "poll-close" }),
    "poll-again": () => quietly({ do: "poll-again" }),
    "poll-show": () => quietly({ do: "poll-show", on: true }),
    "poll-hide": () => quietly({ do: "poll-show", on: false }),
    "poll-reveal": () => quietly({ do: "poll-reveal", on: true }),
    "poll-end": () => quietly({ do: "poll-end" }),
    end: () => part("end").showModal(),
    "end-yes": () => { part("end").close(); quietly({ do: "end" }); },
    "end-no": () => part("end").close(),
    "add-option": () => addOption(),
  };

  document.addEventListener("click", ({ target, detail }) => {
    const button = target.closest("[data-room-do]");
    if (!button || !state) return;
    commands[button.dataset.roomDo]?.(button.dataset);
    if (detail > 0) button.blur(); // a pointer's click: keys mean the stage again
  });

  // Forwards by the stage's own events of interest, then on to the next scene.
  const beat = (on) => {
    const { index, count } = state.room.scene;
    const scrubber = document.querySelector("figure.stage [data-part=scrubber]");
    const was = scrubber.value;
    document.querySelector(`figure.stage [data-do=${on ? "next" : "back"}]`).click();
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const other = index + (on ? 1 : -1);
      if (scrubber.value === was && other >= 0 && other < count) quietly({ do: "scene", index: other });
    }));
  };

  const typing = (target) => target.closest("input, textarea, select, dialog[open], [contenteditable]");
  const keys = { f: "wander", F: "wander" };
  const presenting = { PageDown: "next", PageUp: "previous", b: "dark", ".": "dark" };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey || typing(event.target) || !state) return;
    const name = keys[event.key] ?? (state.you.owner ? presenting[event.key] : undefined);
    if (!name || (name === "wander" && !document.querySelector('[data-room-do="wander"]'))) return;
    event.preventDefault();
    event.stopPropagation();
    commands[name]({});
  }, true);

  // A question of the presenter's own.
  const asking = part("ask-form");
  const addOption = () => {
    const n = asking.querySelectorAll("[name=option]").length + 1;
    if (n > 6) return;
    const field = make("input", { name: "option", type: "text", maxLength: 120, autocomplete: "off" });
    asking.querySelector(".fields").append(make("label", { className: "field" }, make("span", { textContent: say("room.desk.ask.option", { n }) }), field));
    field.focus();
    show(asking.querySelector('[data-room-do="add-option"]'), n < 6);
  };
  asking?.addEventListener("submit", (event) => {
    event.preventDefault();
    const options = [...asking.querySelectorAll("[name=option]")].map((field) => field.value.trim()).filter(Boolean);
    send({ do: "poll-open", ask: asking.elements.ask.value.trim(), options }).then(() => asking.reset(), () => {});
  });

  // The presenter's screen stays awake, where the browser allows that.
  const awake = () => role !== "view" && document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", awake);
  awake();

  addEventListener("room", ({ detail }) => {
    state = detail;
    draw();
  });
})();
