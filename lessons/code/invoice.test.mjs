import assert from "node:assert/strict";
import { test } from "node:test";

import { nodeRedis } from "./servers.mjs";
import { LateError, enter, write } from "./when-redlock-breaks/invoice.mjs";

test("A enters, B enters and writes, and A's write comes too late", async () => {
  const client = await nodeRedis();
  await client.set("invoice:42", "unpaid");
  assert.equal(await enter(client, "42", "A"), "unpaid");
  assert.equal(await enter(client, "42", "B"), "unpaid");
  await write(client, "42", "B", "paid to B");
  await assert.rejects(write(client, "42", "A", "paid to A"), LateError);
  assert.equal(await client.get("invoice:42"), "paid to B");
});
