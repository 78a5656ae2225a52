package room

import (
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web/tree"
)

// Scene is one of what a room was opened to show.
type Scene struct {
	Slug   string     `json:"slug"`             // of the scenario
	Lesson string     `json:"lesson,omitempty"` // the slug of the lesson that it is from; empty for none
	Of     string     `json:"of,omitempty"`     // what that calls it
	Run    string     `json:"run"`              // link form of the run that it begins with
	Start  trace.Time `json:"start"`            // the instant shown first

	// Fragment is the runs as they were driven, and Head where that was left.
	Fragment string `json:"fragment"`
	Head     Head   `json:"head"`
}

// begin shows the scene's own run at its first instant.
func (s *Scene) begin() {
	s.Fragment = s.own()
	s.Head = Head{T: s.Start, Happened: -1, Speed: 100}
}

// own is the scene's own run as a fragment.
func (s *Scene) own() string {
	of, err := run.Parse(s.Run)
	if err != nil {
		return "" // New has refused it
	}
	return fragmentOf(tree.New(of))
}

// fragmentOf writes a tree without a view of it.
func fragmentOf(t *tree.Tree) string { return t.Fragment(tree.View{Happened: -1, Compared: -1}) }

// shown is the link of the run that a fragment shows. Its runs must be of the scenario.
func (s *Scene) shown(fragment string) (string, bool) {
	t, _, err := tree.Parse(fragment)
	if err != nil {
		return "", false
	}
	present := t.Branches()[t.Present()]
	return present.Link, present.Run.Scenario == s.Slug
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

// Place is the fragment with the instant at which it was left: what a link to the run as
// driven ends in.
func (s *Scene) Place() string {
	t, _, err := tree.Parse(s.Fragment)
	if err != nil {
		return ""
	}
	return t.Fragment(tree.View{At: s.Head.T, Happened: s.Head.Happened, Compared: -1})
}
