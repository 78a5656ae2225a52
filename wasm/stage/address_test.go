package stage

import (
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/wasm/viewer"
)

// played is a stage on which something was done, and where it stands.
func played(t *testing.T) *rig {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
	r.settle()
	r.seek(instant + 5000)
	r.do("tab", "events")
	r.page.wait()
	return r
}

// A reload and a copied address bring the same run, branches, instant and view.
func TestTheAddressHoldsAll(t *testing.T) {
	r := played(t)
	fragment := fragmentOf(r.page.address)
	same := newRig(t, jump, fragment)
	if same.fig.time != r.fig.time || same.fig.state.Seq != r.fig.state.Seq || !same.fig.state.Node("n1").Down {
		t.Errorf("at %d after %d events, not at %d after %d", same.fig.time, same.fig.state.Seq, r.fig.time, r.fig.state.Seq)
	}
	if same.view.html[Branches] != r.view.html[Branches] || same.view.attr[Whole]["data-tab"] != "events" || same.view.attr[TabEvents]["aria-selected"] != "true" {
		t.Errorf("tab %s of %s", same.view.attr[Whole]["data-tab"], same.view.html[Branches])
	}
	same.page.wait()
	if fragmentOf(same.page.address) != fragment {
		t.Errorf("the address became %s, from %s", fragmentOf(same.page.address), fragment)
	}
}

// A step along the run changes the address in place, and only when it is quiet; a change
// of the tree is a step of the browser's history, back and forward.
func TestBackAndForward(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.page.wait()
	before := r.page.address
	for range 10 {
		r.key("ArrowRight")
	}
	if r.page.address != before || len(r.page.history) > 0 {
		t.Error("the address changes with every step")
	}
	r.page.wait()
	if r.page.address == before {
		t.Error("the address does not follow")
	}
	r.seek(instant)
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
	r.settle()
	if len(r.page.history) != 1 {
		t.Fatalf("history: %q", r.page.history)
	}
	forward := r.page.address
	r.page.address = r.page.history[0]
	r.s.Restore()
	r.settle()
	if len(r.s.tree.Branches()) != 1 || r.fig.state.Node("n1").Down {
		t.Error("back does not undo the branch")
	}
	r.page.address = forward
	r.s.Restore()
	r.settle()
	if len(r.s.tree.Branches()) != 2 || !r.fig.state.Node("n1").Down || r.fig.time != instant+1 {
		t.Errorf("forward leads to %d", r.fig.time)
	}
}

func TestAddressesThatCannotBeShown(t *testing.T) {
	other := run.Run{Scenario: "failover"}
	for name, c := range map[string]struct{ fragment, said, visited string }{
		"damaged":          {"r=AgAK", "This address is damaged", ""},
		"version":          {"r=AQAA", "another version", ""},
		"another scenario": {"r=" + other.Link() + "&t=5", "", "../play/failover#r=" + other.Link() + "&t=5"},
		"part of the page": {"events", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, jump, c.fragment)
			if said := r.fig.text[viewer.StatusLine]; c.said == "" != (said == "") || !strings.Contains(said, c.said) {
				t.Errorf("it says %q", said)
			}
			if r.page.visited != c.visited {
				t.Errorf("goes to %q", r.page.visited)
			}
			if c.visited == "" && (r.fig.state == nil || len(r.fig.state.Nodes) != 5) {
				t.Error("the page's own run is not shown")
			}
		})
	}
}

// What came instead of an address that cannot be shown is explained, and the address
// stays: a reload explains it again. With whatever is done next that is over.
func TestAnAddressThatCannotBeShownIsExplained(t *testing.T) {
	for name, fragment := range map[string]string{
		"unread":     "r=zzz",
		"unplayable": "r=" + (&run.Run{Scenario: jump, Engine: "0"}).Link(),
	} {
		r := played(t)
		undo := r.s.tree.CanUndo()
		r.turn(fragment)
		r.page.wait()
		if name == "unread" && (fragmentOf(r.page.address) != fragment || len(r.s.tree.Branches()) != 1) {
			t.Errorf("%s: %d branches at %s", name, len(r.s.tree.Branches()), r.page.address)
		}
		if said := r.fig.text[viewer.StatusLine]; said == "" {
			t.Errorf("%s: it says nothing", name)
		}
		if r.do("share", ""); !undo || r.view.value[ShareAddress] != r.page.address || fragmentOf(r.page.address) == fragment {
			t.Errorf("%s: what is shared is %s", name, r.view.value[ShareAddress])
		}
		r.escape()
		r.seek(instant)
		r.s.act(run.Action{Verb: run.Crash, Target: "n2"})
		r.settle()
		if said := r.fig.text[viewer.StatusLine]; said != "" || fragmentOf(r.page.address) == fragment {
			t.Errorf("%s: afterwards it says %q at %s", name, said, r.page.address)
		}
	}
}

