package stage

import (
	"lockstep/sim/trace"
	"lockstep/web/wire"
	"lockstep/web/words"
)

// verdictView is the verdict as the page has it.
type verdictView struct {
	of *loaded
	is *wire.Outcome
}

// drawVerdict says how the run comes out, as soon as that is known. Of its own run the
// page came with it.
func (s *Stage) drawVerdict() {
	now := verdictView{s.shown, s.shown.verdict}
	own := s.verdict.of == nil && s.shown.link == s.figure.Scene().Run
	if s.verdict == now || own && now.is == nil {
		return
	}
	if s.verdict.of != now.of {
		s.view.SetText(VerdictChange, "")
	}
	s.verdict = now
	s.mindOwn()
	if !own {
		s.drawAttempt()
	}
	o := now.is
	if o == nil {
		o = &wire.Outcome{Headline: s.say.Say("viewer.pending"), Seq: -1}
	}
	s.view.SetAttr(Verdict, "data-outcome", o.Verdict)
	s.view.SetText(VerdictHeadline, o.Headline)
	s.view.SetText(VerdictWhy, o.Why)
	s.view.SetText(VerdictPromise, o.Promise)
	if o.Seq < 0 {
		s.view.SetAttr(VerdictButton, "hidden", "")
		return
	}
	s.view.DropAttr(VerdictButton, "hidden")
	label := s.say.Say("stage.go", "t", words.Reading(s.say, trace.Local(o.At)))
	s.view.SetText(VerdictGo, label)
	s.view.SetAttr(VerdictButton, "title", s.say.Say("figure.keyed", "what", label, "key", s.say.Say("stage.key.verdict")))
}

// mindOwn has the page mark what it says of its own run while another is shown.
func (s *Stage) mindOwn() {
	if s.shown.link == s.figure.Scene().Run {
		s.view.DropAttr(Whole, "data-branched")
	} else {
		s.view.SetAttr(Whole, "data-branched", "")
	}
}

// toVerdict goes to the event that decides how the run comes out.
func (s *Stage) toVerdict(string) {
	if o := s.shown.verdict; o != nil && o.Seq >= 0 {
		s.seekEvent(o.Seq)
	}
}
