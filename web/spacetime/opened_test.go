package spacetime_test

import (
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/spacetime"
)

// What led to the first instant shown takes the diagram's width, in whatever window; a run
// that has yet to begin is shown at the usual scale.
func TestOpenedViewUsesTheWidth(t *testing.T) {
	const then = 3006 * trace.Time(trace.Millisecond) // two are inside
	s := told(played(t, "failover"))
	for _, width := range []int{320, 700, 1000, 1600} {
		v := s.Follow(spacetime.View{Width: width}, then)
		if x := s.X(then, v); x < width/2 || x > width {
			t.Errorf("in a diagram %d wide the instant stands at %d", width, x)
		}
		if again := s.Follow(v, then); again != v {
			t.Errorf("in a diagram %d wide the view does not stay: %+v, then %+v", width, v, again)
		}
		start := s.Follow(spacetime.View{Width: width}, 0)
		if usual := s.Follow(spacetime.View{Width: width, Scale: start.Scale}, 0); start != usual || start.From != 0 {
			t.Errorf("a run that has yet to begin is shown as %+v", start)
		}
	}
}
