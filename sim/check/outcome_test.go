package check_test

import (
	"testing"

	"lockstep/sim/trace"
)

func TestOutcome(t *testing.T) {
	begin := func() *story { return tell(trace.LockToken).about("ledger", "none", "unpaid") }
	both := func() *story { return begin().hold("A").enter("A").at(s).hold("B").enter("B") }
	foreign := func() *story { return begin().set("A", "n1").del("B", "n1") }
	dead := func() *story {
		return begin().hold("A").enter("A").at(s).phase("B", trace.PhaseAsk, 1).fault(trace.WhatCrash, "A")
	}
	// What is written when A has left and B has been inside.
	late := func(e trace.Event) *story {
		st := begin().hold("A").enter("A").send("A", "A/1/write>it", trace.ToWrite).fault(trace.WhatCrash, "A")
		st.hold("B").enter("B").leave("B").release("B").phase("B", trace.PhaseDone, 1)
		e.Kind, e.Who, e.Resource, e.Op, e.Msg = trace.Write, "A", "it", "charge", "A/1/write>it"
		return st.event(e)
	}
	for _, row := range []struct {
		name  string
		story *story
		want  string
	}{
		{"nothing happens", begin(), trace.VerdictOK},
		{"one after the other", begin().enter("A").leave("A").enter("B"), trace.VerdictOK},
		{"two inside, charged once, by the later one", both().write("B", "charge", "paid", 0, 1), trace.VerdictGuarded},
		{"two inside, charged once, by the one whose lock had passed on", both().write("A", "charge", "paid", 0, 1), trace.VerdictGuarded},
		{"two inside, charged twice", both().write("B", "charge", "paid", 0, 1).write("A", "charge", "paid", 0, 2), trace.VerdictBroken},
		{"a foreign release, and the data is intact", foreign(), trace.VerdictOK},
		{"a foreign release, and charged twice", foreign().write("A", "charge", "paid", 0, 1).write("B", "charge", "paid", 0, 2), trace.VerdictBroken},
		{"a write is refused", begin().hold("A").refused("A", trace.WhyChanged), trace.VerdictGuarded},
		{"charged twice by one message, alone inside", begin().enter("A").write("A", "charge", "paid", 0, 1).write("A", "charge", "paid", 0, 2), trace.VerdictBroken},
		{"what a dead client sent comes after another's stay", late(trace.Event{OK: true, Version: 1}), trace.VerdictGuarded},
		{"and is refused", late(trace.Event{Why: trace.WhyStaleNumber}), trace.VerdictGuarded},
		{"and is answered as done already", late(trace.Event{OK: true, Why: trace.WhyDoneAlready}), trace.VerdictGuarded},
		{"stuck, then broken", dead().at(9*s).enter("B").enter("C").write("B", "charge", "paid", 0, 1).write("C", "charge", "paid", 0, 2), trace.VerdictBroken},
		{"stuck, then guarded", dead().at(9 * s).enter("B").enter("C"), trace.VerdictGuarded},
		{"stuck", dead().at(9 * s).enter("B"), trace.VerdictStuck},
	} {
		if _, got := row.story.run(""); got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
}

// The retry delay is 200 ms and the node timeout 50 ms: who waits longer without
// anybody at work inside is stuck.
func TestStuck(t *testing.T) {
	asks := func(who string) *story { return tell(trace.LockToken).phase(who, trace.PhaseAsk, 1) }
	inside := func() *story { return tell(trace.LockToken).enter("A").phase("B", trace.PhaseAsk, 1) }
	slow := tell(trace.LockToken).clock("B", 0, 500_000).phase("B", trace.PhaseAsk, 1)
	renewing := tell(trace.LockToken).enter("A").leave("A").phase("A", trace.PhaseGiveBack, 1).phase("A", trace.PhaseLocate, 1)
	elsewhere := tell(trace.LockToken).phase("B", trace.PhaseAsk, 1)
	elsewhere.event(trace.Event{Kind: trace.Enter, Who: "A", Resource: "another"})
	for _, row := range []struct {
		name  string
		story *story
		stuck bool
	}{
		{"it gets in just in time", asks("B").at(250 * ms).enter("B"), false},
		{"a moment too late", asks("B").at(250*ms + 1).enter("B"), true},
		{"it gives up in time", asks("B").at(250*ms).phase("B", trace.PhaseGaveUp, 1).at(9*s).phase("C", trace.PhaseAsk, 1), false},
		{"it crashes in time", asks("B").at(250*ms).fault(trace.WhatCrash, "B").at(9*s).phase("C", trace.PhaseAsk, 1), false},
		{"it is still waiting when the run ends", asks("B").at(251*ms).phase("C", trace.PhaseAsk, 1), true},
		{"it drew a longer delay", asks("B").at(10*ms).wait("B", 1, 300*ms).at(320*ms).phase("B", trace.PhaseAsk, 2).at(350 * ms).enter("B"), false},
		{"and waits longer yet", asks("B").at(10*ms).wait("B", 1, 300*ms).at(320*ms).phase("B", trace.PhaseAsk, 2).at(351 * ms).enter("B"), true},
		{"it drew a longer delay too late", asks("B").at(251*ms).wait("B", 1, 300*ms).at(300 * ms).enter("B"), true},
		{"it drew a shorter delay", asks("B").at(10*ms).wait("B", 1, 100*ms).at(250 * ms).enter("B"), false},
		{"it drew a shorter one meanwhile", asks("B").at(10*ms).wait("B", 1, 300*ms).at(320*ms).wait("B", 2, 100*ms).at(350 * ms).enter("B"), false},
		{"by its own clock, which is slow", slow.at(500 * ms).enter("B"), false},
		{"somebody is at work inside", inside().at(9 * s).leave("A").at(9*s + 250*ms).enter("B"), false},
		{"somebody was, and the key stays", inside().at(9 * s).leave("A").at(9*s + 251*ms).enter("B"), true},
		{"who is inside crashed", inside().at(s).fault(trace.WhatCrash, "A").at(2 * s).enter("B"), true},
		{"who is inside is asleep", inside().at(s).fault(trace.WhatPause, "A").at(2*s).phase("B", trace.PhaseGaveUp, 1), true},
		{"who is inside is stalled", inside().at(s).fault(trace.WhatStall, "A").at(2*s).phase("B", trace.PhaseGaveUp, 1), true},
		{"and wakes up in time", inside().at(s).fault(trace.WhatPause, "A").at(s+250*ms).heal(trace.WhatPause, "A").at(9 * s).leave("A").enter("B"), false},
		{"two sleep inside, one of three works", inside().enter("C").fault(trace.WhatPause, "A").at(9 * s).leave("C").enter("B"), false},
		{"it is itself asleep", asks("B").at(10*ms).fault(trace.WhatPause, "B").at(9*s).heal(trace.WhatPause, "B").at(9*s + 250*ms).enter("B"), false},
		{"it is not asleep again", asks("B").at(10*ms).fault(trace.WhatPause, "B").at(9*s).heal(trace.WhatPause, "B").at(9*s + 251*ms).enter("B"), true},
		{"it restarts", asks("B").fault(trace.WhatCrash, "B").heal(trace.WhatRestart, "B").at(9*s).phase("B", trace.PhaseAsk, 2).at(9*s + 100*ms).enter("B"), false},
		{"who gives back asks for the primary, and wants nothing", renewing.at(9*s).phase("A", trace.PhaseDone, 1), false},
		{"somebody works elsewhere", elsewhere.at(9 * s).enter("B"), true},
	} {
		_, got := row.story.run("")
		if (got == trace.VerdictStuck) != row.stuck {
			t.Errorf("%s: %s", row.name, got)
		}
	}
}

// A write is taken while another is inside whichever of them began to hold first, and
// whatever their keys are called: it is the resource that two meet at.
func TestTakenWhileAnotherIsInside(t *testing.T) {
	begin := func() *story { return tell(trace.LockToken).about("ledger", "none", "unpaid") }
	// B goes in and sends its write before A does, who has held for longer, and dies.
	b := func(st *story) *story {
		return st.hold("A").at(s).hold("B").enter("B").send("B", "B/1/write>it", trace.ToWrite).fault(trace.WhatCrash, "B")
	}
	taken := trace.Event{Kind: trace.Write, Who: "B", Resource: "it", Op: "charge", Msg: "B/1/write>it", OK: true, Version: 1}
	otherKey := func(c *trace.ClientInfo) {
		if c.ID == "B" {
			c.Key = "another"
		}
	}
	otherResource := func(c *trace.ClientInfo) {
		if c.ID == "B" {
			c.Resource = "another"
		}
	}
	for _, row := range []struct {
		name  string
		story *story
		want  string
	}{
		{"A is inside", b(begin()).at(2 * s).enter("A").event(taken), trace.VerdictGuarded},
		{"A is not", b(begin()).at(2 * s).event(taken), trace.VerdictOK},
		{"A is, with another key", b(begin().cast(otherKey)).at(2 * s).enter("A").event(taken), trace.VerdictGuarded},
		{"A is inside another resource", b(begin().cast(otherResource)).at(2 * s).enter("A").event(taken), trace.VerdictOK},
	} {
		if _, got := row.story.run(""); got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
}
