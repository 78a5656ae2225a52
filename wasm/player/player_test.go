package player

import (
	"reflect"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
	"lockstep/wasm/wall"
)

// drawRun draws a run in form: one client, two nodes, instants that hold several
// events and gaps between them from microseconds to minutes.
func drawRun(t *rapid.T) []trace.Event {
	events := []trace.Event{{
		Kind: trace.Start, Nodes: []trace.NodeInfo{{ID: "n1"}, {ID: "n2"}}, Clients: []trace.ClientInfo{{ID: "A"}},
	}}
	now := trace.Time(0)
	for attempt := range rapid.IntRange(1, 20).Draw(t, "attempts") {
		tick := func() {
			gap := rapid.SampledFrom([]int64{0, 0, 1, 700, 3_000, 50_000, 400_000, 70_000_000}).Draw(t, "gap")
			now += trace.Time(gap)
		}
		add := func(e trace.Event) {
			e.Seq, e.T = len(events), now
			events = append(events, e)
		}
		n := strconv.Itoa(attempt + 1)
		tick()
		add(trace.Event{Kind: trace.Phase, Who: "A", Phase: "ask", Attempt: attempt + 1, File: "redlock.go", Line: 40})
		cmd := []string{"SET", "k", "v" + n, "NX"}
		for _, node := range []string{"n1", "n2"} {
			add(trace.Event{Kind: trace.Send, Msg: "A/" + n + "/set>" + node, From: "A", To: node, Cmd: cmd, Arrive: now + 1})
		}
		for _, node := range []string{"n1", "n2"} {
			tick()
			msg := "A/" + n + "/set>" + node
			reply := "A/" + n + "/set<" + node
			add(trace.Event{Kind: trace.Deliver, Msg: msg, Who: node})
			add(trace.Event{
				Kind: trace.Exec, Msg: msg, Who: "A", Node: trace.NodeID(node), Cmd: cmd, Reply: "OK",
				Keys: []trace.Key{{Name: "k", Value: "v" + n, PTTL: trace.Second}},
			})
			add(trace.Event{Kind: trace.Send, Msg: reply, From: node, To: "A", Reply: "OK", Arrive: now + 1})
			tick()
			add(trace.Event{Kind: trace.Deliver, Msg: reply, Who: "A"})
		}
		add(trace.Event{Kind: trace.Decide, Who: "A", Attempt: attempt + 1, OK: true})
		add(trace.Event{Kind: trace.Hold, Who: "A", Key: "k", Token: "v" + n, Until: trace.Local(now) + 1})
		tick()
		add(trace.Event{Kind: trace.Release, Who: "A", Key: "k", Token: "v" + n})
	}
	events = append(events, trace.Event{Kind: trace.End, Seq: len(events), T: now, Verdict: "ok", Hash: "cafe"})
	return events
}

// feed gives a player a run's events in random pieces.
func feed(t *rapid.T, p *Player, events []trace.Event) {
	for i := 0; i < len(events); {
		n := rapid.IntRange(1, len(events)-i).Draw(t, "piece")
		p.Add(events[i:i+n], i+n == len(events))
		i += n
	}
}

func ready(t *rapid.T) (*Player, []trace.Event) {
	events := drawRun(t)
	p := New(0, 0)
	feed(t, p, events)
	return p, events
}

// folded is the state after the first k events, made without a player.
func folded(events []trace.Event, k int) *trace.State {
	s := &trace.State{}
	for i := range events[:k] {
		s.Apply(&events[i])
	}
	return s
}

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

