package stage

import (
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/wasm/viewer"
	"lockstep/web/words"
)

// What a dialog's reader presses goes to the dialog and the browser: from its text one gets
// on by Tab, leaves by Escape and copies. The figure behind does not move all the same.
func TestADialogsKeysAreItsOwn(t *testing.T) {
	r := newRig(t, jump, "")
	for _, dialog := range []string{"hands", "params", "keys", "share"} {
		r.seek(instant)
		r.do(dialog, "")
		for _, k := range []viewer.Key{
			{Name: "Tab"}, {Name: "Tab", Shift: true}, {Name: "Escape"}, {Name: "Enter"}, {Name: "a"}, {Name: "z"},
			{Name: "c", Control: true, Modified: true}, {Name: "k", On: viewer.OnOther}, {Name: "End", On: viewer.OnOther},
		} {
			if r.v.Press(r.f, k, nil) {
				t.Errorf("%s: %+v does nothing any more", dialog, k)
			}
		}
		for _, name := range []string{"ArrowRight", "ArrowLeft", "End", "k", " "} {
			if !r.key(name) || r.fig.time != instant || r.f.Player().Playing() {
				t.Errorf("%s: %q goes to the picture behind, at %d", dialog, name, r.fig.time)
			}
		}
		r.escape()
	}
}

// Time that ran out stays so when the dialog is closed from which the run was changed.
func TestParametersLeadToTheEndOfAShorterRun(t *testing.T) {
	r := newRig(t, jump, "")
	events := r.trace(r.present().Link())
	end := events[len(events)-1].T
	r.seek(end - 10)
	r.f.Do(viewer.Toggle)
	r.frame()
	r.do("params", "")
	r.s.Submit("params", []Field{{"seed", "0", "0"}, {"clients.A.work.takes", "3s", "8s"}, {"clients.A.work.write_at", "3s", "8s"}})
	r.settle()
	last := r.s.shown.events[len(r.s.shown.events)-1].T
	if last >= end-10 {
		t.Fatalf("that run is no shorter: %d", last)
	}
	if r.fig.time != last || r.f.Player().Playing() {
		t.Errorf("at %d of %d, playing: %v", r.fig.time, last, r.f.Player().Playing())
	}
}

// Of what cannot be done the reason does not stand behind the menu.
func TestARefusedActionClosesItsMenu(t *testing.T) {
	r := newRig(t, jump, "")
	r.seek(instant)
	for range run.MaxActions {
		if err := r.s.tree.Act(instant, run.Action{Verb: run.Command, Target: "n1", Args: []string{"PING"}}); err != nil {
			t.Fatal(err)
		}
	}
	r.do("thing", "node:n1")
	r.pick("Crash")
	r.pick("It stays down")
	if r.view.open != Whole || !strings.Contains(r.fig.text[viewer.StatusLine], "as many actions as it can have") {
		t.Errorf("dialog %d, %q", r.view.open, r.fig.text[viewer.StatusLine])
	}
}

// The console answers each line at its place, also where there is no answer.
func TestTheConsoleSaysWhyNothingAnswers(t *testing.T) {
	r := newRig(t, jump, "")
	ask := func(line string) string {
		r.s.openConsole("n1")
		r.s.Submit("console", []Field{{Name: "line", Value: line}})
		r.settle()
		r.escape()
		lines := r.s.console.lines
		return lines[len(lines)-1].reply
	}
	r.seek(instant)
	if got := ask("SET " + strings.Repeat("x ", run.MaxArgs+1)); !strings.Contains(got, "No run can hold such a command") {
		t.Errorf("to a command that is too long: %q", got)
	}
	r.refuses = true
	if got := ask("PING"); !strings.Contains(got, "There is no such thing.") || r.s.console.asked != nil {
		t.Errorf("from a server that refuses it: %q", got)
	}
	r.refuses = false
	if got := ask("PING"); got != "PONG" && got != `"PONG"` {
		t.Errorf("afterwards: %q", got)
	}
	r.key("End")
	r.until = 3_000_000
	if got := ask("PING"); !strings.Contains(got, "The run ended at ") {
		t.Errorf("after the end: %q", got)
	}
	if got := r.s.console.lines[2].reply; !strings.Contains(got, "PONG") {
		t.Errorf("the line before has now %q", got)
	}
}

