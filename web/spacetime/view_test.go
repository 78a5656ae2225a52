package spacetime_test

import (
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
	"lockstep/web/spacetime"
)

func anyView(t *rapid.T) spacetime.View {
	return spacetime.View{
		Width:    rapid.IntRange(320, 1400).Draw(t, "width"),
		From:     trace.Time(rapid.Int64Range(0, int64(16*sec)).Draw(t, "from")),
		Scale:    trace.Duration(rapid.Int64Range(int64(trace.Millisecond), int64(trace.Second)).Draw(t, "scale")),
		Unfolded: rapid.Bool().Draw(t, "unfolded"),
	}
}

// Where an instant stands, that instant is found, as near as a pixel says.
func TestAtUndoesX(t *testing.T) {
	s := told(played(t, "clock-jump"))
	rapid.Check(t, func(t *rapid.T) {
		v := anyView(t)
		x := rapid.IntRange(60, v.Width).Draw(t, "x")
		at := s.At(x, v)
		if got := s.X(at, v); at > 0 && (got < x-1 || got > x+1) {
			t.Fatalf("%d px is %v, which stands at %d px", x, trace.Duration(at), got)
		}
		if later := s.At(x+1, v); later < at {
			t.Fatalf("%d px is %v, and one further on %v", x, trace.Duration(at), trace.Duration(later))
		}
	})
}

// Whoever zooms keeps what is below the pointer, as far as the run's beginning allows.
func TestZoomKeepsItsPlace(t *testing.T) {
	s := told(played(t, "clock-jump"))
	rapid.Check(t, func(t *rapid.T) {
		v := anyView(t)
		x := rapid.IntRange(120, v.Width).Draw(t, "x")
		at := s.At(x, v)
		z := s.Zoom(v, rapid.SampledFrom([]int{50, 80, 125, 200}).Draw(t, "percent"), x)
		got := s.X(at, z)
		if z.From > 0 && (got < x-3 || got > x+3) {
			t.Fatalf("%v stood at %d px and stands at %d: %+v, then %+v", trace.Duration(at), x, got, v, z)
		}
		if z.From == 0 && got > x+3 {
			t.Fatalf("%v went right from %d to %d px", trace.Duration(at), x, got)
		}
	})
}

func TestPanMovesThePicture(t *testing.T) {
	s := told(played(t, "clock-jump"))
	rapid.Check(t, func(t *rapid.T) {
		v := anyView(t)
		by := rapid.IntRange(0, 500).Draw(t, "by")
		at := s.At(400, v)
		if got := s.X(at, s.Pan(v, by)); got < 400-by-2 || got > 400-by+2 {
			t.Fatalf("moved by %d px, what was at 400 is at %d", by, got)
		}
	})
}

// While a run plays, now is always in sight, and the picture stands still for most of
// the time.
func TestFollowKeepsNowInSight(t *testing.T) {
	for _, c := range instants {
		s := told(played(t, c.scenario))
		for _, width := range []int{344, 900} {
			v := spacetime.View{Width: width}
			turns, steps := 0, 0
			for at := trace.Time(0); at <= s.Last(); at += 3 * ms {
				next := s.Follow(v, at)
				if x := s.X(at, next); x < 56 || x > width {
					t.Fatalf("%s at %v: now stands at %d of %d px", c.scenario, trace.Duration(at), x, width)
				}
				if next.From != v.From {
					turns++
				}
				steps++
				v = next
			}
			if turns > 40 || turns*10 > steps {
				t.Errorf("%s, %d px: the page turned %d times in %d steps", c.scenario, width, turns, steps)
			}
		}
	}
}

func TestFitHasAllInSight(t *testing.T) {
	library := opened(t)
	for _, name := range library.Names() {
		s := told(playedOf(t, library, name))
		for _, width := range []int{320, 1400} {
			v := s.Fit(spacetime.View{Width: width})
			if x := s.X(s.Last(), v); x > width || s.X(0, v) < 40 {
				t.Errorf("%s: the run is from %d to %d px, of %d", name, s.X(0, v), x, width)
			}
		}
	}
}

// Even the largest cast has a row each, and they do not touch.
func TestEverybodyHasARow(t *testing.T) {
	s := told(crowd(500))
	p := spacetime.Draw(s, s.Len(), s.Last(), spacetime.View{Width: 900}, spacetime.Options{Words: words(t, "en")})
	if rows := 9 + 24 + 1; p.Height < rows*15 || p.Height > rows*20 {
		t.Errorf("%d rows are %d px high", rows, p.Height)
	}
	checkMarkup(t, p.SVG())
}

// Before a story has begun there is nothing to draw, and nothing to trip over.
func TestNothingToldYet(t *testing.T) {
	s := new(spacetime.Story)
	p := spacetime.Draw(s, 0, 0, s.Fit(s.Follow(spacetime.View{Width: 900}, sec)), spacetime.Options{Words: words(t, "en")})
	checkMarkup(t, p.SVG())
	if s.Len() != 0 || s.Whole() || s.Last() != 0 {
		t.Errorf("an empty story has %d events up to %v, whole: %v", s.Len(), s.Last(), s.Whole())
	}
}
