package code_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	watchdog "lockstep/lessons/code/the-watchdog"
)

// A renewal gives new time to one's own key, touches no other's, and sets none.
func TestRenew(t *testing.T) {
	t.Parallel()
	rdb := alone(t)
	set(t, rdb, invoiceLock, "ours")
	if ours, err := watchdog.Renew(t.Context(), rdb, invoiceLock, "ours", time.Hour); !ours || err != nil {
		t.Errorf("our key: %v, %v", ours, err)
	}
	if left := rdb.PTTL(t.Context(), invoiceLock).Val(); left <= 0 || left > time.Hour {
		t.Errorf("renewed, the key has %v to live", left)
	}
	set(t, rdb, invoiceLock, "another's")
	if ours, err := watchdog.Renew(t.Context(), rdb, invoiceLock, "ours", time.Hour); ours || err != nil || rdb.PTTL(t.Context(), invoiceLock).Val() > 0 {
		t.Errorf("another's key: %v, %v, and it has %v to live", ours, err, rdb.PTTL(t.Context(), invoiceLock).Val())
	}
	must(t, rdb.Del(t.Context(), invoiceLock).Err())
	if ours, err := watchdog.Renew(t.Context(), rdb, invoiceLock, "ours", time.Hour); ours || err != nil || value(t, rdb, invoiceLock) != "" {
		t.Errorf("no key: %v, %v, and it holds %q", ours, err, value(t, rdb, invoiceLock))
	}
}

// Time in these is virtual: it goes on when all wait.
func TestKeep(t *testing.T) {
	t.Parallel()
	const ttl = 9 * time.Second
	yes := func(context.Context) (bool, error) { return true, nil }
	for name, c := range map[string]struct {
		bound int
		renew func(context.Context) (bool, error)
		lost  time.Duration // after which the work is told that the lock is lost
		turns int
	}{
		"renewed while it works": {100, yes, 0, 6},
		"another has the key":    {100, func(context.Context) (bool, error) { return false, nil }, 3 * time.Second, 1},
		"no answer comes":        {100, func(context.Context) (bool, error) { return false, errors.New("no answer") }, ttl, 3},
		"the bound is used up":   {2, yes, 6*time.Second + ttl, 2},
		"no renewal is allowed":  {0, yes, ttl, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start, turns := time.Now(), 0
				w := watchdog.Watchdog{TTL: ttl, Bound: c.bound, Renew: func(ctx context.Context) (bool, error) {
					turns++
					return c.renew(ctx)
				}}
				err := w.Keep(t.Context(), start.Add(ttl), func(ctx context.Context) error {
					select {
					case <-ctx.Done():
						return context.Cause(ctx)
					case <-time.After(20 * time.Second):
						return nil
					}
				})
				worked := time.Since(start)
				synctest.Wait()
				switch {
				case c.lost == 0 && err != nil, c.lost != 0 && !errors.Is(err, watchdog.ErrLost):
					t.Errorf("after %v: %v", worked, err)
				case c.lost != 0 && worked != c.lost:
					t.Errorf("the work is told after %v, want %v", worked, c.lost)
				}
				// At the very end of the lock a last turn may come or not.
				if turns != c.turns && !(name == "no answer comes" && turns == c.turns-1) {
					t.Errorf("%d renewals, want %d", turns, c.turns)
				}
				<-time.After(time.Minute)
				if after := turns; after > c.turns {
					t.Errorf("%d renewals after the work", after-c.turns)
				}
			})
		})
	}
}

func TestWatchdogInJavaScript(t *testing.T) {
	t.Parallel()
	runNode(t, "watchdog.test.mjs", addresses(t, 1)...)
}
