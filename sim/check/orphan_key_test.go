package check_test

import (
	"testing"

	"lockstep/sim/trace"
)

func TestOrphanKey(t *testing.T) {
	asking := func() *story { return tell(trace.LockToken).phase("A", trace.PhaseAsk, 1).set("A", "n1") }
	held := func() *story { return asking().phase("A", trace.PhaseWork, 1).hold("A").at(s) }
	released := func() *story { return held().phase("A", trace.PhaseGiveBack, 1).release("A") }
	renew := func(st *story) *story {
		return st.exec("A", "n1", "A.watchdog/1/extend>n1", trace.ToExtend, token("A"), 10*s)
	}
	watchdog := held()
	watchdog.event(trace.Event{Kind: trace.Phase, Who: "A", Activity: trace.WatchdogActivity, Phase: trace.PhaseDone})
	counter := tell(trace.LockToken).phase("A", trace.PhaseNumber, 1)
	counter.event(trace.Event{
		Kind: trace.Exec, Who: "A", Node: "n1", Msg: "A/1/number>n1", Purpose: trace.ToNumber,
		Keys: []trace.Key{{Name: "fence:lock", Value: "1", PTTL: trace.NoExpiry}},
	}).phase("A", trace.PhaseDone, 1)
	second := asking().phase("A", trace.PhaseLetGo, 1).del("A", "n1").wait("A", 1, 200*ms).at(s).phase("A", trace.PhaseAsk, 2).set("A", "n1")

	// The release is on n1 alone when n2 is promoted.
	failover := tell(trace.LockToken).replicated().phase("A", trace.PhaseAsk, 1).set("A", "n1")
	failover.event(trace.Event{Kind: trace.Replicate, Node: "n2", From: "n1", Keys: []trace.Key{{Name: "lock", Value: token("A"), PTTL: 9 * s}}})
	failover.hold("A").phase("A", trace.PhaseGiveBack, 1).release("A").del("A", "n1").phase("A", trace.PhaseDone, 1).at(s)
	failover.event(trace.Event{Kind: trace.Promote, Node: "n2", From: "n1"})

	// n2 was cut off, and the key on it has run out since.
	hidden := tell(trace.LockToken).replicated().phase("A", trace.PhaseAsk, 1).set("A", "n1")
	hidden.event(trace.Event{Kind: trace.Replicate, Node: "n2", From: "n1", Keys: []trace.Key{{Name: "lock", Value: token("A"), PTTL: 9 * s}}})
	hidden.hold("A").phase("A", trace.PhaseGiveBack, 1).release("A").del("A", "n1").phase("A", trace.PhaseDone, 1).at(9 * s)
	hidden.event(trace.Event{Kind: trace.Promote, Node: "n2", From: "n1"})

	// The disk of n1 has the key, and not yet its release.
	revived := released().del("A", "n1").phase("A", trace.PhaseDone, 1).at(2 * s)
	revived.event(trace.Event{
		Kind: trace.Fault, What: trace.WhatCrash, Who: "n1", Data: trace.DataPolicy,
		Keys: []trace.Key{{Name: "lock", Value: token("A"), PTTL: 8 * s}},
	})

	// Members of a lock service: what B is refused at c2 is what A set at c1.
	service := tell(trace.LockConsensus)
	service.start.Nodes = []trace.NodeInfo{{ID: "c1", Role: trace.RoleConsensus}, {ID: "c2", Role: trace.RoleConsensus}}
	service.phase("A", trace.PhaseAsk, 1).set("A", "c1").hold("A").phase("B", trace.PhaseAsk, 1)
	refusal := trace.Event{Kind: trace.Exec, Who: "B", Node: "c2", Msg: "B/1/set>c2", Purpose: trace.ToAcquire, Keys: []trace.Key{{Name: "lock", Value: token("A"), PTTL: 9 * s}}}
	service.event(refusal).wait("B", 1, 200*ms)
	refusal.Node = "n1"
	found := tell(trace.LockToken).phase("B", trace.PhaseAsk, 1).event(refusal).wait("B", 1, 200*ms)

	try(t, trace.RuleOrphanKey, []row{
		{"it is asking", asking().at(s), ""},
		{"it believes", held().phase("A", trace.PhaseWork, 1), ""},
		{"it let go, and deletes", released().del("A", "n1").phase("A", trace.PhaseDone, 1), ""},
		{"it let go, and is about to delete", released(), ""},
		{"it let go, and did not delete", released().phase("A", trace.PhaseDone, 1), "1s A n1"},
		{"its watchdog is done, and it is not", watchdog, ""},
		{"it crashed", held().fault(trace.WhatCrash, "A"), "1s A n1"},
		{"it crashed on three nodes", tell(trace.LockRedlock).phase("A", trace.PhaseAsk, 1).set("A", "n1", "n2", "n3").at(s).fault(trace.WhatCrash, "A"), "1s A n1, 1s A n2, 1s A n3"},
		{"it crashed, restarts and tries again", held().fault(trace.WhatCrash, "A").heal(trace.WhatRestart, "A").at(2*s).phase("A", trace.PhaseAsk, 2), "1s A n1"},
		{"it is asleep", held().fault(trace.WhatPause, "A").at(5 * s), ""},
		{"its attempt failed and the key is there", asking().at(s).wait("A", 1, 200*ms), "1s A n1"},
		{"it is told once", asking().at(s).wait("A", 1, 200*ms).at(2*s).phase("A", trace.PhaseGaveUp, 1), "1s A n1"},
		{"it gave up", asking().at(s).phase("A", trace.PhaseGaveUp, 1), "1s A n1"},
		{"the first attempt's SET comes in the second", second, "1s A n1"},
		{"a renewal comes after the release", renew(released().del("A", "n1").phase("A", trace.PhaseDone, 1).at(2 * s)), "2s A n1"},
		{"a renewal comes between, and the client ends", renew(released().del("A", "n1")).at(2*s).phase("A", trace.PhaseDone, 1), "2s A n1"},
		{"a counter stays", counter, ""},
		{"a lock service has one state", service, ""},
		{"what a refusal finds is not the asker's", found, ""},
		{"an operator's key", tell(trace.LockToken).exec(trace.Operator, "n1", "", "", "x", trace.NoExpiry), ""},
		{"the new primary has not heard of the release", failover, "1s A n2"},
		{"nor of the release, but the key has run out", hidden, ""},
		{"the release was not on disk", revived, "2s A n1"},
	})
}
