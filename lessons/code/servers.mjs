// What the tests in JavaScript share: clients of the servers that they are given.

import { after } from "node:test";

import { Redis } from "ioredis";
import { createClient, createClientPool } from "redis";

export const servers = process.env.REDIS.split(",").filter(Boolean);

// A client of node-redis, for the time of a file's tests.
export async function nodeRedis(address = servers[0]) {
  const client = createClient({ url: `redis://${address}`, socket: { reconnectStrategy: false } });
  client.on("error", () => {}); // the commands say it, too
  await client.connect();
  after(() => client.isOpen && client.destroy());
  return client;
}

// A pool of such clients, likewise.
export async function pool(address = servers[0]) {
  const pool = await createClientPool({ url: `redis://${address}` }).connect();
  after(() => pool.destroy());
  return pool;
}

// A client of ioredis, likewise.
export function ioRedis(address = servers[0], options = {}) {
  const [host, port] = address.split(":");
  const client = new Redis({ host, port: Number(port), retryStrategy: null, maxRetriesPerRequest: 0, ...options });
  client.on("error", () => {}); // the commands say it, too
  after(() => client.disconnect());
  return client;
}

// How often a server has carried out a command, named in small letters.
export async function calls(client, command) {
  const info = await client.info("commandstats");
  return Number(info.match(new RegExp(`cmdstat_${command}:calls=(\\d+)`))?.[1] ?? 0);
}

// Waits until a condition holds; what never comes is ended from outside.
export async function until(condition) {
  while (!(await condition()));
}
