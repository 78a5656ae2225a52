package player

import (
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
	"lockstep/web/wall"
)

// playOut plays until the player halts or ends.
func playOut(t *rapid.T, p *Player) {
	p.Play()
	for range 1 << 20 {
		if p.Tick(50 * wall.Millisecond); !p.Playing() {
			return
		}
	}
	t.Fatal("plays for ever")
}

// Whatever the speed, playing stops at each halt, after all that happens until then, and
// goes on from there; with no motion, too.
func TestPlayingHalts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, events := ready(t)
		end := events[len(events)-1].T
		a := trace.Time(rapid.Int64Range(1, int64(end)+1).Draw(t, "first"))
		b := a + trace.Time(rapid.Int64Range(1, int64(end)+1).Draw(t, "apart"))
		p.SetHalts([]trace.Time{a, b})
		p.SetSpeed(rapid.SampledFrom([]int{Slowest, Normal, Fastest}).Draw(t, "speed"))
		p.SetStill(rapid.Bool().Draw(t, "still"))
		for _, halt := range []trace.Time{a, b} {
			if halt > end {
				break
			}
			at := p.at
			playOut(t, p)
			if p.placeOf(halt) == at {
				return // as near as no time passes between them
			}
			if p.Reached() != halt {
				t.Fatalf("halts at %d, want %d", p.Reached(), halt)
			}
			happened := 0
			for happened < len(events) && events[happened].T <= halt {
				happened++
			}
			if p.Happened() != happened {
				t.Fatalf("after %d events at %d, want %d", p.Happened(), halt, happened)
			}
		}
		for range 3 {
			if !p.AtEnd() {
				playOut(t, p)
			}
		}
		if !p.AtEnd() {
			t.Fatalf("ends at %d", p.Reached())
		}
	})
}

// Who steps, seeks or has no halts any more goes by.
func TestHaltsAreForPlaying(t *testing.T) {
	p, events := startAndUntil()
	p.Add(events, true)
	p.Home()
	p.SetHalts([]trace.Time{p.StepTime(1)})
	if p.End(); !p.AtEnd() {
		t.Errorf("the end is at %d", p.Time())
	}
	p.Home()
	for p.Step() {
	}
	if !p.AtEnd() {
		t.Errorf("steps end at %d", p.Time())
	}
	p.Home()
	p.SetHalts(nil)
	p.Play()
	for p.Playing() {
		p.Tick(frame)
	}
	if !p.AtEnd() {
		t.Errorf("playing ends at %d", p.Time())
	}
}

// A halt whose events have not come yet is not passed over when they do.
func TestHaltsWaitForTheirEvents(t *testing.T) {
	events := []trace.Event{
		{Kind: trace.Start}, {Kind: trace.Phase, Seq: 1, T: 10}, {Kind: trace.Phase, Seq: 2, T: 10, Who: "A"},
		{Kind: trace.Phase, Seq: 3, T: 20}, {Kind: trace.End, Seq: 4, T: 30},
	}
	p := New(0, 0)
	p.SetHalts([]trace.Time{10})
	p.Add(events[:2], false)
	p.Play()
	for range 100 {
		p.Tick(frame)
	}
	p.Add(events[2:], true)
	for p.Playing() {
		p.Tick(frame)
	}
	if p.Reached() != 10 || p.Happened() != 3 {
		t.Errorf("halts at %d after %d events, want 10 after 3", p.Reached(), p.Happened())
	}
}
