package check_test

import (
	"testing"

	"lockstep/sim/trace"
)

// clash is a story in which A and B are inside at once, after what fault does.
func clash(kind string, fault func(*story)) *story {
	st := tell(kind).phase("A", trace.PhaseAsk, 1).set("A", "n1").hold("A").enter("A").at(2 * s)
	fault(st)
	return st.phase("B", trace.PhaseAsk, 1).set("B", "n1").hold("B").enter("B")
}

// What each kind of lock promises of exclusion, and which fault takes that away.
func TestExclusionIsPromised(t *testing.T) {
	none := func(*story) {}
	loses := func(st *story) {
		st.event(trace.Event{Kind: trace.Fault, What: trace.WhatCrash, Who: "n1", Data: trace.DataLose})
	}
	for _, row := range []struct {
		name  string
		fault func(*story)
		kept  []string // the kinds whose promise stands
	}{
		{"nothing happened", none, all},
		{"a node lost the key", loses, nil},
		{"a node lost it by its policy", func(st *story) {
			st.event(trace.Event{Kind: trace.Fault, What: trace.WhatCrash, Who: "n1", Data: trace.DataPolicy, Keys: gone})
		}, nil},
		{"a node crashed and kept it", func(st *story) {
			st.event(trace.Event{Kind: trace.Fault, What: trace.WhatCrash, Who: "n1", Data: trace.DataKeep})
		}, all},
		{"a node with nothing of it lost all", func(st *story) {
			st.exec("A", "n1", "", "", "", trace.Gone)
			loses(st)
		}, all},
		{"it was to crash, and was down", func(st *story) {
			st.event(trace.Event{Kind: trace.Fault, What: trace.WhatCrash, Who: "n1", Data: trace.DataLose, Why: trace.WhyAlreadyDown})
		}, all},
		{"flushed", func(st *story) {
			st.event(trace.Event{Kind: trace.Fault, What: trace.WhatFlush, Who: "n1", Keys: gone})
		}, nil},
		{"evicted", func(st *story) {
			st.event(trace.Event{Kind: trace.Fault, What: trace.WhatEvict, Who: "n1", Key: "lock", Keys: gone})
		}, nil},
		{"an operator deleted it", func(st *story) { st.exec(trace.Operator, "n1", "", "", "", trace.Gone) }, nil},
		{"an operator gave it less time", func(st *story) { st.exec(trace.Operator, "n1", "", "", token("A"), s) }, nil},
		{"an operator looked at it", func(st *story) { st.exec(trace.Operator, "n1", "", "", token("A"), 8*s) }, all},
		{"a node's clock jumped", func(st *story) { st.clock("n1", 10*s, trace.Million) }, []string{trace.LockSetNX, trace.LockConsensus}},
		{"a node's clock was set to what it showed", func(st *story) { st.clock("n1", 0, trace.Million) }, all},
		{"a client's clock jumped, by which its lock does not go", func(st *story) { st.clock("A", -5*s, trace.Million) }, all},
		{"a client's clock jumped, by which it goes", func(st *story) {
			st.cast(func(c *trace.ClientInfo) { c.Wall = true }).clock("A", -5*s, trace.Million)
		}, []string{trace.LockSetNX}},
		{"a client's clock jumped, by which it tells when a key is to end", func(st *story) {
			st.cast(func(c *trace.ClientInfo) { c.Absolute = true }).clock("A", -5*s, trace.Million)
		}, []string{trace.LockSetNX}},
		{"a node's clocks run one per cent fast", func(st *story) { st.clock("n1", 0, 1_010_000) }, []string{trace.LockSetNX, trace.LockRedlock}},
		{"a node's clocks run two per cent fast", func(st *story) { st.clock("n1", 0, 1_020_000) }, []string{trace.LockSetNX}},
		{"a client's clocks run two per cent slow", func(st *story) { st.clock("B", 0, 980_000) }, []string{trace.LockSetNX}},
		{"a client's clocks run two per cent fast", func(st *story) { st.clock("B", 0, 1_020_000) }, all},
		{"a pause inside the lease", func(st *story) {
			st.fault(trace.WhatPause, "A").at(9*s).heal(trace.WhatPause, "A")
		}, all},
		{"a pause past the lease", func(st *story) {
			st.fault(trace.WhatPause, "A").at(12*s).heal(trace.WhatPause, "A")
		}, []string{trace.LockSetNX}},
		{"work past the lease", func(st *story) { st.at(12 * s) }, []string{trace.LockSetNX}},
		{"another's pause past the lease", func(st *story) {
			st.hold("C").enter("C").at(13*s).leave("C").lost("C").extend("A", 20*s)
		}, []string{trace.LockSetNX}},
		{"work past the lease, renewed in time", func(st *story) { st.at(6*s).extend("A", 16*s).at(12 * s) }, all},
		{"a pause past the lease, between work and release", func(st *story) {
			st.leave("A").release("A").at(12*s).del("A", "n1").hold("C").enter("C")
		}, []string{trace.LockSetNX, trace.LockToken, trace.LockWatchdog, trace.LockReentrant, trace.LockRedlock, trace.LockConsensus}},
		{"one node listed twice", func(st *story) {
			st.cast(func(c *trace.ClientInfo) { c.Nodes = []trace.NodeID{"n1", "n1"} })
		}, []string{trace.LockSetNX, trace.LockSetNXExpire, trace.LockSetPX, trace.LockToken, trace.LockWatchdog, trace.LockReentrant, trace.LockConsensus}},
		{"clients ask different nodes", func(st *story) { st.start.Clients[2].Nodes = []trace.NodeID{"n2"} }, nil},
		{"a copy of a request", func(st *story) {
			st.exec("A", "n1", "A/1/del>n1+1", trace.ToRelease, "", trace.Gone)
		}, []string{trace.LockToken, trace.LockWatchdog, trace.LockRedlock, trace.LockConsensus}},
		{"a release that was not answered, and may be sent again", func(st *story) {
			st.event(trace.Event{Kind: trace.Timeout, Who: "A", Msg: "A/1/del>n1", Purpose: trace.ToRelease})
		}, []string{trace.LockToken, trace.LockWatchdog, trace.LockReentrant, trace.LockRedlock, trace.LockConsensus}},
		{"a client crashed", func(st *story) { st.fault(trace.WhatCrash, "C") }, all},
	} {
		for _, kind := range all {
			found, _ := clash(kind, row.fault).run(trace.RuleMutualExclusion)
			if len(found) == 0 {
				t.Fatalf("%s, %s: nothing broke", row.name, kind)
			}
			kept := false
			for _, k := range row.kept {
				kept = kept || k == kind
			}
			if v := found[len(found)-1]; v.Who != "B" || v.With != "A" && v.With != "C" || v.Promised != kept {
				t.Errorf("%s, %s: promised is %v of %s and %s", row.name, kind, v.Promised, v.Who, v.With)
			}
		}
	}
	if found, _ := clash(trace.LockFencing, none).run(trace.RuleMutualExclusion); len(found) != 1 || found[0].Promised {
		t.Errorf("numbers promise no exclusion: %+v", found)
	}
}

