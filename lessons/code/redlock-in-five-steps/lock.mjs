// A lock on several Redis servers that know nothing of one another, by the five steps
// of the algorithm. It is here to be read; lesson 8 uses a library for the same. The
// clients are node-redis's.

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { createClient } from "redis";

import { release } from "../releasing-safely/release.mjs";

// part nodes

// Connects to the nodes. The timeout is for each, and far below the
// TTL: 50 ms for 10 s.
export async function connect(urls, timeout) {
  const nodes = urls.map((url) =>
    createClient({
      url,
      // Else a question to a dead node is sent when it is back.
      disableOfflineQueue: true,
    }).on("error", (error) => console.warn(error.message)),
  );
  // One that is down now is connected to once it is back.
  const waits = { ref: false };
  await Promise.allSettled(
    nodes.map((node) =>
      Promise.race([node.connect(), sleep(timeout, null, waits)]),
    ),
  );
  return new Redlock(nodes, timeout);
}

// end

// An odd number of independent servers, and how long to wait for each.
export class Redlock {
  constructor(nodes, timeout) {
    this.nodes = nodes;
    this.timeout = timeout;
  }

  // part lock

  // Makes one attempt. The lock is held if validity is above zero,
  // and for so many milliseconds.
  async lock(key, ttl) {
    const token = randomBytes(16).toString("hex");
    const start = performance.now(); // a clock that never steps

    const replies = await this.#each((node) =>
      node.set(key, token, { NX: true, PX: ttl }),
    );
    const votes = replies.filter((reply) => reply === "OK").length;

    const drift = ttl / 100 + 2;
    const validity = ttl - (performance.now() - start) - drift;
    if (votes > this.nodes.length / 2 && validity > 0) {
      return { token, validity };
    }
    await this.unlock(key, token);
    return { token: null, validity: 0 };
  }

  // end

  // part release

  // Asks all nodes, also those that refused or were silent: one may
  // have set the key, and only its answer was lost.
  async unlock(key, token) {
    await this.#each((node) => release(node, key, token));
  }

  // Asks all nodes at once, and waits for none for long.
  async #each(ask) {
    const asked = this.nodes.map(async (node) => {
      const stop = new AbortController();
      const { signal } = stop;
      const late = sleep(this.timeout, null, { signal });
      try {
        return await Promise.race([ask(node), late]);
      } catch (error) {
        console.warn("no answer:", error.message);
        return null; // the key goes by itself
      } finally {
        stop.abort();
      }
    });
    return Promise.all(asked);
  }

  // end
}
