package tree

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web/board"
)

func crash(node string) run.Action { return run.Action{Verb: run.Crash, Target: node} }

func grown(t *testing.T, actions ...string) *Tree {
	t.Helper()
	tree := New(&run.Run{Scenario: "redlock", Seed: 7})
	for i, node := range actions {
		act(t, tree, trace.Time(i+1)*1_000_000, crash(node))
	}
	return tree
}

func act(t *testing.T, tree *Tree, now trace.Time, a run.Action) {
	t.Helper()
	if err := tree.Act(now, a); err != nil {
		t.Fatal(err)
	}
}

// told is a tree in brief: each branch as its parent and its crashes, and which is shown.
func told(tree *Tree) string {
	var all []string
	for i, b := range tree.Branches() {
		s := ""
		if i == tree.Present() {
			s = "*"
		}
		if b.Name != "" {
			s += b.Name + " "
		}
		if b.Parent >= 0 {
			s += "from " + string(rune('0'+b.Parent)) + ": "
		}
		if b.Run.Seed != 7 {
			s += "reseeded "
		}
		for _, a := range b.Run.Actions {
			s += a.Target + "@" + trace.Duration(a.At).String() + " "
		}
		all = append(all, strings.TrimSpace(s))
	}
	return strings.Join(all, " | ")
}

func check(t *testing.T, tree *Tree, want string) {
	t.Helper()
	if got := told(tree); got != want {
		t.Errorf("the tree is\n%s, want\n%s", got, want)
	}
}

func TestActingOnTheRunAsOpenedBeginsABranch(t *testing.T) {
	tree := grown(t, "n1")
	check(t, tree, " | *from 0: n1@1.000001s")
	tree.Choose(0)
	act(t, tree, 2_000_000, crash("n2"))
	check(t, tree, " | from 0: n1@1.000001s | *from 0: n2@2.000001s")
}

func TestActingLaterJoinsABranch(t *testing.T) {
	tree := grown(t, "n1", "n2")
	check(t, tree, " | *from 0: n1@1.000001s n2@2.000001s")
	act(t, tree, 2_000_000, crash("n3")) // at the same instant, after the other
	check(t, tree, " | *from 0: n1@1.000001s n2@2.000001s n3@2.000001s")
}

func TestActingInThePastBeginsABranch(t *testing.T) {
	tree := grown(t, "n1", "n2")
	act(t, tree, 1_500_000, crash("n3"))
	check(t, tree, " | from 0: n1@1.000001s n2@2.000001s | *from 1: n1@1.000001s n3@1.500001s")
}

func TestActingIsWithinTheRun(t *testing.T) {
	tree := New(&run.Run{Scenario: "redlock", Seed: 7})
	act(t, tree, trace.Time(run.MaxTime), crash("n1"))
	act(t, tree, -5, crash("n2"))
	check(t, tree, " | from 0: n1@600s | *from 1: n2@1us")
}

// What waits for an event stays: whether it has come nobody can tell from the run.
func TestActionsThatWaitForAnEventStay(t *testing.T) {
	waits := crash("n1")
	waits.When = &run.Trigger{Kind: trace.Hold, Nth: 1}
	late := crash("n2")
	late.At = 5_000_000
	tree := New(&run.Run{Scenario: "redlock", Seed: 7, Actions: []run.Action{waits, late}})
	act(t, tree, 1_000_000, crash("n3"))
	got := tree.Branches()[1].Run.Actions
	if len(got) != 2 || got[0].When == nil || got[1].Target != "n3" {
		t.Errorf("the branch has the actions %+v, want the one that waits and that upon n3", got)
	}
}

func TestWhatExistsIsShownInsteadOfMadeAgain(t *testing.T) {
	tree := grown(t, "n1")
	tree.Choose(0)
	act(t, tree, 1_000_000, crash("n1"))
	check(t, tree, " | *from 0: n1@1.000001s")
	if err := tree.Restart(func(r *run.Run) { r.Actions = nil }); err != nil {
		t.Fatal(err)
	}
	check(t, tree, "* | from 0: n1@1.000001s")
}

