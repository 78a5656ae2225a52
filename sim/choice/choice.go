// Package choice is the one door through which chance enters a run: a question
// with a key. The key names who is asked and on which occasion, such as "latency
// A/1/set>n2", so an answer depends on nothing else that happens in the run:
// crash node 5, and A's next message to node 2 still takes as long as before.
// Only then is a comparison of two runs honest.
package choice

import "math/bits"

// Chooser answers questions of chance.
type Chooser interface {
	// Choose returns a number from 0 up to and not including n; any 64-bit
	// number when n is 0. Asked the same key and n again it answers the same.
	Choose(key string, n uint64) uint64
}

// Seeded answers by a hash of seed and key.
type Seeded uint64

// Choose implements Chooser.
func (s Seeded) Choose(key string, n uint64) uint64 {
	// FNV-1a takes the key in; splitmix64's finalizer spreads it, since FNV
	// alone leaves keys that differ in the last letter close together.
	const prime = 1099511628211
	h := uint64(14695981039346656037) ^ mix(uint64(s))
	for i := range len(key) {
		h = (h ^ uint64(key[i])) * prime
	}
	h = mix(h)
	if n == 0 {
		return h
	}
	// The high half of h*n: a bias of at most n in 2^64, and no loop.
	hi, _ := bits.Mul64(h, n)
	return hi
}

func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Overridden answers the keys in Picks as given and leaves the others to Else.
// A pick that is out of range for its question counts as the largest answer.
type Overridden struct {
	Picks map[string]uint64
	Else  Chooser
}

// Choose implements Chooser.
func (o Overridden) Choose(key string, n uint64) uint64 {
	pick, ok := o.Picks[key]
	if !ok {
		return o.Else.Choose(key, n)
	}
	if n > 0 && pick >= n {
		return n - 1
	}
	return pick
}
