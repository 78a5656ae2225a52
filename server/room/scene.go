package room

import (
	"time"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web/player"
	"lockstep/web/tree"
)

// Scene is one of what a room was opened to show.
type Scene struct {
	Slug   string     `json:"slug"`             // of the scenario
	Lesson string     `json:"lesson,omitempty"` // the slug of the lesson that it is from; empty for none
	Of     string     `json:"of,omitempty"`     // what that calls it
	Run    string     `json:"run"`              // link form of the run that it begins with
	Start  trace.Time `json:"start"`            // the instant shown first

	// Fragment is the runs as they were driven, and Head where that was left. A room can be
	// opened with a fragment that says both, with both, or without: one that is not of the
	// scenario, such as an anchor in the page that it was taken from, counts as none.
	Fragment string `json:"fragment"`
	Head     Head   `json:"head"`
}

// begin shows the scene where it says, or where its fragment does, or its own run at its first
// instant.
func (s *Scene) begin() {
	at := Head{T: s.Start, Happened: -1, Speed: player.Normal}
	if t, v, ok := s.read(s.Fragment); ok {
		s.Fragment, at.T, at.Happened = fragmentOf(t), v.At, v.Happened
	} else {
		s.Fragment = s.own()
	}
	if s.Head == (Head{}) {
		s.Head = at
	}
}

// own is the scene's own run as a fragment; empty if it cannot be read.
func (s *Scene) own() string {
	of, err := run.Parse(s.Run)
	if err != nil {
		return ""
	}
	return fragmentOf(tree.New(of))
}

// fragmentOf writes a tree without a view of it.
func fragmentOf(t *tree.Tree) string { return t.Fragment(tree.View{Happened: -1, Compared: -1}) }

// shown is the link of the run that a fragment shows.
func (s *Scene) shown(fragment string) (link string, ok bool) {
	t, _, ok := s.read(fragment)
	if !ok {
		return "", false
	}
	return t.Branches()[t.Present()].Link, true
}

// read reads a fragment, whose runs must be of the scenario.
func (s *Scene) read(fragment string) (t *tree.Tree, v tree.View, ok bool) {
	if len(fragment) > maxFragment {
		return nil, v, false
	}
	t, v, err := tree.Parse(fragment)
	if err != nil {
		return nil, v, false
	}
	return t, v, t.Branches()[t.Present()].Run.Scenario == s.Slug // the others are of the same
}

// back chooses the scene's own run among those that were driven, or that alone if they
// have lost it.
func (s *Scene) back() {
	t, _, err := tree.Parse(s.Fragment)
	if err != nil || t.With(s.Run) < 0 {
		s.Fragment = s.own()
		return
	}
	t.Choose(t.With(s.Run))
	s.Fragment = fragmentOf(t)
}

// Place is the fragment with the instant at which it was left, as far as that is known: what
// a link to the run as driven ends in.
func (s *Scene) Place() string {
	t, _, err := tree.Parse(s.Fragment)
	if err != nil {
		return ""
	}
	return t.Fragment(tree.View{At: max(s.Head.T, 0), Happened: s.Head.Happened, Compared: -1})
}

// show shows the scene as it was left.
func (r *Room) show(now time.Time) {
	s := &r.state.Scenes[r.state.Scene]
	r.showRun(s)
	s.Head.Playing = false
	r.head = moving{s.Head, now}
}

// showRun shows the run that the scene's fragment shows.
func (r *Room) showRun(s *Scene) {
	r.link, _ = s.shown(s.Fragment)
	r.runs++
}

// drive shows what the driver shows.
func (r *Room) drive(now time.Time, _ Who, c *Command) (Done, error) {
	s := &r.state.Scenes[r.state.Scene]
	if _, ok := s.shown(c.Fragment); !ok {
		return Done{}, BadRun
	}
	if c.Head == nil || !c.Head.valid() {
		return Done{}, BadHead
	}
	s.Fragment = c.Fragment
	r.showRun(s)
	r.head = moving{*c.Head, now}
	return Done{Changed: RunShown | HeadMoved}, nil
}

func (r *Room) chooseScene(now time.Time, _ Who, c *Command) (Done, error) {
	if c.Index < 0 || c.Index >= len(r.state.Scenes) {
		return Done{}, NoScene
	}
	r.state.Scenes[r.state.Scene].Head = r.head.held(now)
	r.state.Scene = c.Index
	r.show(now)
	clear(r.lost)
	return Done{Changed: SceneShown | RunShown | HeadMoved | OwnChanged}, nil
}

// Shows is the run, in link form, that a command would show if it were carried out now;
// empty if it would show no other than is shown, or is not for whoever sends it. So that run
// can be played before.
func (r *Room) Shows(who Who, c *Command) string {
	if r.refuses(who, c) != nil {
		return ""
	}
	link, ok, s := "", false, &r.state.Scenes[r.state.Scene]
	switch {
	case c.Do == "run":
		link, ok = s.shown(c.Fragment)
	case c.Do == "scene" && c.Index >= 0 && c.Index < len(r.state.Scenes):
		s = &r.state.Scenes[c.Index]
		link, ok = s.shown(s.Fragment)
	case c.Do == "poll-open" && c.Predict != "":
		link, ok = s.Run, true
	}
	if !ok || link == r.link {
		return ""
	}
	return link
}
