package player

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
	"lockstep/web/wall"
)

// marked are the marks that a player should show once a step was the furthest.
func marked(p *Player, events []trace.Event, lane Lane, furthest int) (want []Mark) {
	for i := range events {
		e := &events[i]
		step := p.StepOf(e.Seq)
		if l, ok := laneOf(e.Kind); ok && l == lane && step <= furthest {
			want = append(want, Mark{p.places[step], step, e.Seq, e.Kind})
		}
	}
	return want
}

// What was seen is marked, and stays so; nothing else is.
func TestMarksAreWhatWasSeen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		furthest := p.Shown()
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				furthest = max(furthest, p.Shown())
				if p.Furthest() != furthest {
					t.Fatalf("the furthest step is said to be %d, and was %d", p.Furthest(), furthest)
				}
				for lane := range Lane(Lanes) {
					got, want := p.Marks(lane), marked(p, events, lane, furthest)
					if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
						t.Fatalf("lane %d has %v, want %v", lane, got, want)
					}
				}
			},
			"step":  func(*rapid.T) { p.Step() },
			"back":  func(*rapid.T) { p.Back() },
			"scrub": func(t *rapid.T) { p.Seek(wall.Span(rapid.Int64Range(0, int64(p.Length())).Draw(t, "to"))) },
			"play": func(t *rapid.T) {
				p.Play()
				p.Tick(frame)
			},
		})
	})
}

func TestLanes(t *testing.T) {
	lanes := map[trace.Kind]Lane{
		trace.Violation: Violations,
		trace.Decide:    Decisions, trace.Hold: Decisions, trace.Lost: Decisions, trace.Release: Decisions, trace.Promote: Decisions,
		trace.Fault: Faults, trace.Heal: Faults, trace.ClockSet: Faults,
	}
	for k := trace.Start; k <= trace.End; k++ {
		want, marked := lanes[k]
		if got, is := laneOf(k); is != marked || got != want {
			t.Errorf("%v is marked in lane %d (%t), want %d (%t)", k, got, is, want, marked)
		}
	}
}
