package glossary_test

import (
	"testing"

	"lockstep/lessons"
	"lockstep/server/glossary"
	"lockstep/web/phrase"
)

// The words of the course can be read, and every language has them all.
func TestEmbedded(t *testing.T) {
	g, err := glossary.Load(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range phrase.Languages {
		n := 0
		for _, l := range g.Letters(lang) {
			n += len(l.Entries)
		}
		if n == 0 || n != len(g.Terms()) {
			t.Errorf("%s has %d of %d terms", lang, n, len(g.Terms()))
		}
	}
}
