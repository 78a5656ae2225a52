package stage

import (
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

const pending = "How the run comes out is still being computed."

// crash makes a branch; what the server says to that is still to come.
func (r *rig) crash() {
	r.seek(instant)
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
}

// Of its own run the page came with the verdict, and it stays until the server's comes.
func TestTheVerdictThatThePageCameWithStays(t *testing.T) {
	r := newRig(t, jump, "")
	if got := r.view.text[VerdictHeadline]; got != "Mutual exclusion broke at 2.050 s:" {
		t.Errorf("in the end it says %q", got)
	}
	r.silent = true
	r.view.text[VerdictHeadline] = "what the page came with"
	r.open(jump, "")
	if got := r.view.text[VerdictHeadline]; got != "what the page came with" || !r.s.shown.whole {
		t.Errorf("before the server has judged it says %q", got)
	}
}

// Of any other run nothing is said that the server has not found.
func TestAnotherRunIsStillBeingJudged(t *testing.T) {
	r := newRig(t, jump, "")
	r.silent = true
	r.crash()
	r.settle()
	if r.view.text[VerdictHeadline] != pending || r.view.text[VerdictWhy] != "" || !r.view.has(VerdictButton, "hidden") || r.view.attr[Verdict]["data-outcome"] != "" {
		t.Errorf("it says %q %q", r.view.text[VerdictHeadline], r.view.text[VerdictWhy])
	}
	r.silent = false
	r.do("branch", "1") // that asks once more
	r.v.Link().Woken()
	r.settle()
	if got := r.view.attr[Verdict]["data-outcome"]; got != trace.VerdictOK && got != trace.VerdictBroken || r.view.text[VerdictHeadline] == pending {
		t.Errorf("the outcome is %q: %q", got, r.view.text[VerdictHeadline])
	}
}

// A comparison is there at once, and says what is known of it.
func TestAComparisonIsStillBeingMade(t *testing.T) {
	r := newRig(t, jump, "")
	r.crash()
	r.settle()
	r.s.Do("compare", "")
	r.frame()
	if !strings.Contains(r.view.text[VerdictThis], "broke at 2.050 s") || !strings.Contains(r.view.text[VerdictThat], "broke at 2.050 s") || r.view.text[Changed] != "" || r.view.has(Compare, "hidden") || r.view.text[NameThat] == "" {
		t.Errorf("this %q, that %q, %q", r.view.text[VerdictThis], r.view.text[VerdictThat], r.view.text[Changed])
	}
	r.s.Do("difference", "") // which nobody knows
	r.settle()
	if !strings.Contains(r.view.text[VerdictThis], "Mutual exclusion broke at 2.050 s: A and B") || !strings.HasPrefix(r.view.text[VerdictThat], "The outcome is the same: mutual exclusion broke at 2.050 s. Redlock does not promise") || strings.Count(r.view.text[VerdictThat], "broke at 2.050 s") != 1 || r.view.text[Changed] != "" || !strings.Contains(r.view.text[Difference], "They part at 0.150 s") {
		t.Errorf("that %q, %q, %q", r.view.text[VerdictThat], r.view.text[Changed], r.view.text[Difference])
	}
}

// Of a branch that cannot be played that is said, and how the other comes out all the same.
func TestAComparisonWithWhatCannotBePlayed(t *testing.T) {
	own, bad := run.Run{Scenario: jump}, run.Run{Scenario: jump, Engine: "0"}
	r := newRig(t, jump, "r="+own.Link()+"&r="+bad.Link()+"&c=1&t=20000")
	if !strings.Contains(r.view.text[VerdictThis], "Mutual exclusion broke") || !strings.HasPrefix(r.view.text[VerdictThat], "This run cannot be shown.") {
		t.Errorf("this %q, that %q", r.view.text[VerdictThis], r.view.text[VerdictThat])
	}
	if r.view.text[Changed] != "" || r.view.text[Difference] != "" || !r.view.has(Other, "hidden") && r.view.other != nil {
		t.Errorf("what is between them: %q, %q", r.view.text[Changed], r.view.text[Difference])
	}
}

// What the server has no time to compare is said to be so, and asked for again.
func TestAComparisonThatTheServerHasNoTimeFor(t *testing.T) {
	r := newRig(t, jump, "")
	r.crash()
	r.settle()
	r.busy = true
	r.do("compare", "")
	if !strings.Contains(r.view.text[Changed], "busy") {
		t.Errorf("it says %q", r.view.text[Changed])
	}
	r.busy = false
	r.do("tab", "events")
	if strings.Contains(r.view.text[Changed], "busy") || r.view.text[VerdictThis] == pending {
		t.Errorf("it still says %q, and of this run %q", r.view.text[Changed], r.view.text[VerdictThis])
	}
	r.do("compare-end", "")
	if !r.view.has(Compare, "hidden") || r.view.has(Verdict, "hidden") {
		t.Error("the comparison does not go away")
	}
}
