import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";

import { calls, ioRedis, servers, until } from "./servers.mjs";
import { charge, newRedlock } from "./using-a-library/charge.mjs";

const nodes = servers.map((address) => ioRedis(address));
const redlock = newRedlock(nodes);
const key = "lock:invoice-42";

async function holders() {
  const values = await Promise.all(nodes.map((node) => node.get(key)));
  return values.filter((value) => value !== null).length;
}

test("the eleventh refusal is the last", async () => {
  await Promise.all(nodes.map((node) => node.set("lock:taken", "somebody")));
  await assert.rejects(redlock.acquire(["lock:taken"], 10_000));
  for (const node of nodes) {
    assert.equal(await calls(node, "exists"), 11); // by which its script begins
  }
});

test("1 % and 2 ms are set aside", async () => {
  const before = Date.now();
  const lock = await redlock.acquire(["lock:free"], 10_000);
  assert.ok(lock.expiration >= before + 9898 && lock.expiration <= Date.now() + 9898);
});

test("charged under the lock, and by its name", async () => {
  const charged = [];
  await charge(redlock, {
    async prepare() {
      assert.ok((await holders()) >= 2);
      return 4900;
    },
    async charge(what) {
      charged.push(what);
    },
  }, "42");
  assert.deepEqual(charged, [{ invoice: "42", cents: 4900, idempotencyKey: "charge:42" }]);
  await until(async () => (await holders()) === 0);
});

test("a lost lock stops it before the charge", async () => {
  let signal;
  const listening = {
    using: (keys, ttl, routine) => redlock.using(keys, ttl, (s) => routine((signal = s))),
  };
  let charged = 0;
  const office = {
    async prepare() {
      // Somebody else has the keys by now, so they cannot be renewed.
      await Promise.all(nodes.map((node) => node.set(key, "somebody")));
      await once(signal, "abort");
      return 4900;
    },
    async charge() {
      charged++;
    },
  };
  await assert.rejects(charge(listening, office, "42", 1000));
  assert.equal(charged, 0);
  assert.equal(await holders(), nodes.length);
});
