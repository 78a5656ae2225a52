import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";

import { BusyError, acquire, work } from "./how-long/two.mjs";
import { nodeRedis } from "./servers.mjs";

const client = await nodeRedis();
const key = "lock:invoice-42";
const hour = 3_600_000;

test("who waits gives up after its patience, and not when the lock ends", async () => {
  await client.set(key, "somebody", { PX: hour });
  await assert.rejects(acquire(client, key, { ttl: hour, wait: 1 }), BusyError);
  assert.equal(await client.get(key), "somebody");
  await client.del(key);

  const before = performance.now();
  const lease = await acquire(client, key, { ttl: hour, wait: 0 });
  const after = performance.now();
  assert.ok(before + hour <= lease.until && lease.until <= after + hour);
  assert.equal(await client.get(key), lease.token);
  await client.del(key);
});

test("work under a lock that lasts is in time", async () => {
  const lease = await acquire(client, key, { ttl: hour, wait: 0 });
  const outcome = await work(client, lease, async (signal) => {
    assert.equal(signal.aborted, false);
    return "paid";
  });
  assert.deepEqual(outcome, { result: "paid", late: false });
  assert.equal(await client.get(key), null);
});

test("work ends with its lock, and who was late hears of it", async () => {
  await client.set(key, "the next");
  const lease = { key, token: "ours", until: performance.now() };
  const outcome = await work(client, lease, async (signal) => {
    if (!signal.aborted) {
      await once(signal, "abort");
    }
    return "stopped";
  });
  assert.deepEqual(outcome, { result: "stopped", late: true });
  assert.equal(await client.get(key), "the next");
});