func TestRestart(t *testing.T) {
	tree := grown(t, "n1")
	if err := tree.Restart(func(r *run.Run) { r.Seed = 8; r.Actions[0].Target = "n1" }); err != nil {
		t.Fatal(err)
	}
	check(t, tree, " | from 0: n1@1.000001s | *from 1: reseeded n1@1.000001s")
	act(t, tree, 3_000_000, crash("n2"))
	check(t, tree, " | from 0: n1@1.000001s | *from 1: reseeded n1@1.000001s n2@3.000001s")
}

func TestDeleteKeepsWhatGrew(t *testing.T) {
	tree := grown(t, "n1")
	act(t, tree, 500_000, crash("n2")) // 2, from 1
	act(t, tree, 200_000, crash("n3")) // 3, from 2
	check(t, tree, " | from 0: n1@1.000001s | from 1: n2@500.001ms | *from 2: n3@200.001ms")
	tree.Choose(1)
	tree.Delete(1)
	check(t, tree, "* | from 0: n2@500.001ms | from 1: n3@200.001ms")
	tree.Choose(2)
	tree.Delete(0)
	check(t, tree, "n2@500.001ms | *from 0: n3@200.001ms")
	tree.Delete(0)
	tree.Delete(0)
	check(t, tree, "*n3@200.001ms")
	for tree.Undo() {
	}
	check(t, tree, "*")
}

func TestNamesAreTidy(t *testing.T) {
	tree := grown(t)
	for given, want := range map[string]string{
		"  what if\n n3 dies ":                      "what if n3 dies",
		"如果 n3 崩溃":                                  "如果 n3 崩溃",
		"\u202eturned\xffabout":                     "turned about",
		"\ufeffno\u200bwidth\u061c":                 "no width",
		"👩‍🚀 down":                                  "👩‍🚀 down",
		strings.Repeat("长", 70):                     strings.Repeat("长", board.MaxName),
		strings.Repeat("x", board.MaxName-1) + " y": strings.Repeat("x", board.MaxName-1),
		"": "",
	} {
		tree.Rename(0, given)
		if got := tree.Branches()[0].Name; got != want {
			t.Errorf("%q is called %q, want %q", given, got, want)
		}
	}
}

func TestUndoAndRedo(t *testing.T) {
	tree := grown(t)
	if tree.Undo() || tree.Redo() || tree.CanUndo() || tree.CanRedo() {
		t.Error("there is something to undo in a new tree")
	}
	act(t, tree, 1_000_000, crash("n1"))
	act(t, tree, 2_000_000, crash("n2"))
	tree.Rename(1, "two down")
	tree.Choose(0)
	for _, want := range []string{
		" | *from 0: n1@1.000001s n2@2.000001s",
		" | *from 0: n1@1.000001s",
		"*",
	} {
		if !tree.CanUndo() || !tree.Undo() {
			t.Fatal("nothing to undo")
		}
		check(t, tree, want)
	}
	if tree.CanUndo() || !tree.CanRedo() || !tree.Redo() {
		t.Fatal("nothing to redo, or more to undo")
	}
	check(t, tree, " | *from 0: n1@1.000001s")
	act(t, tree, 3_000_000, crash("n3"))
	if tree.CanRedo() {
		t.Error("what was undone can be redone after another change")
	}
	tree.Rename(1, "")
	if tree.Undo(); len(tree.Branches()[1].Run.Actions) != 1 {
		t.Error("a name that stays is a change to be undone")
	}
}

// What an address holds may be how the tree has stood: then its history stays.
func TestRecall(t *testing.T) {
	tree := grown(t, "n1")
	read := func() *Tree {
		t.Helper()
		read, _, err := Parse(tree.Fragment(View{Compared: -1}))
		if err != nil {
			t.Fatal(err)
		}
		return read
	}
	one := read()
	tree.Rename(1, "one down")
	tree.Choose(0)
	named := read()
	act(t, tree, 2_000_000, crash("n2"))
	last := read()
	for _, c := range []struct {
		to         *Tree
		undo, redo int
	}{{last, 3, 0}, {one, 1, 2}, {named, 2, 1}, {New(one.Branches()[0].Run), 0, 3}, {last, 3, 0}} {
		if !tree.Recall(c.to) || told(tree) != told(c.to) || len(tree.undo) != c.undo || len(tree.redo) != c.redo {
			t.Errorf("%d to undo, %d to redo, want %d and %d: the tree is\n%s, want\n%s", len(tree.undo), len(tree.redo), c.undo, c.redo, told(tree), told(c.to))
		}
	}
	if tree.Recall(grown(t, "n5")) || len(tree.undo) != 3 || told(tree) != told(last) {
		t.Errorf("it recalls what it never was: %s", told(tree))
	}
}

