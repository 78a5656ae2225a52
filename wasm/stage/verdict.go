package stage

import (
	"lockstep/wasm/viewer"
	"lockstep/web/verdict"
)

// verdictView is the verdict as the page has it.
type verdictView struct {
	is    verdict.Verdict
	drawn bool
	of    *loaded
}

// drawVerdict says how the run comes out, as soon as all of it is known.
func (s *Stage) drawVerdict() {
	is, now := &s.verdict, s.shown.verdict
	if !s.shown.whole {
		now = verdict.Judge(s.say, nil)
	}
	if is.drawn && is.of == s.shown && is.is == now {
		return
	}
	if is.of != s.shown {
		s.view.SetText(VerdictChange, "")
	}
	is.drawn, is.of, is.is = true, s.shown, now
	s.view.SetAttr(Verdict, "data-outcome", now.Outcome)
	s.view.SetText(VerdictHeadline, now.Headline)
	s.view.SetText(VerdictWhy, now.Why)
	s.view.SetText(VerdictPromise, now.Promise)
	if now.Seq < 0 {
		s.view.SetAttr(VerdictButton, "hidden", "")
		return
	}
	s.view.DropAttr(VerdictButton, "hidden")
	s.view.SetText(VerdictGo, s.say.Say("stage.go", "t", viewer.Clocked(now.At)))
}

// toVerdict goes to the event that decides how the run comes out.
func (s *Stage) toVerdict(string) {
	if v := s.shown.verdict; s.shown.whole && v.Seq >= 0 {
		s.seekEvent(v.Seq)
	}
}
