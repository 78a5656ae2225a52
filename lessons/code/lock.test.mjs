import assert from "node:assert/strict";
import { test } from "node:test";

import { calls, nodeRedis, until } from "./servers.mjs";
import { acquire, wait } from "./the-first-lock/lock.mjs";

const client = await nodeRedis();
const key = "lock:invoice-42";
const hour = 3_600_000;

test("the first gets the lock, the second is refused", async () => {
  await client.flushAll();
  const token = await acquire(client, key, hour);
  assert.match(token, /^[0-9a-f]{32}$/);
  assert.equal(await client.get(key), token);
  const left = await client.pTTL(key);
  assert.ok(left > 0 && left <= hour, `${left} ms`);
  assert.equal(await acquire(client, key, hour), null);
  assert.equal(await client.get(key), token);
});

test("every acquisition has a token of its own", async () => {
  await client.flushAll();
  const first = await acquire(client, key, hour);
  await client.del(key);
  assert.notEqual(await acquire(client, key, hour), first);
});

test("who waits gets the lock once it is free", async () => {
  await client.flushAll();
  await client.set(key, "somebody");
  const before = await calls(client, "set");
  const waiting = wait(client, key, hour);
  await until(async () => (await calls(client, "set")) >= before + 1);
  await client.del(key);
  const token = await waiting;
  assert.equal(await client.get(key), token);
});

test("who waits gives up when told to", async () => {
  await client.flushAll();
  await client.set(key, "somebody");
  await assert.rejects(wait(client, key, hour, AbortSignal.abort()), { name: "AbortError" });
});
