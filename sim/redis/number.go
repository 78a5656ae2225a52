package redis

import "strconv"

// integer reads a number as strictly as Redis does: no sign but a minus, no
// leading zero, no space.
func integer(s string) (int64, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || s[0] == '+' || s != "0" && (s[0] == '0' || s[0] == '-' && s[1] == '0') {
		return 0, false
	}
	return n, true
}

// add returns a+b, if it fits.
func add(a, b int64) (sum int64, ok bool) {
	sum = a + b
	return sum, (sum > a) == (b > 0) || b == 0
}

// toMillis converts a time in units of so many milliseconds, if it fits.
func toMillis(n, unit int64) (ms int64, ok bool) {
	ms = n * unit
	return ms, ms/unit == n
}

// floorDiv divides by a positive number, rounding down also before zero.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
