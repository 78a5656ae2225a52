import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";

import Redlock from "redlock";

import { run } from "./check-up/job.mjs";
import { ioRedis, servers, until } from "./servers.mjs";

const nodes = servers.map((address) => ioRedis(address));
const redlock = new Redlock(nodes, { retryCount: 0 });
const key = "lock:job-7";

async function holders() {
  const values = await Promise.all(nodes.map((node) => node.get(key)));
  return values.filter((value) => value !== null).length;
}

test("a job is done under the lock, and by its name", async () => {
  const sent = [];
  await run(redlock, {
    id: "7",
    async prepare() {
      assert.ok((await holders()) >= 3);
      return "Dear all";
    },
    async send(name, letter) {
      sent.push(`${name} ${letter}`);
    },
  });
  assert.deepEqual(sent, ["job:7 Dear all"]);
  await until(async () => (await holders()) === 0);
});

test("a lost lock stops it before the deed", async () => {
  let signal;
  const listening = {
    using: (keys, ttl, routine) => redlock.using(keys, ttl, (s) => routine((signal = s))),
  };
  let sent = 0;
  const job = {
    id: "7",
    async prepare() {
      // Somebody else has the keys by now, so they cannot be renewed.
      await Promise.all(nodes.map((node) => node.set(key, "somebody")));
      await once(signal, "abort");
      return "Dear all";
    },
    async send() {
      sent++;
    },
  };
  await assert.rejects(run(listening, job, 1000));
  assert.equal(sent, 0);
  assert.equal(await holders(), 5);
});
