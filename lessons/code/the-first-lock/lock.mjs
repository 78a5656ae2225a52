// A lock on one Redis server: one command, which sets the key only if it is not
// there, and says when it will go. The client is node-redis.

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

// part acquire

// Takes the lock if nobody has it, and returns its token, or null.
// The token is new each time and says whose the key is; the key goes
// by itself after ttl milliseconds.
export async function acquire(client, key, ttl) {
  const token = randomBytes(16).toString("hex");

  // SET key token NX PX ttl, in one command.
  const reply = await client.set(key, token, { NX: true, PX: ttl });
  return reply === "OK" ? token : null;
}

// end

// part wait

// Tries until it has the lock or the signal ends it. The wait between
// two attempts is partly random, so that those who wait do not meet
// again.
export async function wait(client, key, ttl, signal) {
  for (;;) {
    const token = await acquire(client, key, ttl);
    if (token !== null) {
      return token;
    }
    const pause = 200 + Math.random() * 100;
    await sleep(pause, undefined, { signal });
  }
}

// end
