package run

import (
	"errors"
	"strings"

	"lockstep/sim/trace"
)

// Ratio is a ratio in parts per million: 1_020_000 for 1.02.
type Ratio int64

// Errors of ParseRatio.
var (
	ErrNoRatio  = errors.New("it is no ratio: write 1.02, 0.98 or 2")
	ErrTooExact = errors.New("it is finer than a millionth")
	ErrTooBig   = errors.New("it is bigger than a million")
)

// ParseRatio reads a decimal number, exactly: 1.02, 0.98, 2. It takes no sign.
func ParseRatio(s string) (Ratio, error) {
	whole, fraction, dot := strings.Cut(s, ".")
	if whole == "" || dot && fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return 0, ErrNoRatio
	}
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > 6 {
		return 0, ErrTooExact
	}
	n, ok := trace.ParseWhole(whole+fraction+"000000"[len(fraction):], trace.Million*trace.Million)
	if !ok {
		return 0, ErrTooBig
	}
	return Ratio(n), nil
}

// String writes r exactly and briefly: 1.02, 0.98, 2.
func (r Ratio) String() string { return trace.Decimal(int64(r), 6) }
