package redis_test

import (
	"flag"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/redis"
	"lockstep/sim/trace"
)

// checks makes rapid try this test's properties so often, and tells whether it does:
// flags may say otherwise.
func checks(t *testing.T, times string) bool {
	f := flag.Lookup("rapid.checks")
	if f.Value.String() != f.DefValue {
		return false
	}
	f.Value.Set(times)
	t.Cleanup(func() { f.Value.Set(f.DefValue) })
	return !testing.Short()
}

// seed is what rapid draws this test's properties by: what a flag says, or chance.
func seed(t *testing.T) string {
	f := flag.Lookup("rapid.seed")
	if f.Value.String() == f.DefValue {
		f.Value.Set(strconv.FormatUint(rand.Uint64(), 10))
		t.Cleanup(func() { f.Value.Set(f.DefValue) })
	}
	return f.Value.String()
}

func newNode(t *testing.T, id trace.NodeID) *redis.Node {
	n, err := redis.New(id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	return n
}

// passing is the time between commands: mostly less than a TTL, often nothing,
// sometimes backwards.
var passing = rapid.Custom(func(t *rapid.T) trace.Duration {
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0:
		return -trace.Duration(rapid.IntRange(0, 3_000_000).Draw(t, "back"))
	case 1:
		return trace.Duration(rapid.IntRange(0, 20_000_000).Draw(t, "long"))
	case 2, 3:
		return 0
	}
	return trace.Duration(rapid.IntRange(0, 12_000).Draw(t, "short"))
})

// What commands are made of: few keys, so that they meet; numbers and texts at
// the edges of what Redis takes for a number.
var keys = []string{"lock:a", "lock:b", "h", "l", "s", ""}

var (
	key   = rapid.SampledFrom(keys)
	field = rapid.SampledFrom([]string{"A:1", "B:1", "n"})
	text  = rapid.SampledFrom([]string{"token-A", "token-B", "", "7", "007", "-0", "+1", " 1", "1.5", "9223372036854775807",
		"-9223372036854775808", "line\r\nbreak", "\x00\xff"})
	number = rapid.SampledFrom([]string{"0", "1", "-1", "2", "10", "500", "1500", "-500", "4000", "9223372036854775807",
		"-9223372036854775808", "9223372036854775", "9223372036854776", "x", "", "1.5", "01", "+5", "-0"})
	ttl    = rapid.SampledFrom([]string{"1", "2", "5", "10", "10", "30", "1000", "0", "-1", "9223372036854775807", "x"})
	at     = rapid.SampledFrom([]string{"1000", "1001", "1002", "1000010", "1000500", "1010000", "1", "0", "-5"})
	expiry = rapid.SampledFrom([]string{"EX", "PX", "px", "EXAT", "PXAT"})
)

const (
	release = `if redis.call("GET",KEYS[1]) == ARGV[1] then return redis.call("DEL",KEYS[1]) else return 0 end`
	extend  = `if redis.call("GET",KEYS[1]) == ARGV[1] then return redis.call("PEXPIRE",KEYS[1],ARGV[2]) else return 0 end`
	enter   = `if redis.call('exists',KEYS[1])==0 or redis.call('hexists',KEYS[1],ARGV[2])==1 then
  redis.call('hincrby',KEYS[1],ARGV[2],1)
  redis.call('pexpire',KEYS[1],ARGV[1])
  return nil
end
return redis.call('pttl',KEYS[1])`
	leave = `if redis.call('hexists',KEYS[1],ARGV[2])==0 then return nil end
local n = redis.call('hincrby',KEYS[1],ARGV[2],-1)
if n > 0 then redis.call('pexpire',KEYS[1],ARGV[1]) return 0 end
redis.call('del',KEYS[1])
return 1`
)

// script draws a script with its keys and arguments.
var script = rapid.Custom(func(t *rapid.T) []string {
	source := rapid.SampledFrom([]string{
		release, extend, enter, leave,
		`return redis.call('set',KEYS[1],ARGV[1],'nx','px',ARGV[2])`,
		`return redis.pcall('incr',KEYS[1])`,
		`return {pcall(redis.call,'get',KEYS[1])}`,
		`return {KEYS[1],ARGV[1],ARGV[2],ARGV[3]}`,
		`return {1,2.9,-2.9,'x',true,false,nil,3}`,
		`return {1,{2,{redis.call('ttl',KEYS[1])}}}`,
		`return redis.status_reply('FINE')`,
		`return redis.error_reply('MY fault')`,
		`return {err='fault'}`,
		`redis.call('hset',KEYS[1],'n',1) error('boom')`,
		"local x = 1\nreturn nosuch",
		`x = 1`,
		`return redis.call('nosuch')`,
		`return redis.call('get')`,
		`return redis.call('get',{})`,
		`return redis.call()`,
		`return redis.pcall('get')`,
		`return nil .. 'x'`,
		`return tostring(2^53)..' '..0.1 ..' '..1e15 ..' '..-1/0`,
		`return redis.sha1hex(ARGV[1])`,
		`return tonumber(ARGV[1])`,
		`return redis.call('set',KEYS[1],1.5)`,
		`return redis.call('type',KEYS[1])`,
		`local t = redis.call('mget',KEYS[1],'lock:b') return {#t, t[1], t[2]}`,
		`return string.format('%5.2f|%d|%x|%s|%q',1.5,3,255,ARGV[1],'a"b')`,
		`return {string.find(ARGV[1],'k(e)n'),string.match(ARGV[1],'%a+'),(string.gsub(ARGV[1],'%w','<%0>'))}`,
		`local t={5,3,9,1} table.sort(t) return t`,
		`return redis.call('expire',KEYS[1],ARGV[2],'nx')`,
		`return redis.call('time')`,
	}).Draw(t, "source")
	return []string{source, "1", key.Draw(t, "key"), text.Draw(t, "arg"), ttl.Draw(t, "ttl")}
})

