// Package pace bounds how often something may happen: a token bucket that knows no clock
// and holds one instant, so that one for each connection or address costs nothing.
package pace

import "time"

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
