package site

import (
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// A number and its unit stay together, and whatever else is said is as it was.
func TestUnitsStayWithTheirNumbers(t *testing.T) {
	s, _ := newSite(t)
	for _, lang := range phrase.Languages {
		plain := s.config.Phrases[lang]
		c := unbroken(plain)
		want := "1.5\u00a0" + map[string]string{"en": "s", "ms": "s", "zh": "秒"}[lang]
		if got := span(c, 1500*trace.Millisecond); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
		for key, text := range plain {
			if got := c[key]; got != text && key != "unit.s" && key != "unit.ms" && key != "unit.us" {
				t.Errorf("%s: %s is %q, and on such a page %q", lang, key, text, got)
			}
		}
	}
}
