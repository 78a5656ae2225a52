package script

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// power is as good as math.Pow, to some digits fewer than it has.
func TestPower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := rapid.Float64().Draw(t, "x"), rapid.Float64Range(-20, 20).Draw(t, "y")
		got, want := power(x, y), math.Pow(x, y)
		switch {
		case math.IsNaN(want) || math.IsInf(want, 0) || math.Abs(want) < 1e-300 || math.Abs(want) > 1e300:
			if math.IsNaN(want) != math.IsNaN(got) {
				t.Fatalf("%g^%g is %g, math.Pow says %g", x, y, got, want)
			}
		case math.Abs(got-want) > 1e-13*math.Abs(want):
			t.Fatalf("%g^%g is %.17g, math.Pow says %.17g", x, y, got, want)
		}
	})
}

// Pinned to the last bit: on every platform a fraction of a power is made alike.
func TestPowerIsPortable(t *testing.T) {
	for _, row := range []struct {
		x, y float64
		want uint64
	}{
		{2, 0.3, 0x3ff3b2c47bff8321}, {0.713, 0.037, 0x3fef9a1b58de7c2a},
		{10, -2.7, 0x3f60585e4c78b07e}, {1e100, 1.1, 0x56c54a3047c69572},
	} {
		if got := math.Float64bits(power(row.x, row.y)); got != row.want {
			t.Errorf("%g^%g has the bits %#x, want %#x", row.x, row.y, got, row.want)
		}
	}
}
