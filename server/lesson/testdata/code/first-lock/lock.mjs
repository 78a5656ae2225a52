// part lock

const ok = await client.set(key, token) // or null
// end
