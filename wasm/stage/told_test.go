package stage

import (
	"lockstep/web/board"
	"strconv"
	"strings"
	"testing"
)

// By whichever route one comes to a step, the list of events is the same as if it were
// written anew there, and its last item is the present one and in sight.
func TestEventsAreTheSameByEveryRoute(t *testing.T) {
	r := newRig(t, jump, "")
	check := func(route string) {
		t.Helper()
		got := strings.Join(r.view.events, "\n")
		r.s.told.drawn = false
		r.f.Update()
		r.settle()
		if want := strings.Join(r.view.events, "\n"); got != want {
			t.Fatalf("%s to step %d:\n%s\nanew:\n%s", route, r.f.Player().Shown(), got, want)
		}
		last := len(r.view.events) - 1
		if r.view.shown != last || !strings.Contains(r.view.events[last], `aria-current="step"`) || strings.Count(got, "aria-current") != 1 {
			t.Fatalf("%s: the present step is not the last, in sight and the only one marked: %s", route, got)
		}
	}
	steps := r.f.Player().Steps()
	for r.f.Player().Shown() < steps-1 {
		r.key("ArrowRight")
		check("forwards")
	}
	if steps <= board.Listed || len(r.view.events) != board.Listed+1 {
		t.Errorf("%d items of %d steps", len(r.view.events), steps)
	}
	for range 30 {
		r.key("ArrowLeft")
		check("back")
	}
	r.do("earlier", "")
	check("with more of what went before")
	for _, step := range []int{0, steps - 1, steps / 2, steps/2 + 7} {
		r.f.Player().SeekStep(step)
		r.f.Update()
		r.settle()
		check("by a leap")
	}
}

func TestStepsRewriteLittleOfTheList(t *testing.T) {
	r := newRig(t, jump, "")
	r.key("ArrowRight")
	before := r.view.wholes
	for range 100 {
		r.key("ArrowRight")
	}
	if r.view.wholes != before {
		t.Errorf("the list was written anew %d times", r.view.wholes-before)
	}
}

func TestAnEventsItemGoesThere(t *testing.T) {
	r := newRig(t, jump, "")
	r.key("End")
	for _, seq := range []int{0, 40, len(r.s.shown.events) - 1} {
		r.do("event", strconv.Itoa(seq))
		if step := r.f.Player().StepOf(seq); r.f.Player().Shown() != step {
			t.Errorf("event %d: step %d instead of %d", seq, r.f.Player().Shown(), step)
		}
	}
	at := r.f.Player().Shown()
	for _, no := range []string{"", "x", "-1", "100000"} {
		if r.do("event", no); r.f.Player().Shown() != at {
			t.Errorf("event %q goes somewhere", no)
		}
	}
}