// A page that is opened at a run that cannot be had shows its own, with its own verdict,
// and says why.
func TestAPageOpenedAtARunThatCannotBeHad(t *testing.T) {
	fragment := "r=" + (&run.Run{Scenario: jump, Engine: "0"}).Link() + "&t=7&v=events"
	r := newRig(t, jump, "")
	verdict := r.view.text[VerdictHeadline]
	r.view = newFakeView()
	r.view.rig = r
	r.busy = true
	r.open(jump, fragment)
	if got := r.view.text[VerdictHeadline]; got != "How the run comes out is still being computed." {
		t.Errorf("of a run that has not come the verdict is %q", got)
	}
	r.busy = false
	r.view = newFakeView()
	r.view.rig = r
	r.open(jump, fragment)
	r.page.wait()
	said := r.fig.text[viewer.StatusLine]
	if !strings.HasPrefix(said, "This run cannot be shown.") || !strings.HasSuffix(said, "The page’s own run is shown.") {
		t.Errorf("it says %q", said)
	}
	if r.fig.state == nil || r.present().Link() != r.f.Scene().Run || r.view.text[VerdictHeadline] != verdict || fragmentOf(r.page.address) != fragment {
		t.Errorf("it shows %s with the verdict %q at %s", r.present().Link(), r.view.text[VerdictHeadline], r.page.address)
	}
	if r.do("seed", ""); r.fig.text[viewer.StatusLine] != "" || fragmentOf(r.page.address) == fragment {
		t.Errorf("with another run it still says %q at %s", r.fig.text[viewer.StatusLine], r.page.address)
	}
}

// The page of another scenario is visited only if there is such a scenario. A name that
// would lead elsewhere is none.
func TestScenariosThatAreNotHere(t *testing.T) {
	for name, want := range map[string]string{"unheard-of": "This run cannot be shown.", "../../en/": "damaged", "": "damaged", "redlock?x=1": "damaged", "..": "damaged"} {
		fragment := "r=" + (&run.Run{Scenario: name}).Link()
		r := newRig(t, jump, fragment)
		check := func() {
			t.Helper()
			if said := r.fig.text[viewer.StatusLine]; r.page.visited != "" || !strings.Contains(said, want) || r.fig.state == nil {
				t.Errorf("%q: it visits %q and says %q", name, r.page.visited, said)
			}
		}
		check()
		r = newRig(t, jump, "")
		r.turn(fragment)
		check()
		r.turn("")
		if said := r.fig.text[viewer.StatusLine]; said != "" {
			t.Errorf("%q: back again it says %q", name, said)
		}
		r.turn(fragment)
		r.do("seed", "")
		if said := r.fig.text[viewer.StatusLine]; said != "" {
			t.Errorf("%q: with another run it still says %q", name, said)
		}
	}
}

// Back and forward take the history of the tree along.
func TestBackAndForwardKeepWhatCanBeUndone(t *testing.T) {
	r := played(t)
	here := fragmentOf(r.page.address)
	r.turn(fragmentOf(r.page.history[0]))
	if r.view.has(RedoButton, "disabled") || !r.view.has(UndoButton, "disabled") || len(r.s.tree.Branches()) != 1 {
		t.Error("back loses what can be put in again")
	}
	r.turn(here)
	if r.do("undo", ""); len(r.s.tree.Branches()) != 1 || r.fig.state.Node("n1").Down {
		t.Error("forward loses what can be taken back")
	}
}

// What is undone and redone takes the place of what the browser would go back to.
func TestUndoIsNoStepOfTheBrowsersHistory(t *testing.T) {
	r := played(t)
	steps := len(r.page.history)
	for _, do := range []string{"undo", "redo", "undo"} {
		before := r.page.address
		if r.do(do, ""); len(r.page.history) != steps || r.page.address == before {
			t.Errorf("%s: the history is %q before %s", do, r.page.history, r.page.address)
		}
	}
}

