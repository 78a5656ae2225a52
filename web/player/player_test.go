package player

import (
	"reflect"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
	"lockstep/web/wall"
)

// At every speed each step of the run is seen, and the end is the same.
func TestPlaysEverySpeedToTheSameEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		p.SetStill(rapid.Bool().Draw(t, "still"))
		p.SetSpeed(rapid.SampledFrom([]int{Slowest, 25, Normal, 333, Fastest}).Draw(t, "speed"))
		p.Play()
		last, happened := p.Time(), p.Happened()
		for ticks := 0; p.Playing(); ticks++ {
			p.Tick(blink / (Fastest / Normal))
			now := p.Time()
			if now < last || p.Happened() < happened {
				t.Fatalf("time ran back from %d to %d, or from %d events to %d", last, now, happened, p.Happened())
			}
			if i := p.stepAt(p.at); happened != p.Happened() && p.steps.steps[i].First != happened {
				t.Fatalf("from %d events to %d: a step was not seen", happened, p.Happened())
			}
			last, happened = now, p.Happened()
			if s := p.State(); s.Seq != happened || s.T > now || happened < len(events) && events[happened].T < now {
				t.Fatalf("at %d the state is that after %d events", now, s.Seq)
			}
			if most := int(p.Length()/blink)*(Fastest/Normal)*(Normal/Slowest)*2 + 10; ticks > most {
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
	normal := int(2 * stretched / (10 * wall.Millisecond)) // twice ten virtual milliseconds
	if got, want := [...]int{ticks(10), ticks(100), ticks(1000)}, [...]int{10 * normal, normal, normal / 10}; got != want {
		t.Errorf("ticks at 0.1x, 1x and 10x: %v, want %v", got, want)
	}
}

// Steps of one instant come one after another, while the clock stands.
func TestAnInstantPlaysStepByStep(t *testing.T) {
	p := New(0, 0)
	p.Add([]trace.Event{
		{Kind: trace.Start}, {Kind: trace.Phase, Seq: 1, T: 5}, {Kind: trace.Decide, Seq: 2, T: 5},
		{Kind: trace.Phase, Seq: 3, T: 5}, {Kind: trace.End, Seq: 4, T: 5},
	}, true)
	stays := map[int]wall.Span{}
	p.Play()
	for p.Playing() {
		p.Tick(10 * wall.Millisecond)
		stays[p.Happened()] += 10 * wall.Millisecond
		if p.Happened() > 1 && p.Time() != 5 {
			t.Fatalf("after %d events the clock shows %d", p.Happened(), p.Time())
		}
	}
	for happened, want := range map[int]wall.Span{2: beat, 3: notice, 4: beat} {
		if got := stays[happened]; got != want {
			t.Errorf("step %d stays for %d, want %d", happened, got, want)
		}
	}
}

// Scrubbing lands on steps, the nearest to where the hand is.
func TestSeekLandsOnTheNearestStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		to := wall.Span(rapid.Int64Range(-5, int64(p.Length())+5).Draw(t, "to"))
		p.Seek(to)
		off := func(at wall.Span) wall.Span { return max(at-to, to-at) }
		i := p.stepAt(p.Position())
		if p.Position() != p.places[i] || p.Happened() != p.steps.steps[i].End || p.Time() != events[p.Happened()-1].T {
			t.Fatalf("at %d, which is between steps", p.Position())
		}
		for _, at := range p.places {
			if off(at) < off(p.Position()) {
				t.Fatalf("from %d to %d, though a step at %d is nearer", to, p.Position(), at)
			}
		}
		p.Seek(p.Length())
		if !p.AtEnd() {
			t.Fatal("the far end is not the end")
		}
	})
}

func TestDraggingWhilePlaying(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		p.Play()
		for range 50 {
			p.Seek(wall.Span(rapid.Int64Range(-5, int64(p.Length())+5).Draw(t, "to")))
			was := p.Playing()
			p.Tick(16 * wall.Millisecond)
			if p.Playing() != (was && !p.AtEnd()) {
				t.Fatal("play button and playhead disagree")
			}
			if !reflect.DeepEqual(p.State(), folded(events, p.Happened())) {
				t.Fatal("another state than the step's")
			}
		}
	})
}