var (
	all = []string{
		trace.LockSetNX, trace.LockSetNXExpire, trace.LockSetPX, trace.LockToken, trace.LockWatchdog,
		trace.LockReentrant, trace.LockRedlock, trace.LockConsensus,
	}
	gone = []trace.Key{{Name: "lock", PTTL: trace.Gone}}
)

// A failover takes the promise away if it lost a lock, or if the old primary went on
// granting them.
func TestFailoverAndPromise(t *testing.T) {
	copied := []trace.Key{{Name: "lock", Value: token("A"), PTTL: 9 * s}}
	for _, row := range []struct {
		name string
		keys []trace.Key // that the replica got
		old  bool        // the old primary granted a lock after it
		want bool
	}{
		{"the replica had the lock", copied, false, true},
		{"it had not", nil, false, false},
		{"it had, and the old primary went on", copied, true, false},
	} {
		st := tell(trace.LockToken).replicated().phase("A", trace.PhaseAsk, 1).set("A", "n1").hold("A").enter("A").at(s)
		if row.keys != nil {
			st.event(trace.Event{Kind: trace.Replicate, Node: "n2", From: "n1", Keys: row.keys})
		}
		st.event(trace.Event{Kind: trace.Promote, Node: "n2", From: "n1"})
		if row.old {
			st.phase("C", trace.PhaseAsk, 1).set("C", "n1")
		}
		found, _ := st.hold("B").enter("B").run(trace.RuleMutualExclusion)
		if len(found) != 1 || found[0].Promised != row.want {
			t.Errorf("%s: %+v", row.name, found)
		}
	}
}

