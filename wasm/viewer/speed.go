package viewer

import (
	"strconv"
	"strings"

	"lockstep/sim/trace"
)

// ParseSpeed reads a factor such as 0.1 or 10, as the page offers it, into
// percent. What comes after two decimals is dropped.
func ParseSpeed(factor string) (percent int, ok bool) {
	whole, part, _ := strings.Cut(factor, ".")
	n, err := strconv.ParseUint(whole+(part + "00")[:2], 10, 16)
	return int(n), err == nil && n > 0
}

// FormatSpeed is the inverse of ParseSpeed.
func FormatSpeed(percent int) string { return trace.Decimal(int64(percent), 2) }
