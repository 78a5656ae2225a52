package viewer

import (
	"math"
	"strings"

	"lockstep/sim/trace"
)

// ParseSpeed reads a factor such as 0.1 or 10, as the page offers it, into
// percent. What comes after two decimals is dropped.
func ParseSpeed(factor string) (percent int, ok bool) {
	whole, part, _ := strings.Cut(factor, ".")
	n, ok := trace.ParseWhole(whole+(part + "00")[:2], math.MaxUint16)
	return int(n), ok && n > 0
}

// FormatSpeed is the inverse of ParseSpeed.
func FormatSpeed(percent int) string { return trace.Decimal(int64(percent), 2) }
