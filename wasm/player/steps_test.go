package player

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
	"lockstep/wasm/wall"
)

func TestForwardAndBackIsWhereItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		p.Home()
		ks := []int{p.Happened()}
		for p.Step() {
			ks = append(ks, p.Happened())
		}
		if !p.AtEnd() || p.Happened() != len(events) {
			t.Fatalf("the last step ends after %d of %d events", p.Happened(), len(events))
		}
		// Forward k from each place is known; now back k for every k, all included.
		for i := len(ks) - 2; i >= 0; i-- {
			if !p.Back() || p.Happened() != ks[i] {
				t.Fatalf("back to step %d: %d events happened, want %d", i, p.Happened(), ks[i])
			}
			if got := p.State(); !reflect.DeepEqual(got, folded(events, ks[i])) {
				t.Fatalf("back at step %d: another state than on the way there", i)
			}
			if got, want := p.Time(), events[ks[i]-1].T; got != want {
				t.Fatalf("back at step %d: shows %d, want %d", i, got, want)
			}
		}
		if p.Back() {
			t.Fatal("a step before the first")
		}
	})
}

// Where a scene begins is a place to rest as well: who steps on from the first
// picture and back again sees it again.
func TestStepsRestAtTheStart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := drawRun(t)
		end := events[len(events)-1].T
		p := New(trace.Time(rapid.Int64Range(0, int64(end)).Draw(t, "start")), 0)
		p.Add(events, true)
		first, k := p.Position(), p.Happened()
		steps := 0
		for ; p.Step(); steps++ {
		}
		if !p.AtEnd() {
			t.Fatal("steps do not lead to the end")
		}
		for range steps {
			p.Back()
		}
		if p.Position() != first || p.Happened() != k {
			t.Fatalf("%d steps on and back: at %d after %d events, was at %d after %d", steps, p.Position(), p.Happened(), first, k)
		}
		before := 0
		for ; p.Back(); before++ {
		}
		for range before {
			p.Step()
		}
		if p.Position() != first || p.Happened() != k {
			t.Fatalf("%d steps back and on: at %d after %d events", before, p.Position(), p.Happened())
		}
	})
}

func TestStepsAreWholeAndVisible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		from := 0
		for i, s := range p.steps.steps {
			if s.First != from || s.End <= from {
				t.Fatalf("step %d: %+v after %d", i, s, from)
			}
			if events[from].T != events[s.End-1].T {
				t.Fatalf("step %d spans instants", i)
			}
			from = s.End
		}
		if from != len(events) {
			t.Fatalf("steps end at %d of %d events", from, len(events))
		}
		pointers := make([]*trace.Event, len(events))
		for i := range events {
			pointers[i] = &events[i]
		}
		if got := Steps(pointers, true); !reflect.DeepEqual(got, p.steps.steps) {
			t.Fatal("events that arrive in pieces make other steps")
		}
	})
}

func TestStepsJoinWhatIsOneThing(t *testing.T) {
	send := func(msg string) trace.Event {
		return trace.Event{Kind: trace.Send, Msg: msg, From: "A", Cmd: []string{"SET"}}
	}
	reply := trace.Event{Kind: trace.Send, Msg: "A/1/set<n1", From: "n1", Reply: "OK"}
	exec := trace.Event{Kind: trace.Exec, Msg: "A/1/set>n1", Node: "n1"}
	arrive := trace.Event{Kind: trace.Deliver, Msg: "A/1/set>n1", Who: "n1"}
	phase := trace.Event{Kind: trace.Phase, Who: "A", Phase: "ask"}
	later := func(e trace.Event) trace.Event { e.T = 1; return e }
	for _, c := range []struct {
		name   string
		events []trace.Event
		want   []Step
	}{
		{"a question to all nodes, with its phase", []trace.Event{phase, send("A/1/set>n1"), send("A/1/set>n2")}, []Step{{0, 3}}},
		{"two questions", []trace.Event{send("A/1/set>n1"), send("A/1/del>n1")}, []Step{{0, 1}, {1, 2}}},
		{"what a node does", []trace.Event{arrive, exec, reply}, []Step{{0, 3}}},
		{"a reply that takes time to make", []trace.Event{arrive, exec, later(reply)}, []Step{{0, 2}, {2, 3}}},
		{"phases at one instant", []trace.Event{phase, phase, phase}, []Step{{0, 1}, {1, 2}, {2, 3}}},
		{"another client's phase", []trace.Event{{Kind: trace.Phase, Who: "B"}, send("A/1/set>n1")}, []Step{{0, 1}, {1, 2}}},
		{"the next in turn, after an answer", []trace.Event{{Kind: trace.Deliver, Msg: "A/1/set<n1", Who: "A"}, send("A/1/set>n2")}, []Step{{0, 1}, {1, 2}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var events []*trace.Event
			for i := range c.events {
				events = append(events, &c.events[i])
			}
			if got := Steps(events, true); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
			if got := Steps(events, false); len(got) >= len(c.want) {
				t.Errorf("the last step is taken for finished while events may follow: %v", got)
			}
		})
	}
}

func TestFromTheEndBackToTheFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		p.End()
		if !p.AtEnd() || p.Happened() != len(events) {
			t.Fatal("End is not the end")
		}
		for p.Back() {
		}
		if p.Happened() != 1 || p.Time() != 0 {
			t.Fatalf("stopped after %d events at %d", p.Happened(), p.Time())
		}
	})
}

func TestToldIsTheStepOrTheInstant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		check := func(first int) {
			before, told := p.Told()
			if len(told) == 0 || told[0].Seq != first || told[len(told)-1].Seq != p.Happened()-1 {
				t.Fatalf("after %d events %d are told, from %d on", p.Happened(), len(told), first)
			}
			if !reflect.DeepEqual(before, folded(events, first)) {
				t.Fatalf("what is told from %d on comes with the state after %d", first, before.Seq)
			}
		}
		for last := 1; p.Step(); last = p.Happened() {
			check(last)
		}
		p.SeekWall(wall.Span(rapid.Int64Range(0, int64(p.Length())).Draw(t, "to")))
		first := p.Happened() - 1
		for first > 0 && events[first-1].T == events[first].T {
			first--
		}
		check(first)
	})
}
