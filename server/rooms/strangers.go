package rooms

import (
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"lockstep/server/pace"
)

// addresses is of how many it is remembered what they have done. Who has more of their own
// guesses from each a few times.
const addresses = 8192

// strangers bounds how often something may come from one address.
type strangers struct {
	rate pace.Rate

	mu      sync.Mutex
	buckets *lru.Cache[string, *pace.Bucket] // by place of package turns
}

func newStrangers(rate pace.Rate) *strangers {
	s := &strangers{rate: rate}
	s.buckets, _ = lru.New[string, *pace.Bucket](addresses) // it fails for a size below 1
	return s
}

// wait is how long somebody has to wait until they may.
func (s *strangers) wait(place string, now time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b, ok := s.buckets.Get(place); ok {
		return b.Wait(now, s.rate)
	}
	return 0
}

// count counts that somebody did.
func (s *strangers) count(place string, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, ok := s.buckets.Get(place)
	if !ok {
		b = new(pace.Bucket)
		s.buckets.Add(place, b)
	}
	b.Take(now, s.rate)
}
