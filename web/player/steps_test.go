package player

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
	"lockstep/web/wall"
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
	written := func(msg string, k trace.Kind) trace.Event { return trace.Event{Kind: k, Msg: msg} }
	answered := func(msg string) trace.Event { return trace.Event{Kind: trace.Send, Msg: msg, Reply: "OK"} }
	later := func(e trace.Event) trace.Event { e.T = 1; return e }
	for _, c := range []struct {
		name   string
		events []trace.Event
		want   []Step
	}{
		{"a question to all nodes, with its phase", []trace.Event{phase, send("A/1/set>n1"), send("A/1/set>n2")}, []Step{{0, 3}}},
		{"a question to a node that is listed twice", []trace.Event{phase, send("A/1/set>n1"), send("A/1/set.2>n1"), send("A/1/set>n2")}, []Step{{0, 4}}},
		{"two questions", []trace.Event{send("A/1/set>n1"), send("A/1/del>n1")}, []Step{{0, 1}, {1, 2}}},
		{"what a node does", []trace.Event{arrive, exec, reply}, []Step{{0, 3}}},
		{"a reply that takes time to make", []trace.Event{arrive, exec, later(reply)}, []Step{{0, 2}, {2, 3}}},
		{"phases at one instant", []trace.Event{phase, phase, phase}, []Step{{0, 1}, {1, 2}, {2, 3}}},
		{"another client's phase", []trace.Event{{Kind: trace.Phase, Who: "B"}, send("A/1/set>n1")}, []Step{{0, 1}, {1, 2}}},
		{"what a resource does", []trace.Event{written("A/1/write>invoice-42", trace.Deliver), written("A/1/write>invoice-42", trace.Write), answered("A/1/write<invoice-42")}, []Step{{0, 3}}},
		{"what a replica does", []trace.Event{written("n1/7/replicate>n2", trace.Deliver), written("n1/7/replicate>n2", trace.Replicate), answered("n1/7/replicate<n2")}, []Step{{0, 3}}},
		{"a vote", []trace.Event{written("s1/2/vote>s2", trace.Deliver), answered("s1/2/vote<s2")}, []Step{{0, 2}}},
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

// From the poster, forward k and back k is the poster again, for every k, and so
// is back k and forward k.
func TestForwardAndBackFromThePoster(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := drawRun(t)
		end := events[len(events)-1].T
		p := New(trace.Time(rapid.Int64Range(0, int64(end)).Draw(t, "start")), 0)
		p.Add(events, true)
		first, happened := p.Position(), p.Happened()
		there := func(way string, there, back func() bool) {
			for k := 1; ; k++ {
				went := 0
				for went < k && there() {
					went++
				}
				for range went {
					back()
				}
				if p.Position() != first || p.Happened() != happened {
					t.Fatalf("%d steps %s: at %d after %d events, was at %d after %d", went, way, p.Position(), p.Happened(), first, happened)
				}
				if went < k {
					return
				}
			}
		}
		there("on and back", p.Step, p.Back)
		there("back and on", p.Back, p.Step)
	})
}

// Between two steps Back leads to the earlier one, and where that looks the same,
// to the one before.
func TestBackFromBetweenTwoSteps(t *testing.T) {
	events := []trace.Event{
		{Kind: trace.Start}, {Kind: trace.Phase, Seq: 1, T: 10_000}, {Kind: trace.Phase, Seq: 2, T: 10_000}, {Kind: trace.End, Seq: 3, T: 90_000},
	}
	for _, c := range []struct {
		happened int       // when it is paused
		stays    wall.Span // and how long after that step came
		want     int       // events that happened after Back
	}{
		{2, 0, 1}, {2, beat / 2, 1}, // the clock stands
		{3, blink / 2, 2}, {3, 2 * blink, 3},
	} {
		p := New(0, 0)
		p.Add(events, true)
		p.Play()
		for p.Position() < p.places[c.happened-1]+c.stays {
			p.Tick(wall.Millisecond)
		}
		if p.Back(); p.Happened() != c.want || p.Position() != p.places[c.want-1] {
			t.Errorf("back from %d after step %d: %d events, want %d", c.stays, c.happened, p.Happened(), c.want)
		}
	}
}

// What is told is the step, whichever way one came to it.
func TestToldIsTheStepByEveryRoute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		check := func(route string) {
			s := p.steps.steps[p.stepAt(p.Position())]
			before, told := p.Told()
			if !reflect.DeepEqual(told, events[s.First:s.End]) {
				t.Fatalf("%s: after %d events %d are told, from %d on", route, p.Happened(), len(told), told[0].Seq)
			}
			if !reflect.DeepEqual(before, folded(events, s.First)) {
				t.Fatalf("%s: what is told from %d on comes with the state after %d", route, s.First, before.Seq)
			}
		}
		p.Home()
		for check("home"); p.Step(); {
			check("stepping")
		}
		p.End()
		for check("end"); p.Back(); {
			check("stepping back")
		}
		for _, at := range p.places {
			p.Seek(at)
			check("scrubbing")
		}
		p.SetSpeed(Fastest)
		for p.Play(); p.Playing(); p.Tick(frame) {
			check("playing")
		}
		check("the end")
	})
}

// The pace never runs back, and each step has its time.
func TestPaceIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, _ := ready(t)
		for i := 1; i < len(p.places); i++ {
			if stays := p.places[i] - p.places[i-1]; stays < blink {
				t.Fatalf("step %d stays for %d", i-1, stays)
			}
		}
		a := wall.Span(rapid.Int64Range(0, int64(p.Length())).Draw(t, "a"))
		b := wall.Span(rapid.Int64Range(int64(a), int64(p.Length())).Draw(t, "b"))
		if p.timeAt(a) > p.timeAt(b) {
			t.Fatalf("%d at %d, but %d at %d", p.timeAt(a), a, p.timeAt(b), b)
		}
	})
}
