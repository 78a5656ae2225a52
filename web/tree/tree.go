// Package tree keeps the runs that a learner has made: each is a branch, grown from
// another by one change or a few. The address holds the tree, so that a reload, a step
// back in history and a copied address all bring the same picture.
//
// A branch without a parent is a run as it was opened. Nothing that a learner does
// changes that: acting there begins a branch. No two branches are the same run. A
// branch stands after the one that it grew from.
package tree

import (
	"slices"
	"strings"
	"unicode"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/unseen"
	"lockstep/web/board"
)

// Limits of a tree.
const (
	maxBranches = 24
	maxUndo     = 200 // changes that can be taken back
)

// Branch is one run. Nobody changes what Run points to.
type Branch struct {
	Name   string // given by the reader; empty for one that says what was changed
	Run    *run.Run
	Link   string // of Run
	Parent int    // the branch that it grew from; -1 for none

	grown string // how an address writes what it does otherwise than that; empty if it writes Link
}

// Tree is all branches, and which is shown. Its changes can be undone.
type Tree struct {
	now        snapshot
	undo, redo []snapshot // the latest last
}

// snapshot is a tree as it was. Its slice is never changed, only replaced.
type snapshot struct {
	branches []Branch
	present  int
}

// View is what else an address holds: where the playhead stands and what is shown.
type View struct {
	At       trace.Time
	Happened int    // how many events have, since an instant can have many steps; -1 if that is not said
	Tab      string // of a narrow page: one of board.Tabs; empty for the first
	Compared int    // the branch that the present one is compared with; -1 for none
	Window   Window
}

// Window is the part of the space-time diagram that is shown.
type Window struct {
	From     trace.Time     // the instant at its left end
	Scale    trace.Duration // the true time that 100 px show; 0 if nothing is said of the window
	Unfolded bool           // quiet time is shown at its full length
}

// New returns a tree of one branch.
func New(r *run.Run) *Tree {
	return &Tree{now: snapshot{branches: []Branch{{Run: r, Link: r.Link(), Parent: -1}}}}
}

// Branches lists the branches in the order in which they came to be. It is not to be
// changed.
func (t *Tree) Branches() []Branch { return t.now.branches }

// With is the branch whose run has that link, or -1.
func (t *Tree) With(link string) int {
	return slices.IndexFunc(t.now.branches, func(b Branch) bool { return b.Link == link })
}

// Present is the branch that is shown.
func (t *Tree) Present() int { return t.now.present }

// Choose shows another branch. That is no change that could be undone.
func (t *Tree) Choose(i int) { t.now.present = i }

// Rename gives a branch a name, with its white space and length put in order; an empty
// one is the name that says what was changed.
func (t *Tree) Rename(i int, name string) {
	if name = tidy(name); name == t.now.branches[i].Name {
		return
	}
	branches := slices.Clone(t.now.branches)
	branches[i].Name = name
	t.change(snapshot{branches, t.now.present})
}

// tidy is how a name may stand in a tree: on one line, and without what would turn the
// text around it about.
func tidy(name string) string {
	var letters []rune
	apart := false // from the letter before
	for _, r := range name {
		switch {
		case parts(r):
			apart = len(letters) > 0
			continue
		case apart:
			letters = append(letters, ' ')
		}
		letters, apart = append(letters, r), false
	}
	return strings.TrimSuffix(string(letters[:min(len(letters), board.MaxName)]), " ")
}

// parts tells whether r is white space, or to be treated as if it were, as nobody sees it.
func parts(r rune) bool { return unicode.IsSpace(r) || unseen.Is(r) }

// Delete removes a branch, but not the last one. Those that grew from it stay, and have
// grown from its parent now. Those after it move up by one.
func (t *Tree) Delete(i int) {
	old := t.now.branches
	if len(old) == 1 {
		return
	}
	branches := slices.Delete(slices.Clone(old), i, i+1)
	for j := range branches {
		b := &branches[j]
		switch {
		case b.Parent == i:
			b.Parent = old[i].Parent // which stands before
			b.root(branches)
		case b.Parent > i:
			b.Parent--
		}
	}
	present := t.now.present
	switch {
	case present == i:
		present = max(old[i].Parent, 0)
	case present > i:
		present--
	}
	t.change(snapshot{branches, present})
}

// change makes the tree another, in a way that can be undone.
func (t *Tree) change(to snapshot) {
	if len(t.undo) == maxUndo {
		t.undo = slices.Delete(t.undo, 0, 1)
	}
	t.undo, t.redo = append(t.undo, t.now), nil
	t.now = to
}

// CanUndo tells whether there is a change to take back.
func (t *Tree) CanUndo() bool { return len(t.undo) > 0 }

// CanRedo tells whether there is an Undo to take back.
func (t *Tree) CanRedo() bool { return len(t.redo) > 0 }

// Copy returns a tree that stands as this one does: what is changed in one does not
// change the other.
func (t *Tree) Copy() *Tree {
	return &Tree{now: t.now, undo: slices.Clone(t.undo), redo: slices.Clone(t.redo)}
}

// Recall goes to another tree's branches by taking back changes, or by putting in again
// what was taken back, and shows the branch that the other does. It tells whether it could:
// whether the tree has stood so.
func (t *Tree) Recall(other *Tree) bool {
	same := func(s snapshot) bool { return slices.EqualFunc(s.branches, other.now.branches, equal) }
	switch {
	case same(t.now):
	case slices.ContainsFunc(t.undo, same):
		for t.Undo() && !same(t.now) {
		}
	case slices.ContainsFunc(t.redo, same):
		for t.Redo() && !same(t.now) {
		}
	default:
		return false
	}
	t.now.present = other.now.present
	return true
}

// equal tells whether two branches read alike, wherever they were read.
func equal(a, b Branch) bool { return a.Link == b.Link && a.Name == b.Name && a.Parent == b.Parent }

// Undo takes back the last change of the tree, and tells whether there was one. It
// shows the branch that was shown before.
func (t *Tree) Undo() bool { return t.move(&t.undo, &t.redo) }

// Redo takes back the last Undo.
func (t *Tree) Redo() bool { return t.move(&t.redo, &t.undo) }

func (t *Tree) move(from, to *[]snapshot) bool {
	last := len(*from) - 1
	if last < 0 {
		return false
	}
	*to = append(*to, t.now)
	t.now = (*from)[last]
	*from = (*from)[:last]
	return true
}
