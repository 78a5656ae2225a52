package draw

import "lockstep/sim/trace"

// Screen is a picture as a page has it. While what it shows is the same and only time
// passes, the picture moves: nothing is drawn, slots take their courses. The zero Screen
// is empty.
type Screen struct {
	// Delta is the way from what the page had to what it is to have now. Its Whole is
	// set where that is the whole picture.
	Delta Delta

	shows    bool
	is, next *Picture
}

// Show makes the picture that of t which redraw draws. Same says that it would draw what
// it drew last, but for the instant.
func (s *Screen) Show(same bool, t trace.Time, redraw func(*Picture)) {
	if s.is == nil {
		s.is, s.next = new(Picture), new(Picture)
	}
	if s.shows && same && s.is.moves(t) {
		s.Delta.along(s.is, t)
		return
	}
	redraw(s.next)
	if s.shows {
		s.Delta.Between(s.is, s.next)
	} else {
		s.Delta.whole()
	}
	s.shows, s.is, s.next = true, s.next, s.is
}

// Picture returns what is shown.
func (s *Screen) Picture() *Picture { return s.is }

// Clear says that the page has nothing any more.
func (s *Screen) Clear() { s.shows = false }

// Until says that from t on more may differ than the numbers of slots: a part that comes
// or goes, a word, what stands still for now.
func (p *Picture) Until(t trace.Time) { p.until = min(p.until, t) }

// moves tells whether the picture becomes that of t by its slots alone.
func (p *Picture) moves(t trace.Time) bool { return p.t <= t && t < p.until }
