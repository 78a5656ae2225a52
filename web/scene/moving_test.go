package scene_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	simulated "lockstep/sim/world"
	"lockstep/web/draw"
	"lockstep/web/phrase"
	"lockstep/web/scene"
)

// While only time passes a picture moves, and is nevertheless the one that would be drawn:
// whatever else changes with time was announced.
func TestAPictureThatMovesIsTheOneDrawn(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := simulated.NewEngine()
	defer engine.Close()
	rng := rand.New(rand.NewPCG(7, 8))
	moved := 0
	for i, name := range library.Names() {
		events, err := library.Play(engine, &run.Run{Scenario: name}, 0)
		if err != nil {
			t.Fatal(err)
		}
		o := scene.Options{Layout: scene.Layout(i % 3), Words: catalogs(t)[phrase.Languages[i/3%3]], Hands: i%2 == 0}
		moved += play(t, name, events, o, rng)
	}
	if moved < 2000 {
		t.Errorf("only %d pictures moved", moved)
	}
}

// play shows some stretches of a run from event to event, each at a few instants, and
// counts those that nothing was drawn for.
func play(t *testing.T, name string, events []trace.Event, o scene.Options, rng *rand.Rand) (moved int) {
	t.Helper()
	var screen draw.Screen
	var st trace.State
	for i := range events {
		st.Apply(&events[i])
		if i+1 == len(events) || i/8%(1+len(events)/400) != 0 {
			continue
		}
		gap := int64(events[i+1].T - st.T)
		for k := int64(0); k < min(gap, 5); k++ {
			at := st.T + trace.Time(gap*k/5+rng.Int64N(gap/5+1))
			redrawn := false
			screen.Show(k > 0, at, func(p *draw.Picture) {
				redrawn = true
				scene.Redraw(p, &st, at, o)
			})
			if !redrawn {
				moved++
			}
			if got, want := screen.Picture().SVG(), scene.Draw(&st, at, o).SVG(); !bytes.Equal(got, want) {
				t.Fatalf("%s at %v, layout %d: %s", name, trace.Duration(at), o.Layout, firstDifference(got, want))
			}
		}
	}
	return moved
}
