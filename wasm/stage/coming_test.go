package stage

import (
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/wasm/viewer"
	"lockstep/web/thing"
	"lockstep/web/wire"
)

// impossible is a run that the server refuses.
func impossible() *run.Run {
	return &run.Run{Scenario: jump, Params: []run.Param{{Name: "no.such.thing", Value: "5"}}}
}

// unsettle makes a branch that the server will refuse, and leaves it at that.
func (r *rig) unsettle() {
	r.s.Submit("params", []Field{{Name: "seed", Value: "0", Usual: "0"}, {Name: "no.such.thing", Value: "5", Usual: "4"}})
}

// Back and forward may lead to what cannot be had. Then all is as it was.
func TestAnAddressOfARefusedRunLeadsBack(t *testing.T) {
	r := newRig(t, jump, "")
	r.crash()
	r.settle()
	before := r.page.address
	r.page.address = "http://example.org/en/play/" + jump + "#r=" + impossible().Link()
	r.s.Restore()
	r.settle()
	if r.s.coming != nil || r.presentShown() || len(r.s.tree.Branches()) != 2 || !r.fig.state.Node("n1").Down {
		t.Errorf("%d branches, %v is coming", len(r.s.tree.Branches()), r.s.coming != nil)
	}
	if r.page.address != before || !strings.Contains(r.fig.text[viewer.StatusLine], "There is no such thing.") {
		t.Errorf("at %s it says %q", r.page.address, r.fig.text[viewer.StatusLine])
	}
}

// presentShown tells whether the picture is of another run than the tree's.
func (r *rig) presentShown() bool { return r.s.shown.link != r.s.presentLink() }

// What is refused takes nothing else with it: to choose a branch is no change of the tree.
func TestARefusedBranchUndoesNothingElse(t *testing.T) {
	own := run.Run{Scenario: jump}
	r := newRig(t, jump, "r="+own.Link()+"&r=0."+impossible().Link())
	r.do("branch-menu", "0")
	r.do("rename", "")
	r.s.Submit("name", []Field{{Name: "name", Value: "kept"}})
	r.settle()
	r.do("branch", "1")
	if all := r.s.tree.Branches(); r.s.tree.Present() != 0 || all[0].Name != "kept" || len(all) != 2 || r.s.coming != nil {
		t.Errorf("branch %d of %+v", r.s.tree.Present(), all)
	}
	if r.do("undo", ""); r.s.tree.Branches()[0].Name != "" {
		t.Error("the new name cannot be undone")
	}
}

// The name of a branch that is refused is not asked for.
func TestARefusedBranchHasNoMenu(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.unsettle()
	r.s.Do("branch-menu", "1")
	r.s.Do("rename", "")
	r.settle()
	r.s.Submit("name", []Field{{Name: "name", Value: "lost"}})
	r.do("delete", "")
	if len(r.s.tree.Branches()) != 1 || r.s.tree.Branches()[0].Name != "" || r.view.open != Whole {
		t.Errorf("%+v, dialog %d", r.s.tree.Branches(), r.view.open)
	}
}

// What is taken hold of while a run is coming is that run's: its menu opens on arrival, and
// time stands still meanwhile.
func TestAMenuWaitsForTheRun(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.f.Do(viewer.Toggle)
	r.frame()
	r.do("thing", "node:n1")
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
	r.s.Do("thing", "node:n1")
	if r.view.open != Whole {
		t.Fatal("a menu of the old run is open")
	}
	r.settle()
	if r.view.open != Menu || r.view.held != (thing.Thing{Kind: thing.Node, Name: "n1"}) || !strings.Contains(r.view.html[MenuList], "Restart") {
		t.Errorf("dialog %d: %s", r.view.open, r.view.html[MenuList])
	}
	if r.f.Player().Playing() {
		t.Error("time runs behind it")
	}
	if r.escape(); !r.f.Player().Playing() {
		t.Error("time does not go on")
	}
}

// A dialog that was opened before lets time stand still on arrival, too.
func TestTimeStandsStillBehindADialogOnArrival(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.f.Do(viewer.Toggle)
	r.frame()
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
	r.s.Do("keys", "")
	r.settle()
	if r.s.coming != nil || r.f.Player().Playing() || r.view.open != KeysList {
		t.Error("time runs")
	}
	if r.escape(); !r.f.Player().Playing() {
		t.Error("time does not go on")
	}
}

