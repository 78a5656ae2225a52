package trace

import "math/bits"

// Million is the rate of a clock that runs true, in parts per million.
const Million = 1_000_000

// Clock is one machine's clock: where it stood at one instant and how fast it
// has run since. The zero Clock has shown true time from the start.
type Clock struct {
	since Time
	shown Local
	skew  int64 // rate less one million, so that the zero Clock runs true
}

// At returns what the clock shows at the true instant t. The part of a
// microsecond is dropped, as a clock of that resolution does.
func (c Clock) At(t Time) Local {
	span := int64(t - c.since)
	// Split, so that ten minutes times a million cannot overflow.
	return c.shown + Local(span+span/Million*c.skew+floorDiv(span%Million*c.skew, Million))
}

// never is what When answers for readings that lie further off than any run lasts
// and that sums of times can bear: some 285 years.
const never = Time(1) << 53

// When returns the first true instant, not before the clock was last set, at
// which it shows at least l.
func (c Clock) When(l Local) Time {
	if l <= c.shown {
		return c.since
	}
	// A key may be given a deadline at the end of all numbers.
	rate := uint64(Million + c.skew)
	high, low := bits.Mul64(uint64(l)-uint64(c.shown), Million)
	if high >= rate {
		return never
	}
	span, _ := bits.Div64(high, low, rate)
	if span >= uint64(never-c.since) {
		return never
	}
	t := c.since + Time(span)
	for c.At(t) < l {
		t++
	}
	return t
}

// Rate returns how many microseconds the clock shows for a million true ones.
func (c Clock) Rate() int64 { return Million + c.skew }

// Step returns the clock moved by d at the true instant t.
func (c Clock) Step(t Time, d Duration) Clock {
	return Clock{since: t, shown: c.At(t).Add(d), skew: c.skew}
}

// WithRate returns the clock running at rate from the true instant t on. The
// rate must be positive.
func (c Clock) WithRate(t Time, rate int64) Clock {
	if rate <= 0 {
		panic("trace: a clock's rate must be positive")
	}
	return Clock{since: t, shown: c.At(t), skew: rate - Million}
}

// Clocks are one machine's two clocks. Both start at zero.
type Clocks struct {
	Wall   Clock // may be set: it jumps. Redis keeps its deadlines by it
	Steady Clock // the monotonic one: it has a rate, and never steps
}

// Set makes the wall clock differ from true time by offset at the true instant t,
// and both run at rate from then on.
func (c *Clocks) Set(t Time, offset Duration, rate int64) {
	c.Wall = c.Wall.Step(t, Local(t).Add(offset).Sub(c.Wall.At(t))).WithRate(t, rate)
	c.Steady = c.Steady.WithRate(t, rate)
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}
