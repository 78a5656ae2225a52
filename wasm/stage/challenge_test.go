package stage

import (
	"slices"
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/wasm/viewer"
)

// crashes is a goal: that a machine crashes.
func crashes(events []trace.Event) bool {
	return slices.ContainsFunc(events, func(e trace.Event) bool { return e.Kind == trace.Fault && e.What == trace.WhatCrash })
}

// solved is a run that meets it.
func solved() *run.Run {
	return &run.Run{Scenario: jump, Actions: []run.Action{{Verb: run.Crash, Target: "n3", At: 200_000}}}
}

// met is what the browser keeps once the challenge is met.
const met = "lockstep.lesson.a-lesson.challenge.crash-it=yes"

// challenged is a stage that sets its reader to let a machine crash, by one action.
func challenged(t *testing.T, allow string) *rig {
	r := newRig(t, jump, "")
	r.challenge = Challenge{Name: "a-lesson/crash-it", Allow: allow, Most: 1, Solution: solved().Link()}
	r.met = crashes
	r.open(jump, "")
	return r
}

func (r *rig) says(want string, met bool) {
	r.Helper()
	if got := r.view.text[AttemptSaid]; got != want || r.view.has(Attempt, "data-met") != met {
		r.Errorf("of the attempt it says %q, met: %t; want %q, %t", got, r.view.has(Attempt, "data-met"), want, met)
	}
}

// The server's judgement is shown of whatever branch is shown, and what was met is kept.
func TestAnAttemptIsJudged(t *testing.T) {
	r := challenged(t, "crash pause")
	r.says("", false) // the page came with it: nothing is to be read out
	r.seek(instant)
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
	r.settle()
	r.says("Met.", true)
	if !slices.Equal(r.page.stored, []string{met}) {
		t.Errorf("the browser keeps %q", r.page.stored)
	}
	r.do("undo", "")
	r.says("Not met.", false)
	r.s.act(run.Action{Verb: run.Pause, Of: run.OfClient, Target: "A", For: trace.Second})
	r.settle()
	r.says("Not met.", false)
	r.open(jump, fragmentOf(r.page.address))
	r.says("Not met.", false)
}

// Until the judgement has come nothing is said to be so.
func TestAnAttemptThatIsNotJudgedYet(t *testing.T) {
	r := challenged(t, "crash")
	r.seek(instant)
	r.silent = true
	r.s.act(run.Action{Verb: run.Crash, Target: "n1"})
	r.settle()
	r.says(r.s.say.Say("viewer.challenge.pending"), false)
	if len(r.page.stored) > 0 {
		t.Errorf("the browser keeps %q", r.page.stored)
	}
}

// What a challenge does not allow is blocked, and says why; so is all, once it has as many
// actions as it may.
func TestOnlyWhatIsAllowedIsOffered(t *testing.T) {
	r := challenged(t, "crash")
	r.seek(instant)
	blocked := func(why string) (lines []string) {
		r.do("thing", "node:n1")
		for _, item := range strings.Split(r.view.html[MenuList], "<li>")[1:] {
			if text := plain(item); strings.HasSuffix(text, r.s.say.Say(why)) {
				lines = append(lines, strings.TrimSuffix(text, r.s.say.Say(why)))
			}
		}
		r.escape()
		return lines
	}
	if got := strings.Join(blocked(string(barredVerb)), "|"); !strings.Contains(got, "Clock") || !strings.Contains(got, "Links") || !strings.Contains(got, "Type a command") || strings.Contains(got, "Crash") {
		t.Errorf("blocked are %q", got)
	}
	r.do("thing", "node:n1")
	r.pick("Crash")
	r.pick("It stays down")
	if len(r.present().Actions) != 1 {
		t.Fatalf("the run has %+v", r.present().Actions)
	}
	r.do("thing", "node:n2")
	r.escape()
	if got := r.view.html[MenuList]; !strings.Contains(got, r.s.say.Say(string(barredFull))) {
		t.Errorf("with its one action taken the menu is %s", got)
	}
	r.s.act(run.Action{Verb: run.Crash, Target: "n2"})
	r.settle()
	if len(r.present().Actions) != 1 {
		t.Errorf("a second action was taken: %+v", r.present().Actions)
	}
	r.seek(instant - 50_000) // before it there is room: that begins a branch of its own
	r.s.act(run.Action{Verb: run.Crash, Target: "n2"})
	r.settle()
	if len(r.s.tree.Branches()) != 3 {
		t.Errorf("%d branches", len(r.s.tree.Branches()))
	}
}

// watch opens the solution, which plays.
func (r *rig) watch() {
	r.s.Do("solution", "")
	for len(r.page.asked) > 0 {
		q := r.page.asked[0]
		r.page.asked = r.page.asked[1:]
		r.answer(q)
	}
	r.frame()
}

// The solution plays in a branch of its own, and is nothing that its reader has done.
func TestTheSolutionIsWatched(t *testing.T) {
	r := challenged(t, "crash")
	r.watch()
	b := r.s.tree.Branches()[r.s.tree.Present()]
	if b.Link != solved().Link() || r.s.branchName(r.s.tree.Present()) != "Solution" || b.Parent >= 0 {
		t.Errorf("shown is %+v", b)
	}
	if !r.f.Player().Playing() || r.f.Player().Time() > 300_000 {
		t.Errorf("it stands at %d", r.f.Player().Time())
	}
	r.f.Do(viewer.Toggle)
	r.settle()
	r.says(r.s.say.Say("viewer.challenge.watched"), true)
	if len(r.page.stored) > 0 {
		t.Errorf("to watch is kept as to meet: %q", r.page.stored)
	}
	r.watch() // once more it is the same branch
	if n := len(r.s.tree.Branches()); n != 2 {
		t.Errorf("%d branches", n)
	}
}

// Who finds the solution has met the challenge, also if it is shown afterwards.
func TestTheSolutionFound(t *testing.T) {
	r := challenged(t, "crash")
	r.seek(199_999)
	r.s.act(run.Action{Verb: run.Crash, Target: "n3"})
	r.settle()
	r.says("Met.", true)
	r.watch()
	r.says("Met.", true)
	if len(r.s.tree.Branches()) != 2 || len(r.page.stored) == 0 {
		t.Errorf("%d branches; the browser keeps %q", len(r.s.tree.Branches()), r.page.stored)
	}
}

// A page of a challenge stands one deeper than a scenario's.
func TestAnotherScenarioIsFoundFromAChallenge(t *testing.T) {
	r := challenged(t, "crash")
	other := run.Run{Scenario: "redlock"}
	r.turn("r=" + other.Link())
	if !strings.HasPrefix(r.page.visited, "../../play/redlock#") {
		t.Errorf("it leads to %q", r.page.visited)
	}
}
