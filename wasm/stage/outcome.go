package stage

import "lockstep/web/verdict"

// outcome is what the last change of the run made of its outcome.
type outcome struct {
	before *loaded // the run as it was; nil once it is said
}

// sayOutcome says how the run comes out now that was changed, as soon as both runs are
// known to their ends. A voice reads it out.
func (s *Stage) sayOutcome() {
	before := s.outcome.before
	if before == nil || s.coming != nil || !before.whole || !s.shown.whole {
		return
	}
	s.outcome.before = nil
	if before == s.shown {
		return
	}
	c := verdict.Compare(s.say, before.events, s.shown.events, "", "")
	s.view.SetText(VerdictChange, c.Changed)
	s.figure.Refresh(c.Changed)
}
