package stage

import (
	"strconv"

	"lockstep/sim/trace"
	"lockstep/wasm/link"
	"lockstep/wasm/viewer"
	"lockstep/web/thing"
	"lockstep/web/wire"
)

// comparison is another branch beside the one that is shown.
type comparison struct {
	branch string  // its link; empty for none
	run    *loaded // of that branch
	about  wire.Compare
	asked  *link.Comparing
	found  *wire.Comparison // nil until it is known

	problem string // that is shown, why it is not

	drawn bool // the second picture is there, and shows this:
	at    trace.Time
	seq   int
}

// openCompare offers the other branches, or takes the only one.
func (s *Stage) openCompare(arg string) {
	if s.wait(s.openCompare, arg) {
		return
	}
	all := s.tree.Branches()
	if len(all) == 2 {
		s.compareTo(strconv.Itoa(1 - s.tree.Present()))
		return
	}
	if len(all) < 2 {
		s.figure.Trouble(s.say.Say("viewer.compare.none"))
		return
	}
	s.openDialog(Menu)
	s.grip.of, s.grip.offers = thing.Thing{}, nil
	var h html
	h.put(`<ul class="offers">`)
	for i := range all {
		if i != s.tree.Present() {
			h.offer(s.branchName(i), "compare-to", strconv.Itoa(i))
		}
	}
	h.put(`</ul>`)
	s.setMenu(s.say.Say("viewer.compare.with", "name", s.branchName(s.tree.Present())), h)
}

// compareTo compares with a branch.
func (s *Stage) compareTo(arg string) {
	s.closeDialog()
	if i := number(arg); i >= 0 && i < len(s.tree.Branches()) && i != s.tree.Present() {
		s.compare.branch = s.tree.Branches()[i].Link
		s.remember(false)
	}
}

func (s *Stage) endCompare(string) {
	s.compare.branch = ""
	s.remember(false)
}

// toDifference goes to the first event that differs.
func (s *Stage) toDifference(string) {
	if c := &s.compare; c.found != nil {
		s.seekEvent(min(c.found.Same, len(s.shown.events)-1))
	}
}

// drawComparison keeps up with what is compared, and shows the other branch at the same
// instant.
func (s *Stage) drawComparison() {
	c := &s.compare
	i := s.branchWith(c.branch)
	if i < 0 || i == s.tree.Present() {
		s.undrawComparison()
		return
	}
	b := s.tree.Branches()[i]
	if c.run == nil || c.run.link != b.Link {
		c.run = s.load(b.Run, b.Link, s.shown)
	}
	about := wire.Compare{
		A: c.run.link, NameA: s.branchName(i), B: s.shown.link, NameB: s.branchName(s.tree.Present()),
		Lang: s.figure.Scene().Lang,
	}
	if c.about != about && s.coming == nil {
		s.askComparison(about)
	}
	s.drawProblem()
	s.drawOther()
}

// askComparison asks what makes the two runs different, instead of what was asked before.
func (s *Stage) askComparison(about wire.Compare) {
	c := &s.compare
	if c.asked != nil {
		c.asked.Cancel()
	}
	c.about, c.found, c.problem = about, nil, ""
	s.drawFound()
	c.asked = s.link.Compare(about, func(found *wire.Comparison) {
		c.found = found
		s.drawFound()
		s.figure.Update()
	})
}

func (s *Stage) undrawComparison() {
	c := &s.compare
	c.branch = ""
	if c.run == nil {
		return
	}
	if c.asked != nil {
		c.asked.Cancel()
	}
	*c = comparison{}
	s.view.DropAttr(Whole, "data-comparing")
	s.view.SetAttr(Compare, "hidden", "")
	s.view.SetAttr(Other, "hidden", "")
	s.view.DropAttr(Verdict, "hidden")
	s.view.DrawOther(nil, 0)
}

// drawProblem says why there is no comparison, if there is none.
func (s *Stage) drawProblem() {
	c := &s.compare
	if c.asked == nil || c.asked.Problem() == c.problem {
		return
	}
	if c.problem = c.asked.Problem(); c.problem != "" {
		s.view.SetText(Changed, s.say.Say("status.problem", "problem", viewer.Problem(s.say, c.asked)))
	} else if c.found == nil {
		s.view.SetText(Changed, "")
	}
}

// drawFound shows both outcomes side by side, and where the two runs part; or that this
// is being found out.
func (s *Stage) drawFound() {
	f, about, parts := s.compare.found, &s.compare.about, ""
	if f == nil {
		pending := wire.Outcome{Headline: s.say.Say("viewer.pending")}
		f = &wire.Comparison{A: pending, B: pending}
	} else {
		parts = s.say.Say("viewer.compare.parts", "t", viewer.Clocked(f.At), "this", f.FirstB, "that", f.FirstA)
	}
	s.view.SetText(NameThis, about.NameB)
	s.view.SetText(NameThat, about.NameA)
	s.view.SetText(VerdictThis, s.sentences(&f.B))
	s.view.SetText(VerdictThat, s.sentences(&f.A))
	s.view.SetText(Changed, f.Changed)
	s.view.SetText(Difference, parts)
	s.view.DropAttr(Compare, "hidden")
	s.view.SetAttr(Verdict, "hidden", "")
	s.view.SetAttr(Whole, "data-comparing", "")
}

// sentences says how a run comes out and why, in one text.
func (s *Stage) sentences(o *wire.Outcome) string {
	if o.Why == "" {
		return o.Headline
	}
	return s.say.Say("sentence.and", "sentence", o.Headline, "more", o.Why)
}

// drawOther shows the compared branch at the instant of the one shown.
func (s *Stage) drawOther() {
	c, t := &s.compare, s.now()
	if !c.run.player.Ready() || !c.run.knows(t) {
		return
	}
	c.run.player.SeekTo(t, -1)
	state := c.run.player.State()
	if c.drawn && c.at == t && c.seq == state.Seq {
		return
	}
	if !c.drawn {
		s.view.DropAttr(Other, "hidden")
	}
	c.drawn, c.at, c.seq = true, t, state.Seq
	s.view.DrawOther(state, t)
}
