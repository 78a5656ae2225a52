// part lock
const ok = await set(key, token);
// end
