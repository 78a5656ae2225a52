package stage

import (
	"strconv"

	"lockstep/sim/trace"
	"lockstep/wasm/link"
	"lockstep/wasm/viewer"
	"lockstep/web/thing"
	"lockstep/web/tree"
	"lockstep/web/wire"
	"lockstep/web/words"
)

// comparison is another branch beside the one that is shown.
type comparison struct {
	branch string  // its link; empty for none
	run    *loaded // of that branch
	of     pair
	about  wire.Compare
	asked  *link.Comparing
	found  *wire.Comparison // nil until it is known
	so     wire.Comparison  // what is shown of it until then

	drawn bool // the second picture is there, and shows this:
	at    trace.Time
	seq   int
}

// pair is what is compared: two runs, and the branches from which they have their names. A
// tree's list of branches is never changed, only replaced.
type pair struct {
	that, this *loaded
	first      *tree.Branch
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
		s.drawComparison()
		s.view.Focus(Compare) // which may be out of sight
	}
}

func (s *Stage) endCompare(string) {
	s.undrawComparison()
	s.remember(false)
	s.view.Focus(CompareButton)
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
	if of := (pair{c.run, s.shown, &s.tree.Branches()[0]}); c.of != of && s.coming == nil {
		c.of = of
		s.askComparison(wire.Compare{
			A: c.run.link, NameA: s.branchName(i), B: s.shown.link, NameB: s.branchName(s.tree.Present()),
			Lang: s.figure.Scene().Lang,
		})
	}
	if c.found == nil {
		if so := s.soFar(); c.so != so {
			c.so = so
			s.drawFound()
		}
	}
	s.drawOther()
}

// askComparison asks what makes the two runs different, instead of what was asked before.
func (s *Stage) askComparison(about wire.Compare) {
	c := &s.compare
	if c.about == about {
		return
	}
	if c.asked != nil {
		c.asked.Cancel()
	}
	c.about, c.found = about, nil
	c.asked = s.link.Compare(about, func(found *wire.Comparison) {
		c.found = found
		s.drawFound()
		s.figure.Update()
	})
	c.so = s.soFar()
	s.drawFound()
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

// soFar is what is known of the two runs while there is no comparison, and why there is
// none.
func (s *Stage) soFar() wire.Comparison {
	c := &s.compare
	so := wire.Comparison{A: s.outcomeSoFar(c.run), B: s.outcomeSoFar(s.shown)}
	if c.asked.Problem() != "" && c.run.feed.Problem() == "" {
		so.Changed = s.say.Say("status.problem", "problem", viewer.Problem(s.say, c.asked))
	}
	return so
}

// outcomeSoFar says how a run comes out if that is known, or why it never will be.
func (s *Stage) outcomeSoFar(l *loaded) wire.Outcome {
	switch {
	case l.verdict != nil:
		return *l.verdict
	case l.feed.Problem() != "":
		return wire.Outcome{Headline: s.unshowable(l.feed)}
	}
	return wire.Outcome{Headline: s.say.Say("viewer.pending")}
}

// drawFound shows both outcomes side by side, and where the two runs part; or what is
// known so far.
func (s *Stage) drawFound() {
	f, about, parts := s.compare.found, &s.compare.about, ""
	known := f != nil
	if !known {
		f = &s.compare.so
	} else if !equal(f) {
		parts = s.say.Say("viewer.compare.parts", "t", words.Reading(s.say, trace.Local(f.At)), "this", f.FirstB, "that", f.FirstA)
	}
	s.view.SetText(NameThis, about.NameB)
	s.view.SetText(NameThat, about.NameA)
	s.view.SetText(PictureThis, about.NameB)
	s.view.SetText(PictureThat, about.NameA)
	that, changed := f.A, f.Changed
	if known { // both outcomes are there: none is said twice
		if that.Headline == f.B.Headline {
			that.Headline = changed
		}
		if that.Why == f.B.Why {
			that.Why = ""
		}
		changed = ""
	}
	s.view.SetText(VerdictThis, s.sentences(&f.B))
	s.view.SetText(VerdictThat, s.sentences(&that))
	s.view.SetText(Changed, changed)
	s.view.SetText(Difference, parts)
	if parts == "" {
		s.view.SetAttr(DifferenceButton, "hidden", "")
	} else {
		s.view.DropAttr(DifferenceButton, "hidden")
	}
	s.view.DropAttr(Compare, "hidden")
	s.view.SetAttr(Verdict, "hidden", "")
	s.view.SetAttr(Whole, "data-comparing", "")
}

// equal tells whether two runs nowhere part: nothing of them differs at an instant.
func equal(c *wire.Comparison) bool { return c.Same > 0 && c.At == 0 && c.FirstA == c.FirstB }

// sentences says how a run comes out and why, in one text.
func (s *Stage) sentences(o *wire.Outcome) string {
	if o.Why == "" {
		return o.Headline
	}
	return s.say.Say("sentence.and", "sentence", o.Headline, "more", o.Why)
}

// drawOther shows the compared branch at the instant of the one shown, or at its end. Until
// the two part as many events have happened in either: at one instant there may be several.
func (s *Stage) drawOther() {
	c, t := &s.compare, s.now()
	if !c.run.player.Ready() || !c.run.player.Knows(t) {
		return
	}
	happened := s.shown.player.Happened()
	if c.found == nil || happened > c.found.Same {
		happened = -1
	}
	c.run.player.SeekTo(t, happened)
	state, t := c.run.player.State(), c.run.player.Time() // which may have ended before
	if c.drawn && c.at == t && c.seq == state.Seq {
		return
	}
	if !c.drawn {
		s.view.DropAttr(Other, "hidden")
	}
	c.drawn, c.at, c.seq = true, t, state.Seq
	s.view.DrawOther(state, t)
}
