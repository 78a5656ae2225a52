// A lock is renewed while its process lives and its work goes on, and the work is told
// when the lock is lost. The client is node-redis.

import timers from "node:timers/promises";

export class LostError extends Error {
  constructor() {
    super("the lock is lost");
  }
}

// part renew

const script = `
if redis.call("get",KEYS[1]) == ARGV[1] then
  return redis.call("pexpire",KEYS[1],ARGV[2])
else
  return 0
end`;

// Gives the key new time if it is still ours, and sets no other.
export async function renew(client, key, token, ttl) {
  const n = await client.eval(script, {
    keys: [key],
    arguments: [token, String(ttl)],
  });
  return n === 1;
}

// end

// How a lock is renewed: what a renewal gives it, in milliseconds, how many there may
// be, and a function that does it and says whether the lock is still ours.
export class Watchdog {
  constructor({ ttl, bound, renew }) {
    this.ttl = ttl;
    this.bound = bound;
    this.renew = renew;
  }

  // part watchdog

  // Renews every third of the TTL, so many times at most. When these
  // are used up, the lock has the time that is left.
  async #watch(signal, lasts, lose) {
    for (let n = 0; n < this.bound; n++) {
      await timers.setTimeout(this.ttl / 3, undefined, { signal });
      const asked = performance.now();
      let ours;
      try {
        ours = await this.renew();
      } catch {
        continue; // no answer: try at the next turn
      }
      if (!ours) {
        lose();
        return;
      }
      lasts(asked + this.ttl);
    }
  }

  // end

  // part keep

  // Does the work under a lock that ends at until, unless renewed.
  // When the lock is lost, the work's signal says so.
  async keep(until, work) {
    const lost = new AbortController();
    const lose = () => lost.abort(new LostError());
    let end;
    const lasts = (until) => {
      clearTimeout(end);
      end = setTimeout(lose, until - performance.now());
    };
    lasts(until);
    const done = new AbortController();
    const watching = this.#watch(done.signal, lasts, lose);
    try {
      return await work(lost.signal);
    } finally {
      // Stop the watchdog, and only then give the lock back.
      done.abort();
      await watching.catch(() => {});
      clearTimeout(end);
    }
  }

  // end
}
