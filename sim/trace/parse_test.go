package trace_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
)

// What String writes of a step either way, ParseSignedDuration reads: exactly.
func TestSignedDurationRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := trace.Duration(rapid.Int64Range(-int64(trace.MaxSpan), int64(trace.MaxSpan)).Draw(t, "d"))
		if got, err := trace.ParseSignedDuration(d.String()); err != nil || got != d {
			t.Fatalf("%d us is written %q and read as %d, %v", int64(d), d, int64(got), err)
		}
	})
}

func TestParseSignedDurationRefuses(t *testing.T) {
	for text, want := range map[string]error{
		"-": trace.ErrNoDuration, "--1s": trace.ErrNoDuration, "+1s": trace.ErrNoDuration, "-1": trace.ErrNoUnit, "1s-": trace.ErrNoDuration,
	} {
		if got, err := trace.ParseSignedDuration(text); !errors.Is(err, want) {
			t.Errorf("%q is %d us, %v; want the error %v", text, int64(got), err, want)
		}
	}
}

// A hundred years is the longest, to the microsecond: a fraction of the last hour
// is too much.
func TestParseDurationEnds(t *testing.T) {
	for text, want := range map[string]error{
		"876000h": nil, "3153600000s": nil, "875999.9h": nil,
		"876000.9h": trace.ErrTooLong, "3153600000.000001s": trace.ErrTooLong, "876001h": trace.ErrTooLong, "99999999999999999999h": trace.ErrTooLong,
	} {
		if got, err := trace.ParseDuration(text); !errors.Is(err, want) || got > trace.MaxSpan {
			t.Errorf("%q is %d us, %v; want the error %v", text, int64(got), err, want)
		}
	}
}
