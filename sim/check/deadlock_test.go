package check_test

import (
	"testing"

	"lockstep/sim/trace"
)

func TestDeadlock(t *testing.T) {
	forever := func(st *story, who string, nodes ...trace.NodeID) *story {
		for _, n := range nodes {
			st.exec(who, n, who+"/1/set>"+string(n), trace.ToAcquire, token(who), trace.NoExpiry)
		}
		return st
	}
	setnx := func() *story {
		return forever(tell(trace.LockSetNX).phase("A", trace.PhaseAsk, 1), "A", "n1").hold("A")
	}
	redlock := func(nodes ...trace.NodeID) *story {
		return forever(tell(trace.LockRedlock).phase("A", trace.PhaseAsk, 1), "A", nodes...).at(s).fault(trace.WhatCrash, "A")
	}
	wants := func(st *story, who string) *story { return st.at(2*s).phase(who, trace.PhaseAsk, 1) }
	crashed := func() *story { return setnx().at(s).fault(trace.WhatCrash, "A") }
	replicated := forever(tell(trace.LockSetNX).replicated().phase("A", trace.PhaseAsk, 1), "A", "n1").hold("A").at(s).fault(trace.WhatCrash, "A")
	replicated.event(trace.Event{Kind: trace.Promote, Node: "n2", From: "n1"})
	primary := forever(tell(trace.LockSetNX).replicated().cast(func(c *trace.ClientInfo) { c.Nodes = nil }).phase("A", trace.PhaseAsk, 1), "A", "n1")
	primary.at(s).fault(trace.WhatCrash, "A")
	typed := tell(trace.LockToken).at(s).exec(trace.Operator, "n1", "", "", "mine", trace.NoExpiry)
	try(t, trace.RuleDeadlock, []row{
		{"the owner crashed, and another wants in", wants(crashed(), "B"), "2s B+A n1"},
		{"another gave up", crashed().at(2*s).phase("B", trace.PhaseGaveUp, 1), "2s B+A n1"},
		{"two want in", wants(wants(crashed(), "B"), "C"), "2s B+A n1"},
		{"nobody wants in", crashed(), ""},
		{"the owner holds it", wants(setnx(), "B"), ""},
		{"the owner is asleep", wants(setnx().fault(trace.WhatPause, "A"), "B"), ""},
		{"the owner crashed and the key has an end", wants(tell(trace.LockToken).set("A", "n1").fault(trace.WhatCrash, "A"), "B"), ""},
		{"who wants in crashed too", wants(crashed(), "B").fault(trace.WhatCrash, "B"), ""},
		{"the owner restarted and finds its own key", crashed().heal(trace.WhatRestart, "A").at(2*s).phase("A", trace.PhaseAsk, 2), "2s A+A n1"},
		{"clients that ask sentinels list no node", wants(primary, "B"), "2s B+A n1"},
		{"somebody deletes it", wants(crashed(), "B").exec(trace.Operator, "n1", "", "", "", trace.Gone), ""},
		{"an operator's", wants(typed, "B"), "2s B n1"},
		{"three of five", wants(redlock("n1", "n2", "n3"), "B"), "2s B+A n1"},
		{"two of five", wants(redlock("n1", "n2"), "B"), ""},
		{"the new primary does not have it", wants(replicated, "B"), ""},
	})
}

// The time since when is that of the last key's desertion.
func TestDeadlockSince(t *testing.T) {
	st := tell(trace.LockSetNX).phase("A", trace.PhaseAsk, 1).exec("A", "n1", "A/1/set>n1", trace.ToAcquire, token("A"), trace.NoExpiry)
	st.at(s).fault(trace.WhatCrash, "A").at(2*s).phase("B", trace.PhaseAsk, 1)
	found, _ := st.run(trace.RuleDeadlock)
	if len(found) != 1 || found[0].Since != trace.Time(s) || found[0].Key != "lock" {
		t.Errorf("%+v", found)
	}
}
