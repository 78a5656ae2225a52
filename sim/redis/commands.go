package redis

import (
	"maps"
	"slices"
)

// commands is all that the node understands, by name in capitals. What is not
// here is refused: miniredis alone would let a command take gigabytes, panic,
// block, or answer at random.
var commands = map[string]*command{}

// refused are commands of Redis that a learner may well try, and why they are
// not here.
var refused = map[string]string{}

func init() {
	for i := range table {
		c := &table[i]
		c.name, commands[c.name] = lower(c.name), c
	}
	for _, why := range slices.Sorted(maps.Keys(refusals)) {
		for _, name := range refusals[why] {
			refused[name] = why
		}
	}
}

func lower(name string) string {
	b := []byte(name)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

const update = writes | grows

// table is filled in an init function's reach because EVAL leads back to it.
var table = [...]command{
	// The server.
	{"PING", -1, 0, 0, 0, 0, (*Node).ping},
	{"ECHO", 2, 0, 0, 0, 0, (*Node).echo},
	{"TIME", 1, 0, 0, 0, 0, (*Node).time},
	{"SELECT", 2, 0, 0, 0, 0, (*Node).selectDB},
	{"DBSIZE", 1, 0, 0, 0, 0, (*Node).dbSize},
	{"FLUSHALL", -1, 0, 0, 0, writes | walks, (*Node).flushAll},
	{"FLUSHDB", -1, 0, 0, 0, writes | walks, (*Node).flushAll},

	{"PUBLISH", 3, 0, 0, 0, announces, (*Node).publish},

	// Replication.
	{"ROLE", 1, 0, 0, 0, noScript, (*Node).roleOf},
	{"INFO", -1, 0, 0, 0, 0, (*Node).info},
	{"REPLICAOF", 3, 0, 0, 0, noScript, (*Node).replicaOf},
	{"SLAVEOF", 3, 0, 0, 0, noScript, (*Node).replicaOf},
	{"WAIT", 3, 0, 0, 0, noScript, (*Node).waitFor},

	// Keys.
	{"DEL", -2, 1, -1, 1, writes, nil},
	{"UNLINK", -2, 1, -1, 1, writes, nil},
	{"DELEX", -2, 1, 1, 1, writes, (*Node).delEx},
	{"DELIFEQ", 3, 1, 1, 1, writes, (*Node).delIfEq},
	{"EXISTS", -2, 1, -1, 1, 0, nil},
	{"TOUCH", -2, 1, -1, 1, 0, nil},
	{"TYPE", 2, 1, 1, 1, 0, nil},
	{"KEYS", 2, 0, 0, 0, walks, (*Node).listKeys},
	{"SCAN", -2, 0, 0, 0, walks, (*Node).scan},
	{"RENAME", 3, 1, 2, 1, writes, (*Node).rename},
	{"RENAMENX", 3, 1, 2, 1, writes, (*Node).renameNX},
	{"COPY", -3, 1, 2, 1, writes, (*Node).copyKey},

	// Their time to live.
	{"EXPIRE", -3, 1, 1, 1, writes, (*Node).expire},
	{"PEXPIRE", -3, 1, 1, 1, writes, (*Node).pexpire},
	{"EXPIREAT", -3, 1, 1, 1, writes, (*Node).expireAt},
	{"PEXPIREAT", -3, 1, 1, 1, writes, (*Node).pexpireAt},
	{"PERSIST", 2, 1, 1, 1, writes, (*Node).persist},
	{"TTL", 2, 1, 1, 1, 0, (*Node).ttl},
	{"PTTL", 2, 1, 1, 1, 0, (*Node).pttl},
	{"EXPIRETIME", 2, 1, 1, 1, 0, (*Node).expireTime},
	{"PEXPIRETIME", 2, 1, 1, 1, 0, (*Node).pexpireTime},

	// Strings.
	{"SET", -3, 1, 1, 1, update, (*Node).set},
	{"SETNX", 3, 1, 1, 1, update, (*Node).setNX},
	{"SETEX", 4, 1, 1, 1, update, (*Node).setEX},
	{"PSETEX", 4, 1, 1, 1, update, (*Node).psetEX},
	{"GET", 2, 1, 1, 1, 0, nil},
	{"GETSET", 3, 1, 1, 1, update, (*Node).getSet},
	{"GETDEL", 2, 1, 1, 1, writes, nil},
	{"GETEX", -2, 1, 1, 1, writes, (*Node).getEX},
	{"MGET", -2, 1, -1, 1, 0, nil},
	{"MSET", -3, 1, -1, 2, update, (*Node).mset},
	{"MSETNX", -3, 1, -1, 2, update, (*Node).msetNX},
	{"APPEND", 3, 1, 1, 1, update, (*Node).appendTo},
	{"STRLEN", 2, 1, 1, 1, 0, nil},
	{"GETRANGE", 4, 1, 1, 1, 0, (*Node).getRange},
	{"SETRANGE", 4, 1, 1, 1, update, (*Node).setRange},
	{"GETBIT", 3, 1, 1, 1, 0, (*Node).getBit},
	{"SETBIT", 4, 1, 1, 1, update, (*Node).setBit},
	{"INCR", 2, 1, 1, 1, update, (*Node).incr},
	{"DECR", 2, 1, 1, 1, update, (*Node).decr},
	{"INCRBY", 3, 1, 1, 1, update, (*Node).incrBy},
	{"DECRBY", 3, 1, 1, 1, update, (*Node).decrBy},

	// Hashes: re-entrant locks count in them.
	{"HSET", -4, 1, 1, 1, update, nil},
	{"HMSET", -4, 1, 1, 1, update, nil},
	{"HSETNX", 4, 1, 1, 1, update, nil},
	{"HGET", 3, 1, 1, 1, 0, nil},
	{"HMGET", -3, 1, 1, 1, 0, nil},
	{"HGETALL", 2, 1, 1, 1, 0, nil},
	{"HDEL", -3, 1, 1, 1, writes, nil},
	{"HEXISTS", 3, 1, 1, 1, 0, nil},
	{"HLEN", 2, 1, 1, 1, 0, nil},
	{"HKEYS", 2, 1, 1, 1, 0, nil},
	{"HVALS", 2, 1, 1, 1, 0, nil},
	{"HSTRLEN", 3, 1, 1, 1, 0, nil},
	{"HINCRBY", 4, 1, 1, 1, update, (*Node).hincrBy},

	// Lists, sets and sorted sets: fair locks queue in them.
	{"LPUSH", -3, 1, 1, 1, update, nil},
	{"RPUSH", -3, 1, 1, 1, update, nil},
	{"LPUSHX", -3, 1, 1, 1, update, nil},
	{"RPUSHX", -3, 1, 1, 1, update, nil},
	{"LPOP", -2, 1, 1, 1, writes, (*Node).pop},
	{"RPOP", -2, 1, 1, 1, writes, (*Node).pop},
	{"LLEN", 2, 1, 1, 1, 0, nil},
	{"LRANGE", 4, 1, 1, 1, 0, (*Node).lrange},
	{"LINDEX", 3, 1, 1, 1, 0, (*Node).lindex},
	{"LSET", 4, 1, 1, 1, update, (*Node).lset},
	{"LREM", 4, 1, 1, 1, writes, (*Node).lrem},
	{"LTRIM", 4, 1, 1, 1, writes, (*Node).ltrim},
	{"SADD", -3, 1, 1, 1, update, nil},
	{"SREM", -3, 1, 1, 1, writes, nil},
	{"SISMEMBER", 3, 1, 1, 1, 0, nil},
	{"SMISMEMBER", -3, 1, 1, 1, 0, nil},
	{"SCARD", 2, 1, 1, 1, 0, nil},
	{"SMEMBERS", 2, 1, 1, 1, 0, nil},
	{"ZADD", -4, 1, 1, 1, update, (*Node).zadd},
	{"ZREM", -3, 1, 1, 1, writes, nil},
	{"ZSCORE", 3, 1, 1, 1, 0, nil},
	{"ZCARD", 2, 1, 1, 1, 0, nil},
	{"ZCOUNT", 4, 1, 1, 1, 0, (*Node).byScore},
	{"ZRANK", 3, 1, 1, 1, 0, nil},
	{"ZRANGE", -4, 1, 1, 1, 0, (*Node).zrange},
	{"ZRANGEBYSCORE", -4, 1, 1, 1, 0, (*Node).byScore},
	{"ZREMRANGEBYSCORE", 4, 1, 1, 1, writes, (*Node).removeByScore},

	// Scripts.
	{"EVAL", -3, 0, 0, 0, noScript, (*Node).eval},
	{"EVAL_RO", -3, 0, 0, 0, noScript, (*Node).evalRO},
	{"EVALSHA", -3, 0, 0, 0, noScript, (*Node).evalSHA},
	{"EVALSHA_RO", -3, 0, 0, 0, noScript, (*Node).evalSHARO},
	{"SCRIPT", -2, 0, 0, 0, noScript, (*Node).script},
}

var refusals = map[string][]string{
	"it would block the node": {
		"BLPOP", "BRPOP", "BLMOVE", "BLMPOP", "BRPOPLPUSH", "BZPOPMIN", "BZPOPMAX", "BZMPOP", "XREAD", "XREADGROUP", "WAITAOF", "MONITOR",
	},
	"its answer is drawn at random": {
		"RANDOMKEY", "SRANDMEMBER", "SPOP", "HRANDFIELD", "ZRANDMEMBER",
	},
	"it needs a connection that lasts, and here every command stands alone": {
		"MULTI", "EXEC", "DISCARD", "WATCH", "UNWATCH", "AUTH", "HELLO", "CLIENT", "QUIT", "RESET",
		"SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE", "UNSUBSCRIBE", "PUNSUBSCRIBE", "SUNSUBSCRIBE", "SPUBLISH", "PUBSUB",
	},
	"the node is run for you": {
		"CONFIG", "COMMAND", "DEBUG", "SHUTDOWN", "SAVE", "BGSAVE", "BGREWRITEAOF", "LASTSAVE", "ACL", "MODULE", "MEMORY", "OBJECT",
		"LATENCY", "SLOWLOG", "LOLWUT", "CLUSTER", "FAILOVER", "PSYNC", "SYNC", "REPLCONF", "SWAPDB", "MOVE",
		"MIGRATE", "DUMP", "RESTORE", "FUNCTION", "FCALL", "FCALL_RO",
	},
	"locks do without it": {
		"INCRBYFLOAT", "HINCRBYFLOAT", "ZINCRBY", "SUBSTR", "LCS", "BITCOUNT", "BITFIELD", "BITFIELD_RO", "BITOP", "BITPOS",
		"HSCAN", "SSCAN", "ZSCAN", "SORT", "SORT_RO", "LINSERT", "LMOVE", "LMPOP", "LPOS", "RPOPLPUSH",
		"SDIFF", "SDIFFSTORE", "SINTER", "SINTERCARD", "SINTERSTORE", "SMOVE", "SUNION", "SUNIONSTORE",
		"ZDIFF", "ZDIFFSTORE", "ZINTER", "ZINTERCARD", "ZINTERSTORE", "ZLEXCOUNT", "ZMPOP", "ZMSCORE", "ZPOPMAX", "ZPOPMIN", "ZRANGEBYLEX",
		"ZRANGESTORE", "ZREMRANGEBYLEX", "ZREMRANGEBYRANK", "ZREVRANGE", "ZREVRANGEBYLEX", "ZREVRANGEBYSCORE", "ZREVRANK", "ZUNION", "ZUNIONSTORE",
		"GEOADD", "GEODIST", "GEOHASH", "GEOPOS", "GEORADIUS", "GEOSEARCH", "GEOSEARCHSTORE", "PFADD", "PFCOUNT", "PFMERGE",
		"XADD", "XACK", "XAUTOCLAIM", "XCLAIM", "XDEL", "XGROUP", "XINFO", "XLEN", "XPENDING", "XRANGE", "XREVRANGE", "XSETID", "XTRIM",
	},
}