// At every speed the same run is seen: the state at each instant shown is the
// fold up to it, and the end is the same.
func TestPlaysEverySpeedToTheSameEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		p.SetStill(rapid.Bool().Draw(t, "still"))
		p.SetSpeed(rapid.SampledFrom([]int{Slowest, 25, Normal, 333, Fastest}).Draw(t, "speed"))
		p.Home()
		p.Play()
		last := p.Time()
		for ticks := 0; p.Playing(); ticks++ {
			p.Tick(frame)
			now := p.Time()
			if now < last {
				t.Fatalf("time ran back from %d to %d", last, now)
			}
			last = now
			if got := p.State(); got.Seq != p.Happened() || got.Seq < len(events) && events[got.Seq].T <= now {
				t.Fatalf("at %d only %d events happened", now, got.Seq)
			}
			if p.State().T > now {
				t.Fatalf("at %d something of %d happened", now, p.State().T)
			}
			if most := int(p.Length()/frame)*Normal/Slowest*2 + 10; ticks > most {
				t.Fatalf("no end after %d ticks", ticks)
			}
		}
		if !p.AtEnd() || !reflect.DeepEqual(p.State(), folded(events, len(events))) {
			t.Fatal("another end")
		}
		if p.Tick(frame) {
			t.Fatal("time runs on after the end")
		}
	})
}

func TestSpeedScalesTime(t *testing.T) {
	ticks := func(percent int) (n int) {
		p := New(0, 0)
		p.Add([]trace.Event{{Kind: trace.Start}, {Kind: trace.Phase, Seq: 1, T: 10_000}, {Kind: trace.End, Seq: 2, T: 20_000}}, true)
		p.SetSpeed(percent)
		for p.Play(); p.Playing(); n++ {
			p.Tick(10 * wall.Millisecond)
		}
		return n
	}
	// Twice ten virtual milliseconds, each stretched to a second.
	if got := [...]int{ticks(10), ticks(100), ticks(1000)}; got != [...]int{2000, 200, 20} {
		t.Errorf("ticks at 0.1x, 1x and 10x: %v", got)
	}
}

func TestHiddenPageNeitherRunsAheadNorCatchesUp(t *testing.T) {
	shown := func(gap wall.Span) trace.Time {
		p := New(0, 0)
		p.Add([]trace.Event{{Kind: trace.Start}, {Kind: trace.End, Seq: 1, T: 1_000_000}}, true)
		p.Play()
		p.Tick(gap)
		p.Tick(frame)
		return p.Time()
	}
	if hidden, short := shown(60*wall.Second), shown(frame); hidden != short {
		t.Errorf("after a minute without frames time shows %d, after one frame %d", hidden, short)
	}
}

func TestStillGoesFromEventToEvent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		instants := map[trace.Time]bool{}
		for _, e := range events {
			instants[e.T] = true
		}
		p.SetStill(true)
		p.Home()
		for p.Play(); p.Playing(); {
			changed := p.Tick(17 * wall.Millisecond)
			if !instants[p.Time()] {
				t.Fatalf("shows %d, between two events", p.Time())
			}
			if !changed && !p.Playing() {
				t.Fatal("stopped without a change to show")
			}
		}
		if !p.AtEnd() {
			t.Fatal("stopped before the end")
		}
	})
}

func TestSeekGivesTheInstantAsked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		end := events[len(events)-1].T
		want := trace.Time(rapid.Int64Range(0, int64(end)).Draw(t, "t"))
		p.Seek(want)
		if got := p.State(); !reflect.DeepEqual(got, trace.Fold(events, want)) {
			t.Fatalf("at %d: %d events happened", want, got.Seq)
		}
		// Where a second of wall time is more than one of the run's, a
		// microsecond of the run may be less than one of wall time.
		if got := p.Time(); got < want || got > want+100 {
			t.Fatalf("asked for %d, shows %d", want, got)
		}
		at := p.Position()
		p.SeekWall(at)
		if p.Position() != at || p.TimeAt(at) != p.Time() {
			t.Fatal("position and time disagree")
		}
	})
}

func TestDraggingWhilePlaying(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		p.Play()
		for range 50 {
			p.SeekWall(wall.Span(rapid.Int64Range(-5, int64(p.Length())+5).Draw(t, "to")))
			was := p.Playing()
			p.Tick(16 * wall.Millisecond)
			if p.Playing() != (was && !p.AtEnd()) {
				t.Fatal("play button and playhead disagree")
			}
			if !reflect.DeepEqual(p.State(), trace.Fold(events, p.Time())) {
				t.Fatal("another state than the instant's")
			}
		}
	})
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

func TestWaitsForEventsAndGoesOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := drawRun(t)
		p := New(0, 0)
		cut := rapid.IntRange(2, len(events)-1).Draw(t, "cut")
		p.Add(events[:cut], false)
		p.SetSpeed(Fastest)
		p.Play()
		for i := 0; !p.Waiting(); i++ {
			p.Tick(frame)
			if i > 100_000 {
				t.Fatal("never waits")
			}
		}
		if !p.Playing() || p.AtEnd() {
			t.Fatal("missing events are taken for the end")
		}
		at := p.Time()
		if p.Tick(frame); p.Time() != at {
			t.Fatal("time runs on without events")
		}
		p.Add(events[cut:], true)
		if p.Waiting() || p.Time() != at {
			t.Fatal("a jump when the events came")
		}
		for p.Playing() {
			p.Tick(frame)
		}
		if p.Happened() != len(events) {
			t.Fatalf("ends after %d of %d events", p.Happened(), len(events))
		}
	})
}

func TestEndBeforeItIsKnown(t *testing.T) {
	p := New(0, 0)
	p.Add([]trace.Event{{Kind: trace.Start}, {Kind: trace.Phase, Seq: 1, T: 5}}, false)
	p.End()
	if !p.Waiting() || p.AtEnd() {
		t.Fatal("the end is not known yet")
	}
	p.Add([]trace.Event{{Kind: trace.End, Seq: 2, T: 9}}, true)
	if !p.AtEnd() || p.Waiting() || p.Time() != 9 {
		t.Errorf("not at the end: at %d", p.Time())
	}
}

func TestStartAndUntil(t *testing.T) {
	events := []trace.Event{
		{Kind: trace.Start}, {Kind: trace.Phase, Seq: 1, T: 1000}, {Kind: trace.Decide, Seq: 2, T: 2000},
		{Kind: trace.Hold, Seq: 3, T: 2000}, {Kind: trace.End, Seq: 4, T: 9000},
	}
	p := New(1500, 2500)
	if p.Ready() {
		t.Fatal("ready without events")
	}
	p.Add(events, true)
	if p.Time() != 1500 || p.Happened() != 2 {
		t.Fatalf("begins at %d after %d events", p.Time(), p.Happened())
	}
	for p.Step() {
	}
	if p.Happened() != 4 {
		t.Errorf("steps on to %d events", p.Happened())
	}
	p.Play()
	for p.Playing() {
		p.Tick(frame)
	}
	if p.Time() != 2500 || p.Happened() != 4 || !p.AtEnd() {
		t.Errorf("plays on to %d, %d events", p.Time(), p.Happened())
	}
	p.Play()
	if p.Time() != 1500 || !p.Playing() {
		t.Errorf("plays again from %d", p.Time())
	}
	p.Home()
	if p.Time() != 0 || p.Happened() != 1 || p.Playing() {
		t.Errorf("home is %d", p.Time())
	}
	if !p.Next() || p.Happened() != 3 {
		t.Errorf("next notable event: %d happened", p.Happened())
	}
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

// A run at its limit must stay pleasant to scrub; the figure is for make bench.
func BenchmarkScrubBack(b *testing.B) {
	var events []trace.Event
	events = append(events, trace.Event{Kind: trace.Start, Nodes: []trace.NodeInfo{{ID: "n1"}}, Clients: []trace.ClientInfo{{ID: "A"}}})
	for i := 1; i < 10_000; i += 2 {
		msg := "A/" + strconv.Itoa(i) + "/set>n1"
		events = append(events,
			trace.Event{Kind: trace.Send, Seq: i, T: trace.Time(i), Msg: msg, From: "A", To: "n1", Cmd: []string{"SET"}, Arrive: trace.Time(i + 1)},
			trace.Event{Kind: trace.Deliver, Seq: i + 1, T: trace.Time(i + 1), Msg: msg, Who: "n1"})
	}
	p := New(0, 0)
	p.Add(events, true)
	p.End()
	at := p.Position()
	b.ReportAllocs()
	for b.Loop() {
		p.SeekWall(at)
		p.State()
		p.SeekWall(at - 1)
		p.State()
	}
}
