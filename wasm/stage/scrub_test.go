package stage

import (
	"strings"
	"testing"

	"lockstep/web/wall"
)

// Under a thumb that moves the picture is at every place of it, and the list and the
// diagram take turns; once it rests all are where they would be by any other way.
func TestUnderAThumbThatMovesTheViewsTakeTurns(t *testing.T) {
	r := newRig(t, jump, "")
	r.key("End")
	most := int(r.f.Player().Length() / wall.Millisecond)
	lists, diagrams := 0, 0
	for i := range 20 {
		draws, list := r.view.space.draws, strings.Join(r.view.events, "\n")
		r.f.Scrub(most * (20 - i) / 21)
		r.frame()
		if r.fig.time != r.f.Player().Time() {
			t.Fatalf("the picture is at %d, and the playhead at %d", r.fig.time, r.f.Player().Time())
		}
		told, drawn := strings.Join(r.view.events, "\n") != list, r.view.space.draws != draws
		if told && drawn {
			t.Errorf("place %d: both in one frame", i)
		}
		if told {
			lists++
			if len(r.view.events) > glimpse+1 {
				t.Errorf("place %d: %d items in the list of a glimpse", i, len(r.view.events))
			}
		}
		if drawn {
			diagrams++
		}
	}
	if lists < 8 || diagrams < 8 {
		t.Errorf("at 20 places the list was written %d times, the diagram drawn %d times", lists, diagrams)
	}
	for range 2 { // whosever turn it was
		r.settle()
		rests := strings.Join(r.view.events, "\n")
		if sp := &r.view.space; sp.t != r.fig.time || sp.happened != r.fig.state.Seq {
			t.Errorf("the diagram is at %d after %d events, the picture at %d after %d", sp.t, sp.happened, r.fig.time, r.fig.state.Seq)
		}
		r.s.told.drawn = false
		r.f.Update()
		r.settle()
		if anew := strings.Join(r.view.events, "\n"); rests != anew {
			t.Errorf("the list at rest:\n%s\nanew:\n%s", rests, anew)
		}
		r.f.Scrub(most / 2)
	}
}
