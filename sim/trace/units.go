package trace

import "strconv"

// Time is a point of true time: virtual microseconds since the run began. No
// process can read it; only the trace and the picture know it.
type Time int64

// Local is one reading of one machine's clock, in microseconds since that
// clock's own zero. Readings of different machines must not be compared, which
// is why Local and [Time] do not mix.
type Local int64

// Duration is a span of microseconds. Whether a true or a machine's clock
// measured it, the field that holds it says.
type Duration int64

// Spans for writing durations down.
const (
	Microsecond Duration = 1
	Millisecond          = 1000 * Microsecond
	Second               = 1000 * Millisecond
	Minute               = 60 * Second
)

// Add returns the instant d after t.
func (t Time) Add(d Duration) Time { return t + Time(d) }

// Sub returns the span from u to t.
func (t Time) Sub(u Time) Duration { return Duration(t - u) }

// Add returns the reading the same clock shows d later.
func (l Local) Add(d Duration) Local { return l + Local(d) }

// Sub returns the span from m to l, both read from the same clock.
func (l Local) Sub(m Local) Duration { return Duration(l - m) }

// String writes d exactly and briefly: 400ms, 1.25s, 12us.
func (d Duration) String() string { return string(d.Append(nil)) }

// Append appends what String returns.
func (d Duration) Append(b []byte) []byte {
	switch {
	case d == 0:
		return append(b, "0s"...)
	case d%Millisecond != 0 && -Millisecond < d && d < Millisecond:
		return append(strconv.AppendInt(b, int64(d), 10), "us"...)
	case -Second < d && d < Second:
		return append(appendDecimal(b, int64(d), 3), "ms"...)
	}
	return append(appendDecimal(b, int64(d), 6), 's')
}

// Decimal writes n divided by ten to the power places, without trailing zeros:
// a ratio of 1020000 parts per million is Decimal(1020000, 6), which is 1.02.
func Decimal(n int64, places int) string { return string(appendDecimal(nil, n, places)) }

// appendDecimal appends n divided by ten to the power places, without trailing
// zeros: a float would round.
func appendDecimal(b []byte, n int64, places int) []byte {
	u := uint64(n)
	if n < 0 {
		b = append(b, '-')
		u = -u
	}
	unit := uint64(1)
	for range places {
		unit *= 10
	}
	b = strconv.AppendUint(b, u/unit, 10)
	rest := u % unit
	if rest == 0 {
		return b
	}
	b = append(b, '.')
	for ; rest > 0; rest %= unit {
		unit /= 10
		b = append(b, byte('0'+rest/unit))
	}
	return b
}

// Forever is until when a client believes that takes its lock to have no end.
const Forever = Local(never)

// A NodeID names a Redis node, a ClientID a process that wants the lock. They
// are distinct types so that one cannot stand where the other belongs.
type (
	NodeID   string
	ClientID string
)

// NoExpiry and Gone are the two values of [Key.PTTL] that are no span of time,
// after the answers of Redis's own PTTL command.
const (
	NoExpiry Duration = -1
	Gone     Duration = -2
)

// A Key is what a node holds under one name at one instant.
type Key struct {
	Name  string
	Value string // the value, or as redis-cli would print it where that is not plain text

	// PTTL is how long by the node's own clock, in microseconds, until the key
	// runs out: exactly, where Redis's PTTL answers whole milliseconds. NoExpiry
	// for a key that stays, Gone for one that is not there.
	PTTL Duration
}
