// A lock for efficiency: it spares work, and if it fails some work is done twice. The
// client is node-redis.

import { release } from "../releasing-safely/release.mjs";
import { acquire } from "../the-first-lock/lock.mjs";

// part rebuild

// Rebuilds a page, unless somebody else is at it: then the old one
// will do.
export async function refresh(client, name, old, rebuild) {
  const key = `lock:${name}`;
  let token;
  try {
    token = await acquire(client, key, 30_000);
  } catch {
    // Redis does not answer. The lock only saves work, so go on
    // without it.
    return rebuild();
  }
  if (token === null) {
    return old;
  }
  try {
    return await rebuild(); // and store
  } finally {
    await release(client, key, token).catch(() => false);
  }
}

// end