// The other rules: what is promised, and what is not.
func TestOtherPromises(t *testing.T) {
	claims := func(kind string) func(*trace.ClientInfo) {
		return func(c *trace.ClientInfo) { c.Claims = kind }
	}
	counts := func(source string) func(*trace.ClientInfo) {
		return func(c *trace.ClientInfo) { c.Fence = source }
	}
	release := func(kind string) *story { return tell(kind).set("A", "n1").del("B", "n1") }
	left := func(kind string) *story {
		return tell(kind).phase("A", trace.PhaseAsk, 1).set("A", "n1").phase("A", trace.PhaseLetGo, 1)
	}
	unanswered := func(st *story, p trace.Purpose) *story {
		return st.event(trace.Event{Kind: trace.Timeout, Who: "A", Msg: "A/1/x>n1", Purpose: p})
	}
	shut := func(kind string) *story {
		return tell(kind).phase("A", trace.PhaseAsk, 1).
			exec("A", "n1", "A/1/set>n1", trace.ToAcquire, token("A"), trace.NoExpiry).
			phase("A", trace.PhaseWork, 1).hold("A").at(s)
	}
	numbers := func(source string) *story {
		return tell(trace.LockToken).cast(counts(source)).set("A", "n1").holdUntil("A", trace.Forever, 34).at(s)
	}
	// A holds and B after it, and both write without having read the other's.
	writes := func(kind, guard string) *story {
		return tell(trace.LockToken).about(kind, guard, "").cast(counts(trace.FenceConsensus)).holdUntil("A", trace.Forever, 33).
			holdUntil("B", trace.Forever, 34)
	}
	write := func(st *story, who, op string, fence, version int64) *story {
		return st.event(trace.Event{Kind: trace.Write, Who: who, Resource: "it", Op: op, OK: true, Fence: fence, Version: version, Msg: who + "/1/write>it"})
	}
	both := func(kind, guard, op string) *story {
		return write(write(writes(kind, guard), "B", op, 34, 1), "A", op, 33, 2)
	}
	for _, row := range []struct {
		name  string
		story *story
		rule  string
		want  bool
	}{
		{"a DEL of a lock that compares", release(trace.LockToken), trace.RuleForeignRelease, true},
		{"a DEL of a lock whose release it is", release(trace.LockSetPX), trace.RuleForeignRelease, false},
		{"a DEL of such a lock that claims to be better", release(trace.LockSetPX).cast(claims(trace.LockToken)), trace.RuleForeignRelease, true},

		{"a key left behind", left(trace.LockRedlock).wait("A", 1, s), trace.RuleOrphanKey, true},
		{"its SET was not answered", unanswered(left(trace.LockRedlock), trace.ToAcquire).wait("A", 1, s), trace.RuleOrphanKey, true},
		{"its release was not answered", unanswered(left(trace.LockRedlock), trace.ToRelease).wait("A", 1, s), trace.RuleOrphanKey, false},
		{"its owner crashed", left(trace.LockRedlock).fault(trace.WhatCrash, "A"), trace.RuleOrphanKey, false},
		{"its SET was overtaken by its release", unanswered(left(trace.LockRedlock), trace.ToAcquire).del("A", "n1").
			exec("A", "n1", "A/1/x>n1", trace.ToAcquire, token("A"), 10*s).wait("A", 1, s), trace.RuleOrphanKey, false},
		{"its SET came late", left(trace.LockRedlock).del("A", "n1").wait("A", 1, s).set("A", "n1"), trace.RuleOrphanKey, false},

		{"SETNX and a crash", shut(trace.LockSetNX).fault(trace.WhatCrash, "A").phase("B", trace.PhaseAsk, 1), trace.RuleDeadlock, false},
		{"SETNX and a release that never came", shut(trace.LockSetNX).release("A").phase("A", trace.PhaseDone, 1).phase("B", trace.PhaseAsk, 1), trace.RuleDeadlock, true},
		{"SETNX, EXPIRE and a crash between", shut(trace.LockSetNXExpire).fault(trace.WhatCrash, "A").phase("B", trace.PhaseAsk, 1), trace.RuleDeadlock, false},
		{"SET PX and a crash", shut(trace.LockToken).fault(trace.WhatCrash, "A").phase("B", trace.PhaseAsk, 1), trace.RuleDeadlock, true},

		{"one vote twice", tell(trace.LockRedlock).event(trace.Event{Kind: trace.Decide, Who: "A", Acks: []trace.NodeID{"n1", "n1"}, OK: true}), trace.RuleDoubleVote, true},

		{"a service repeats a number", numbers(trace.FenceConsensus).holdUntil("B", trace.Forever, 34), trace.RuleFencingOrder, true},
		{"a counter repeats one", numbers(trace.FenceRedis).holdUntil("B", trace.Forever, 34), trace.RuleFencingOrder, true},
		{"a counter that was flushed", numbers(trace.FenceRedis).event(trace.Event{Kind: trace.Fault, What: trace.WhatFlush, Who: "n1", Keys: gone}).holdUntil("B", trace.Forever, 34), trace.RuleFencingOrder, false},

		{"a ledger charged twice", both("ledger", "none", "charge"), trace.RuleDoubleCharge, true},
		{"a file that is compared", both("file", "compare-and-set", "append"), trace.RuleLostUpdate, true},
		{"a fenced file takes a lower number", both("file", "fencing", "append"), trace.RuleStaleWrite, true},
	} {
		found, _ := row.story.run(row.rule)
		if len(found) != 1 || found[0].Promised != row.want {
			t.Errorf("%s: want promised %v: %+v", row.name, row.want, found)
		}
	}
}

