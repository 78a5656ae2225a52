package stage

import (
	"errors"

	"lockstep/sim/run"
	"lockstep/web/tree"
)

// alteration is a change of the tree whose run has not come yet. It may be refused. Of
// several that are pending nobody can tell at once which is at fault: they are tried again
// one by one, so that a refusal takes nothing else with it.
type alteration struct {
	do   func(t *tree.Tree) error
	to   landing
	grew bool // a branch
}

// alter changes the tree. What was changed is shown by changed.
func (s *Stage) alter(do func(t *tree.Tree) error) error {
	err := do(s.tree)
	if err == nil {
		s.pending = append(s.pending, alteration{do: do})
	}
	return err
}

// alterBy changes the tree by an action at the instant that is shown.
func (s *Stage) alterBy(a run.Action) error {
	now := s.now()
	if why := s.whyBarred(a.Verb); why != "" {
		return why
	}
	return s.alter(func(t *tree.Tree) error { return t.Act(now, a) })
}

// alterBranch changes the tree by something that is done to one of its branches.
func (s *Stage) alterBranch(i int, do func(t *tree.Tree, i int)) {
	link := s.tree.Branches()[i].Link
	s.alter(func(t *tree.Tree) error {
		i := t.With(link)
		if i < 0 {
			return errGone
		}
		do(t, i)
		return nil
	})
}

// errGone says that there is no such branch: what was to become one was refused.
var errGone = errors.New("stage: there is no such branch")

// latest is the change that was made last, or one that nobody minds.
func (s *Stage) latest() *alteration {
	if n := len(s.pending); n > 0 {
		return &s.pending[n-1]
	}
	return new(alteration)
}

// stands says that the tree's present run is shown: nothing is pending any more.
func (s *Stage) stands() {
	s.stood = s.tree.Copy()
	s.pending = nil
}

// fallsBack takes back all that is pending. If it is several changes they are to be tried
// one by one.
func (s *Stage) fallsBack() (several bool) {
	s.tree = s.stood.Copy()
	several = len(s.pending) > 1
	if several {
		s.untried = append(s.pending, s.untried...)
	}
	s.pending = nil
	return several
}

// tryNext makes the next of the changes that are to be tried one by one, and shows what
// comes of it. The trouble is told on arrival: what was refused before it.
func (s *Stage) tryNext(trouble string) {
	for s.coming == nil && len(s.untried) > 0 {
		next := s.untried[0]
		s.untried = s.untried[1:]
		if s.alter(next.do) != nil {
			continue // it needs what was refused
		}
		if trouble != "" {
			next.to.trouble = trouble
		}
		if t := s.now(); next.to.at < t { // what was shown since then stays seen
			next.to.at, next.to.happened = t, -1
		}
		*s.latest() = next
		if s.presentLink() == s.shown.link {
			s.stands()
			continue
		}
		before := s.shown
		if s.show(next.to); next.grew {
			s.outcome.before = before
		}
	}
}
