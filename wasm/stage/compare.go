package stage

import (
	"strconv"

	"lockstep/sim/trace"
	"lockstep/wasm/viewer"
	"lockstep/web/thing"
	"lockstep/web/verdict"
)

// comparison is another branch beside the one that is shown.
type comparison struct {
	branch int     // -1 for none
	run    *loaded // of that branch
	of     *loaded // that it was compared with last; nil before it was
	found  verdict.Comparison
	names  string

	drawn bool // the second picture is there, and shows this:
	at    trace.Time
	seq   int
}

// openCompare offers the other branches, or takes the only one.
func (s *Stage) openCompare(string) {
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
	h.tag("ul", "class", "offers")
	for i := range all {
		if i == s.tree.Present() {
			continue
		}
		h.tag("li")
		h.button(s.branchName(i), "compare-to", strconv.Itoa(i), "class", "offer")
		h.end("li")
	}
	h.end("ul")
	s.setMenu(s.say.Say("viewer.compare.with", "name", s.branchName(s.tree.Present())), h)
}

// compareTo compares with a branch.
func (s *Stage) compareTo(arg string) {
	s.closeDialog()
	if i := number(arg); i >= 0 && i < len(s.tree.Branches()) && i != s.tree.Present() {
		s.compare.branch, s.compare.of = i, nil
		s.remember(false)
	}
}

func (s *Stage) endCompare(string) {
	s.compare.branch = -1
	s.remember(false)
}

// toDifference goes to the first event that differs.
func (s *Stage) toDifference(string) {
	if c := &s.compare; c.run != nil && c.of == s.shown {
		s.seekEvent(min(c.found.Same, len(s.shown.events)-1))
	}
}

// drawComparison keeps up with what is compared, and shows the other branch at the same
// instant.
func (s *Stage) drawComparison() {
	c := &s.compare
	if c.branch >= len(s.tree.Branches()) || c.branch == s.tree.Present() {
		c.branch = -1
	}
	if c.branch < 0 {
		s.undrawComparison()
		return
	}
	b := s.tree.Branches()[c.branch]
	if c.run == nil || c.run.link != b.Link {
		c.run, c.of = s.load(b.Run, b.Link, s.shown), nil
	}
	names := s.branchName(s.tree.Present()) + "\n" + s.branchName(c.branch)
	if (c.of != s.shown || c.names != names) && s.shown.whole && c.run.whole {
		c.of, c.names = s.shown, names
		s.drawFound()
	}
	s.drawOther()
}

func (s *Stage) undrawComparison() {
	c := &s.compare
	if c.run == nil {
		return
	}
	*c = comparison{branch: -1}
	s.view.DropAttr(Whole, "data-comparing")
	s.view.SetAttr(Compare, "hidden", "")
	s.view.SetAttr(Other, "hidden", "")
	s.view.DropAttr(Verdict, "hidden")
	s.view.DrawOther(nil, 0)
}

// drawFound shows both outcomes side by side, and where the two runs part.
func (s *Stage) drawFound() {
	c := &s.compare
	this, that := s.branchName(s.tree.Present()), s.branchName(c.branch)
	f := verdict.Compare(s.say, c.run.events, s.shown.events, that, this)
	c.found = f
	s.view.SetText(NameThis, this)
	s.view.SetText(NameThat, that)
	s.view.SetText(VerdictThis, f.OutcomeB.Headline+" "+f.OutcomeB.Why)
	s.view.SetText(VerdictThat, f.OutcomeA.Headline+" "+f.OutcomeA.Why)
	s.view.SetText(Changed, f.Changed)
	s.view.SetText(Difference, s.say.Say("viewer.compare.parts", "t", viewer.Clocked(f.At), "this", f.FirstB, "that", f.FirstA))
	s.view.DropAttr(Compare, "hidden")
	s.view.SetAttr(Verdict, "hidden", "")
	s.view.SetAttr(Whole, "data-comparing", "")
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
