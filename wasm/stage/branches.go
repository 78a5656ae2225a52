package stage

import (
	"strconv"

	"lockstep/sim/run"
	"lockstep/web/narrate"
	"lockstep/web/thing"
	"lockstep/web/tree"
)

// branchTabs is the row of branches as the page has it: a tree's list of branches is never
// changed, only replaced.
type branchTabs struct {
	first      *tree.Branch
	n, present int
	usable     bool
}

// branchNames are what the branches of a list are called, each by itself: to find what was
// changed takes long where much was done.
type branchNames struct {
	first *tree.Branch
	plain []string
}

// branchName is what a branch is called: as its reader named it, or by what was changed.
// Of several that would be called alike, those after the first have a number.
func (s *Stage) branchName(i int) string {
	plain := s.plainNames()
	name, alike := plain[i], 1
	for _, other := range plain[:i] {
		if other == name {
			alike++
		}
	}
	if alike == 1 || s.tree.Branches()[i].Name != "" {
		return name
	}
	return s.say.Say("stage.branch.again", "name", name, "n", strconv.Itoa(alike))
}

func (s *Stage) plainNames() []string {
	all, known := s.tree.Branches(), &s.names
	if known.first != &all[0] || len(known.plain) != len(all) {
		*known = branchNames{first: &all[0]}
		for i := range all {
			known.plain = append(known.plain, s.plainName(i))
		}
	}
	return known.plain
}

func (s *Stage) plainName(i int) string {
	all := s.tree.Branches()
	b := all[i]
	switch {
	case b.Name != "":
		return b.Name
	case b.Link == s.figure.Scene().Run:
		return s.say.Say("stage.branch.first")
	case b.Parent < 0:
		return narrate.Changed(s.say, s.address.own, b.Run)
	}
	return narrate.Changed(s.say, all[b.Parent].Run, b.Run)
}

// branchSaid tells a listener which branch is shown now.
func (s *Stage) branchSaid(i int) string {
	return s.say.Say("viewer.branch.shown", "name", s.branchName(i))
}

// forkIcon is a line that leaves another.
const forkIcon = `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4.5v7M4 11.5a4 4 0 0 0 4-3.5 4 4 0 0 1 4-3.5V4"/><circle cx="4" cy="3" r="1.5"/><circle cx="4" cy="13" r="1.5"/><circle cx="12" cy="3" r="1.5"/></svg>`

// drawBranches shows the branches, and what can be done to them.
func (s *Stage) drawBranches() {
	all, present := s.tree.Branches(), s.tree.Present()
	now := branchTabs{&all[0], len(all), present, s.usable}
	if s.branches == now {
		return
	}
	s.branches = now
	var h html
	for i, b := range all {
		if i == present { // what is chosen already can be renamed or deleted
			h.put(`<button type="button" class="btn" data-do="branch-menu" data-arg="%" aria-pressed="true" aria-haspopup="dialog" title="%">`, strconv.Itoa(i), s.say.Say("stage.branch.menu"))
		} else {
			h.put(`<button type="button" class="btn" data-do="branch" data-arg="%" aria-pressed="false">`, strconv.Itoa(i))
		}
		if b.Parent >= 0 {
			h.put(forkIcon)
		}
		h.put(`<span class="text">%</span></button>`, s.branchName(i))
	}
	s.view.SetHTML(Branches, h)
	s.able(UndoButton, s.tree.CanUndo())
	s.able(RedoButton, s.tree.CanRedo())
	s.able(CompareButton, len(all) > 1)
	s.view.SetText(Seed, s.say.Say("stage.seed", "seed", seedOf(all[present].Run)))
}

// able enables or disables a button.
func (s *Stage) able(p Part, can bool) {
	if can {
		s.view.DropAttr(p, "disabled")
	} else {
		s.view.SetAttr(p, "disabled", "")
	}
}

func (s *Stage) chooseBranch(arg string) {
	i := number(arg)
	if i < 0 || i >= len(s.tree.Branches()) || i == s.tree.Present() && s.coming == nil {
		return
	}
	s.alterBranch(i, (*tree.Tree).Choose)
	s.changed(landing{at: s.now(), happened: s.shown.player.Happened(), words: s.branchSaid(i), push: true})
}

// openBranch offers to rename the present branch or to delete it.
func (s *Stage) openBranch(arg string) {
	if s.wait(s.openBranch, arg) {
		return
	}
	i := s.tree.Present()
	s.openDialog(Menu)
	s.grip.of, s.grip.offers, s.grip.branch = thing.Thing{}, nil, s.presentLink()
	var h html
	h.put(`<ul class="offers">`)
	h.offer(s.say.Say("play.do.rename"), "rename", "")
	if len(s.tree.Branches()) > 1 {
		h.offer(s.say.Say("viewer.branch.delete"), "delete", "")
	}
	h.put(`</ul>`)
	s.setMenu(s.branchName(i), h)
}

func (s *Stage) askName(string) {
	i := s.branchWith(s.grip.branch)
	if i < 0 {
		return
	}
	s.openDialog(Name)
	s.view.SetValue(NameValue, s.branchName(i))
	s.view.Focus(NameValue)
}

func (s *Stage) submitName(fields []Field) {
	name := value(fields, "name")
	if i := s.branchWith(s.grip.branch); i >= 0 && name != s.branchName(i) {
		s.alterBranch(i, func(t *tree.Tree, i int) { t.Rename(i, name) })
		s.changed(landing{push: true})
	}
	s.closeDialog()
}

// deleteBranch deletes the branch whose menu is open.
func (s *Stage) deleteBranch(string) {
	i := s.branchWith(s.grip.branch)
	if s.grip.dialog != Menu || i < 0 {
		return
	}
	s.alterBranch(i, (*tree.Tree).Delete)
	s.compare.branch = ""
	s.closeDialog()
	s.changed(landing{at: s.now(), happened: s.shown.player.Happened(), push: true})
}

// undo takes back a change of the tree.
func (s *Stage) undo(string) { s.undone(s.tree.CanUndo(), (*tree.Tree).Undo) }

// redo puts it in again.
func (s *Stage) redo(string) { s.undone(s.tree.CanRedo(), (*tree.Tree).Redo) }

// undone shows what became of the tree. In the browser's history that takes the place of
// what was: a step there for each way there and back would be of no use.
func (s *Stage) undone(can bool, undo func(*tree.Tree) bool) {
	if !can {
		return
	}
	s.alter(func(t *tree.Tree) error { undo(t); return nil })
	s.changed(landing{at: s.now(), happened: s.shown.player.Happened(), words: s.branchSaid(s.tree.Present())})
}

// grew goes to the branch that a change has just made.
func (s *Stage) grew(to landing) {
	before := s.shown
	to.push = true
	s.latest().grew = true
	s.changed(to)
	s.outcome.before = before
}

// changed goes to the tree's present branch, if it is another than the one shown.
func (s *Stage) changed(to landing) {
	s.figure.Trouble("")
	s.stay()
	s.outcome.before = nil
	s.latest().to = to
	if s.presentLink() != s.shown.link || s.coming != nil {
		s.show(to)
		return
	}
	s.stands()
	s.remember(to.push)
}

// branchWith is the branch whose run has that link, or -1. By its place a branch cannot be
// kept in mind: undo shifts it.
func (s *Stage) branchWith(link string) int { return s.tree.With(link) }

// refuse says why something was not done.
func (s *Stage) refuse(err error) { s.figure.Trouble(s.explain(err)) }

func seedOf(r *run.Run) string { return strconv.FormatUint(r.Seed, 10) }
