// Package pace bounds how often something may happen: a token bucket that holds one instant,
// so that one for each connection or address costs nothing. It knows no clock, but for
// [Bucket.Pause], which waits.
package pace

import (
	"context"
	"time"
)

// Rate is how often something may happen: Burst times at once, and once in Each in the long
// run.
type Rate struct {
	Each  time.Duration
	Burst int
}

// Bucket counts what happens against a rate, always the same. The zero Bucket is full.
type Bucket struct {
	full time.Time // when it will have refilled
}

// Take takes a token and returns how long to wait until it is there.
func (b *Bucket) Take(now time.Time, rate Rate) time.Duration {
	wait := b.Wait(now, rate)
	if b.full.Before(now) {
		b.full = now
	}
	b.full = b.full.Add(rate.Each)
	return wait
}

// Wait is how long it takes until a token is there, and takes none.
func (b *Bucket) Wait(now time.Time, rate Rate) time.Duration {
	next := b.full.Add(rate.Each)
	if b.full.Before(now) {
		next = now.Add(rate.Each)
	}
	return max(0, next.Sub(now)-time.Duration(rate.Burst)*rate.Each)
}

// Pause takes a token and waits until it is there, or ctx ends. A page that sends more than it
// may is so read more slowly: what it sends then waits in its own buffers.
func (b *Bucket) Pause(ctx context.Context, rate Rate) {
	wait := b.Take(time.Now(), rate)
	if wait == 0 {
		return
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
