import assert from "node:assert/strict";
import { test } from "node:test";

import { delex, release } from "./releasing-safely/release.mjs";
import { nodeRedis, servers } from "./servers.mjs";

const key = "lock:invoice-42";

for (const [name, giveBack, address] of [
  ["by script", release, servers[0]],
  ["by DELEX", delex, servers[1]], // which needs a newer Redis than most machines have
]) {
  const client = await nodeRedis(address);
  test(`${name}: whoever has the token deletes the key, and nobody else does`, async () => {
    await client.set(key, "ours");
    assert.equal(await giveBack(client, key, "another"), false);
    assert.equal(await client.get(key), "ours");
    assert.equal(await giveBack(client, key, "ours"), true);
    assert.equal(await client.get(key), null);
    assert.equal(await giveBack(client, key, "ours"), false);
  });
}
