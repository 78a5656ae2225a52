package scene_test

import "lockstep/sim/trace"

// company is a primary with a replica and three sentinels, and two clients.
func company(kind string) world {
	return world{
		nodes:     concat(replicated(1), named("s", 3, trace.RoleSentinel)),
		clients:   users(2, kind, func(c *trace.ClientInfo) { c.Watchdog = 3333 * trace.Millisecond }),
		resources: ledger("none"),
	}
}

// worldCases are telling instants of the other topologies, locks and faults.
var worldCases = []picture{
	{"replicating", `
A holds the lock on the primary n1, whose edge is heavy. The change is on its way to
the replica n2, a block in A's colour on the line between them: n2 lacks one. The
sentinels take nobody for down. The watchdog rests.`, 260 * ms, func() *story {
		s := company(trace.LockWatchdog).tell()
		s.take(200*ms, "A", "n1", 10*trace.Second, trace.Local(10*sec), 0)
		s.add(202*ms, trace.Event{Kind: trace.Phase, Who: "A", Activity: trace.WatchdogActivity, Phase: trace.PhaseRest, Lasts: 3333 * trace.Millisecond})
		s.change(210*ms, 1, "n1", "n2", 310*ms)
		return s
	}},

	{"electing", `
n1 is down. Two of three sentinels take it for down: their lenses are filled. s1
asks the others for their votes; s2's answer is on its way back. A still believes:
not true any more.`, 2200 * ms, func() *story {
		s := company(trace.LockWatchdog).tell()
		s.take(200*ms, "A", "n1", 10*trace.Second, trace.Local(10*sec), 0)
		s.fault(300*ms, "crash", "n1", trace.DataPolicy, 0)
		s.doubt(1300*ms, "s1", "n1")
		s.doubt(1350*ms, "s2", "n1")
		s.add(2*sec, trace.Event{Kind: trace.ODown, Who: "s1", Node: "n1", Votes: []string{"s1", "s2"}})
		for _, to := range []string{"s2", "s3"} {
			s.add(2190*ms, trace.Event{
				Kind: trace.Send, Msg: "s1/1/vote>" + to, From: "s1", To: to, Purpose: trace.ToVote,
				Cmd: []string{"SENTINEL", "IS-MASTER-DOWN-BY-ADDR", "n1", "1", "s1"}, Arrive: 2195*ms + trace.Time(to[1]-'2')*20*ms,
			})
		}
		s.add(2195*ms, trace.Event{Kind: trace.Deliver, Msg: "s1/1/vote>s2", Who: "s2"})
		s.add(2195*ms, trace.Event{Kind: trace.Send, Msg: "s1/1/vote<s2", From: "s2", To: "s1", Purpose: trace.ToVote, Reply: `[(integer) 1, "s1", (integer) 1]`, OK: true, Arrive: 2205 * ms})
		return s
	}},

	{"promoted", `
The failover is done, and A's key had not reached n2 in time. n2 is the primary; B
holds the lock there. Both are inside: not promised, since a copy came too late. n1
is still down.`, 4 * sec, func() *story {
		s := company(trace.LockToken).tell()
		s.take(200*ms, "A", "n1", 10*trace.Second, trace.Local(10*sec), 0)
		s.fault(202*ms, "crash", "n1", trace.DataPolicy, 0)
		for _, who := range []string{"s1", "s2", "s3"} {
			s.doubt(1300*ms, who, "n1")
		}
		s.add(2*sec, trace.Event{Kind: trace.ODown, Who: "s1", Node: "n1", Votes: []string{"s1", "s2"}})
		s.add(2500*ms, trace.Event{Kind: trace.Promote, Node: "n2", From: "n1", Who: "s1", Votes: []string{"s1", "s2"}})
		s.take(3900*ms, "B", "n2", 10*trace.Second, trace.Local(13*sec), 0)
		s.add(3902*ms, trace.Event{Kind: trace.Violation, Rule: trace.RuleMutualExclusion, Who: "B", With: "A", Resource: "invoice-42"})
		return s
	}},

	{"split", `
The old primary n1 is cut off together with A: one wall across A's ways to n2 and
the sentinels, one between n1 and all other machines, and one on B's way to n1. n2 was promoted. Both take themselves for the primary,
and each has its client.`, 4 * sec, func() *story {
		s := company(trace.LockToken).tell()
		s.take(200*ms, "A", "n1", 10*trace.Second, trace.Local(10*sec), 0)
		s.cut(300*ms, []string{"A", "n1"}, []string{"B", "n2", "s1", "s2", "s3"}, true)
		for _, who := range []string{"s1", "s2", "s3"} {
			s.doubt(1300*ms, who, "n1")
		}
		s.add(2*sec, trace.Event{Kind: trace.ODown, Who: "s1", Node: "n1", Votes: []string{"s1", "s2", "s3"}})
		s.add(2500*ms, trace.Event{Kind: trace.Promote, Node: "n2", From: "n1", Who: "s1", Votes: []string{"s1", "s2"}})
		s.take(3900*ms, "B", "n2", 10*trace.Second, trace.Local(13*sec), 0)
		return s
	}},

	{"fenced", `
Five nodes and a lock service that hands out numbers. A was paused while B took the
lock with number 34 and wrote. Now A's write under 33 has been refused: a bar in ink
at the resource, and nothing is red. The refusal is on its way to A.`, 14003 * ms, func() *story {
		s := world{
			nodes:     concat(named("n", 5, ""), named("c", 3, trace.RoleConsensus)),
			clients:   users(2, trace.LockRedlock, func(c *trace.ClientInfo) { c.Nodes = []trace.NodeID{"n1", "n2", "n3", "n4", "n5"} }),
			resources: ledger("fencing"),
		}.tell()
		s.acquire(200*ms, "A", 1, 5, 1, 2, 3, 4, 5)
		s.add(206*ms, trace.Event{Kind: trace.Hold, Who: "A", Key: lockKey, Token: token("A", 1), Until: 9_900_000, Fence: 33})
		for n := 1; n <= 5; n++ {
			s.add(10201*ms, trace.Event{Kind: trace.Expire, Node: node(n), Key: lockKey})
		}
		s.acquire(11*sec, "B", 1, 5, 1, 2, 3, 4, 5)
		s.add(11006*ms, trace.Event{Kind: trace.Hold, Who: "B", Key: lockKey, Token: token("B", 1), Until: 20_900_000, Fence: 34})
		s.write(12*sec, "B", 34, 12002*ms)
		s.wrote(12002*ms, "B", 34, 1, "")
		s.add(12008*ms, trace.Event{Kind: trace.Deliver, Msg: "B/1/write<invoice-42", Who: "B"})
		s.write(14*sec, "A", 33, 14001*ms)
		s.wrote(14001*ms, "A", 33, 1, trace.WhyStaleNumber)
		return s
	}},

	{"partitioned", `
A cannot reach n4 and n5, nor they A: double walls. B's requests do not reach n1,
but the way back is open: a chevron says which way is shut. The way from B to n2 is
slow, and the one to n3 loses an eighth of its messages.`, 250 * ms, func() *story {
		s := begin(5, 2)
		s.cut(0, []string{"A"}, []string{"n4", "n5"}, true)
		s.cut(0, []string{"B"}, []string{"n1"}, false)
		s.add(0, trace.Event{Kind: trace.Fault, What: trace.WhatSlow, By: trace.ByScenario, Links: []string{"B>n2"}, Lasts: 300 * trace.Millisecond})
		s.add(0, trace.Event{Kind: trace.Fault, What: trace.WhatLose, By: trace.ByScenario, Links: []string{"B>n3"}, PPM: 125_000})
		s.acquire(200*ms, "A", 1, 5, 1, 2, 3)
		return s
	}},

	{"clocks", `
Clocks are off: n3's was set forward by ten seconds, and its key is gone early; n2's
runs two per cent too fast; A's own wall clock was set back.`, 4 * sec, func() *story {
		s := begin(5, 2)
		s.add(100*ms, trace.Event{Kind: trace.ClockSet, Who: "n2", Rate: 1_020_000})
		s.add(100*ms, trace.Event{Kind: trace.ClockSet, Who: "A", Offset: -5 * trace.Second, Rate: trace.Million})
		s.acquire(200*ms, "A", 1, 5, 1, 2, 3)
		s.add(2600*ms, trace.Event{Kind: trace.ClockSet, Who: "n3", Offset: 10 * trace.Second, Rate: trace.Million})
		s.add(2600*ms, trace.Event{Kind: trace.Expire, Node: "n3", Key: lockKey})
		return s
	}},

	{"delayed", `
A wrote in time, but its write takes ninety seconds longer. It is on its way from A
to the resource, and says when it is due. Meanwhile B has the lock.`, 40 * sec, func() *story {
		s := begin(5, 2)
		s.acquire(200*ms, "A", 1, 5, 1, 2, 3, 4, 5)
		s.add(1*sec, trace.Event{Kind: trace.Fault, What: trace.WhatSlow, By: trace.ByScenario, Links: []string{"A>invoice-42"}, Lasts: 90 * trace.Second})
		s.write(1*sec, "A", 0, 91*sec)
		for n := 1; n <= 5; n++ {
			s.add(10201*ms, trace.Event{Kind: trace.Expire, Node: node(n), Key: lockKey})
		}
		s.acquire(39*sec, "B", 1, 5, 1, 2, 3, 4, 5)
		return s
	}},

	{"stalled", `
Only A's worker stands still, and its watchdog lives: it is renewing the lock this
instant. Short strokes on the worker's row; the pulse goes on below.`, 5 * sec, func() *story {
		s := world{
			nodes:     named("n", 1, ""),
			clients:   users(2, trace.LockWatchdog, func(c *trace.ClientInfo) { c.Watchdog = 3333 * trace.Millisecond }),
			resources: ledger("unique-constraint"),
		}.tell()
		s.take(200*ms, "A", "n1", 10*trace.Second, trace.Local(10*sec), 0)
		s.fault(1*sec, "stall", "A", "", 12*trace.Second)
		s.add(4998*ms, trace.Event{Kind: trace.Phase, Who: "A", Activity: trace.WatchdogActivity, Phase: trace.PhaseRenew})
		s.add(4998*ms, trace.Event{
			Kind: trace.Send, Msg: "A.watchdog/1/extend>n1", From: "A", To: "n1", Activity: trace.WatchdogActivity, Purpose: trace.ToExtend,
			Cmd: []string{"EVAL", "...", "1", lockKey, token("A", 1), "10000"}, Arrive: 5003 * ms,
		})
		return s
	}},

	{"forever", `
A lock without a time to live: A crashed, its key on n1 has no TTL, and nobody else
will ever get in. C believes nothing; B was refused. At the end the rule is broken:
deadlock.`, 9 * sec, func() *story {
		s := world{nodes: named("n", 1, ""), clients: users(3, trace.LockSetNX, func(c *trace.ClientInfo) { c.TTL = 0 }), resources: ledger("none")}.tell()
		s.take(200*ms, "A", "n1", trace.NoExpiry, trace.Forever, 0)
		s.fault(1*sec, "crash", "A", "", 0)
		s.phase(2*sec, "B", trace.PhaseAsk, 1, 0)
		s.add(2*sec, trace.Event{Kind: trace.Decide, Who: "B", Attempt: 1, Need: 1, Why: trace.WhyRefused})
		s.phase(2*sec, "B", trace.PhaseGaveUp, 1, 0)
		s.add(9*sec, trace.Event{Kind: trace.Violation, Rule: trace.RuleDeadlock, Who: "B", With: "A", Key: lockKey, Node: "n1"})
		return s
	}},

	{"reentrant", `
A re-entrant lock, taken twice by A: the hash on n1 holds A's token with a count of
two. A sees no end to its belief.`, 1 * sec, func() *story {
		s := world{nodes: named("n", 1, ""), clients: users(1, trace.LockReentrant, nil), resources: ledger("compare-and-set")}.tell()
		s.take(200*ms, "A", "n1", 10*trace.Second, trace.Forever, 0)
		const owner = "a7f3c01299de4b58"
		s.add(202*ms, trace.Event{Kind: trace.Hold, Who: "A", Key: lockKey, Token: owner, Until: trace.Forever})
		s.add(900*ms, trace.Event{
			Kind: trace.Exec, Node: "n1", Who: "A", Cmd: []string{"EVAL"}, Reply: "(integer) 2", OK: true, Purpose: trace.ToExtend,
			Keys: []trace.Key{{Name: lockKey, Value: `["` + owner + `", "2"]`, PTTL: 10 * trace.Second}},
		})
		s.phase(900*ms, "A", trace.PhaseEnterAgain, 1, 0)
		return s
	}},

	{"library", `
Each client's card is headed by the library whose habits its lock has. A's clock is off
besides, and its name gives way.`, 1 * sec, func() *story {
		s := begin(5, 2)
		s.events[0].Clients[0].Profile, s.events[0].Clients[1].Profile = "redsync", "redlock-universal"
		s.acquire(200*ms, "A", 1, 5, 1, 2, 3)
		s.add(900*ms, trace.Event{Kind: trace.ClockSet, Who: "A", Offset: -5 * trace.Second, Rate: trace.Million})
		return s
	}},

	{"service", `
A lock service of three members, tied together since they act as one; one is down
and the others go on. A's lease came with number 34. B's request is on its way.`, 1 * sec, func() *story {
		s := world{
			nodes: named("c", 3, trace.RoleConsensus), clients: users(2, trace.LockConsensus, nil), resources: ledger("fencing"),
		}.tell()
		s.fault(100*ms, "crash", "c3", "", 0)
		s.take(200*ms, "A", "c1", 10*trace.Second, trace.Local(10*sec), 34)
		s.phase(998*ms, "B", trace.PhaseAsk, 1, 0)
		s.add(998*ms, trace.Event{Kind: trace.Send, Msg: "B/1/set>c1", From: "B", To: "c1", Cmd: []string{"ACQUIRE", lockKey, token("B", 1), "10000"}, Purpose: trace.ToAcquire, Arrive: 1003 * ms})
		return s
	}},

	{"numbers", `
No lock at all. A and B are both inside, with numbers 33 and 34; the resource has
seen 34. Nobody claims to be alone, so nothing is said to be false.`, 1 * sec, func() *story {
		s := world{
			nodes: named("c", 3, trace.RoleConsensus), clients: users(2, trace.LockFencing, func(c *trace.ClientInfo) { c.TTL = 0 }), resources: ledger("fencing"),
		}.tell()
		for i, who := range []string{"A", "B"} {
			s.phase(200*ms, who, trace.PhaseNumber, 1, 0)
			s.add(210*ms, trace.Event{Kind: trace.Hold, Who: who, Key: lockKey, Token: token(who, 1), Until: trace.Forever, Fence: int64(33 + i)})
			s.inside(210*ms, who)
		}
		s.add(220*ms, trace.Event{Kind: trace.Read, Who: "B", Resource: "invoice-42", Op: "read", Value: "unpaid", Fence: 34, OK: true})
		s.phase(990*ms, "A", trace.PhaseRead, 1, 0)
		s.add(998*ms, trace.Event{Kind: trace.Send, Msg: "A/1/read>invoice-42", From: "A", To: "invoice-42", Cmd: []string{"READ", "FENCE", "33"}, Purpose: trace.ToRead, Arrive: 1002 * ms})
		return s
	}},

	{"rooms", `
Several things are protected: a ledger, a stock and a file, each with those inside.`, 1 * sec, func() *story {
		w := world{
			nodes: named("n", 3, ""), clients: users(3, trace.LockRedlock, nil),
			resources: []trace.ResourceInfo{
				{ID: "invoice-42", Kind: "ledger", Guard: "none", Value: "unpaid"}, {ID: "stock-7", Kind: "stock", Guard: "compare-and-set", Value: "3"},
				{ID: "notes", Kind: "file", Guard: "idempotency-key", Value: "one\ntwo\n"},
			},
		}
		w.clients[1].Resource, w.clients[2].Resource = "stock-7", "notes"
		s := w.tell()
		s.acquire(200*ms, "A", 1, 3, 1, 2)
		s.add(300*ms, trace.Event{Kind: trace.Enter, Who: "B", Resource: "stock-7"})
		s.add(998*ms, trace.Event{Kind: trace.Send, Msg: "B/1/read>stock-7", From: "B", To: "stock-7", Cmd: []string{"READ"}, Purpose: trace.ToRead, Arrive: 1002 * ms})
		return s
	}},

	{"everything", `
The most there can be: a primary and eight replicas, five sentinels, five members of
a lock service, 24 clients and eight resources.`, 320 * ms, func() *story {
		s := everything().tell()
		s.take(200*ms, "A", "n1", 10*trace.Second, trace.Local(10*sec), 34)
		for n := 2; n <= 9; n++ {
			s.change(310*ms, 1, "n1", string(node(n)), 310*ms+trace.Time(n)*10*ms)
		}
		s.doubt(315*ms, "s1", "n1")
		s.fault(316*ms, "stall", "A", "", trace.Second)
		return s
	}},
}

func everything() world {
	w := world{
		nodes:   concat(replicated(8), named("s", 5, trace.RoleSentinel), named("c", 5, trace.RoleConsensus)),
		clients: users(24, trace.LockWatchdog, func(c *trace.ClientInfo) { c.Watchdog = trace.Second }),
	}
	for i := range 8 {
		w.resources = append(w.resources, trace.ResourceInfo{ID: "stock-" + string(rune('1'+i)), Kind: "stock", Guard: "unique-constraint", Value: "1000"})
	}
	for i := range w.clients {
		w.clients[i].Resource = w.resources[i%8].ID
	}
	return w
}
