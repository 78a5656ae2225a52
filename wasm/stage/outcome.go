package stage

import (
	"lockstep/wasm/link"
	"lockstep/web/wire"
)

// outcome is what the last change of the run made of its outcome.
type outcome struct {
	before *loaded // the run as it was; nil once it is asked
	asked  *link.Comparing
}

// cancel asks no more: another run is shown.
func (o *outcome) cancel() {
	if o.asked != nil {
		o.asked.Cancel()
		o.asked = nil
	}
}

// askOutcome asks how the run comes out now that it was changed, and says it. A voice
// reads it out.
func (s *Stage) askOutcome() {
	before, now := s.outcome.before, s.shown
	if before == nil || s.coming != nil {
		return
	}
	s.outcome.before = nil
	if before == now {
		return
	}
	s.outcome.cancel()
	s.outcome.asked = s.link.Compare(wire.Compare{A: before.link, B: now.link, Lang: s.figure.Scene().Lang}, func(c *wire.Comparison) {
		s.view.SetText(VerdictChange, c.Changed)
		s.figure.Refresh(c.Changed)
	})
}