// Who presses whatever asks a busy server again, and meanwhile the figure waits.
func TestTheFigureWaitsForTheRun(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.f.Do(viewer.Toggle)
	r.frame()
	r.busy = true
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
	for len(r.page.asked) > 0 {
		q := r.page.asked[0]
		r.page.asked = r.page.asked[1:]
		r.answer(q)
	}
	r.frame()
	if got := r.fig.mode; got != "waiting" {
		t.Errorf("it is %s", got)
	}
	r.busy = false
	r.f.Do(viewer.Slower)
	for range 10 {
		r.frame()
		for len(r.page.asked) > 0 {
			q := r.page.asked[0]
			r.page.asked = r.page.asked[1:]
			r.answer(q)
		}
	}
	if r.s.coming != nil || !r.fig.state.Node("n1").Down {
		t.Error("the server is not asked again")
	}
}

// Where the answer will not come the address has what was done all the same: after a reload
// it comes.
func TestTheAddressHoldsWhatIsStillToCome(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	r.v.Link().Closed(wire.CloseVersion)
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
	r.settle()
	if len(r.page.history) != 1 {
		t.Fatalf("history: %q", r.page.history)
	}
	again := newRig(t, jump, fragmentOf(r.page.address))
	if !again.fig.state.Node("n1").Down || again.fig.time != instant+1 {
		t.Errorf("it holds %d, at %d", len(again.s.tree.Branches()), again.fig.time)
	}
}

// While the connection is gone, what was done is said to be still to come, and not that it
// plays; once the connection is back it comes, and nothing more is said.
func TestWhatIsDoneWithoutAConnection(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	said := func() string { return r.fig.text[viewer.StatusLine] }
	r.v.Link().Closed(1006)
	r.settle()
	if want := r.s.say.Say("status.reconnecting"); said() != want {
		t.Errorf("before anything is done it says %q, want %q", said(), want)
	}
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
	r.settle()
	if want := r.s.say.Say("status.unsent"); said() != want || r.fig.state.Node("n1").Down {
		t.Errorf("after an act it says %q, want %q", said(), want)
	}
	r.v.Link().Opened()
	r.settle()
	if said() != "" || !r.fig.state.Node("n1").Down || r.fig.time != instant+1 {
		t.Errorf("once the connection is back it says %q at %d", said(), r.fig.time)
	}
}

// A browser that lets nobody change the address for a while gets it later.
func TestAnAddressThatCannotBeChangedYet(t *testing.T) {
	r := newRig(t, jump, "")
	r.page.wait()
	r.page.tired = true
	r.crash()
	r.settle()
	before := r.page.address
	r.page.wait()
	r.page.tired = false
	r.page.wait()
	if r.page.address == before || len(r.page.history) != 1 || !strings.Contains(r.page.address, "&a=0.0.") {
		t.Errorf("the address is %s after %q", r.page.address, r.page.history)
	}
}

// What a change made of the outcome is said of that change alone.
func TestTheOutcomeOfAChangeIsNotSaidOfAnotherRun(t *testing.T) {
	r := newRig(t, jump, "")
	r.s.Submit("params", []Field{{"seed", "0", "0"}, {"lock.ttl", "400ms", "10s"}})
	r.s.Do("branch", "0")
	r.settle()
	if got := r.view.text[VerdictChange]; got != "" {
		t.Errorf("of the old run it says %q", got)
	}
	r.s.Submit("params", []Field{{"seed", "0", "0"}, {"lock.ttl", "500ms", "10s"}})
	for r.s.coming != nil || r.s.outcome.asked == nil { // until it is asked
		r.step()
	}
	r.do("branch", "0")
	if r.s.outcome.asked != nil || r.view.text[VerdictChange] != "" {
		t.Errorf("of the old run it says %q", r.view.text[VerdictChange])
	}
}

// step answers what was asked last, or draws a frame.
func (r *rig) step() {
	if len(r.page.asked) == 0 {
		r.frame()
		return
	}
	q := r.page.asked[0]
	r.page.asked = r.page.asked[1:]
	r.answer(q)
}