// When a lock's promise is gone, a guard's may stand, and the other way round.
func TestGuardsPromise(t *testing.T) {
	// B takes the lock when A has overslept; both write what follows from nothing.
	story := func(kind, guard string, shown bool, msg string) *story {
		st := tell(trace.LockToken).about(kind, guard, "").cast(func(c *trace.ClientInfo) { c.Fence = trace.FenceConsensus })
		st.holdUntil("A", trace.Local(10*s), 33).enter("A").send("A", "A/1/write>it", trace.ToWrite).at(12*s).holdUntil("B", trace.Local(22*s), 34)
		if shown {
			st.read("B", 34)
		} else {
			st.read("B", 0)
		}
		op := map[string]string{"file": "append", "stock": "sell", "ledger": "charge"}[kind]
		st.event(trace.Event{Kind: trace.Write, Who: "B", Resource: "it", Op: op, OK: true, Fence: 34, Version: 1, Msg: "B/1/write>it"})
		return st.event(trace.Event{Kind: trace.Write, Who: "A", Resource: "it", Op: op, OK: true, Fence: 33, Version: 2, Msg: msg})
	}
	const first, copied = "A/1/write>it", "A/1/write>it+1"
	for _, row := range []struct {
		kind, guard string
		shown       bool
		msg, rule   string
		want        bool
	}{
		{"file", "none", true, first, trace.RuleLostUpdate, false},
		{"file", "none", true, first, trace.RuleStaleWrite, false},
		{"ledger", "none", true, first, trace.RuleDoubleCharge, false},
		{"stock", "none", true, first, trace.RuleOversold, false},
		{"file", "fencing", true, first, trace.RuleLostUpdate, true},
		{"file", "fencing", true, first, trace.RuleStaleWrite, true},
		{"ledger", "fencing", true, first, trace.RuleDoubleCharge, true},
		{"stock", "fencing", true, first, trace.RuleOversold, true},
		{"ledger", "fencing", false, first, trace.RuleDoubleCharge, false},
		{"ledger", "fencing", true, copied, trace.RuleDoubleCharge, false},
		{"file", "compare-and-set", true, first, trace.RuleLostUpdate, true},
		{"file", "compare-and-set", true, first, trace.RuleStaleWrite, false},
		{"ledger", "compare-and-set", true, copied, trace.RuleDoubleCharge, true},
		{"stock", "compare-and-set", true, first, trace.RuleOversold, true},
		{"ledger", "unique-constraint", true, copied, trace.RuleDoubleCharge, true},
		{"stock", "unique-constraint", true, first, trace.RuleOversold, true},
		{"file", "unique-constraint", true, first, trace.RuleLostUpdate, false},
		{"ledger", "idempotency-key", true, first, trace.RuleDoubleCharge, false},
	} {
		found, _ := story(row.kind, row.guard, row.shown, row.msg).run(row.rule)
		if len(found) != 1 || found[0].Promised != row.want {
			t.Errorf("%+v: %+v", row, found)
		}
	}
}

