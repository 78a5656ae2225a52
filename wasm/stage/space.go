package stage

import (
	"lockstep/sim/trace"
	"lockstep/web/spacetime"
	"lockstep/web/tree"
)

// spaceView is the space-time diagram as the page has it.
type spaceView struct {
	view spacetime.View

	// For what the view was chosen.
	of       *loaded
	happened int // events; or -1 for however many
	t        trace.Time

	drawn struct { // what was
		of       *loaded
		view     spacetime.View
		known    int // events
		happened int
		t        trace.Time
	}
}

// window is what an address says of it.
func (is *spaceView) window() tree.Window {
	return tree.Window{From: is.view.From, Scale: is.view.Scale, Unfolded: is.view.Unfolded}
}

// seeSpace takes what an address says of the diagram. It holds as it is, even where the
// present instant is out of its sight; from one that says nothing it is opened anew.
func (s *Stage) seeSpace(v *tree.View) {
	is := &s.space
	is.view.From, is.view.Scale, is.view.Unfolded = v.Window.From, v.Window.Scale, v.Window.Unfolded
	is.of, is.happened, is.t = nil, -1, v.At
	if is.view.Scale > 0 {
		is.of = s.shown
	}
	s.showFold()
}

// Zooming in makes the scale so many percent, zooming out undoes it.
const (
	closer  = 67
	farther = 150
)

// placeSpace chooses what the diagram shows: it turns its page when the playhead has gone
// out of sight, and lies still where the reader moved it otherwise. It tells whether the
// page has the diagram in sight.
func (s *Stage) placeSpace() bool {
	is, l := &s.space, s.shown
	width := s.view.SpaceWidth()
	if width == 0 || !l.player.Ready() {
		return false
	}
	l.story.Add(l.events[l.story.Len():], l.whole)
	happened, t := l.player.Happened(), s.now()
	is.view.Width = width
	if is.of != l || is.t != t || is.happened >= 0 && is.happened != happened {
		is.view = l.story.Follow(is.view, t)
	}
	is.of, is.happened, is.t = l, happened, t
	return true
}

// drawSpace brings the diagram up to date.
func (s *Stage) drawSpace() {
	if !s.placeSpace() {
		return
	}
	is := &s.space
	now := is.drawn
	now.of, now.view, now.known, now.happened, now.t = is.of, is.view, is.of.story.Len(), is.happened, is.t
	if now != is.drawn {
		is.drawn = now
		s.view.DrawSpace(&is.of.story, is.happened, is.t, is.view)
	}
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
	s.showFold()
	*v = s.shown.story.Follow(*v, s.now())
}

// showFold shows whether quiet time is folded.
func (s *Stage) showFold() {
	pressed := "true"
	if s.space.view.Unfolded {
		pressed = "false"
	}
	s.view.SetAttr(FoldButton, "aria-pressed", pressed)
}
