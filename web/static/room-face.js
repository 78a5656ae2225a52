// What a page of a room shows besides the stage: how it stands, the poll, and the desk of
// whoever opened it. All of it is drawn from the state that room.js tells with the event
// "room"; nothing is built anew that shows the same, so that focus and selection stay.
(() => {
  "use strict";

  const { room: code, role } = document.body.dataset;
  if (!code) return;

  const phrases = new Map(
    document.getElementById("room-phrases").content.textContent.split("\n").map((line) => line.trim().split("\t")),
  );
  const say = (key, values = {}) =>
    Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), phrases.get(key) ?? key);
  const part = (name) => document.querySelector(`[data-room-part="${name}"]`);
  const button = (name) => document.querySelector(`[data-room-do="${name}"]`);
  const make = (name, properties = {}, ...children) => {
    const el = Object.assign(document.createElement(name), properties);
    el.append(...children);
    return el;
  };

  // These do nothing where a page lacks what they are about.
  const write = (el, text) => el && el.textContent !== text && (el.textContent = text);
  const show = (el, on) => el && (el.hidden = !on);
  const stress = (el, on) => { // of the buttons of a page one is filled: what is mostly done next
    el?.classList.toggle("btn-main", on);
    el?.classList.toggle("btn-line", !on);
  };
  const press = (el, on) => el?.setAttribute("aria-pressed", Boolean(on));

  // A question or an answer, in the languages of the lesson or in its author's alone. It is
  // HTML: a lesson's has code as code, and of an author's the server has escaped what is none.
  const told = (name, texts) => {
    const { lang } = document.documentElement;
    const el = make(name);
    el.innerHTML = texts[lang] ?? texts.en ?? Object.values(texts)[0];
    if (!texts[lang] && texts.en) el.lang = "en";
    return el;
  };

  // Puts into an element what build makes of something, unless it was made of the same.
  const madeOf = new WeakMap();
  const fill = (el, of, build) => {
    const now = JSON.stringify(of);
    if (!el || madeOf.get(el) === now) return;
    madeOf.set(el, now);
    el.replaceChildren(...build());
  };

  let state;
  const over = () => state.status === "ended" || state.room.ended;

  // ---- How it stands ---------------------------------------------------------------

  const standing = () => {
    const { status, wandering, you, room: { wheel } } = state;
    if (over()) return say(state.room.silent ? "room.ended.silent" : "room.ended");
    if (status !== "open") return say(`room.${status}`);
    if (wandering) return say("room.wandering");
    if (you.driver) return say("room.driving");
    const [owner, viewer] = wheel?.away ? ["room.away", "room.away.viewer"] : ["room.following", "room.following.viewer"];
    return say(wheel?.to ? viewer : owner, { n: wheel?.to });
  };

  const drawStanding = () => {
    const { status, wandering, you, room, refused } = state;
    const { dataset } = document.body;
    dataset.status = wandering && status === "open" ? "wandering" : status;
    document.body.toggleAttribute("data-driver", you.driver ?? false);
    document.body.toggleAttribute("data-dark", room.screen?.black ?? false);
    write(part("standing"), standing());
    write(part("notice"), refused && say(`room.refused.${refused}`));
    show(part("notice"), refused);
    write(part("here"), String(room.here ?? "–"));
    show(part("over"), room.ended && status !== "ended"); // while the server has it
  };

  // Which of several branches is shown, for whoever has no buttons to see it by: the stage
  // writes it there.
  const branches = document.querySelector("[data-part=branches]");
  const drawBranch = () => write(part("branch"), branches.children.length > 1 ? say("room.branch", { name: branches.querySelector("[aria-pressed=true]")?.textContent ?? "" }) : "");
  new MutationObserver(drawBranch).observe(branches, { childList: true, subtree: true, characterData: true, attributeFilter: ["aria-pressed"] });

  // What a viewer has at the foot of the page.
  const drawFoot = () => {
    const { you, branch } = state;
    write(part("you"), you.person ? say("room.you", { n: you.person }) : "");
    const own = part("own");
    if (own) own.hash = branch;
    show(own, branch);
    write(button("lost")?.lastElementChild, say(you.lost ? "room.lost.on" : "room.lost"));
    press(button("lost"), you.lost);
    show(button("lost"), !over());
    write(button("wheel-ask"), say(you.driver ? "room.wheel.return" : you.asking ? "room.wheel.asked" : "room.wheel.ask"));
    show(button("wheel-ask"), !you.owner && !over());
  };

  // The way off and back. Only viewers are offered it; others come back, too.
  const drawWander = () => {
    const { wandering, you } = state;
    write(button("wander").lastElementChild, say(wandering ? "room.back" : "room.wander"));
    show(button("wander"), wandering || (role === "view" && !you.driver && !over()));
  };

  // ---- The poll ----------------------------------------------------------------------

  let form = null; // a viewer's, of one round
  let ticked; // the answer that it shows as the one that counts
  let sending = false;

  // What this page's person has answered in the round.
  const answerTo = ({ id, round }) => (state.you.vote?.poll === id ? state.you.vote[round] : undefined);

  const drawPoll = () => {
    const { poll } = state.room;
    show(part("poll"), poll);
    document.body.toggleAttribute("data-poll", Boolean(poll));
    if (!poll) return;
    const kind = say(poll.predict ? "room.poll.predict" : "room.poll.question");
    write(part("poll-kind"), say("room.poll.round", { kind, n: poll.round }));
    write(part("poll-answered"), say("room.poll.answered", { n: poll.answered }));
    fill(part("poll-ask"), poll.ask, () => [told("span", poll.ask)]);
    if (role === "view") drawForm(poll);
    else fill(part("poll-options"), poll.options, () => poll.options.map(newOption));
    drawBars(poll);
    announce(poll);
  };

  // A round that has just begun is said once, and is in sight of whoever is with the room.
  let announced = "";
  const announce = ({ id, round, phase }) => {
    const now = `${id} ${round}`;
    if (announced === now) return;
    announced = now;
    if (phase !== "open") return;
    write(part("asked"), `${part("poll-kind").textContent} ${part("poll-ask").textContent}`);
    if (role === "view" && !state.wandering) part("poll").scrollIntoView({ block: "nearest" });
  };

  const newOption = (option, i) => make("li", {}, make("b", { textContent: String(i + 1) }), told("span", option));

  const drawForm = (poll) => {
    const mine = answerTo(poll);
    fill(part("poll-form"), [poll.id, poll.round], () => [form = newForm(poll)]);
    const { choice } = form.elements;
    if (mine !== undefined && mine !== ticked) choice.value = String(mine); // it may come from another page
    ticked = mine;
    const open = poll.phase === "open";
    for (const input of choice) input.disabled = !open;
    const submit = form.querySelector("button");
    show(submit, open);
    submit.disabled = sending || state.status !== "open";
    write(submit, say(sending ? "room.poll.sending" : mine === undefined ? "room.poll.send" : "room.poll.change"));
    const counts = mine === undefined ? "" : choice.value === String(mine) ? "room.poll.counted" : "room.poll.unsent";
    const said = { talk: "room.poll.talk", closed: "room.poll.closed" }[poll.phase] ?? counts;
    write(part("poll-said"), said && say(said));
  };

  const newForm = (poll) => {
    ticked = undefined;
    const group = make("div", { className: "options" }, ...poll.options.map((option, i) => make("label", { className: "option" },
      make("input", { type: "radio", name: "choice", value: String(i), required: true }), told("span", option))));
    group.setAttribute("role", "radiogroup");
    group.setAttribute("aria-labelledby", "poll-ask");
    const made = make("form", { className: "poll-form" }, group, make("button", { className: "btn btn-main", type: "submit" }));
    made.addEventListener("change", draw);
    made.addEventListener("submit", async (event) => {
      event.preventDefault();
      sending = true;
      draw();
      await state.act({ do: "vote", poll: poll.id, round: poll.round, choice: Number(made.elements.choice.value) });
      sending = false;
      draw();
    });
    return made;
  };

  // One row of bars for each answer: the first round dashed, the second filled, and in ink
  // what the run says.
  const drawBars = (poll) => {
    const { options, right } = poll;
    const counts = poll.shown ?? (role === "drive" ? state.own?.counts : null) ?? {};
    const rounds = Object.keys(counts).filter((round) => counts[round]).sort();
    const mine = role === "view" ? answerTo(poll) : undefined;
    const any = rounds.length > 0 || right !== undefined;
    show(part("poll-bars"), any);
    const of = { any, options, right, counts, mine };
    fill(document.querySelector("[data-room-part=poll-bars] ol"), of, () => (any ? options.map((option, i) => newRow(option, i, rounds, of)) : []));
    fill(document.querySelector("[data-room-part=poll-bars] ul"), counts, () => rounds.map((round) => make("li", {
      className: `round-${round}`, textContent: say(round === "1" ? "room.poll.first" : "room.poll.second", { n: sum(counts[round]) }),
    })));
  };

  const sum = (of) => of.reduce((a, b) => a + b, 0);

  const newRow = (option, i, rounds, { right, counts, mine }) => {
    const row = newOption(option, i);
    if (mine === i) row.append(make("span", { className: "tag mine", textContent: say("room.poll.mine") }));
    if (right === i) {
      row.className = "right";
      row.append(make("span", { className: "tag", textContent: say("room.poll.run") }));
    }
    const most = Math.max(1, ...rounds.flatMap((round) => counts[round]));
    row.append(...rounds.map((round) => newBar(round, counts[round][i], most, sum(counts[round]), row.children[1].textContent)));
    return row;
  };

  const newBar = (round, n, most, of, text) => {
    const bar = make("i", { className: `bar round-${round}` });
    bar.style.inlineSize = `${(100 * n) / most}%`;
    const line = make("span", { className: "bar-line" }, bar, make("span", { className: "num", textContent: String(n) }));
    line.setAttribute("role", "img");
    line.setAttribute("aria-label", say("room.poll.bar", { text, n, of }));
    return line;
  };

  // ---- The desk -----------------------------------------------------------------------

  const drawDesk = () => {
    const { own, room: { poll, wheel, scene, screen } } = state;
    write(part("lost"), String(own?.lost ?? "–"));
    show(part("join"), !over() && (role === "drive" || screen?.code));
    write(button("code"), say(screen?.code ? "room.code.hide" : "room.code.show"));
    press(button("code"), screen?.code);
    press(button("dark"), screen?.black);
    const can = {
      "poll-close": poll?.phase === "open", "poll-again": poll?.phase === "talk",
      "poll-show": poll && !poll.shown, "poll-hide": poll?.shown, "poll-reveal": poll?.predict && poll.right === undefined && poll.phase !== "open", "poll-end": poll,
    };
    const main = ["poll-close", "poll-again", "poll-show", "poll-reveal", "poll-end"].find((name) => can[name]) ?? "next";
    for (const [name, on] of Object.entries({ ...can, next: true })) {
      show(button(name), on);
      stress(button(name), name === main);
    }
    show(part("desk-ask"), !poll && !over());
    for (const el of [part("desk-scenes"), button("code"), button("end"), document.querySelector(".beats")]) show(el, !over());
    for (const el of document.querySelectorAll('[data-room-do="scene"]')) press(el, Number(el.dataset.index) === scene?.index);
    write(part("wheel-with"), wheel?.to ? say(wheel.away ? "room.away.viewer" : "room.wheel.with", { n: wheel.to }) : "");
    show(part("wheel-with"), wheel?.to);
    show(button("wheel-take"), wheel?.to);
    drawAsking(own?.asking ?? []);
  };

  // Who would like to drive, in the order in which they asked. Who still does keeps its row.
  const drawAsking = (people) => {
    const list = part("asking");
    if (!list) return;
    for (const row of [...list.children]) if (!people.includes(Number(row.dataset.person))) row.remove();
    const there = [...list.children].map((row) => Number(row.dataset.person));
    list.append(...people.filter((n) => !there.includes(n)).map(newAsking));
  };

  const newAsking = (n) => {
    const give = make("button", { className: "btn btn-line", type: "button", textContent: say("room.wheel.give") });
    Object.assign(give.dataset, { roomDo: "wheel-give", to: n });
    const row = make("li", {}, say("room.wheel.asking", { n }), " ", give);
    row.dataset.person = n;
    return row;
  };

  // ---- All of it ----------------------------------------------------------------------

  const draw = () => {
    const focused = document.activeElement;
    const held = focused && usable(focused);
    drawStanding();
    drawFoot();
    drawWander();
    drawPoll();
    drawDesk();
    if (held && !usable(focused)) goOn();
  };

  const usable = (el) => el.isConnected && el.checkVisibility() && !el.matches(":disabled");

  // Where the focus of who uses keys goes when what it was on has gone: to what can be done
  // next, or else to the question.
  const goOn = () => {
    const next = [".poll :is(input, .btn)", "#poll-ask", "[data-room-part=desk-ask] :is(.btn, summary)", ".room-side .btn", ".room-foot .btn", ".room-line .btn"];
    next.flatMap((selector) => [...document.querySelectorAll(selector)]).find(usable)?.focus({ preventScroll: true });
  };

  addEventListener("room", ({ detail }) => {
    state = detail;
    draw();
  });
  dispatchEvent(new Event("room-asks"));
})();
