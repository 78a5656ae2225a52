// A page of a room: it keeps the room's socket, shows on the stage what the room shows, and
// tells the room what its driver does. What else the page shows is room-face.js, and what else
// is done there room-hands.js: they hear of every change by the event "room", whose detail is
// the state below, and whoever comes later asks for it by "room-asks".
//
// Text frames are JSON about the room. Binary frames are events for the viewer, which takes
// them unread. Neither clock nor network of this machine shifts the picture: a playhead is
// true when it arrives, and a late one is beaten by one that was not.
(() => {
  "use strict";

  const { room: code, role, socket: address, scene: shownScene } = document.body.dataset;
  if (!code) return;

  const silenceMs = 50_000; // the server says something at least every 20 s
  const sleptMs = 25_000; // the same, for a page that has just come back into sight
  const apartMs = 100; // between two of a driver's commands
  const nearMs = 500; // between two looks at where a running playhead should be
  const kept = 64; // frames for a viewer that is still to come

  const state = {
    status: "connecting", // or what the phrase room.* of that name says; "open" is in step with the server
    room: {}, // what everybody is told: see View in package room
    own: null, // what the owner alone is told
    you: {}, // what this page alone is told
    wandering: false, // whoever looks at it goes a way of its own
    branch: "", // the runs that it has made there, as a fragment
    refused: "", // why what was done last was not carried out: the phrase room.refused.* has the sentence
    act: (command) => act(command),
    wander: (on) => wander(on),
  };
  const changed = () => dispatchEvent(new CustomEvent("room", { detail: state }));
  addEventListener("room-asks", changed);

  // ---- The socket -------------------------------------------------------------

  let socket = null;
  let heard = 0; // when, by this machine's steady clock
  let fails = 0;
  let again = null; // the timer of the next try
  let last = { seq: 0, epoch: "" }; // the frame that came last: the server tells what came after it
  let numbered = 0;
  const waiting = new Map(); // what commands wait for their answer, by number

  const dial = () => {
    clearTimeout(again);
    again = null;
    if (socket) return;
    const url = new URL(address, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.search = new URLSearchParams({ lang: document.documentElement.lang, role, ...last });
    const ws = socket = new WebSocket(url);
    ws.binaryType = "arraybuffer";
    heard = performance.now();
    ws.onmessage = ({ data }) => {
      if (ws !== socket) return;
      heard = performance.now();
      fails = 0;
      if (typeof data === "string") read(JSON.parse(data));
      else push(new Uint8Array(data));
    };
    ws.onclose = ({ code: why }) => ws === socket && lost(why);
  };

  // What a close code means, where it is not that the connection broke.
  const meanings = { 4010: "ended", 4011: "full", 4012: "too-many" };

  const lost = (why) => {
    socket = null;
    state.status = meanings[why] ?? "reconnecting";
    for (const { no } of waiting.values()) no(away());
    waiting.clear();
    changed();
    if (state.status === "ended") return;
    const wait = Math.min(500 * 2 ** Math.min(fails++, 10), 15_000);
    again = setTimeout(dial, wait / 2 + Math.random() * wait / 2);
  };

  // A connection that may have died unnoticed: a phone that slept, a network that changed. A
  // try that is under way is given its time.
  const doubt = (patience) => {
    const most = socket?.readyState === WebSocket.OPEN ? patience : silenceMs;
    if (socket && performance.now() - heard > most) {
      const old = socket;
      lost(0);
      old.close();
    }
    if (!socket && again !== null) dial();
  };
  setInterval(() => socket && doubt(silenceMs), 5_000);
  addEventListener("online", () => doubt(0));
  addEventListener("pageshow", ({ persisted }) => persisted && doubt(0));
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && doubt(sleptMs));

  // Why nothing can be told while there is no connection.
  const away = () => new Error(state.status === "ended" ? "over" : "gone");

  // Sends a command, and promises its answer: an error's message is the reason.
  const send = (command) => new Promise((ok, no) => {
    if (socket?.readyState !== WebSocket.OPEN) return no(away());
    const n = ++numbered;
    waiting.set(n, { ok, no });
    socket.send(JSON.stringify({ n, ...command }));
  });

  // Sends what a person does, and promises whether it was carried out. Why it was not stays
  // said until something is.
  const act = async (command) => {
    const refused = await send(command).then(() => "", ({ message }) => message);
    refuse(refused);
    return !refused;
  };
  const refuse = (why) => {
    if (state.refused === why) return;
    state.refused = why;
    changed();
  };

  const anew = () => send({ do: "again" }).catch(() => {}); // a connection that is gone begins anew anyway

  // ---- What the server says -----------------------------------------------------

  const read = (frame) => {
    answer(frame);
    if (frame.you) meet(frame.you);
    if (frame.own) state.own = frame.own;
    if (frame.room) take(frame);
    else if ("beat" in frame) beat(frame);
    changed();
  };

  const answer = ({ ack, no, why }) => {
    const command = waiting.get(ack ?? no);
    if (!command) return;
    waiting.delete(ack ?? no);
    if (ack !== undefined) command.ok();
    else command.no(new Error(why));
  };

  const meet = (you) => {
    const given = you.driver && !state.you.driver;
    state.you = you;
    if (role === "drive" && !you.owner) renew(); // to the form that asks for the key
    if (given && state.wandering) wander(false); // who drives is where the room is
  };

  const take = (frame) => {
    if (frame.prev && frame.prev !== last.seq) return anew();
    last = { seq: frame.seq, epoch: frame.epoch ?? last.epoch };
    state.room = frame.prev ? { ...state.room, ...frame.room } : frame.room;
    inStep();
    if (frame.room.head) heads = [arrived(frame.room.head)];
    const mine = frame.by !== undefined && frame.by === state.you.conn;
    if ((frame.room.scene || frame.room.run || frame.room.head) && !mine) follow();
  };

  const beat = (frame) => {
    if (frame.beat !== last.seq) return anew();
    inStep(); // nothing was missed
    if (!frame.head) return;
    heads = [...heads.slice(-4), arrived(frame.head)];
    if (!next && !untold) follow(); // or it would take back what is on its way
  };

  const inStep = () => {
    state.status = "open";
    if (state.refused === "gone") state.refused = "";
  };

  // ---- Following ----------------------------------------------------------------

  let heads = []; // where the playhead was since somebody moved it, each as it arrived
  let listens = false; // there is a viewer
  let pushed = [];

  const arrived = (head) => ({ ...head, since: performance.now() });

  // Of several that should agree, the one that is furthest on: being late is all that can
  // happen to a message.
  const now = () => {
    const on = ({ at, playing, speed, since }) => (playing ? at + (performance.now() - since) * 10 * speed : at);
    return heads.length ? { ...heads.at(-1), at: Math.round(Math.max(...heads.map(on))) } : null;
  };

  // A page has the stage of one scene. Whoever wanders stays there until it comes back.
  const elsewhere = () => state.room.scene && String(state.room.scene.index) !== shownScene;

  let renewing = false; // asking twice would begin it anew
  const renew = () => {
    if (!renewing) location.reload();
    renewing = true;
  };

  const follow = () => {
    if (state.wandering) return;
    if (elsewhere()) return renew();
    const head = now();
    if (!listens || !head || !state.room.run) return;
    const detail = [state.room.run.fragment, head.at, head.t, head.happened, head.playing, head.speed];
    dispatchEvent(new CustomEvent("lockstep-follow", { detail }));
  };
  // Again and again: a run may still be coming in which a place that runs, or was held still
  // while it ran, can be found.
  const byPlace = (head) => head && (head.playing || head.t < 0);
  setInterval(() => byPlace(heads.at(-1)) && !state.you.driver && follow(), nearMs);

  const push = (bytes) => {
    if (listens) return dispatchEvent(new CustomEvent("lockstep-pushed", { detail: bytes }));
    pushed = [...pushed.slice(1 - kept), bytes];
  };

  addEventListener("lockstep-listens", () => {
    listens = true;
    pushed.forEach(push);
    pushed = [];
    follow();
  });
  dispatchEvent(new Event("lockstep-asks")); // it may have begun already

  // ---- Driving, and going one's own way --------------------------------------------

  let next = null; // what is to be told
  let untold = 0; // how much is on its way
  let telling = null; // the timer until which nothing is

  const tell = async () => {
    telling = null;
    if (!next || elsewhere()) return;
    const { fragment, head } = next;
    next = null;
    telling = setTimeout(tell, apartMs);
    const run = fragment !== state.room.run?.fragment;
    if (run) state.room.run = { ...state.room.run, fragment };
    heads = [arrived(head)];
    untold++;
    const told = await act(run ? { do: "run", fragment, head } : { do: "head", head });
    untold--;
    if (!told && !next) anew(); // what the room shows is shown
  };

  addEventListener("lockstep-moved", ({ detail: [fragment, at, t, happened, playing, speed, byReader] }) => {
    if (elsewhere() && !state.wandering) return; // the page is about to go
    if (state.you.driver && !state.wandering && !state.room.ended) {
      next = { fragment, head: { at, t, happened, playing, speed } };
      if (!telling) tell();
      return;
    }
    if (!byReader) return;
    state.wandering = true;
    if (fragment !== state.room.run?.fragment) state.branch = fragment;
    changed();
  });

  const wander = (on) => {
    state.wandering = on;
    changed();
    follow();
  };

  dial();
})();
