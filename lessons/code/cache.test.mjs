import assert from "node:assert/strict";
import { test } from "node:test";

import { refresh } from "./do-you-need-redlock/cache.mjs";
import { nodeRedis } from "./servers.mjs";

test("a page is rebuilt by one, and by anybody when Redis does not answer", async () => {
  const client = await nodeRedis();
  const key = "lock:front-page";
  let built = 0;
  const rebuild = async () => {
    built++;
    return "new";
  };
  assert.equal(await refresh(client, "front-page", "old", rebuild), "new");
  assert.equal(built, 1);
  assert.equal(await client.get(key), null);

  await client.set(key, "somebody");
  assert.equal(await refresh(client, "front-page", "old", rebuild), "old");
  assert.equal(built, 1);
  assert.equal(await client.get(key), "somebody");

  client.destroy();
  assert.equal(await refresh(client, "front-page", "old", rebuild), "new");
  assert.equal(built, 2);
});
