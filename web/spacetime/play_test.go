package spacetime_test

import (
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/spacetime"
)

// While a run plays, only numbers change between two events, but for the axis: words
// make room for the present, and behind a fold a new stretch begins. An event changes
// but what it is about.
func TestPlayingChangesLittle(t *testing.T) {
	for _, c := range instants {
		events := played(t, c.scenario)
		s := told(events)
		o := spacetime.Options{Words: words(t, "en"), Hands: true}
		from, to := new(draw.Picture), new(draw.Picture)
		v := s.Follow(spacetime.View{Width: 900}, 0)
		spacetime.Redraw(from, s, happened(events, 0), 0, v, o)
		var d draw.Delta
		frames, changes, numbers := 0, 0, 0
		last := happened(events, 0)
		for at := trace.Time(0); at < 3*sec; at += 2 * ms {
			turned := s.Follow(v, at)
			n := happened(events, at)
			spacetime.Redraw(to, s, n, at, turned, o)
			if d.Between(from, to); d.Whole && turned == v {
				t.Fatalf("%s at %v: all is drawn anew", c.scenario, trace.Duration(at))
			}
			if turned == v {
				frames++
				numbers += len(d.Numbers)
				changes += len(d.Changes)
				if n == last && len(d.Changes) > 16 {
					t.Fatalf("%s at %v: without any event %d parts change", c.scenario, trace.Duration(at), len(d.Changes))
				}
			}
			from, to, v, last = to, from, turned, n
		}
		if numbers < frames || changes > 4*len(events) {
			t.Errorf("%s: %d numbers and %d parts changed in %d frames of %d events", c.scenario, numbers, changes, frames, len(events))
		}
	}
}

// The most that there can be: 9 nodes and 24 clients, ten thousand events, drawn while
// they play.
func BenchmarkFrame(b *testing.B) {
	events := crowd(10_000)
	s := told(events)
	o := spacetime.Options{Words: words(b, "en"), Hands: true}
	from, to := new(draw.Picture), new(draw.Picture)
	var d draw.Delta
	at, v := trace.Time(0), spacetime.View{Width: 1100}
	spacetime.Redraw(from, s, 1, 0, v, o)
	b.ReportAllocs()
	for b.Loop() {
		at = (at + 300) % s.Last()
		v = s.Follow(v, at)
		spacetime.Redraw(to, s, happenedFast(events, at), at, v, o)
		d.Between(from, to)
		from, to = to, from
	}
}

// BenchmarkScrub goes to and fro through all of them.
func BenchmarkScrub(b *testing.B) {
	events := crowd(10_000)
	s := told(events)
	o := spacetime.Options{Words: words(b, "en"), Hands: true}
	p := new(draw.Picture)
	v := s.Fit(spacetime.View{Width: 1100})
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		i = (i + 7919) % len(events)
		spacetime.Redraw(p, s, i+1, events[i].T, v, o)
	}
}

// BenchmarkTell is what it takes to take in ten thousand events.
func BenchmarkTell(b *testing.B) {
	events := crowd(10_000)
	for b.Loop() {
		told(events)
	}
}

func happenedFast(events []*trace.Event, t trace.Time) int {
	from, to := 0, len(events)
	for from < to {
		if mid := (from + to) / 2; events[mid].T <= t {
			from = mid + 1
		} else {
			to = mid
		}
	}
	return from
}
