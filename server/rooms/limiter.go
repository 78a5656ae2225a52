package rooms

import (
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"lockstep/server/pace"
)

// remembered is of how many it is remembered what they have done. Who has more addresses
// than that has a few guesses from each.
const remembered = 8192

// limiter bounds how often each of many may do something.
type limiter struct {
	rate pace.Rate

	mu      sync.Mutex
	buckets *lru.Cache[string, *pace.Bucket] // by who it is
}

func newLimiter(rate pace.Rate) *limiter {
	l := &limiter{rate: rate}
	l.buckets, _ = lru.New[string, *pace.Bucket](remembered) // it fails for a size below 1
	return l
}

// wait is how long somebody has to wait until they may.
func (l *limiter) wait(who string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b, ok := l.buckets.Get(who); ok {
		return b.Wait(now, l.rate)
	}
	return 0
}

// count counts that somebody did.
func (l *limiter) count(who string, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, ok := l.buckets.Get(who)
	if !ok {
		b = new(pace.Bucket)
		l.buckets.Add(who, b)
	}
	b.Take(now, l.rate)
}
