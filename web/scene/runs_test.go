package scene_test

import (
	"bytes"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/matrix"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	simulated "lockstep/sim/world"
	"lockstep/web/phrase"
	"lockstep/web/scene"
)

// In the matrix, where every mishap meets every lock, every picture's texts fit, and
// every message that is under way, and every violation, is to be seen. Of the many
// instants of a run each one that is drawn is drawn otherwise: in another language,
// in another layout.
func TestRunsOfTheMatrix(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	all, err := matrix.Load(lessons.FS, library)
	if err != nil {
		t.Fatal(err)
	}
	engine := simulated.NewEngine()
	defer engine.Close()
	drawn := 0
	for _, s := range all.Scenarios {
		for _, v := range all.Variants {
			name := matrix.Name(s, v)
			if _, ok := library.Get(name); !ok {
				continue // the story has nothing to act on there
			}
			events, err := library.Play(engine, &run.Run{Scenario: name}, 0)
			if err != nil {
				t.Fatal(err)
			}
			var st trace.State
			for i := range events {
				st.Apply(&events[i])
				if last := i+1 == len(events); last || i%17 == 0 && events[i+1].T > events[i].T {
					drawn++
					o := scene.Options{Layout: scene.Layout(drawn % 3), Words: catalogs(t)[phrase.Languages[drawn/3%3]], Hands: drawn/9%2 == 0}
					checkShows(t, name, &st, o)
				}
			}
		}
	}
	if drawn < 2000 {
		t.Errorf("only %d pictures were drawn", drawn)
	}
}

// checkShows holds a picture to what the state has.
func checkShows(t *testing.T, name string, st *trace.State, o scene.Options) {
	t.Helper()
	svg := scene.DrawMeasured(st, st.T, o, func(text string, width, room int) {
		if width > room {
			t.Errorf("%s at %v, layout %d: %q is %d wide and has room for %d", name, trace.Duration(st.T), o.Layout, text, width, room)
		}
	}).SVG()
	underWay := 0
	for i := range st.Messages {
		if !st.Messages[i].Lost {
			underWay++
		}
	}
	if got := bytes.Count(svg, []byte(`data-part="msg-`)); got != underWay {
		t.Errorf("%s at %v: %d messages are drawn of %d", name, trace.Duration(st.T), got, underWay)
	}
	if len(st.Broken) > 0 && !bytes.Contains(svg, []byte(`data-part="broken`)) {
		t.Errorf("%s at %v: a rule is broken, and nothing says so", name, trace.Duration(st.T))
	}
}
