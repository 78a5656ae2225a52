package player

import (
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
	"lockstep/web/wall"
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

// A playhead is put at a place as far as the run is known, between steps too. Near enough to
// it, it stays where it is.
func TestPut(t *testing.T) {
	const near = 1000
	p := New(0, 0)
	p.Add([]trace.Event{{Kind: trace.Start}, {Kind: trace.Phase, Seq: 1, T: 400_000}, {Kind: trace.End, Seq: 2, T: 10_000_000}}, true)
	end, between := p.Length(), p.places[1]+5000
	for _, c := range []struct {
		name     string
		from, to wall.Span
		want     wall.Span
	}{
		{"between two steps", 0, between, between},
		{"before the beginning", between, -5, 0},
		{"behind the end", between, end + 5, end},
		{"just near enough, ahead", between, between + near, between},
		{"just near enough, behind", between, between - near, between},
		{"just too far ahead", between, between + near + 1, between + near + 1},
		{"just too far behind", between, between - near - 1, between - near - 1},
	} {
		p.Put(c.from, 0)
		moves := p.Moves()
		p.Put(c.to, near)
		if moved := p.Moves() > moves; p.Position() != c.want || moved != (c.want != c.from) {
			t.Errorf("%s: from %d to %d it is put at %d, want %d; counted as a move: %t", c.name, c.from, c.to, p.Position(), c.want, moved)
		}
	}
	p.Put(end, 0)
	if p.Put(0, 0); p.Furthest() != 2 {
		t.Errorf("put at the last step, it has shown %d", p.Furthest())
	}
}

// What a playhead was up to where it was is over where it is put.
func TestPutForgetsWhatWas(t *testing.T) {
	events := []trace.Event{{Kind: trace.Start}, {Kind: trace.Phase, Seq: 1, T: 400_000}, {Kind: trace.End, Seq: 2, T: 10_000_000}}

	p := New(400_000, 0)
	p.Add(events, true)
	if p.Put(p.Position(), wall.Second); !p.Moved() {
		t.Error("it still shows the poster")
	}

	p = New(0, 0)
	p.Add(events[:2], false)
	p.SeekTo(9_000_000, -1)
	at := p.Position()
	p.Put(at, wall.Second)
	p.Add(events[2:], true)
	if p.Waiting() || p.Position() != at {
		t.Errorf("at %d, want %d: it went where it had been sent before", p.Position(), at)
	}

	p.SeekTo(5_000_001, -1) // in a gap that is cut, whose instants have no places of their own
	at = p.Position()
	p.Put(0, 0)
	if p.Put(at, 0); p.Time() == 5_000_001 || p.Time() != p.timeAt(at) {
		t.Errorf("shows %d, want what is shown at this place, %d", p.Time(), p.timeAt(at))
	}

	between := at + 100
	p.SetSpeed(Slowest)
	p.Play()
	p.Tick(9)
	p.Put(between, 0)
	if p.Tick(9); p.Position() != between {
		t.Error("a microsecond that was nearly over elsewhere is over here")
	}
}
