package site

import (
	"maps"
	"strings"

	"lockstep/web/phrase"
)

// unbroken is phrases for a page of narrow columns: at the end of a line no number parts
// from its unit.
func unbroken(plain phrase.Catalog) phrase.Catalog {
	c := maps.Clone(plain)
	for _, unit := range []string{"unit.us", "unit.ms", "unit.s"} {
		if text, ok := plain[unit]; ok {
			c[unit] = strings.ReplaceAll(text, " ", "\u00a0")
		}
	}
	return c
}
