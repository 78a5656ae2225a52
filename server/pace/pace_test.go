package pace

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// So many at once, then one after another; what was not used comes back, and no more.
func TestBucket(t *testing.T) {
	var b Bucket
	rate := Rate{Each: 2 * time.Second, Burst: 3}
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	take := func(after, want time.Duration) {
		t.Helper()
		now = now.Add(after)
		if peeked := b.Wait(now, rate); peeked != want {
			t.Errorf("it would be %v to wait, want %v", peeked, want)
		}
		if got := b.Take(now, rate); got != want {
			t.Errorf("waits %v, want %v", got, want)
		}
	}
	for range 3 {
		take(0, 0)
	}
	take(0, 2*time.Second)
	take(time.Second, 3*time.Second)
	take(5*time.Second, 0)
	take(time.Hour, 0)
	take(0, 0)
	take(0, 0)
	take(0, 2*time.Second)
}

// Who takes more than there are waits for the next, and no longer than it is wanted.
func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b Bucket
		rate := Rate{Each: 2 * time.Second, Burst: 2}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		began := time.Now()
		for n, want := range []time.Duration{0, 0, 2 * time.Second, 4 * time.Second, 5 * time.Second, 5 * time.Second} {
			b.Pause(ctx, rate)
			if got := time.Since(began); got != want {
				t.Errorf("token %d comes after %v, want %v", n+1, got, want)
			}
		}
	})
}