// Whoever leaves the page at once finds the instant again.
func TestLeavingWritesTheAddress(t *testing.T) {
	r := played(t)
	r.key("ArrowRight")
	before := r.page.address
	if r.s.Leave(); r.page.address == before || fragmentOf(r.page.address) != r.s.fragment() {
		t.Errorf("it leaves from %s", r.page.address)
	}
}

// Another page links to a run and an instant by these alone.
func TestALinkToARunAndAnInstant(t *testing.T) {
	of := run.Run{Scenario: jump, Seed: 7}
	r := newRig(t, jump, "r="+of.Link()+"&t=1200000")
	if r.fig.time != 1_200_000 || r.present().Seed != 7 || r.view.text[Seed] != "Seed 7" {
		t.Errorf("at %d, seed %d", r.fig.time, r.present().Seed)
	}
}

// An instant and a view are enough: they are of the page's own run.
func TestALinkToAnInstantOfThePagesOwnRun(t *testing.T) {
	r := newRig(t, jump, "t=1200000&v=events")
	if said := r.fig.text[viewer.StatusLine]; r.fig.time != 1_200_000 || r.view.attr[Whole]["data-tab"] != "events" || said != "" {
		t.Errorf("at %d it says %q", r.fig.time, said)
	}
	r = newRig(t, jump, "x=5")
	if said := r.fig.text[viewer.StatusLine]; !strings.Contains(said, "holds no run") {
		t.Errorf("of an address of nothing it says %q", said)
	}
}

func TestSharing(t *testing.T) {
	r := played(t)
	r.seek(instant + trace.Time(7000))
	r.do("share", "")
	if r.view.open != Share || r.view.value[ShareAddress] != r.page.address || !strings.Contains(r.page.address, "t=157000") || r.view.focus != ShareAddress {
		t.Errorf("shows %s", r.view.value[ShareAddress])
	}
	r.do("copy", "")
	if !strings.Contains(r.view.text[ShareCopied], "selected") {
		t.Errorf("where nothing can be copied it says %q", r.view.text[ShareCopied])
	}
	r.page.copied = true
	if r.do("copy", ""); r.view.text[ShareCopied] != "Copied." {
		t.Errorf("it says %q", r.view.text[ShareCopied])
	}
}

// An address may say where to look without a run: it is the page's own that is meant.
func TestAnInstantWithoutARun(t *testing.T) {
	r := newRig(t, jump, "t=1200000&v=events")
	if r.fig.time != 1_200_000 || r.view.attr[Whole]["data-tab"] != "events" || r.fig.text[viewer.StatusLine] != "" {
		t.Errorf("at %d, tab %s, %q", r.fig.time, r.view.attr[Whole]["data-tab"], r.fig.text[viewer.StatusLine])
	}
}

// The link that skips what comes before the main part is the page's, not the stage's.
func TestAPartOfThePageLeavesTheTree(t *testing.T) {
	r := newRig(t, jump, "")
	r.crash()
	r.settle()
	before := r.page.address
	r.page.address = "http://example.org/en/play/" + jump + "#play"
	r.s.Restore()
	r.settle()
	if len(r.s.tree.Branches()) != 2 || !r.fig.state.Node("n1").Down || r.page.address != before {
		t.Errorf("%d branches at %s", len(r.s.tree.Branches()), r.page.address)
	}
	if r.do("undo", ""); len(r.s.tree.Branches()) != 1 {
		t.Error("what was done cannot be undone any more")
	}
}

// After a reload the history of the tree is there, in this tab; at the address alone it is
// not.
func TestAReloadKeepsWhatCanBeUndone(t *testing.T) {
	r := played(t)
	r.do("undo", "")
	r.s.Leave()
	r.open(jump, fragmentOf(r.page.address))
	if !r.view.has(UndoButton, "disabled") || r.view.has(RedoButton, "disabled") {
		t.Error("after a reload what was undone cannot be redone")
	}
	r.do("redo", "")
	r.s.Leave()
	fragment := fragmentOf(r.page.address)
	r.open(jump, fragment)
	if r.do("undo", ""); len(r.s.tree.Branches()) != 1 || r.fig.state.Node("n1").Down {
		t.Error("after a reload what was done cannot be undone")
	}
	r.page.kept = nil
	r.open(jump, fragment)
	if !r.view.has(UndoButton, "disabled") || len(r.s.tree.Branches()) != 2 {
		t.Error("an address alone can be undone")
	}
}
