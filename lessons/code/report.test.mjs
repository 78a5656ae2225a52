import assert from "node:assert/strict";
import { test } from "node:test";

import { StaleError, number, read, write } from "./fencing/report.mjs";
import { nodeRedis } from "./servers.mjs";

const client = await nodeRedis();

test("the store takes what is as new as the newest that it has seen", async () => {
  for (const [number, taken] of [[9, true], [10, true], [9, false], [33, true], [32, false], [33, true], [40, true], [5, false], [100, true], [40, false]]) {
    const before = await client.get("report");
    const body = `by ${number}`;
    if (taken) {
      await write(client, body, number);
      assert.equal(await client.get("report"), body);
    } else {
      await assert.rejects(write(client, body, number), StaleError, `${number} is taken`);
      assert.equal(await client.get("report"), before);
    }
  }
});

test("who reads shows its number, and shuts out who came before", async () => {
  await client.flushAll();
  const a = await number(client);
  const b = await number(client);
  assert.ok(a < b, `first ${a}, then ${b}`);
  assert.equal(await read(client, b), "");
  await assert.rejects(write(client, "A's", a), StaleError);
  await assert.rejects(read(client, a), StaleError);
  await write(client, "B's", b);
  assert.equal(await read(client, b), "B's");
});