// By the place of a branch nothing is kept in mind: undo may shift it.
func TestAComparisonKeepsItsBranch(t *testing.T) {
	r := newRig(t, jump, "")
	for range 2 {
		r.do("branch", "0")
		r.do("seed", "")
		r.page.random++
	}
	r.do("branch", "1")
	other := r.s.tree.Branches()[2].Link
	r.do("branch-menu", "1")
	r.do("delete", "")
	r.do("compare", "")
	if r.s.compare.branch != other {
		t.Fatalf("it is compared with another: %v", r.s.compare.branch)
	}
	if r.do("undo", ""); r.s.compare.branch != other || r.s.compare.run.link != other || r.view.other == nil {
		t.Error("the comparison is with another branch")
	}
}

// Of two runs that are the same nothing is said to part, and the one that is over shows how
// it ended.
func TestComparingRunsThatAreTheSameOrShorter(t *testing.T) {
	r := newRig(t, jump, "")
	r.s.Submit("params", []Field{{"seed", "0", "0"}, {"lock.ttl", "10s", "9s"}})
	r.settle()
	r.do("compare", "")
	if got := r.view.text[Difference]; got != "" || !r.view.has(DifferenceButton, "hidden") || r.view.text[VerdictThat] != "The two runs are the same." {
		t.Errorf("they part: %q, %q", got, r.view.text[VerdictThat])
	}
	r.s.Submit("params", []Field{{"seed", "0", "0"}, {"clients.A.work.takes", "3s", "8s"}, {"clients.A.work.write_at", "3s", "8s"}})
	r.settle()
	r.do("branch", "0")
	r.do("compare-to", strconv.Itoa(len(r.s.tree.Branches())-1))
	r.key("End")
	over := r.s.compare.run.events[len(r.s.compare.run.events)-1].T
	if r.view.has(DifferenceButton, "hidden") || over >= r.fig.time || r.view.otherAt != over {
		t.Errorf("the other is drawn at %d, ended at %d; this is at %d", r.view.otherAt, over, r.fig.time)
	}
	if n := testing.AllocsPerRun(10, r.s.drawComparison); n > 1 { // the place to go to, and no name
		t.Errorf("a frame in which nothing changes makes %v things", n)
	}
}

// Only the page's own run is called main, wherever it stands.
func TestOnlyThePagesRunIsMain(t *testing.T) {
	r := newRig(t, jump, "")
	r.crash()
	r.settle()
	r.do("branch", "0")
	r.do("branch-menu", "0")
	r.do("delete", "")
	if got := r.s.branchName(0); got == "main" || !strings.Contains(got, "n1") {
		t.Errorf("what is left is called %q", got)
	}
	if r.do("undo", ""); r.s.branchName(0) != "main" {
		t.Errorf("the page's run is called %q", r.s.branchName(0))
	}
}

// The button says where it leads, also to who points at it.
func TestTheVerdictsButtonSaysWhereItLeads(t *testing.T) {
	r := newRig(t, jump, "")
	if got := r.view.attr[VerdictButton]["title"]; got != "Go to 2.050 s (V)" {
		t.Errorf("it is called %q", got)
	}
	r.s.Submit("params", []Field{{"seed", "0", "0"}, {"clients.B.start", "1100ms", "1s"}})
	r.settle()
	if got, at := r.view.attr[VerdictButton]["title"], words.Clocked(r.s.shown.verdict.At); got != "Go to "+at+" (V)" {
		t.Errorf("of another run it is called %q, not after %s", got, at)
	}
}
