// Package tree keeps the runs that a learner has made: each is a branch, grown from
// another by one change. The address holds the tree, so that a reload, a step back in
// history and a copied address all bring the same picture.
package tree

import (
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// Branch is one run.
type Branch struct {
	Name   string // given by the reader; empty for one that says what was changed
	Run    *run.Run
	Link   string     // of Run
	Parent int        // the branch that it grew from; -1 for the first
	Fork   trace.Time // from where on it differs: that of its first action of its own; 0 if it starts otherwise
}

// Tree is all branches, and which is shown. Its changes can be undone.
type Tree struct{}

// View is what else an address holds: where the playhead stands and what is shown.
type View struct {
	At       trace.Time
	Happened int    // how many events have; an instant can have many steps
	Tab      string // of a narrow page: topology, time, events or code; empty for the first
	Compared int    // the branch that the present one is compared with; -1 for none
}

// New returns a tree of one branch.
func New(r *run.Run) *Tree { return &Tree{} }

// Parse reads an address's fragment, without its #.
func Parse(fragment string) (*Tree, View, error) { return nil, View{}, nil }

// Fragment writes the tree and a view of it.
func (t *Tree) Fragment(v View) string { return "" }

// Branches lists the branches in the order in which they came to be.
func (t *Tree) Branches() []Branch { return nil }

// Present is the branch that is shown.
func (t *Tree) Present() int { return 0 }

// Choose shows another branch.
func (t *Tree) Choose(i int) {}

// Rename gives a branch a name; an empty one is the name that says what was changed.
func (t *Tree) Rename(i int, name string) {}

// Delete removes a branch, but not the last one. Those that grew from it stay.
func (t *Tree) Delete(i int) {}

// Act takes an action while looking at the instant now: it happens 1 us later. On a
// branch of the learner's own whose other actions all come before, it joins them;
// otherwise it begins a branch that has the present one's actions up to now.
func (t *Tree) Act(now trace.Time, a run.Action) error { return nil }

// Restart begins a branch of the same actions with other parameters or another seed.
func (t *Tree) Restart(change func(*run.Run)) error { return nil }

// Undo takes back the last change of the tree, and tells whether there was one.
func (t *Tree) Undo() bool { return false }

// Redo takes back the last Undo.
func (t *Tree) Redo() bool { return false }
