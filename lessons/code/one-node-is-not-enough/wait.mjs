// A lock on a primary, believed in once a replica has it too. That narrows the gap that
// a failover leaves, and does not close it. The pool is node-redis's, made with
// createClientPool: WAIT needs a connection for itself.

import { release } from "../releasing-safely/release.mjs";
import { acquire as attempt } from "../the-first-lock/lock.mjs";

// part wait

// Takes the lock if nobody has it, and if a replica has heard of it
// in time. Returns its token, or null. It counts copies. These are
// not votes: who is promoted after a failover is another matter.
export async function acquire(pool, key, ttl, patience) {
  // WAIT asks for what its own connection has written.
  return pool.execute(async (client) => {
    const token = await attempt(client, key, ttl);
    if (token === null) {
      return null;
    }
    let copies = 0;
    try {
      copies = await client.wait(1, patience);
    } finally {
      if (copies < 1) {
        await release(client, key, token);
      }
    }
    return copies < 1 ? null : token;
  });
}

// end
