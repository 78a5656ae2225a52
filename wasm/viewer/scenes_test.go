package viewer

import (
	"strconv"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// In every scene of the lessons each step shows the same sentence, clock and lit
// lines by whichever route one comes to it, and playing shows all of them.
func TestEveryRouteShowsTheSame(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	for _, name := range library.Names() {
		t.Run(name, func(t *testing.T) {
			events, err := library.Play(engine, &run.Run{Scenario: name}, 0)
			if err != nil {
				t.Fatal(err)
			}
			r := newRig(t)
			r.v.Link().Opened()
			r.answer(events, false)
			r.frame()

			type sight struct{ now, clock, lines string }
			look := func() sight {
				s := sight{now: r.view.text[Now], clock: r.view.text[Clock]}
				for _, l := range r.view.lines {
					s.lines += l.File + ":" + strconv.Itoa(l.Line) + " " + l.Who + "\n"
				}
				return s
			}
			steps := map[int]sight{} // by how many events have happened
			places := map[int]int{}
			r.press("Home")
			for last := 0; r.view.state.Seq != last; r.press("ArrowRight") {
				last = r.view.state.Seq
				steps[last], places[last] = look(), r.view.value
			}
			same := func(route string) {
				t.Helper()
				if got, want := look(), steps[r.view.state.Seq]; got != want {
					t.Errorf("%s to event %d shows %+v, stepping there %+v", route, r.view.state.Seq, got, want)
				}
			}
			r.press("Home")
			r.press("End")
			same("End")
			if end := r.view.state.Stopped; end == nil || end.Kind != trace.End {
				t.Error("End is not the run's end")
			}
			for last := 0; r.view.state.Seq != last; r.press("ArrowLeft") {
				last = r.view.state.Seq
				same("back")
			}
			for happened, place := range places {
				r.f.Scrub(place)
				for r.frame() { // until the thumb rests
				}
				if r.view.state.Seq != happened {
					t.Errorf("scrubbing to the place of event %d shows event %d", happened, r.view.state.Seq)
				}
				same("scrubbing")
			}
			r.press("Home")
			seen := map[int]bool{}
			r.press(" ")
			for seen[r.view.state.Seq] = true; r.frame(); seen[r.view.state.Seq] = true {
				if got, want := look(), steps[r.view.state.Seq]; got.now != want.now || got.lines != want.lines {
					t.Fatalf("playing shows %+v, stepping %+v", got, want)
				}
			}
			same("playing")
			for happened := range steps {
				if !seen[happened] {
					t.Errorf("playing never shows the step that ends after %d events: %s", happened, steps[happened].now)
				}
			}
		})
	}
}
