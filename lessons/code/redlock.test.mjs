import assert from "node:assert/strict";
import { createServer, connect as dial } from "node:net";
import { after, test } from "node:test";

import { connect } from "./redlock-in-five-steps/lock.mjs";
import { calls, servers } from "./servers.mjs";

const key = "lock:invoice-42";
const hour = 3_600_000;
const enough = 30_000; // a timeout that no node exceeds, but for those that are dead
const redlock = await connect(servers.map((address) => `redis://${address}`), enough);
const { nodes } = redlock;
after(() => nodes.filter((node) => node.isOpen).forEach((node) => node.destroy()));

async function holders(some = nodes) {
  const values = await Promise.all(some.map((node) => node.get(key)));
  return values.filter((value) => value !== null).length;
}

test("five votes, and what is valid", async () => {
  const before = performance.now();
  const { token, validity } = await redlock.lock(key, hour);
  const used = performance.now() - before;
  const most = hour - 36_000 - 2; // without 1 % and 2 ms
  assert.match(token, /^[0-9a-f]{32}$/);
  assert.ok(validity <= most && validity >= most - used, `${validity} ms`);
  assert.equal(await holders(), 5);

  assert.deepEqual(await redlock.lock(key, hour), { token: null, validity: 0 });
  await redlock.unlock(key, "another's");
  assert.equal(await holders(), 5);
  await redlock.unlock(key, token);
  assert.equal(await holders(), 0);
});

test("votes that come late are no lock", async () => {
  assert.deepEqual(await redlock.lock(key, 2), { token: null, validity: 0 }); // all of it is drift
});

test("a node that is silent costs its timeout", async () => {
  const never = new Promise(() => {});
  const [first, ...others] = nodes;
  redlock.nodes = [{ set: () => never, eval: () => never }, ...others];
  redlock.timeout = 1000;
  const { token } = await redlock.lock(key, hour);
  redlock.timeout = enough;
  redlock.nodes = nodes;
  assert.equal(await first.get(key), null);
  assert.equal(await holders(others), 4);
  await redlock.unlock(key, token);
});

test("a node that is down from the beginning holds nobody up", async () => {
  const closed = createServer();
  await new Promise((done) => closed.listen(0, "127.0.0.1", done));
  const { port } = closed.address();
  await new Promise((done) => closed.close(done));
  const without = await connect([`redis://127.0.0.1:${port}`, ...servers.slice(1).map((address) => `redis://${address}`)], 1000);
  after(() => without.nodes.forEach((node) => node.destroy()));
  const { token } = await without.lock(key, hour);
  assert.equal(await holders(), 4);
  await without.unlock(key, token);
});

test("a node that is back is not asked what it was asked while it was away", async () => {
  const [host, port] = servers[0].split(":");
  const sockets = new Set();
  const door = createServer((from) => {
    const to = dial(port, host);
    for (const socket of [from, to]) sockets.add(socket.on("error", () => {}));
    from.pipe(to).pipe(from);
  });
  const opened = (at) => new Promise((done) => door.listen(at, "127.0.0.1", done));
  await opened(0);
  const { port: own } = door.address();
  const behind = await connect([`redis://127.0.0.1:${own}`, ...servers.slice(1).map((address) => `redis://${address}`)], 1000);
  after(() => {
    behind.nodes.forEach((node) => node.destroy());
    sockets.forEach((socket) => socket.destroy());
    door.close();
  });
  const hears = (event) => new Promise((done) => behind.nodes[0].once(event, done));

  const away = hears("reconnecting");
  door.close();
  sockets.forEach((socket) => socket.destroy());
  await away;
  const before = await calls(nodes[0], "set");
  const { token } = await behind.lock(key, hour);
  assert.equal(await holders(nodes.slice(1)), 4);

  const back = hears("ready");
  await opened(own);
  await back;
  await behind.nodes[0].ping(); // behind whatever waits in the queue
  assert.equal(await calls(nodes[0], "set"), before);
  await behind.unlock(key, token);
});

test("three of five are enough, and two are not", async () => {
  nodes[0].destroy();
  nodes[1].destroy();
  const { token } = await redlock.lock(key, hour);
  assert.notEqual(token, null);
  assert.equal(await holders(nodes.slice(2)), 3);
  await redlock.unlock(key, token);

  nodes[2].destroy();
  assert.deepEqual(await redlock.lock(key, hour), { token: null, validity: 0 });
  assert.equal(await holders(nodes.slice(3)), 0);
});
