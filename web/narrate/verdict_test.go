package narrate_test

import (
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/because"
	"lockstep/sim/golden"
	"lockstep/sim/matrix"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/narrate"
	"lockstep/web/phrase"
)

// courses plays every scenario of the course, habits among them, and every cell of the
// matrix.
func courses(t *testing.T, each func(name string, events []*trace.Event)) {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := matrix.Load(lessons.FS, library); err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	for _, name := range append(library.Names(), cells(library)...) {
		events, err := library.Play(engine, &run.Run{Scenario: name}, 0)
		if err != nil {
			t.Fatal(err)
		}
		each(name, because.Pointers(events))
	}
}

// How every scenario and every cell comes out is written down in each language, for a
// person to read.
func TestVerdicts(t *testing.T) {
	var texts [3]strings.Builder
	var said [3]phrase.Catalog
	for i, lang := range phrase.Languages {
		said[i] = catalog(t, lang)
	}
	courses(t, func(name string, events []*trace.Event) {
		for i := range texts {
			v := narrate.Judge(said[i], events)
			texts[i].WriteString(name + " (" + v.Outcome + ")\n")
			for _, line := range []string{v.Headline, v.Why, v.Promise} {
				if line != "" {
					texts[i].WriteString("    " + line + "\n")
				}
			}
		}
	})
	for i, lang := range phrase.Languages {
		golden.Compare(t, "testdata/verdicts."+lang+".txt", texts[i].String())
	}
}
