package lock

import (
	"strconv"

	"lockstep/sim/trace"
)

// Lease is what a client believes it holds.
type Lease struct {
	Key   string
	Token string
	Until trace.Local // by the client's own clock
}

func (l Lease) event(k trace.Kind) trace.Event {
	return trace.Event{Kind: k, Key: l.Key, Token: l.Token, Until: l.Until}
}

func (l Lease) lost(why string) trace.Event {
	e := l.event(trace.Lost)
	e.Why = why
	return e
}

// millis writes d as Redis takes it: in whole milliseconds, rounded up, since a
// key that dies before its owner expects it to is the worse mistake.
func millis(d trace.Duration) string {
	return strconv.FormatInt(int64((d+trace.Millisecond-1)/trace.Millisecond), 10)
}

// scale returns ppm millionths of d, rounded down, without overflow for any
// time to live that Redis accepts.
func scale(d trace.Duration, ppm int64) trace.Duration {
	const million = 1_000_000
	return trace.Duration(int64(d)/million*ppm + int64(d)%million*ppm/million)
}

// appendDistinct appends n unless it is there: a node listed twice has one vote.
func appendDistinct(list []trace.NodeID, n trace.NodeID) []trace.NodeID {
	for _, have := range list {
		if have == n {
			return list
		}
	}
	return append(list, n)
}