// shapes are the commands, a word in small letters standing for a drawn value
// and [..] for a part that may be missing.
var shapes = strings.Split(strings.TrimSpace(`
SET key text [expiry ttl]
SET key text NX PX ttl
SET key text XX [GET] EX ttl
SET key text [NX] [XX] [GET] [KEEPTTL] [expiry at]
SET key text expiry
set key text nx px ttl
SETNX key text
SETEX key ttl text
PSETEX key ttl text
GET key
GET
GETSET key text
GETDEL key
GETEX key [expiry ttl]
GETEX key [PERSIST] [PXAT at]
MGET key key h
MSET key text key text
MSET key text key
MSETNX key text key text
APPEND key text
STRLEN key
GETRANGE key number number
SETRANGE key number text
SETBIT key number number
GETBIT key number
INCR key
DECR key
INCRBY key number
DECRBY key number
DEL key [key]
UNLINK key
EXISTS key [key]
TOUCH key key
TYPE key
KEYS pattern
RENAME key key
RENAMENX key key
COPY key key [REPLACE]
EXPIRE key ttl [condition] [condition]
PEXPIRE key ttl [condition]
PEXPIRE key number
EXPIRE key number
EXPIREAT key at [condition]
PEXPIREAT key at [condition]
PERSIST key
TTL key
PTTL key
PTTL key
EXPIRETIME key
PEXPIRETIME key
HSET key field text [field text]
HSET key field
HSETNX key field text
HGET key field
HMGET key field field
HGETALL key
HDEL key field [field]
HEXISTS key field
HLEN key
HKEYS key
HVALS key
HSTRLEN key field
HINCRBY key field number
LPUSH key text [text]
RPUSH key text
LPUSHX key text
LPOP key [number]
RPOP key
LLEN key
LRANGE key number number
LINDEX key number
LSET key number text
LREM key number text
LTRIM key number number
SADD key text [text]
SREM key text
SISMEMBER key text
SMISMEMBER key text text
SCARD key
SMEMBERS key
ZADD key score field [score field]
ZADD key [NX] [CH] score field
ZADD key XX [CH] score field
ZADD key [XX] INCR score field
ZREM key field
ZSCORE key field
ZCARD key
ZCOUNT key score score
ZRANK key field
ZRANGE key number number [WITHSCORES]
ZRANGEBYSCORE key score score [WITHSCORES]
ZREMRANGEBYSCORE key score score
FLUSHALL
FLUSHALL text
ECHO text
PING
PING text
PING text text
TIME
NOSUCH text key
SELECT number
EVAL script
EVAL script
EVAL script
EVAL_RO script
EVALSHA text 1 key
EVAL return{KEYS,ARGV} number key text
SCRIPT EXISTS text text
SCRIPT nosuch
SCRIPT FLUSH
`), "\n")

var words = map[string]*rapid.Generator[string]{
	"key": key, "field": field, "text": text, "number": number, "ttl": ttl, "at": at, "expiry": expiry,
	"score":     rapid.SampledFrom([]string{"0", "1", "-1", "1.5", "100", "+inf", "-inf", "nan", "(1", "x"}),
	"condition": rapid.SampledFrom([]string{"NX", "XX", "GT", "LT", "xx", "no"}),
	"pattern":   rapid.SampledFrom([]string{"*", "lock:?", "lock:[ab]", "lock:[b-a]", "[^l]*", "h", "\\h", "lock:[a", "", "*:*", "l*[!a]"}),
}

var anyCommand = rapid.Custom(func(t *rapid.T) []string {
	shape := rapid.SampledFrom(shapes).Draw(t, "shape")
	if name, ok := strings.CutSuffix(shape, " script"); ok {
		return append([]string{name}, script.Draw(t, "script")...)
	}
	var args []string
	skip := false
	for i, w := range strings.Fields(shape) {
		if rest, ok := strings.CutPrefix(w, "["); ok {
			w, skip = rest, rapid.Bool().Draw(t, "skip")
		}
		w, closes := strings.CutSuffix(w, "]")
		if !skip {
			if g := words[w]; g != nil && i > 0 {
				w = g.Draw(t, w)
			}
			args = append(args, w)
		}
		if closes {
			skip = false
		}
	}
	return args
})
