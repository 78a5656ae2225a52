// Data is guarded by the random token of a lock: whoever enters leaves its token
// beside the data, and only the last who entered may write. The client is node-redis.

export class LateError extends Error {
  constructor() {
    super("somebody came in after us");
  }
}

// part enter

// Comes once the lock is had. Leaves our token beside the invoice,
// and only then reads.
export async function enter(client, id, token) {
  await client.set(`invoice:${id}:holder`, token);
  return client.get(`invoice:${id}`);
}

// end

// part write

// No order of numbers is needed, only the question: am I still the
// last who came in?
const script = `
if redis.call("get", KEYS[1]) == ARGV[1] then
  redis.call("set", KEYS[2], ARGV[2])
  return 1
else
  return 0
end`;

// Writes the invoice, unless somebody has come in after us.
export async function write(client, id, token, status) {
  const n = await client.eval(script, {
    keys: [`invoice:${id}:holder`, `invoice:${id}`],
    arguments: [token, status],
  });
  if (n === 0) {
    throw new LateError();
  }
}

// end
