package stage

import (
	"lockstep/sim/trace"
	"lockstep/web/spacetime"
)

// spaceView is the space-time diagram as the page has it.
type spaceView struct {
	view spacetime.View

	// What was drawn.
	of       *loaded
	drawn    spacetime.View
	known    int // events
	happened int
	t        trace.Time
}

// Zooming in makes the scale so many percent, zooming out undoes it.
const (
	closer  = 67
	farther = 150
)

// drawSpace brings the diagram up to date. It turns its page when the playhead has gone
// out of sight, and lies still where the reader moved it otherwise.
func (s *Stage) drawSpace() {
	is, l := &s.space, s.shown
	width := s.view.SpaceWidth()
	if width == 0 {
		return // it is not shown
	}
	l.story.Add(l.events[l.story.Len():], l.whole)
	happened, t := l.player.Happened(), s.now()
	is.view.Width = width
	if is.of != l || is.t != t || is.happened != happened {
		is.view = l.story.Follow(is.view, t)
	}
	if is.of == l && is.drawn == is.view && is.known == l.story.Len() && is.happened == happened && is.t == t {
		return
	}
	is.of, is.drawn, is.known, is.happened, is.t = l, is.view, l.story.Len(), happened, t
	s.view.DrawSpace(&l.story, happened, t, is.view)
}

func (s *Stage) zoomIn(string) { s.zoomAtNow(closer) }

func (s *Stage) zoomOut(string) { s.zoomAtNow(farther) }

// zoomAtNow zooms with the present instant where it is.
func (s *Stage) zoomAtNow(percent int) {
	s.Zoom(percent, s.shown.story.X(s.now(), s.space.view))
}

// Zoom shows the diagram at another scale, percent of this one. What is x pixels from its
// left edge stays there.
func (s *Stage) Zoom(percent, x int) {
	s.space.view = s.shown.story.Zoom(s.space.view, percent, x)
	s.figure.Update()
}

// Pan moves the diagram by so many pixels, to later instants if positive.
func (s *Stage) Pan(by int) {
	s.space.view = s.shown.story.Pan(s.space.view, by)
	s.figure.Update()
}

// SeekAt goes to the instant that is x pixels from the diagram's left edge.
func (s *Stage) SeekAt(x int) {
	if !s.shown.player.Ready() || s.coming != nil {
		return
	}
	s.shown.player.Pause()
	s.shown.player.SeekTo(s.shown.story.At(x, s.space.view), -1)
	s.figure.Refresh("")
}

// pan moves the diagram by a part of its width: to the left, to the right.
func (s *Stage) pan(arg string) { s.Pan(s.space.view.Width / 6 * step(arg)) }

// seekMiddle goes to the instant in the diagram's middle.
func (s *Stage) seekMiddle(string) { s.SeekAt(s.space.view.Width / 2) }

// fit has all of the run in sight.
func (s *Stage) fit(string) { s.space.view = s.shown.story.Fit(s.space.view) }

// fold folds quiet time, or shows it at its full length.
func (s *Stage) fold(string) {
	v := &s.space.view
	v.Unfolded = !v.Unfolded
	pressed := "true"
	if v.Unfolded {
		pressed = "false"
	}
	s.view.SetAttr(FoldButton, "aria-pressed", pressed)
	*v = s.shown.story.Follow(*v, s.now())
}
