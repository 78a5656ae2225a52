// A sale that is refused once somebody else has sold. The pool is node-redis's, made
// with createClientPool: WATCH needs a connection for itself.

import { WatchError } from "redis";

export class SoldOutError extends Error {
  constructor() {
    super("there is nothing left to sell");
  }
}

export class LateError extends Error {
  constructor() {
    super("somebody else has changed the stock");
  }
}

// part compare-and-set

// Sells one of what a key counts. It needs no lock: what has changed
// since it was read is not written.
export async function sell(pool, key) {
  await pool.execute(async (client) => {
    await client.watch(key);
    const left = Number(await client.get(key));
    if (left === 0) {
      await client.unwatch();
      throw new SoldOutError();
    }
    try {
      // MULTI, SET, EXEC: refused if key is not as it was.
      await client.multi().set(key, left - 1).exec();
    } catch (error) {
      // Late: read again, and decide again.
      throw error instanceof WatchError ? new LateError() : error;
    }
  });
}

// end
