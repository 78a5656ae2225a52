package spacetime

import "lockstep/sim/trace"

// View is which part of a story is shown, and how large: two numbers and a flag, which a
// page's address holds, beside the width that the page gives.
type View struct {
	Width    int            // of the picture, in pixels: 320 to 2000
	From     trace.Time     // the instant at the left end of the rows
	Scale    trace.Duration // the true time that 100 px show; 0 for what is usual in this width
	Unfolded bool           // quiet time is shown at its full length
}

// The scales that can be: from where a message's flight fills the picture to where the
// longest run does.
const (
	finest   = 100 * trace.Microsecond
	usual    = 25 * trace.Millisecond // messages that take 5 ms can be told apart
	coarsest = 3 * trace.Minute
)

const (
	rightMargin  = 14 * px
	namesLeast   = 56 * px
	namesNarrow  = 84 * px
	namesWide    = 110 * px
	narrowWidth  = 520
	leastPicture = 320
)

// names is how wide the column with the names of the rows is: as the longest asks, as
// far as there is room.
func (s *Story) names(v View) unit {
	most := unit(namesWide)
	if v.Width < narrowWidth {
		most = namesNarrow
	}
	return min(max(s.longest, namesLeast), most)
}

// plot is how wide the rows are.
func (s *Story) plot(v View) unit { return unit(v.Width)*px - s.names(v) - rightMargin }

// held returns the view with its numbers within what can be drawn.
func (v View) held() View {
	v.Width = max(v.Width, leastPicture)
	if v.Scale == 0 {
		v.Scale = usual
		if v.Width < narrowWidth {
			v.Scale = 2 * usual
		}
	}
	v.Scale = min(max(v.Scale, finest), coarsest)
	v.From = max(v.From, 0)
	return v
}

// X returns where the instant t stands in the picture, in pixels from its left edge.
// It may lie outside.
func (s *Story) X(t trace.Time, v View) int {
	v = v.held()
	a := s.along(v)
	return int((int64(s.names(v)) + a.pos(t) - a.pos(v.From)) / int64(px))
}

// At returns the instant that stands so many pixels from the picture's left edge: not
// before the run's beginning.
func (s *Story) At(x int, v View) trace.Time {
	v = v.held()
	a := s.along(v)
	return max(a.when(a.pos(v.From)+int64(x)*int64(px)-int64(s.names(v))), 0)
}

// Zoom returns the view at another scale, percent of this one, with the instant at x
// where it is.
func (s *Story) Zoom(v View, percent, x int) View {
	v = v.held()
	x = min(max(x, int(s.names(v)/px)), v.Width)
	t := s.At(x, v)
	v.Scale = v.Scale * trace.Duration(percent) / 100
	v = v.held()
	return s.with(v, t, unit(x)*px-s.names(v))
}

// Pan returns the view moved by so many pixels: positive numbers lead to later
// instants.
func (s *Story) Pan(v View, by int) View {
	v = v.held()
	a := s.along(v)
	v.From = max(a.when(a.pos(v.From)+int64(by)*int64(px)), 0)
	return v
}

// Follow returns the view that has the instant t in sight: the same as long as it
// does, else turned like a page, so that a reader's eye finds its place again only now
// and then.
//
// A view without a scale is opened: what led to t takes its width.
func (s *Story) Follow(v View, t trace.Time) View {
	if v.Scale == 0 {
		v = s.opened(v.held(), t)
	}
	v = v.held()
	a := s.along(v)
	at, plot := a.pos(t)-a.pos(v.From), int64(s.plot(v))
	switch {
	case at < 0:
		return s.with(v, t, s.plot(v)*3/4)
	case at > plot: // somebody went there: what led to it is what one wants to see
		return s.with(v, t, s.plot(v)*9/10)
	case at > plot*19/20:
		return s.with(v, t, s.plot(v)/2)
	}
	return v
}

// opened returns the view, finer by so much that t stands far right, as far as that goes.
// Of a run that has yet to begin there is nothing to show finer.
func (s *Story) opened(v View, t trace.Time) View {
	if t == 0 {
		return v
	}
	finest := v.Scale / 10
	for finer := v; finer.Scale > finest; finer.Scale = finer.Scale * 19 / 20 {
		if s.along(finer).pos(t) > int64(s.plot(v))*9/10 {
			return v
		}
		v.Scale = finer.Scale
	}
	return v
}

// Fit returns the finest view, of those at most as fine as the usual one, that has all
// of the story in sight.
func (s *Story) Fit(v View) View {
	v = v.held()
	v.From = 0
	for v.Scale = usual; v.Scale < coarsest; v.Scale = v.Scale * 5 / 4 {
		if s.along(v).pos(s.last) <= int64(s.plot(v))*19/20 {
			break
		}
	}
	return v.held()
}

// with returns the view that has t so far from the rows' left end.
func (s *Story) with(v View, t trace.Time, from unit) View {
	a := s.along(v)
	v.From = max(a.when(max(a.pos(t)-int64(from), 0)), 0)
	return v
}
