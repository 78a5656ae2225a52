package redis

import (
	"testing"

	"lockstep/sim/trace"
)

// The scripts of Redisson's RLock, as it sends them. KEYS are the lock and its
// channel; a hash counts how often each holder is inside.
const (
	redissonLock = `if ((redis.call('exists', KEYS[1]) == 0) or (redis.call('hexists', KEYS[1], ARGV[2]) == 1)) then ` +
		`redis.call('hincrby', KEYS[1], ARGV[2], 1); ` +
		`redis.call('pexpire', KEYS[1], ARGV[1]); ` +
		`return nil; ` +
		`end; ` +
		`return redis.call('pttl', KEYS[1]);`
	redissonUnlock = `if (redis.call('hexists', KEYS[1], ARGV[3]) == 0) then ` +
		`return nil;` +
		`end; ` +
		`local counter = redis.call('hincrby', KEYS[1], ARGV[3], -1); ` +
		`if (counter > 0) then ` +
		`redis.call('pexpire', KEYS[1], ARGV[2]); ` +
		`return 0; ` +
		`else ` +
		`redis.call('del', KEYS[1]); ` +
		`redis.call(ARGV[4], KEYS[2], ARGV[1]); ` +
		`return 1; ` +
		`end; ` +
		`return nil;`
	redissonRenew = `if (redis.call('hexists', KEYS[1], ARGV[2]) == 1) then ` +
		`redis.call('pexpire', KEYS[1], ARGV[1]); ` +
		`return 1; ` +
		`end; ` +
		`return 0;`
)

// TestRedisson is a re-entrant lock of 30 s on a primary, and what its replica has
// of it at every step.
func TestRedisson(t *testing.T) {
	const lock, channel = "lock:invoice:42", "redisson_lock__channel:{lock:invoice:42}"
	const a, b = "8d1f0c2a:1", "77b0e5d3:1" // client and thread
	acquire := func(who string) []string { return []string{"EVAL", redissonLock, "1", lock, "30000", who} }
	renew := func(who string) []string { return []string{"EVAL", redissonRenew, "1", lock, "30000", who} }
	release := func(who string) []string {
		return []string{"EVAL", redissonUnlock, "2", lock, channel, "0", "30000", who, "PUBLISH"}
	}
	primary, replica := pair(t)
	for _, c := range []struct {
		name  string
		at    trace.Local
		args  []string
		reply string
		held  string // by whom, how often
		pttl  string
	}{
		{"A takes it", 0, acquire(a), "(nil)", `["8d1f0c2a:1", "1"]`, "(integer) 30000"},
		{"B is told how long it may take", 1_000_000, acquire(b), "(integer) 29000", `["8d1f0c2a:1", "1"]`, "(integer) 29000"},
		{"A takes it again", 2_000_000, acquire(a), "(nil)", `["8d1f0c2a:1", "2"]`, "(integer) 30000"},
		{"A's watchdog", 10_000_000, renew(a), "(integer) 1", `["8d1f0c2a:1", "2"]`, "(integer) 30000"},
		{"B's, which is late", 10_000_000, renew(b), "(integer) 0", `["8d1f0c2a:1", "2"]`, "(integer) 30000"},
		{"B may not release it", 11_000_000, release(b), "(nil)", `["8d1f0c2a:1", "2"]`, "(integer) 29000"},
		{"A goes out once", 12_000_000, release(a), "(integer) 0", `["8d1f0c2a:1", "1"]`, "(integer) 30000"},
		{"A goes out", 13_000_000, release(a), "(integer) 1", "[]", "(integer) -2"},
		{"B takes it", 14_000_000, acquire(b), "(nil)", `["77b0e5d3:1", "1"]`, "(integer) 30000"},
		{"B's lease ends, A takes it", 44_001_000, acquire(a), "(nil)", `["8d1f0c2a:1", "1"]`, "(integer) 30000"},
	} {
		got := primary.Exec(c.at, c.args)
		if got.Reply.String() != c.reply {
			t.Errorf("%s: %s, want %s", c.name, got.Reply, c.reply)
		}
		replica.Apply(c.at, got.Effects)
		for _, n := range []*Node{primary, replica} {
			expect(t, n, c.at, "HGETALL "+lock, c.held)
			expect(t, n, c.at, "PTTL "+lock, c.pttl)
		}
	}
}
