import assert from "node:assert/strict";
import { test } from "node:test";

import { acquire } from "./one-node-is-not-enough/wait.mjs";
import { pool, servers } from "./servers.mjs";

const key = "lock:invoice-42";
const hour = 3_600_000;

test("held once a replica has it", async () => {
  const primary = await pool(servers[0]);
  const token = await acquire(primary, key, hour, 60_000);
  assert.match(token, /^[0-9a-f]{32}$/);
  assert.equal(await primary.get(key), token);
  assert.equal(await acquire(primary, key, hour, 60_000), null);
  assert.equal(await primary.get(key), token);
});

test("not held, nor left behind, if none has it", async () => {
  const lonely = await pool(servers[1]);
  assert.equal(await acquire(lonely, key, hour, 1), null);
  assert.equal(await lonely.get(key), null);
});
