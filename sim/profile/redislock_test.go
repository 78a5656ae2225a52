package profile_test

import (
	"context"
	"testing"
	"time"

	"github.com/bsm/redislock"
	goredis "github.com/redis/go-redis/v9"

	"lockstep/sim/trace"
)

// redislockLibrary is redislock over go-redis. It does not tell its caller until when
// the lock is held: who wants to know asks the node.
var redislockLibrary = &library{
	profile: "redislock",
	warm: func(c *goredis.Client) error {
		ctx := context.Background()
		l, err := redislock.Obtain(ctx, c, "warm", time.Second, nil)
		if err != nil {
			return err
		}
		if err := l.Refresh(ctx, time.Second, nil); err != nil {
			return err
		}
		if _, err := l.TTL(ctx); err != nil {
			return err
		}
		return l.Release(ctx)
	},
	use: func(p *program) {
		ttl := std(p.lock.TTL) // there is no time to live by default
		ctx, cancel := p.waits()
		defer cancel()
		l, err := redislock.New(p.clients[0]).Obtain(ctx, "lock", ttl, p.retries())
		if err != nil {
			p.gaveUp()
			return
		}
		p.holds(time.Time{})
		p.tellLeft(l.TTL(context.Background()))
		p.inside(func(ctx context.Context) (time.Time, bool) {
			return time.Time{}, l.Refresh(ctx, ttl, nil) == nil
		})
		ctx, cancel = p.soon()
		defer cancel()
		l.Release(ctx)
	},
}

// retries is the strategy of a caller who tries more than once; by default redislock
// does not.
func (p *program) retries() *redislock.Options {
	if p.tries == 0 {
		return nil
	}
	s := redislock.LimitRetry(redislock.LinearBackoff(std(p.every)), p.tries-1)
	return &redislock.Options{RetryStrategy: telling{s, p}}
}

// telling tells of each attempt that has failed.
type telling struct {
	redislock.RetryStrategy
	p *program
}

func (t telling) NextBackoff() time.Duration {
	d := t.RetryStrategy.NextBackoff()
	if d > 0 {
		t.p.failed()
	}
	return d
}

// tellLeft writes down what the node says of the time left, counted from its clock,
// which shows whole milliseconds.
func (p *program) tellLeft(left time.Duration, err error) {
	now := std(trace.Duration(p.now())).Truncate(time.Millisecond)
	text := "A is told that its key is gone"
	if err == nil && left > 0 {
		text = "A is told that its key is there until " + trace.Duration((now+left)/time.Microsecond).String()
	}
	p.writef(p.now(), "%s", text)
}

// TestRedislock plays redislock with its own options, and a time to live of 10 s.
func TestRedislock(t *testing.T) { meet(t, redislockLibrary, 1, redislockTable) }

