package course

import (
	"math"
	"strings"

	"lockstep/sim/trace"
)

// ParseNumber reads a whole number as people type it: with spaces or commas between
// thousands, in digits of full width, with its unit or without.
func ParseNumber(text, unit string) (n uint64, ok bool) {
	var digits []byte
	group := -1 // digits since the last comma
	text = strings.TrimSuffix(strings.TrimSpace(text), unit)
	for _, r := range text {
		switch {
		case '０' <= r && r <= '９':
			r += '0' - '０'
			fallthrough
		case '0' <= r && r <= '9':
			digits = append(digits, byte(r))
			if group >= 0 {
				group++
			}
		case r == ',' || r == '，':
			if group >= 0 && group != 3 || len(digits) == 0 || group < 0 && len(digits) > 3 {
				return 0, false // a decimal comma, perhaps
			}
			group = 0
		case isSpace(r):
		default:
			return 0, false
		}
	}
	if group >= 0 && group != 3 {
		return 0, false
	}
	return trace.ParseWhole(string(digits), math.MaxInt64)
}

// isSpace tells of the spaces that part thousands, or come from an input method.
func isSpace(r rune) bool {
	switch r {
	case ' ', '\u00a0', '\u2009', '\u202f', '\u3000', '\'', '’', '_':
		return true
	}
	return false
}
