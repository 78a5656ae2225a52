// A store that protects itself: every write comes with the number of its lock, and what
// is older than the newest it has seen is refused. The client is node-redis.

export class StaleError extends Error {
  constructor() {
    super("a later holder has been here");
  }
}

// part number

// Draws the fencing number. Call it once the lock is had, not before:
// a later holder must have a higher number.
//
// It is as good as the Redis that counts: let that one write to disk
// before it answers, and never fail over to a replica that lags.
export async function number(client) {
  return client.incr("fence:lock:report");
}

// end

// part write

// The store compares and writes in one step. In a database this is
// the WHERE of the UPDATE.
const writing = `
local seen = tonumber(redis.call("get", KEYS[2]) or "0")
if tonumber(ARGV[2]) < seen then
  return 0
end
redis.call("set", KEYS[1], ARGV[1])
redis.call("set", KEYS[2], ARGV[2])
return 1`;

// Stores the report, unless a later holder has been here.
export async function write(client, body, number) {
  const n = await client.eval(writing, {
    keys: ["report", "report:fence"],
    arguments: [body, String(number)],
  });
  if (n === 0) {
    throw new StaleError();
  }
}

// end

// part read

// To read is to show the number: from here on, nobody who came before
// can change what has been read.
const reading = `
local seen = tonumber(redis.call("get", KEYS[2]) or "0")
if tonumber(ARGV[1]) < seen then
  return false
end
redis.call("set", KEYS[2], ARGV[1])
return redis.call("get", KEYS[1]) or ""`;

// Returns the report, unless a later holder has been here.
export async function read(client, number) {
  const body = await client.eval(reading, {
    keys: ["report", "report:fence"],
    arguments: [String(number)],
  });
  if (body === null) {
    throw new StaleError();
  }
  return body;
}

// end
