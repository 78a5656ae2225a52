package spacetime

import (
	"sort"

	"lockstep/sim/trace"
)

// gap is a stretch in which nothing happens.
type gap struct{ from, to trace.Time }

// shortGap is too short to be folded at any scale.
const shortGap = 2 * trace.Millisecond

func (s *Story) gap(from, to trace.Time) {
	if to.Sub(from) >= shortGap {
		s.gaps = append(s.gaps, gap{from, to})
	}
}

// axis says where along the time axis an instant stands: one scale, except in folds,
// which are all equally wide.
type axis struct {
	scale trace.Duration // that 100 px show
	flat  bool           // nothing is folded
	gaps  int            // how many the folds were made from
	folds []fold
}

// fold is a stretch of time that takes up foldWidth, whatever its length.
type fold struct {
	from, to trace.Time
	at       int64 // where from stands
}

const (
	foldWidth  = int64(26 * px)
	foldMargin = int64(16 * px)                           // of its gap that stays unfolded on either side
	worthwhile = foldWidth + 2*foldMargin + int64(150*px) // shorter gaps are no trouble
)

// along returns the axis of a view. It is made once for all pictures at one scale, and
// stays as it is: a picture's courses go on along it.
func (s *Story) along(v View) *axis {
	if a := s.axis; a != nil && a.scale == v.Scale && a.flat == v.Unfolded && a.gaps == len(s.gaps) {
		return a
	}
	a := &axis{scale: v.Scale, flat: v.Unfolded, gaps: len(s.gaps)}
	s.axis = a
	if a.flat {
		return a
	}
	margin := trace.Time(foldMargin * int64(a.scale) / hundred)
	for _, g := range s.gaps {
		if a.straight(g.to.Sub(g.from)) < worthwhile {
			continue
		}
		f := fold{from: g.from + margin, to: g.to - margin}
		f.at = a.pos(f.from)
		a.folds = append(a.folds, f)
	}
	return a
}

// hundred is 100 px, to which a scale refers.
const hundred = int64(100 * px)

// straight is how long a span is where nothing is folded.
func (a *axis) straight(d trace.Duration) int64 { return int64(d) * hundred / int64(a.scale) }

// pos returns where t stands, in hundredths of a pixel from where the run begins.
func (a *axis) pos(t trace.Time) int64 {
	k := len(a.folds)
	if k > 0 && a.folds[k-1].from > t {
		k = sort.Search(k, func(i int) bool { return a.folds[i].from > t })
	}
	if k == 0 {
		return a.straight(trace.Duration(t))
	}
	f := &a.folds[k-1]
	if t >= f.to {
		return f.at + foldWidth + a.straight(t.Sub(f.to))
	}
	return f.at + foldWidth*int64(t-f.from)/int64(f.to-f.from)
}

// when returns the instant that stands there: the first one, where several do.
func (a *axis) when(pos int64) trace.Time {
	k := sort.Search(len(a.folds), func(i int) bool { return a.folds[i].at > pos })
	if k == 0 {
		return trace.Time(pos * int64(a.scale) / hundred)
	}
	f := &a.folds[k-1]
	if rest := pos - f.at - foldWidth; rest >= 0 {
		return f.to + trace.Time(rest*int64(a.scale)/hundred)
	}
	return f.from + trace.Time(int64(f.to-f.from)*(pos-f.at)/foldWidth)
}
