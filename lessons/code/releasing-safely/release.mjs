// A lock on one Redis server is given back: the key is deleted only if the token in
// it is still one's own. The client is node-redis.

// part release

const script = `
if redis.call("get",KEYS[1]) == ARGV[1] then
  return redis.call("del",KEYS[1])
else
  return 0
end`;

// Gives the lock back if it is still ours. False is no error: the
// lock had ended before, and that belongs into the log.
export async function release(client, key, token) {
  const n = await client.eval(script, {
    keys: [key],
    arguments: [token],
  });
  return n === 1;
}

// end

// part delex

// The same in one command. It needs Redis 8.4.
export async function delex(client, key, token) {
  const n = await client.sendCommand(["DELEX", key, "IFEQ", token]);
  return n === 1;
}

// end
