package draw

import (
	"strconv"

	"lockstep/sim/trace"
)

// Briefly writes a span with its sign and two digits at most after the point.
func Briefly(d trace.Duration) string {
	sign := "+"
	if d < 0 {
		sign, d = "−", -d
	}
	if d < trace.Second {
		return sign + strconv.FormatInt(int64(d/trace.Millisecond), 10) + " ms"
	}
	return sign + trace.Decimal(int64(d/(10*trace.Millisecond)), 2) + " s"
}

// PerCent writes parts per million as so many per cent.
func PerCent(ppm int64) string { return trace.Decimal(ppm/100, 2) }