func startAndUntil() (*Player, []trace.Event) {
	return New(1500, 2500), []trace.Event{
		{Kind: trace.Start}, {Kind: trace.Phase, Seq: 1, T: 1000}, {Kind: trace.Decide, Seq: 2, T: 2000},
		{Kind: trace.Hold, Seq: 3, T: 2000}, {Kind: trace.End, Seq: 4, T: 9000},
	}
}

func TestPoster(t *testing.T) {
	p, events := startAndUntil()
	if p.Ready() {
		t.Fatal("ready without events")
	}
	p.Add(events, true)
	if p.Time() != 1000 || p.Happened() != 2 {
		t.Fatalf("the poster is at %d after %d events", p.Time(), p.Happened())
	}
	if !p.Step() || p.Happened() != 3 || !p.Back() || p.Happened() != 2 || !p.Back() || p.Happened() != 1 {
		t.Errorf("stepping from the poster leads to %d events", p.Happened())
	}
	// Once moved, it plays on from where it is, also there where the poster was.
	p.Step()
	if p.Play(); p.Happened() != 2 {
		t.Errorf("plays from %d events on", p.Happened())
	}

	p, events = startAndUntil()
	p.Add(events, true)
	if p.Play(); p.Happened() != 1 || p.Time() != 0 || !p.Playing() {
		t.Errorf("the first time, it plays from %d on", p.Time())
	}
}

// Of the steps of its instant the poster is the one that matters most, and of those
// that matter alike the last.
func TestPosterIsWhatMatters(t *testing.T) {
	for _, tt := range []struct {
		about string
		kinds []trace.Kind // of the events of that instant
		want  int          // how many of them have happened
	}{
		{"a violation before what follows from it", []trace.Kind{trace.Enter, trace.Violation, trace.Phase}, 2},
		{"an enter before what it begins with", []trace.Kind{trace.Enter, trace.Phase, trace.Phase}, 1},
		{"the last of equals", []trace.Kind{trace.Phase, trace.Hold, trace.Enter, trace.Phase}, 3},
		{"the last of all", []trace.Kind{trace.Phase, trace.Phase}, 2},
	} {
		events := []trace.Event{{Kind: trace.Start}, {Kind: trace.Violation, Seq: 1, T: 500}}
		before := len(events)
		for _, k := range tt.kinds {
			events = append(events, trace.Event{Kind: k, Seq: len(events), T: 1000})
		}
		events = append(events, trace.Event{Kind: trace.End, Seq: len(events), T: 9000})
		p := New(1000, 0)
		p.Add(events, true)
		if got := p.Happened() - before; got != tt.want || p.Time() != 1000 {
			t.Errorf("%s: the poster is at %d, after %d events of that instant, want %d", tt.about, p.Time(), got, tt.want)
		}
	}
}

func TestUntil(t *testing.T) {
	p, events := startAndUntil()
	p.Add(events, true)
	for p.Step() {
	}
	if p.Happened() != 4 || !p.AtEnd() {
		t.Errorf("steps on to %d events", p.Happened())
	}
	for p.Play(); p.Playing(); {
		p.Tick(frame)
	}
	if p.Time() != 2000 || p.Happened() != 4 || !p.AtEnd() {
		t.Errorf("plays on to %d, %d events", p.Time(), p.Happened())
	}
	if p.Play(); p.Time() != 0 || !p.Playing() {
		t.Errorf("plays again from %d", p.Time())
	}
	p.End()
	if p.Happened() != 4 {
		t.Errorf("the end is after %d events", p.Happened())
	}
	p.Home()
	if p.Time() != 0 || p.Happened() != 1 || p.Playing() {
		t.Errorf("home is %d", p.Time())
	}
	if !p.Next() || p.Happened() != 3 {
		t.Errorf("next notable event: %d happened", p.Happened())
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
		p.Seek(at)
		p.State()
		p.Back()
		p.State()
	}
}
