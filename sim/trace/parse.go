package trace

import (
	"errors"
	"strings"
)

// MaxSpan is the longest span that ParseDuration reads: a hundred years.
const MaxSpan = 100 * 365 * 24 * 60 * Minute

// Errors of ParseDuration.
var (
	ErrNoUnit     = errors.New("it has no unit: write 10s, 400ms, 1.5s or 250us")
	ErrNoDuration = errors.New("it is no span of time: write 10s, 400ms, 1.5s or 250us")
	ErrTooFine    = errors.New("it is finer than a microsecond, the smallest step of virtual time")
	ErrTooLong    = errors.New("it is longer than a hundred years")
)

var units = []struct {
	suffix string
	unit   Duration
}{
	{"us", Microsecond}, {"µs", Microsecond}, {"ms", Millisecond}, {"s", Second}, {"m", Minute}, {"h", 60 * Minute},
}

// ParseDuration reads a decimal number with a unit, exactly: 10s, 1.25ms, 250us,
// 2m, 1h; and a bare 0. It takes no sign.
func ParseDuration(s string) (Duration, error) {
	if s == "0" {
		return 0, nil
	}
	number := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyzµ")
	if number == s && strings.Trim(s, "0123456789.") == "" && s != "" {
		return 0, ErrNoUnit
	}
	for _, u := range units {
		if s[len(number):] == u.suffix {
			return decimal(number, int64(u.unit))
		}
	}
	return 0, ErrNoDuration
}

// ParseSignedDuration reads what ParseDuration does, with a - before it or without.
func ParseSignedDuration(s string) (Duration, error) {
	size, negative := strings.CutPrefix(s, "-")
	d, err := ParseDuration(size)
	if negative {
		d = -d
	}
	return d, err
}

// ParseWhole reads a whole number from 0 to most, of decimal digits alone. Package
// strconv reads numbers too, but with errors that quote what was there instead: with
// them the viewer would carry which of all characters can be printed.
func ParseWhole(s string, most uint64) (n uint64, ok bool) {
	for _, c := range []byte(s) {
		digit := uint64(c - '0')
		if c < '0' || c > '9' || digit > most || n > (most-digit)/10 {
			return 0, false
		}
		n = n*10 + digit
	}
	return n, s != ""
}

// decimal reads a decimal number of units of scale microseconds.
func decimal(s string, scale int64) (Duration, error) {
	whole, fraction, _ := strings.Cut(s, ".")
	if whole == "" || strings.HasSuffix(s, ".") {
		return 0, ErrNoDuration
	}
	var d int64
	for _, c := range []byte(whole) {
		if c < '0' || c > '9' {
			return 0, ErrNoDuration
		}
		d = d*10 + int64(c-'0')
		if d > int64(MaxSpan)/scale {
			return 0, ErrTooLong
		}
	}
	d *= scale // MaxSpan at most, so there is room for a fraction
	for _, c := range []byte(fraction) {
		if c < '0' || c > '9' {
			return 0, ErrNoDuration
		}
		if c != '0' && (scale%10 != 0 || scale == 0) {
			return 0, ErrTooFine
		}
		scale /= 10
		d += int64(c-'0') * scale
	}
	if d > int64(MaxSpan) {
		return 0, ErrTooLong
	}
	return Duration(d), nil
}
