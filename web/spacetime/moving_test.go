package spacetime_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/spacetime"
)

// While only time passes a diagram moves, and is nevertheless the one that would be drawn:
// whatever else changes with time was announced, down to a word that makes room for the
// present.
func TestADiagramThatMovesIsTheOneDrawn(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	library := opened(t)
	moved, drawn := 0, 0
	for i, name := range library.Names() {
		events := playedOf(t, library, name)
		s := told(events)
		o := spacetime.Options{Words: words(t, "en"), Hands: i%2 == 0}
		v := spacetime.View{Width: 400 + rng.IntN(900), Scale: trace.Duration(1+rng.IntN(60)) * trace.Millisecond, Unfolded: i%4 == 3}
		var screen draw.Screen
		for n := 1; n < len(events); n++ {
			if n/8%(1+len(events)/300) != 0 {
				continue
			}
			if rng.IntN(6) > 0 { // else it is out of sight, as somebody moved it
				v = s.Follow(v, events[n-1].T)
			}
			plain := told(events) // that no other instant was drawn of
			gap := int64(events[n].T - events[n-1].T)
			for k := int64(0); k < min(gap, 8); k++ {
				at := events[n-1].T + trace.Time(gap*k/8+rng.Int64N(gap/8+1))
				anew := false
				screen.Show(k > 0, at, func(p *draw.Picture) {
					anew = true
					spacetime.Redraw(p, s, n, at, v, o)
				})
				if drawn++; !anew {
					moved++
				}
				if got, want := screen.Picture().SVG(), spacetime.Draw(plain, n, at, v, o).SVG(); !bytes.Equal(got, want) {
					t.Fatalf("%s, %d events, %v, %+v: %s", name, n, trace.Duration(at), v, firstDifference(got, want))
				}
			}
		}
	}
	if moved < drawn/4 {
		t.Errorf("only %d of %d diagrams moved", moved, drawn)
	}
}
