package player

import (
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
)

// Every place that a player can be at is found again by what it shows, also where
// a long gap is cut and a microsecond of the screen is many in the run.
func TestSeekToFindsEveryPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, _ := ready(t)
		q := New(0, 0)
		q.events, q.whole = p.events, true
		q.arrange()
		same := func() {
			q.SeekTo(p.Time(), p.Happened())
			if q.Time() != p.Time() || q.Happened() != p.Happened() {
				t.Fatalf("at %d after %d events, want %d after %d", q.Time(), q.Happened(), p.Time(), p.Happened())
			}
		}
		for p.Home(); p.Step(); {
			same()
		}
		p.SetSpeed(Fastest)
		for p.Play(); p.Playing(); p.Tick(frame) {
			same()
		}
	})
}

func TestSeekToTheInstant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		end := events[len(events)-1].T
		to := trace.Time(rapid.Int64Range(0, int64(end)+5).Draw(t, "to"))
		p.SeekTo(to, 0)
		want := 0
		for i := range events {
			if events[i].T <= to {
				want = i + 1
			}
		}
		if p.Happened() != want || p.Time() != min(to, end) {
			t.Fatalf("asked for %d: at %d after %d events, want %d", to, p.Time(), p.Happened(), want)
		}
		// Played on, time goes on from there.
		p.Play()
		for at := p.Time(); p.Playing(); at = p.Time() {
			if p.Tick(1); p.Time() < at {
				t.Fatalf("time ran back from %d to %d", at, p.Time())
			}
			if p.Tick(frame); p.Time() < at {
				t.Fatalf("time ran back from %d to %d", at, p.Time())
			}
		}
	})
}

// Whatever is sought before it is known, the playhead gets there, and to the same
// place as if all had been known.
func TestSeeksWaitForWhatIsNotKnown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := drawRun(t)
		end := int64(events[len(events)-1].T)
		at := trace.Time(rapid.Int64Range(0, end+3).Draw(t, "t"))
		n := rapid.IntRange(0, len(events)+3).Draw(t, "n")
		seek := rapid.SampledFrom([]func(p *Player){
			func(p *Player) { p.SeekTo(at, n) },
			func(p *Player) { p.SeekTo(events[min(n, len(events)-1)].T, n+1) },
			func(p *Player) { p.SeekEvent(n) },
			(*Player).End,
		}).Draw(t, "seek")

		all := New(0, 0)
		all.Add(events, true)
		seek(all)
		p := New(trace.Time(rapid.Int64Range(0, end).Draw(t, "poster")), 0)
		before := rapid.IntRange(0, len(events)).Draw(t, "before")
		p.Add(events[:before], before == len(events))
		seek(p)
		if waits := p.Waiting(); waits && before == len(events) {
			t.Fatal("waits though all is known")
		}
		p.Add(events[before:], true)
		if p.Waiting() || !p.Ready() {
			t.Fatal("still waits though all is known")
		}
		if p.Time() != all.Time() || p.Happened() != all.Happened() || p.Position() != all.Position() {
			t.Fatalf("at %d after %d events, want %d after %d", p.Time(), p.Happened(), all.Time(), all.Happened())
		}
	})
}

func TestSeekWaitsAndIsCalledOff(t *testing.T) {
	events := []trace.Event{
		{Kind: trace.Start}, {Kind: trace.Phase, Seq: 1, T: 10}, {Kind: trace.Phase, Seq: 2, T: 20}, {Kind: trace.Phase, Seq: 3, T: 30},
	}
	p := New(0, 0)
	p.SeekEvent(3)
	if p.Ready() {
		t.Error("ready though nothing is known")
	}
	p.Add(events[:3], false)
	if p.Ready() {
		t.Error("shows the beginning, which nobody asked for")
	}
	p.Add(events[3:], true)
	if !p.Ready() || p.Happened() != 4 {
		t.Fatalf("after %d events, want 4", p.Happened())
	}

	p = New(0, 0)
	p.Add(events[:3], false)
	p.SeekTo(25, 0)
	if !p.Ready() || !p.Waiting() || p.Furthest() != 0 {
		t.Fatal("does not wait for what is not known")
	}
	p.SeekStep(1)
	p.Add(events[3:], true)
	if p.Waiting() || p.Happened() != 2 {
		t.Errorf("after %d events, though the reader went elsewhere", p.Happened())
	}
}

func TestSeekEvent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		for seq := range events {
			p.SeekEvent(seq)
			step := p.StepOf(seq)
			if step != p.Shown() || p.steps.steps[step].First > seq || seq >= p.Happened() {
				t.Fatalf("event %d is in step %d, but %d is shown", seq, step, p.Shown())
			}
			if p.StepTime(step) != events[seq].T {
				t.Fatalf("event %d is at %d, its step at %d", seq, events[seq].T, p.StepTime(step))
			}
		}
		if p.StepOf(len(events)) != -1 || p.StepOf(-1) != -1 {
			t.Fatal("events that are none have a step")
		}
		p.Home()
		if p.SeekEvent(len(events)); !p.AtEnd() {
			t.Fatal("an event that the run has not is not the end")
		}
	})
}

// A scene that ends early is never left by its end.
func TestSeeksStayWithinTheScene(t *testing.T) {
	p, events := startAndUntil()
	p.Add(events, true)
	for name, seek := range map[string]func(){
		"an instant": func() { p.SeekTo(8000, 0) },
		"its end":    func() { p.SeekTo(9000, 5) },
		"a step":     func() { p.SeekStep(99) },
		"an event":   func() { p.SeekEvent(4) },
	} {
		p.Home()
		if seek(); p.Happened() != 4 || p.Time() != 2000 {
			t.Errorf("%s: at %d after %d events", name, p.Time(), p.Happened())
		}
	}
	if p.Steps() != 4 {
		t.Errorf("it has %d steps", p.Steps())
	}
}

// Time that runs goes on where it was sent to, and not before it gets there.
func TestSeekWhilePlaying(t *testing.T) {
	p := New(0, 0)
	p.Add([]trace.Event{{Kind: trace.Start}, {Kind: trace.Phase, Seq: 1, T: 10}, {Kind: trace.Phase, Seq: 2, T: 20}}, false)
	p.Play()
	p.SeekTo(25, 0)
	if p.Tick(frame) || p.Position() != 0 {
		t.Error("time runs on where nobody wants to be")
	}
	p.Add([]trace.Event{{Kind: trace.End, Seq: 3, T: 90}}, true)
	if !p.Playing() || p.Waiting() || p.Time() != 25 {
		t.Fatalf("at %d, playing %t", p.Time(), p.Playing())
	}
	if !p.Tick(frame) || p.Time() <= 25 {
		t.Error("time does not go on from there")
	}
}

// While a run comes, an instant is known as soon as one can go there.
func TestWhatIsKnownCanBeGoneTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := drawRun(t)
		at := trace.Time(rapid.Int64Range(0, int64(events[len(events)-1].T)+1000).Draw(t, "at"))
		p := New(0, 0)
		for i := range events {
			p.Add(events[i:i+1], i+1 == len(events))
			p.SeekTo(at, -1)
			if p.Knows(at) == p.Waiting() {
				t.Fatalf("with %d events %d is known: %v, waits: %v", i+1, at, p.Knows(at), p.Waiting())
			}
		}
	})
}
