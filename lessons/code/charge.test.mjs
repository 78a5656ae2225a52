import assert from "node:assert/strict";
import { test } from "node:test";

import { Pod } from "./why-a-distributed-lock/charge.mjs";

// The database and the payment provider of two pods. The provider goes on when as
// many as expected are there.
function office(expected) {
  const o = { status: "unpaid", charged: 0, looks: 0 };
  let waiting = [];
  const invoices = {
    status: async () => (o.looks++, o.status),
    setStatus: async (_, status) => void (o.status = status),
  };
  const provider = {
    charge: () =>
      new Promise((resolve) => {
        o.charged++;
        waiting.push(resolve);
        if (waiting.length === expected) {
          waiting.forEach((go) => go());
        }
      }),
  };
  return { o, invoices, provider };
}

test("within one process the mutex keeps its promise", async () => {
  const { o, invoices, provider } = office(1);
  const pod = new Pod(invoices, provider);
  await Promise.all([pod.charge("42"), pod.charge("42")]);
  assert.deepEqual(o, { status: "paid", charged: 1, looks: 2 });
});

test("who fails lets the next one in", async () => {
  const { o, invoices } = office(1);
  const broken = { charge: async () => { throw new Error("no card"); } };
  const pod = new Pod(invoices, broken);
  await assert.rejects(pod.charge("42"), /no card/);
  await assert.rejects(pod.charge("42"), /no card/);
  assert.equal(o.looks, 2);
});

test("two processes charge twice", async () => {
  const { o, invoices, provider } = office(2);
  await Promise.all([new Pod(invoices, provider).charge("42"), new Pod(invoices, provider).charge("42")]);
  assert.equal(o.charged, 2);
});
