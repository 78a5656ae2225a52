package trace_test

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
)

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]trace.Duration{
		"0": 0, "0s": 0, "10s": 10 * trace.Second, "400ms": 400 * trace.Millisecond, "1.25ms": 1250,
		"250us": 250, "250µs": 250, "2m": 2 * trace.Minute, "1h": 60 * trace.Minute, "0.000001s": 1, "1.50s": 1_500_000,
	} {
		if got, err := trace.ParseDuration(text); err != nil || got != want {
			t.Errorf("%q is %d us, %v; want %d", text, got, err, want)
		}
	}
	for text, want := range map[string]error{
		"": trace.ErrNoDuration, "ms": trace.ErrNoDuration, "10": trace.ErrNoUnit, "1.5": trace.ErrNoUnit, "-1s": trace.ErrNoDuration,
		"1.s": trace.ErrNoDuration, ".5s": trace.ErrNoDuration, "1 s": trace.ErrNoDuration, "1d": trace.ErrNoDuration, "1e3s": trace.ErrNoDuration,
		"1.5us": trace.ErrTooFine, "0.0000001s": trace.ErrTooFine, "1.00000001s": trace.ErrTooFine, "99999999999h": trace.ErrTooLong, "9999999999999999999999s": trace.ErrTooLong,
	} {
		if got, err := trace.ParseDuration(text); !errors.Is(err, want) {
			t.Errorf("%q is %d us, %v; want the error %v", text, got, err, want)
		}
	}
}

// What String writes, ParseDuration reads: exactly.
func TestDurationRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := trace.Duration(rapid.Int64Range(0, int64(trace.MaxSpan)).Draw(t, "d"))
		if got, err := trace.ParseDuration(d.String()); err != nil || got != d {
			t.Fatalf("%d us is written %q and read as %d, %v", d, d, got, err)
		}
	})
}

// A clock is a function of true time that never runs back while nobody sets it,
// and When is its inverse.
func TestClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c trace.Clock
		now := trace.Time(0)
		for range rapid.IntRange(0, 4).Draw(t, "settings") {
			now += trace.Time(rapid.Int64Range(0, int64(trace.Minute)).Draw(t, "later"))
			if rapid.Bool().Draw(t, "step") {
				d := trace.Duration(rapid.Int64Range(-int64(trace.Minute), int64(trace.Minute)).Draw(t, "by"))
				before := c.At(now)
				if c = c.Step(now, d); c.At(now) != before.Add(d) {
					t.Fatalf("a step of %v took the clock from %d to %d", d, before, c.At(now))
				}
			} else {
				before := c.At(now)
				if c = c.WithRate(now, rapid.Int64Range(1, 3*trace.Million).Draw(t, "rate")); c.At(now) != before {
					t.Fatalf("a new rate moved the clock from %d to %d", before, c.At(now))
				}
			}
		}
		later := now + trace.Time(rapid.Int64Range(0, int64(trace.Minute)).Draw(t, "span"))
		if c.At(later) < c.At(now) {
			t.Fatalf("the clock ran back from %d to %d", c.At(now), c.At(later))
		}
		shown := c.At(later)
		when := c.When(shown)
		if when > later || c.At(when) < shown || (when > now && c.At(when-1) >= shown) {
			t.Fatalf("it shows %d first at %d (%d there), and was read at %d", shown, when, c.At(when), later)
		}
	})
	var c trace.Clock
	if c.At(1234) != 1234 || c.Rate() != trace.Million {
		t.Error("the zero clock does not show true time")
	}
	// What no run comes to lies in the future all the same.
	for _, c := range []trace.Clock{c, c.Step(0, -trace.Minute), c.WithRate(0, 1), c.WithRate(5, trace.Million/2)} {
		if when := c.When(math.MaxInt64); when < 1<<50 {
			t.Errorf("%+v shows the last of all readings at %d", c, when)
		}
	}
}
