package player

import (
	"reflect"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
	"lockstep/wasm/wall"
)

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
