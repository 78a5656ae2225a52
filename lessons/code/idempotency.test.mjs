import assert from "node:assert/strict";
import { test } from "node:test";

import { BusyError, charge } from "./locks-and-idempotency/charge.mjs";
import { LateError, SoldOutError, sell } from "./locks-and-idempotency/stock.mjs";
import { nodeRedis, pool as clients } from "./servers.mjs";

const client = await nodeRedis();
const key = "lock:invoice-42";

test("two get in when the lock fails, and the invoice is charged once", async () => {
  const charged = new Map();
  let asked = 0;
  const provider = {
    async charge({ cents, idempotencyKey }) {
      charged.set(idempotencyKey, charged.get(idempotencyKey) ?? cents);
      if (++asked === 1) {
        await assert.rejects(charge(client, provider, "42", 4900), BusyError);
        await client.del(key); // the lock is lost
        await charge(client, provider, "42", 4900);
        await client.set(key, "a third");
      }
    },
  };
  await charge(client, provider, "42", 4900);
  assert.equal(asked, 2);
  assert.equal(charged.size, 1);
  assert.equal(await client.get(key), "a third");
  await client.del(key);
  await charge(client, provider, "43", 100);
  assert.equal(charged.size, 2);
  assert.deepEqual(await client.keys("lock:*"), []);
});

test("who fails gives the lock back", async () => {
  const broken = { charge: async () => { throw new Error("no card"); } };
  await assert.rejects(charge(client, broken, "42", 4900), /no card/);
  assert.equal(await client.get(key), null);
});

test("of two who have read the same, one sells", async () => {
  const pool = await clients();
  await client.set("stock:7", 1);
  // Between the reading of one and its writing the other sells.
  const late = {
    execute: (work) =>
      pool.execute((own) =>
        work({
          watch: (key) => own.watch(key),
          get: async (key) => {
            const value = await own.get(key);
            await sell(pool, key);
            return value;
          },
          multi: () => own.multi(),
        }),
      ),
  };
  await assert.rejects(sell(late, "stock:7"), LateError);
  assert.equal(await client.get("stock:7"), "0");
  await assert.rejects(sell(pool, "stock:7"), SoldOutError);
  assert.equal(await client.get("stock:7"), "0");
});
