package runs

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// sameNaively compares two traces field by field.
func sameNaively(a, b []trace.Event, most int) int {
	for i := range min(most, len(a), len(b)) {
		x, y := a[i], b[i]
		for _, e := range []*trace.Event{&x, &y} {
			e.Engine, e.File, e.Line, e.Run, e.Hash = "", "", 0, "", ""
		}
		if !reflect.DeepEqual(x, y) {
			return i
		}
	}
	return min(most, len(a), len(b))
}

// same compares two traces to the end.
func same(t rapid.TB, a, b Trace, most int) int {
	n, err := a.Same(context.Background(), b, most)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// What two real runs have in common ends at their first difference, and what an
// action changes does not reach back before it.
func TestSameEndsAtTheFirstDifference(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	play := func(t *rapid.T, r *run.Run) Trace {
		events, err := library.Play(engine, r, 0)
		if err != nil {
			t.Fatal(err)
		}
		return newTrace(events)
	}
	rapid.Check(t, func(t *rapid.T) {
		base := run.Run{Scenario: rapid.SampledFrom(library.Names()).Draw(t, "scenario"), Seed: 1}
		old := play(t, &base)
		if got := same(t, old, old, len(old.Events)); got != len(old.Events) {
			t.Fatalf("a trace of %d events has %d of them in common with itself", len(old.Events), got)
		}
		grown := base
		now := old.Events[rapid.IntRange(0, len(old.Events)-1).Draw(t, "now")].T
		acted := rapid.Bool().Draw(t, "acted")
		if acted {
			node := rapid.SampledFrom(old.Events[0].Nodes).Draw(t, "node")
			grown.Actions = []run.Action{{At: now + 1, Verb: run.Crash, Target: string(node.ID)}}
		} else {
			grown.Seed = 2
		}
		fresh := play(t, &grown)
		most := rapid.IntRange(0, len(old.Events)+3).Draw(t, "most")
		got, want := same(t, fresh, old, most), sameNaively(fresh.Events, old.Events, most)
		if got != want {
			t.Fatalf("the first %d events are the same, want %d of at most %d", got, want, most)
		}
		seen := 0
		for seen < len(old.Events) && old.Events[seen].T <= now && !closing(&old.Events[seen]) {
			seen++
		}
		if acted && got < min(seen, most) {
			t.Fatalf("an action after %d events leaves %d as they were", seen, got)
		}
	})
}

// closing tells of what is seen only because nothing follows: the end, and a deadlock.
func closing(e *trace.Event) bool { return e.Kind == trace.End || e.Rule == trace.RuleDeadlock }

// A comment in a source file, a newer engine or the run's name makes no difference.
// Anything else does.
func TestWhatMakesEventsTheSame(t *testing.T) {
	event := trace.Event{Kind: trace.Phase, Who: "A", Phase: "ask", File: "redlock.go", Line: 40}
	start := trace.Event{Kind: trace.Start, Run: "AgAH", Engine: "1"}
	for _, row := range []struct {
		name   string
		one    trace.Event
		change func(*trace.Event)
		want   int
	}{
		{"another line", event, func(e *trace.Event) { e.File, e.Line = "single.go", 41 }, 1},
		{"another hash", trace.Event{Kind: trace.End, Hash: "1a"}, func(e *trace.Event) { e.Hash = "1b" }, 1},
		{"another engine and run", start, func(e *trace.Event) { e.Engine, e.Run = "2", "AgAI" }, 1},
		{"another cast", start, func(e *trace.Event) { e.Nodes = []trace.NodeInfo{{ID: "n1"}} }, 0},
		{"another phase", event, func(e *trace.Event) { e.Phase = "count" }, 0},
		{"another instant", event, func(e *trace.Event) { e.T = 1 }, 0},
	} {
		other := row.one
		row.change(&other)
		if got := same(t, Trace{Events: []trace.Event{row.one}}, Trace{Events: []trace.Event{other}}, 1); got != row.want {
			t.Errorf("%s: %d the same, want %d", row.name, got, row.want)
		}
	}
}

// Long traces are compared bit by bit, and no bit hides a difference.
func TestSameOfLongTraces(t *testing.T) {
	long := func() Trace {
		events := make([]trace.Event, 4*stretch)
		for i := range events {
			events[i] = trace.Event{Kind: trace.Phase, Seq: i, T: trace.Time(i), Who: "A", Phase: "work"}
		}
		return Trace{Events: events}
	}
	for _, at := range []int{0, 1, stretch - 1, stretch, stretch + 1, 2 * stretch, 4*stretch - 1} {
		other := long()
		other.Events[at].Phase = "rest"
		if got := same(t, long(), other, 4*stretch); got != at {
			t.Errorf("event %d differs, and %d are said to be the same", at, got)
		}
	}
	if got := same(t, long(), long(), 2*stretch+5); got != 2*stretch+5 {
		t.Errorf("of %d that are wanted %d are the same", 2*stretch+5, got)
	}
	if n, err := long().Same(&ending{Context: t.Context(), looks: 2}, long(), 4*stretch); !errors.Is(err, context.Canceled) {
		t.Errorf("called off while it compares: got %d, %v", n, err)
	}
}

// ending is a context that ends after some looks at it.
type ending struct {
	context.Context
	looks int
}

func (e *ending) Err() error {
	if e.looks--; e.looks < 0 {
		return context.Canceled
	}
	return nil
}
