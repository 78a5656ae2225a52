package tree

import (
	"errors"
	"slices"
	"strconv"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// Why the tree does not grow. The page says it in its reader's language. Act answers
// with the error of [run.Action.Check], too.
var (
	ErrBranches = errors.New("tree: it has 24 branches, which is all it may have: delete one")
	ErrActions  = errors.New("tree: the run has 500 actions, which is all it may have")
	ErrLong     = errors.New("tree: the run says more than a link can hold")
)

// Act takes an action while looking at the instant now: it happens 1 us later, so
// nothing already seen changes. On a branch of the learner's own whose other actions
// all come before, it joins them; otherwise it begins a branch that has the present
// one's actions up to then, and those that wait for an event.
func (t *Tree) Act(now trace.Time, a run.Action) error {
	a.At = min(max(now, 0)+1, trace.Time(run.MaxTime))
	if err := a.Check(); err != nil {
		return err
	}
	present := &t.now.branches[t.now.present]
	r := *present.Run
	r.Actions = append(slices.DeleteFunc(slices.Clone(r.Actions), func(old run.Action) bool { return old.At > a.At }), a)
	if len(r.Actions) > run.MaxActions {
		return ErrActions
	}
	joins := present.Parent >= 0 && len(r.Actions) == len(present.Run.Actions)+1
	return t.grow(&r, joins)
}

// Restart begins a branch of the same actions with other parameters or another seed:
// change changes a copy of the present run.
func (t *Tree) Restart(change func(*run.Run)) error {
	r := *t.now.branches[t.now.present].Run
	r.Params, r.Choices, r.Actions = slices.Clone(r.Params), slices.Clone(r.Choices), slices.Clone(r.Actions)
	change(&r)
	return t.grow(&r, false)
}

// Open shows a run that was made elsewhere, under a name: a branch without a parent. If a
// branch has it already, that is shown as it is.
func (t *Tree) Open(r *run.Run, name string) error {
	link, old := r.Link(), t.now.branches
	if i := t.With(link); i >= 0 {
		t.Choose(i)
		return nil
	}
	if len(old) == maxBranches {
		return ErrBranches
	}
	t.change(snapshot{append(slices.Clip(old), Branch{Name: tidy(name), Run: r, Link: link, Parent: -1}), len(old)})
	return nil
}

// grow shows a run: a branch that has it, the present branch made into it, or a new
// one that grows from that.
func (t *Tree) grow(r *run.Run, joins bool) error {
	link := r.Link()
	old := t.now.branches
	if i := t.With(link); i >= 0 {
		t.Choose(i)
		return nil
	}
	r, err := run.Parse(link) // a copy that shares nothing, and can be read back
	if err != nil {
		return ErrLong
	}
	if joins {
		branches := slices.Clone(old)
		at := &branches[t.now.present]
		at.Run, at.Link = r, link
		for i := range branches { // those that grew from it differ otherwise now
			if b := &branches[i]; i == t.now.present || b.Parent == t.now.present {
				b.root(branches)
			}
		}
		t.change(snapshot{branches, t.now.present})
		return nil
	}
	if len(old) == maxBranches {
		return ErrBranches
	}
	b := Branch{Run: r, Link: link, Parent: t.now.present}
	b.root(old)
	t.change(snapshot{append(slices.Clip(old), b), len(old)})
	return nil
}

// root finds how an address writes a branch that grew from one of those: by what it does
// otherwise, if nothing but its actions makes it another run.
func (b *Branch) root(all []Branch) {
	b.grown = ""
	if b.Parent < 0 {
		return
	}
	parent := all[b.Parent].Run
	kept := common(b.Run, parent)
	if r, ok := graft(parent, kept, b.Run.Actions[kept:]); ok && r.Link() == b.Link {
		own := run.Run{Actions: b.Run.Actions[kept:]}
		b.grown = strconv.Itoa(kept) + "." + own.Link()
	}
}

// graft returns a run as parent, but with the first kept of its actions and then others;
// if there are as many as a run may have.
func graft(parent *run.Run, kept int, actions []run.Action) (*run.Run, bool) {
	if kept > len(parent.Actions) {
		return nil, false
	}
	r := *parent
	r.Actions = append(r.Actions[:kept:kept], actions...)
	return &r, len(r.Actions) <= run.MaxActions
}

// common is how many of their first actions two runs share.
func common(a, b *run.Run) int {
	most := min(len(a.Actions), len(b.Actions))
	for i := range most {
		if alone(a.Actions[i]) != alone(b.Actions[i]) {
			return i
		}
	}
	return most
}

// alone is the link of a run of one action: equal actions have equal ones.
func alone(a run.Action) string { return (&run.Run{Actions: []run.Action{a}}).Link() }
