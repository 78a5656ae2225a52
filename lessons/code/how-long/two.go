// Package lease takes a lock with two numbers that have nothing to do with each
// other: how long it lasts, and how long to wait for it. Work under it ends in time.
package lease

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"

	release "lockstep/lessons/code/releasing-safely"
	lock "lockstep/lessons/code/the-first-lock"
)

// ErrBusy is why there is no lock now.
var ErrBusy = errors.New("somebody else has the lock; try again later")

// Lease is a lock that one has until an instant of one's own clock.
type Lease struct {
	Key, Token string
	Until      time.Time
}

// part two

// Acquire takes the lock for ttl. It waits for it for as long as wait.
func Acquire(
	ctx context.Context, rdb redis.Cmdable, key string,
	ttl, wait time.Duration,
) (Lease, error) {
	patience := time.After(wait)
	for {
		asked := time.Now() // before the key is set
		token, ok, err := lock.Acquire(ctx, rdb, key, ttl)
		if err != nil {
			return Lease{}, err
		}
		if ok {
			return Lease{key, token, asked.Add(ttl)}, nil
		}
		select {
		case <-ctx.Done():
			return Lease{}, ctx.Err()
		case <-patience:
			return Lease{}, ErrBusy
		case <-time.After(200*time.Millisecond +
			rand.N(100*time.Millisecond)):
		}
	}
}

// end

// part work

// Work does the work, and gives the lock back. All calls inside get
// its context, so they end before the lock does. Late says that the
// lock had ended: count these, for the TTL is too short.
func Work(
	ctx context.Context, rdb redis.Cmdable, l Lease,
	work func(context.Context) error,
) (late bool, err error) {
	within, cancel := context.WithDeadline(ctx, l.Until)
	defer cancel()
	err = work(within)

	ours, failed := release.Release(
		context.WithoutCancel(ctx), rdb, l.Key, l.Token)
	return failed == nil && !ours, err
}

// end
