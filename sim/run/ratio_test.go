package run_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/run"
)

func TestParseRatio(t *testing.T) {
	for text, want := range map[string]run.Ratio{
		"1": 1_000_000, "1.02": 1_020_000, "0.999999": 999_999, "2.000000000": 2_000_000, "0.0": 0, "007.5": 7_500_000, "1000000": 1e12,
	} {
		if got, err := run.ParseRatio(text); err != nil || got != want {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
	for text, want := range map[string]error{
		"": run.ErrNoRatio, ".": run.ErrNoRatio, ".5": run.ErrNoRatio, "1.": run.ErrNoRatio, "-1": run.ErrNoRatio, "1e3": run.ErrNoRatio, "1.0.2": run.ErrNoRatio,
		"1.0000001": run.ErrTooExact, "1000000.000001": run.ErrTooBig, "99999999999999999999": run.ErrTooBig,
	} {
		if got, err := run.ParseRatio(text); !errors.Is(err, want) {
			t.Errorf("%q is %d, %v; want the error %v", text, got, err, want)
		}
	}
}

// What String writes, ParseRatio reads: exactly.
func TestRatioRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := run.Ratio(rapid.Int64Range(0, 1e12).Draw(t, "ratio"))
		if got, err := run.ParseRatio(r.String()); err != nil || got != r {
			t.Fatalf("%d is written %q and read as %d, %v", int64(r), r, int64(got), err)
		}
	})
}