func TestUndoIsBounded(t *testing.T) {
	tree := grown(t)
	for i := range maxUndo + 10 {
		tree.Rename(0, strings.Repeat("x", 1+i%2))
	}
	n := 0
	for tree.Undo() {
		n++
	}
	if n != maxUndo {
		t.Errorf("%d changes could be undone, want %d", n, maxUndo)
	}
}

func TestATreeIsBounded(t *testing.T) {
	tree := grown(t)
	for i := range maxBranches - 1 {
		tree.Choose(0)
		act(t, tree, trace.Time(i), crash("n1"))
	}
	tree.Choose(0)
	before := told(tree)
	if err := tree.Act(99, crash("n1")); !errors.Is(err, ErrBranches) {
		t.Errorf("branch %d: %v", maxBranches+1, err)
	}
	check(t, tree, before)
	act(t, tree, 0, crash("n1")) // which exists
	tree.Delete(3)
	tree.Choose(0)
	act(t, tree, 99, crash("n1"))

	full := New(&run.Run{Scenario: "redlock", Actions: slices.Repeat([]run.Action{crash("n1")}, run.MaxActions)})
	if err := full.Act(9, crash("n2")); !errors.Is(err, ErrActions) {
		t.Errorf("action %d: %v", run.MaxActions+1, err)
	}
	long := New(&run.Run{Scenario: "redlock"})
	loud := run.Action{Verb: run.Command, Target: "n1", Args: []string{"SET", "k", strings.Repeat("x", run.MaxCommand-4)}}
	var err error
	for i := range 4 {
		err = long.Act(trace.Time(i), loud)
	}
	if !errors.Is(err, ErrLong) || len(long.Branches()[1].Run.Actions) != 2 {
		t.Errorf("commands of 64 KiB: %v, and the branch has %d", err, len(long.Branches()[1].Run.Actions))
	}
	if err := long.Act(9, run.Action{Verb: run.Crash}); err == nil || err.Error() != `"crash" needs a "node", a "client" or a "sentinel"` {
		t.Errorf("an action without a target: %v", err)
	}
}

// Whoever keeps an action, or a branch of before, cannot change the tree through it.
func TestATreeSharesNothing(t *testing.T) {
	tree := grown(t)
	a := run.Action{Verb: run.Command, Target: "n1", Args: []string{"GET", "k"}}
	act(t, tree, 1, a)
	before := tree.Branches()
	kept := slices.Clone(before)
	a.Args[1] = "other"
	act(t, tree, 2, crash("n2"))
	if got := tree.Branches()[1].Run.Actions[0].Args[1]; got != "k" || !reflect.DeepEqual(before, kept) {
		t.Errorf("the key is %q, and what was listed before is %+v", got, before)
	}
}

// What was made elsewhere stands beside what grew here: to act on it begins a branch.
func TestOpen(t *testing.T) {
	tree := grown(t, "n1")
	other := &run.Run{Scenario: "redlock", Seed: 7, Actions: []run.Action{{Verb: run.Crash, Target: "n2", At: 5}}}
	for range 2 { // once more it is shown as it is
		if err := tree.Open(other, " a  solution "); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(tree.Branches()); n != 3 || tree.Present() != 2 || tree.Branches()[2].Name != "a solution" || tree.Branches()[2].Parent >= 0 {
		t.Fatalf("the tree is %s", told(tree))
	}
	act(t, tree, 10, crash("n3"))
	if b := tree.Branches(); len(b) != 4 || b[3].Parent != 2 {
		t.Errorf("after an action the tree is %s", told(tree))
	}
	back, _, err := Parse(tree.Fragment(View{Happened: -1, Compared: -1}))
	if err != nil || told(back) != told(tree) {
		t.Errorf("it comes back as %v, %v", back, err)
	}
	for tree.CanUndo() {
		tree.Undo()
	}
	if len(tree.Branches()) != 1 {
		t.Errorf("undone the tree is %s", told(tree))
	}
}
