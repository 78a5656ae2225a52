// A lock with two numbers that have nothing to do with each other: how long it lasts,
// and how long to wait for it. Work under it ends in time. The client is node-redis.

import { setTimeout as sleep } from "node:timers/promises";

import { release } from "../releasing-safely/release.mjs";
import { acquire as attempt } from "../the-first-lock/lock.mjs";

export class BusyError extends Error {
  constructor() {
    super("somebody else has the lock; try again later");
  }
}

// part two

// Takes the lock for ttl milliseconds. Waits for it for as long as
// wait. Until is an instant of performance.now(), which never steps.
export async function acquire(client, key, { ttl, wait }) {
  const patience = performance.now() + wait;
  for (;;) {
    const asked = performance.now(); // before the key is set
    const token = await attempt(client, key, ttl);
    if (token !== null) {
      return { key, token, until: asked + ttl };
    }
    const pause = 200 + Math.random() * 100;
    if (performance.now() + pause > patience) {
      throw new BusyError();
    }
    await sleep(pause);
  }
}

// end

// part work

// Does the work, and gives the lock back. All calls inside get the
// signal, so they end before the lock does. Late says that the lock
// had ended: count these, for the TTL is too short.
export async function work(client, lease, task) {
  const left = Math.max(0, lease.until - performance.now());
  const within = AbortSignal.timeout(Math.floor(left));
  const outcome = {};
  try {
    outcome.result = await task(within);
  } finally {
    const ours = await release(client, lease.key, lease.token)
      .catch(() => true); // no answer says nothing
    outcome.late = !ours;
  }
  return outcome;
}

// end
