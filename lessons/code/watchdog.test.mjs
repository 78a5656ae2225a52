import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { nodeRedis } from "./servers.mjs";
import { LostError, Watchdog, renew } from "./the-watchdog/watchdog.mjs";

const key = "lock:invoice-42";
const hour = 3_600_000;

test("a renewal gives new time to one's own key, touches no other's, and sets none", async () => {
  const client = await nodeRedis();
  await client.set(key, "ours");
  assert.equal(await renew(client, key, "ours", hour), true);
  const left = await client.pTTL(key);
  assert.ok(left > 0 && left <= hour, `${left} ms`);
  await client.set(key, "another's");
  assert.equal(await renew(client, key, "ours", hour), false);
  assert.equal(await client.pTTL(key), -1);
  await client.del(key);
  assert.equal(await renew(client, key, "ours", hour), false);
  assert.equal(await client.get(key), null);
});

// Timers go by a clock that the test moves, a second at a time, until the work has been
// told that the lock is lost, or for 20 s. Returns what the work has seen.
async function watched(bound, renew) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const seen = { turns: 0, lost: null };
  const ttl = 9000;
  const watchdog = new Watchdog({
    ttl,
    bound,
    renew: async () => {
      seen.turns++;
      return renew();
    },
  });
  await watchdog.keep(performance.now() + ttl, async (signal) => {
    for (let second = 1; second <= 20 && !signal.aborted; second++) {
      mock.timers.tick(1000);
      await turn();
      if (signal.aborted) {
        assert.ok(signal.reason instanceof LostError);
        seen.lost = second;
      }
    }
  });
  const { turns } = seen;
  mock.timers.tick(60_000);
  await turn();
  assert.equal(seen.turns, turns, "renewed after the work");
  mock.timers.reset();
  return seen;
}

// All that can go on without a timer goes on.
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("renewed while it works", async () => {
  assert.deepEqual(await watched(100, () => true), { turns: 6, lost: null });
});

test("another has the key", async () => {
  assert.deepEqual(await watched(100, () => false), { turns: 1, lost: 3 });
});

test("no answer comes", async () => {
  const silent = () => { throw new Error("no answer"); };
  const { lost } = await watched(100, silent);
  assert.equal(lost, 9);
});

test("the bound is used up", async () => {
  assert.deepEqual(await watched(2, () => true), { turns: 2, lost: 15 });
});
