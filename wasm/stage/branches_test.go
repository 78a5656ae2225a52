package stage

import (
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/wasm/viewer"
)

func TestBranchesAreChosenNamedAndDeleted(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
	r.settle()
	r.do("branch-menu", "1")
	r.do("rename", "")
	r.s.Submit("name", []Field{{Name: "name", Value: "<五个> & so on"}})
	r.settle()
	if r.view.open != Whole || !strings.Contains(r.view.html[Branches], "&lt;五个&gt; &amp; so on") {
		t.Errorf("the branch is called %s", r.view.html[Branches])
	}
	r.do("branch", "0")
	if r.s.tree.Present() != 0 || r.fig.state.Node("n1").Down || r.fig.time != instant+1 {
		t.Errorf("branch %d at %d", r.s.tree.Present(), r.fig.time)
	}
	r.do("branch", "1")
	r.do("branch-menu", "1")
	r.do("delete", "")
	if len(r.s.tree.Branches()) != 1 || r.fig.state.Node("n1").Down || r.view.open != Whole {
		t.Errorf("%d branches are left", len(r.s.tree.Branches()))
	}
	r.do("undo", "")
	if len(r.s.tree.Branches()) != 2 || !r.fig.state.Node("n1").Down {
		t.Error("the branch is gone for good")
	}
}

// Of many branches the events of few are kept, and each is still shown.
func TestFewRunsAreKept(t *testing.T) {
	r := newRig(t, jump, "")
	targets := []string{"n1", "n2", "n3", "n1", "n2", "n3"}
	for i, target := range targets {
		r.do("branch", "0")
		r.seek(instant + trace.Time(i)*50_000)
		r.s.act(run.Action{Verb: run.Crash, Target: target})
		r.settle()
		if len(r.s.runs) > keptRuns {
			t.Fatalf("%d runs are kept", len(r.s.runs))
		}
	}
	for i, target := range targets {
		r.do("branch", string(rune('1'+i)))
		r.seek(r.present().Actions[0].At)
		if !r.fig.state.Node("n1").Down && target == "n1" || len(r.s.runs) > keptRuns || r.s.shown.link != r.s.presentLink() {
			t.Errorf("branch %d is not shown", i+1)
		}
	}
}

func TestWhatCannotBeHadIsSaidAndLeft(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.s.Submit("params", []Field{{Name: "seed", Value: "0", Usual: "0"}, {Name: "no.such.thing", Value: "5", Usual: "4"}})
	r.settle()
	if len(r.s.tree.Branches()) != 1 || r.s.coming != nil || !strings.Contains(r.fig.text[viewer.StatusLine], "There is no such thing.") {
		t.Errorf("%d branches, %q", len(r.s.tree.Branches()), r.fig.text[viewer.StatusLine])
	}
	if r.key("ArrowRight"); r.fig.time == instant {
		t.Error("time stands still for ever")
	}
}

// From a server that has no time nothing is lost: time stands still, and the next thing
// done asks again.
func TestABusyServerIsAskedAgain(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.busy = true
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
	r.settle()
	if len(r.s.tree.Branches()) != 2 || r.s.coming == nil || !strings.Contains(r.fig.text[viewer.StatusLine], "busy") {
		t.Errorf("%d branches, %q", len(r.s.tree.Branches()), r.fig.text[viewer.StatusLine])
	}
	r.busy = false
	r.do("tab", "events")
	if r.s.coming != nil || !r.fig.state.Node("n1").Down || r.fig.text[viewer.StatusLine] != "" {
		t.Errorf("the branch is not shown: %q", r.fig.text[viewer.StatusLine])
	}
}

// Branches that would be called alike are told apart by a number; those with a name of
// their own are called so.
func TestBranchesThatWouldBeCalledAlike(t *testing.T) {
	own := run.Run{Scenario: jump}
	fragment := "r=" + own.Link()
	for _, at := range []trace.Time{1_200_001, 1_200_002, 1_200_003} {
		r := run.Run{Scenario: jump, Actions: []run.Action{{At: at, Verb: run.Crash, Target: "n1"}}}
		fragment += "&r=0." + r.Link()
	}
	r := newRig(t, jump, fragment)
	for i, want := range []string{"main", "n1 crashes, 1.200 s", "n1 crashes, 1.200 s (2)", "n1 crashes, 1.200 s (3)"} {
		if got := r.s.branchName(i); got != want {
			t.Errorf("branch %d is called %q, want %q", i, got, want)
		}
	}
	r.s.tree.Rename(1, "first")
	r.s.tree.Rename(3, "n1 crashes, 1.200 s")
	for i, want := range []string{"main", "first", "n1 crashes, 1.200 s", "n1 crashes, 1.200 s"} {
		if got := r.s.branchName(i); got != want {
			t.Errorf("renamed, branch %d is called %q, want %q", i, got, want)
		}
	}
}