var redislockTable = []row{
	{name: "free", reads: []string{"n1: set or keep lock=token1 for 10s: yes, lock=token1 until 10.014s", "A is told that its key is there until 10.014s"}},
	{name: "another's: one attempt", prepare: func(s *situation) { s.taken("n1") },
		reads: []string{"n1: set or keep lock=token1 for 10s: no, lock=somebody", "15.022ms  A gives up"}},
	{name: "the key is no string", prepare: func(s *situation) { s.do(0, one, "RPUSH", "lock", "x") },
		reads: []string{"error, lock=(a list)", "15.022ms  A gives up"}},

	// Trying again, as a caller may want.
	{name: "another's, three retries", prepare: func(s *situation) { s.taken("n1"); s.tries, s.every = 4, 100*ms },
		reads: []string{"attempt 3 failed", "A gives up"}},
	{name: "another's, released while it retries", prepare: func(s *situation) { s.taken("n1"); s.do(250*ms, one, "DEL", "lock"); s.tries, s.every = 4, 100*ms },
		reads: []string{"attempt 3 failed", "A holds"}},
	{name: "another's, runs out while it retries", prepare: func(s *situation) { s.do(0, one, "SET", "lock", "B", "PX", "200"); s.tries, s.every = 4, 100*ms },
		reads: []string{"attempt 2 failed", "A holds"}},
	{name: "the time to live is the limit of waiting, too",
		prepare: func(s *situation) { s.taken("n1"); s.ttl, s.tries, s.every = second, 500, 100*ms },
		reads:   []string{"attempt 10 failed", "1.01s  A gives up"}},
	{name: "but not for a caller with a deadline",
		prepare: func(s *situation) {
			s.taken("n1")
			s.ttl, s.patience, s.tries, s.every = second, 2*second+us, 500, 100*ms
		},
		reads: []string{"attempt 19 failed", "2.010001s  A gives up"}},
	{name: "cancelled between attempts",
		prepare: func(s *situation) {
			s.taken("n1")
			s.cancels, s.patience, s.tries, s.every = true, 250*ms+us, 500, 100*ms
		},
		reads: []string{"attempt 3 failed", "260.001ms  A gives up"}},
	{name: "an error ends it, however many retries there may be",
		prepare: func(s *situation) { s.full("n1"); s.tries, s.every = 4, 100*ms },
		reads:   []string{"error, no lock", "15.022ms  A gives up"}},

	// Nodes and messages. Nothing is cleaned up.
	{name: "the machine is down", prepare: func(s *situation) { s.dead("n1") }, reads: []string{"5.01s  A gives up"}},
	{name: "it accepts and never answers", prepare: func(s *situation) { s.muted("n1") }, reads: []string{"5.01s  A gives up"}},
	{name: "it refuses connections", prepare: func(s *situation) { s.stopped("n1") },
		reads:   []string{"A gives up"},
		because: "go-redis dials five times, 100 ms apart; in a world nobody refuses a connection, so the 5 s for a node pass"},
	{name: "it answers with an error", prepare: func(s *situation) { s.full("n1") }, reads: []string{"error, no lock", "15.022ms  A gives up"}},
	{name: "it answers late, yet in time", prepare: func(s *situation) { s.but(takes(4900*ms), one, "set<") },
		reads: []string{"A is told that its key is there until 10.014s"}},
	{name: "it answers after all the time to live", prepare: func(s *situation) { s.ttl, s.patience = 2*second, 9*second+us; s.but(takes(4900*ms), one, "set<") },
		reads: []string{"A holds", "A is told that its key is gone"}},
	{name: "it answers too late", prepare: func(s *situation) { s.but(takes(5100*ms), one, "set<") },
		reads: []string{"5.01s  A gives up", "9.000001s  n1 has lock=token1 until 10.014s"}},
	{name: "the answer is lost, and the key stays", prepare: func(s *situation) { s.but(lost, one, "set<") },
		reads: []string{"5.01s  A gives up", "9.000001s  n1 has lock=token1 until 10.014s"}},
	{name: "the answer is lost, and no retry is made of it", prepare: func(s *situation) { s.but(lost, one, "set<"); s.tries, s.every = 4, 100*ms },
		reads: []string{"5.01s  A gives up", "9.000001s  n1 has lock=token1 until 10.014s"}},
	{name: "the time to live is the limit of asking, too", prepare: func(s *situation) { s.ttl = second; s.silent("n1") },
		reads: []string{"1.01s  A gives up"}},
	{name: "a deadline while asking", prepare: func(s *situation) { s.but(takes(second), one, "set<"); s.patience = 500*ms + us },
		reads: []string{"510.001ms  A gives up", "n1 has lock=token1"}},
	{name: "cancelled while asking",
		prepare: func(s *situation) { s.but(takes(second), one, "set<"); s.cancels, s.patience = true, 500*ms+us },
		reads:   []string{"A holds"},
		because: "go-redis reads on when its context is cancelled, and redislock does not look at that when it has the lock"},

	// Refresh.
	{name: "refreshed while held", prepare: extends(nil), reads: []string{"n1: extend lock=token1 for 10s: yes, lock=token1 until 13.019s", "A holds on"}},
	{name: "refreshed when it has run out", prepare: extends(func(s *situation) { s.do(2*second, one, "PEXPIRE", "lock", "500") }),
		reads: []string{"n1: extend lock=token1 for 10s: no, no lock", "A gets no more time"}},
	{name: "refreshed when another has it", prepare: extends(func(s *situation) { s.do(2*second, one, "SET", "lock", "B") }),
		reads: []string{"n1: extend lock=token1 for 10s: no, lock=B", "A gets no more time", "n1: del lock=token1: no, lock=B"}},
	{name: "refreshed, and the node is silent", prepare: func(s *situation) { s.extends, s.work = 3*second, 9*second; s.but(lost, one, "extend>") },
		reads: []string{"A gets no more time", "n1: del lock=token1: yes"}},
	{name: "refreshed, and the answer is lost", prepare: func(s *situation) { s.extends, s.work = 3*second, 9*second; s.but(lost, one, "extend<") },
		reads: []string{"n1: extend lock=token1 for 10s: yes, lock=token1 until 13.019s", "A gets no more time"}},

	// Release.
	{name: "released when it has run out", prepare: func(s *situation) { s.work = 11 * second }, reads: []string{"n1: del lock=token1: no, no lock"}},
	{name: "released when another has it", prepare: func(s *situation) { s.work = 11 * second; s.do(10500*ms, one, "SET", "lock", "B") },
		reads: []string{"n1: del lock=token1: no, lock=B", "20.000001s  n1 has lock=B"}},
	{name: "released, and the node does not hear of it", prepare: func(s *situation) { s.but(lost, one, "del>") },
		reads: []string{"9.000001s  n1 has lock=token1"}},
	{name: "obtained from a node that does not know the script", prepare: func(s *situation) { s.strange = true },
		reads:   []string{"A holds"},
		because: "a script is first called by its hash: whoever does not know it is asked twice"},

	// With go-redis as it comes.
	{name: "as it comes: free", prepare: as(nil), reads: []string{"A is told that its key is there until 10.014s"}},
	{name: "as it comes: another's", prepare: as(func(s *situation) { s.taken("n1") }), reads: []string{"15.022ms  A gives up"}},
	{name: "as it comes: the first answer is lost",
		prepare: as(func(s *situation) { s.once(lost, one, "set<") }),
		reads:   []string{"5.01301s  n1: set or keep lock=token1 for 10s: yes, lock=token1 until 15.014s", "A holds"},
		because: "go-redis sends the command again after 5 s, and a node that holds the token says yes once more"},
	{name: "as it comes: the connection breaks before the answer",
		prepare: as(func(s *situation) { s.once(fate{takes: 2 * ms, cut: true}, one, "set<") }),
		reads:   []string{"18.024ms  n1: set or keep lock=token1 for 10s: yes", "A holds"},
		because: "go-redis sends the command again at once; a world knows lost answers alone, and redislock itself would raise the error"},
}