// An idempotency key is there for copies: one that is taken all the same breaks a
// promise, where without a key the network is to blame.
func TestIdempotencyKeyPromises(t *testing.T) {
	for guard, want := range map[string]bool{"none": false, "idempotency-key": true} {
		st := tell(trace.LockToken).about("ledger", guard, "").hold("A").enter("A").write("A", "charge", "paid", 0, 1)
		st.event(trace.Event{Kind: trace.Write, Who: "A", Resource: "it", Op: "charge", OK: true, Version: 2, Msg: "A/1/write>it+1"})
		found, _ := st.run(trace.RuleDoubleCharge)
		if len(found) != 1 || found[0].Promised != want {
			t.Errorf("%s: %+v", guard, found)
		}
	}
}

// Clients that take a lock in different ways do not exclude each other, and nobody
// said that they would; ways that set the same string on the same node do.
func TestMixedKinds(t *testing.T) {
	for _, row := range []struct {
		other string
		want  bool
	}{
		{trace.LockToken, true}, {trace.LockWatchdog, true}, {trace.LockReentrant, false}, {trace.LockRedlock, false},
	} {
		st := clash(trace.LockToken, func(*story) {}).cast(func(c *trace.ClientInfo) {
			if c.ID == "B" {
				c.Lock = row.other
			}
		})
		found, _ := st.run(trace.RuleMutualExclusion)
		if len(found) != 1 || found[0].Promised != row.want {
			t.Errorf("token beside %s: %+v", row.other, found)
		}
	}
}

// Whose key another released may meet a third inside. That had not been promised
// either, if the release had not.
func TestAfterAForeignRelease(t *testing.T) {
	for _, row := range []struct {
		release func(*story)
		want    bool
	}{
		{func(st *story) { st.del("A", "n1") }, false},
		{func(*story) {}, true},
	} {
		st := tell(trace.LockSetNX).cast(func(c *trace.ClientInfo) {
			if c.ID == "A" {
				c.Lock, c.TTL = trace.LockSetPX, 10*s
			}
		})
		st.phase("A", trace.PhaseAsk, 1).hold("A").at(12*s).phase("B", trace.PhaseAsk, 1).set("B", "n1").hold("B").enter("B")
		row.release(st)
		st.phase("C", trace.PhaseAsk, 1).set("C", "n1").hold("C").enter("C")
		found, _ := st.run(trace.RuleMutualExclusion)
		if len(found) != 1 || found[0].Promised != row.want {
			t.Errorf("%+v", found)
		}
	}
}

// Numbers from two places have no order among them.
func TestNumbersOfTwoSources(t *testing.T) {
	for other, want := range map[string]bool{trace.FenceConsensus: true, trace.FenceResource: false} {
		st := tell(trace.LockToken).cast(func(c *trace.ClientInfo) {
			c.Fence = trace.FenceConsensus
			if c.ID == "B" {
				c.Fence = other
			}
		})
		found, _ := st.holdUntil("A", trace.Local(10*s), 7).at(s).holdUntil("B", trace.Local(11*s), 7).run(trace.RuleFencingOrder)
		if len(found) != 1 || found[0].Promised != want {
			t.Errorf("%s: %+v", other, found)
		}
	}
}
