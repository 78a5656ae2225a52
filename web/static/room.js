// A page of a room: it keeps the room's socket, shows on the stage what the room shows, and
// tells the room what its driver does. It needs no viewer for any of the rest: the poll and
// the counts are room-face.js, which hears of every change by the event "room".
//
// Text frames are JSON about the room. Binary frames are events for the viewer, which takes
// them unread. Neither clock nor network of this machine shifts the picture: a playhead is
// true when it arrives, and a late one is beaten by one that was not.
(() => {
  "use strict";

  const { room: code, socket: address, scene: shownScene } = document.body.dataset;
  if (!code) return;

  const silence = 50_000; // the server says something at least every 20 s
  const told = 100; // between two of a driver's commands
  const near = 500; // between two looks at where a running playhead should be
  const kept = 64; // frames for a viewer that is still to come

  const state = { seq: 0, epoch: "", room: {}, own: null, you: {}, status: "connecting", wandering: false, branch: "" };
  const changed = () => dispatchEvent(new CustomEvent("room", { detail: state }));

  // ---- The socket -------------------------------------------------------------

  let socket = null;
  let heard = 0; // when, by this machine's steady clock
  let fails = 0;
  let again = null; // the timer of the next try
  let numbered = 0;
  const waiting = new Map(); // what commands wait for their answer, by number

  const dial = () => {
    clearTimeout(again);
    again = null;
    if (socket) return;
    const url = new URL(address, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.search = new URLSearchParams({ lang: document.documentElement.lang, seq: state.seq, epoch: state.epoch });
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

  const lost = (why) => {
    socket = null;
    for (const { no } of waiting.values()) no("gone");
    waiting.clear();
    state.status = { 4001: "outdated", 4010: "ended", 4011: "full", 4012: "too-many" }[why] ?? "reconnecting";
    changed();
    if (why === 4001 || why === 4010) return;
    const wait = Math.min(500 * 2 ** Math.min(fails++, 10), 15_000);
    again = setTimeout(dial, wait / 2 + Math.random() * wait / 2);
  };

  // A connection that may have died unnoticed: a phone that slept, a network that changed.
  const doubt = (patience) => {
    if (socket?.readyState === WebSocket.OPEN && performance.now() - heard > patience) {
      const old = socket;
      lost(0);
      old.close();
    }
    if (!socket && again !== null) dial();
  };
  setInterval(() => socket && doubt(silence), 5_000);
  addEventListener("online", () => doubt(0));
  addEventListener("pageshow", ({ persisted }) => persisted && doubt(0));
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && doubt(25_000));

  // Sends a command, and promises its answer: an error's message is the reason.
  const send = (command) => new Promise((ok, no) => {
    if (socket?.readyState !== WebSocket.OPEN) return no(new Error("gone"));
    const n = ++numbered;
    waiting.set(n, { ok, no: (why) => no(new Error(why)) });
    socket.send(JSON.stringify({ n, ...command }));
  });
  state.send = send;

  const read = (frame) => {
    const answered = waiting.get(frame.ack ?? frame.no);
    if (answered) {
      waiting.delete(frame.ack ?? frame.no);
      if ("ack" in frame) answered.ok();
      else answered.no(frame.why);
    }
    if (frame.you) state.you = frame.you;
    if (frame.own) state.own = frame.own;
    if (frame.room) take(frame);
    else if ("beat" in frame) beat(frame);
    changed();
  };

  const take = (frame) => {
    if (frame.prev && frame.prev !== state.seq) return send({ do: "again" }).catch(() => {});
    Object.assign(state, { seq: frame.seq, epoch: frame.epoch ?? state.epoch, status: "open" });
    if (!frame.prev) state.room = {};
    Object.assign(state.room, frame.room);
    if (state.room.scene && String(state.room.scene.index) !== shownScene) return location.reload();
    if (frame.room.head) heads = [arrived(frame.room.head)];
    const mine = frame.by !== undefined && frame.by === state.you.conn;
    if ((frame.room.run || frame.room.head) && !mine) follow();
  };

  const beat = (frame) => {
    if (frame.beat !== state.seq) send({ do: "again" }).catch(() => {});
    else if (frame.head) {
      heads = [...heads.slice(-4), arrived(frame.head)];
      follow();
    }
    if (state.status !== "open" && frame.beat === state.seq) state.status = "open"; // nothing was missed
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

  const follow = () => {
    const head = now();
    if (!listens || state.wandering || !head || !state.room.run) return;
    const detail = [state.room.run.fragment, head.at, head.t, head.happened, head.playing, head.speed];
    dispatchEvent(new CustomEvent("lockstep-follow", { detail }));
  };
  // Again and again: a run may still be coming in which a place that runs, or was held still
  // while it ran, can be found.
  const byPlace = (head) => head && (head.playing || head.t < 0);
  setInterval(() => byPlace(heads.at(-1)) && !state.you.driver && follow(), near);

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
  let telling = null; // the timer until which nothing is

  const tell = () => {
    telling = null;
    if (!next) return;
    const { fragment, head } = next;
    next = null;
    telling = setTimeout(tell, told);
    const run = fragment !== state.room.run?.fragment;
    if (run) state.room.run = { ...state.room.run, fragment };
    heads = [arrived(head)];
    send(run ? { do: "run", fragment, head } : { do: "head", head }).catch(() => {
      if (!next) send({ do: "again" }).catch(() => {}); // what the room shows is shown
    });
  };

  addEventListener("lockstep-moved", ({ detail: [fragment, at, t, happened, playing, speed, byReader] }) => {
    if (state.you.driver && !state.wandering) {
      next = { fragment, head: { at, t, happened, playing, speed } };
      if (!telling) tell();
      return;
    }
    if (!byReader) return;
    state.wandering = true;
    if (fragment !== state.room.run?.fragment) state.branch = fragment;
    changed();
  });

  state.wander = (on) => {
    state.wandering = on;
    changed();
    follow();
  };

  dial();
})();
