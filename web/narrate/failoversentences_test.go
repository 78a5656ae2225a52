package narrate_test

import "lockstep/sim/trace"

// company is the cast of a lock on a primary with a replica and three sentinels.
var company = trace.Event{
	Kind: trace.Start,
	Nodes: []trace.NodeInfo{
		{ID: "n1", Role: trace.RolePrimary}, {ID: "n2", Role: trace.RoleReplica, Follows: "n1"},
		{ID: "s1", Role: trace.RoleSentinel}, {ID: "s2", Role: trace.RoleSentinel}, {ID: "s3", Role: trace.RoleSentinel},
	},
	Clients: []trace.ClientInfo{{ID: "A", Lock: trace.LockToken, Key: key, TTL: 10 * trace.Second, Resource: "invoice-42"}},
}

var (
	located = trace.Event{Kind: trace.Send, Msg: "A/1/locate<s1", From: "s1", To: "A", Purpose: trace.ToLocate, Reply: "1) \"n1\"\n2) \"6379\"", OK: true}
	copies  = trace.Event{Kind: trace.Send, Msg: "n1/7/replicate>n2", From: "n1", To: "n2", Purpose: trace.ToReplicate, Cmd: []string{key}}
)

var failoverSentences = []sentence{
	{"start with a primary", nil, company,
		"The run begins. A wants lock:invoice:42; n1, the primary, decides alone who has it. Copies on n2 come a little later. s1, s2 and s3 watch them and choose another primary when this one fails. The lock is SET NX PX, and only the one whose token it holds may delete it.", "start"},
	{"start of several kinds of lock on a primary", nil, mixed(company, trace.ClientInfo{ID: "B", Lock: trace.LockSetPX, Key: key, Resource: "invoice-42"}),
		"The run begins. A wants lock:invoice:42, to work on invoice-42: SET NX PX with a token. B wants lock:invoice:42, to work on invoice-42: SET NX PX, DEL. n1 is the primary; copies on n2 come a little later. s1, s2 and s3 watch them and choose another primary when this one fails.", "start"},
	{"a client asks a sentinel", []trace.Event{company}, trace.Event{Kind: trace.Send, Msg: "A/1/locate>s1", From: "A", To: "s1", Purpose: trace.ToLocate, Cmd: []string{"SENTINEL", "get-master-addr-by-name", "lock"}},
		"A asks sentinel s1 where the primary is.", "request"},
	{"a sentinel knows", []trace.Event{company}, trace.Event{Kind: trace.Exec, Node: "s1", Who: "A", Purpose: trace.ToLocate, Cmd: []string{"SENTINEL"}, Reply: located.Reply, OK: true},
		"Sentinel s1 tells A that n1 is the primary.", "same"},
	{"a sentinel's answer", []trace.Event{company, located}, trace.Event{Kind: trace.Deliver, T: at(ms), Msg: located.Msg, Who: "A"},
		"Sentinel s1’s answer reaches A after 1 ms. The primary is n1.", "reply"},
	{"a change leaves", []trace.Event{company}, copies,
		"n1 tells its replica n2 what has changed: lock:invoice:42. No answer to a client waits for that.", "failover"},
	{"a change arrives", []trace.Event{company, copies}, trace.Event{Kind: trace.Deliver, T: at(100 * ms), Msg: copies.Msg, Who: "n2"},
		"n1’s record of changes for its replica n2 arrives after 100 ms.", "failover"},
	{"an empty copy leaves", []trace.Event{company}, trace.Event{Kind: trace.Send, Msg: "n1/7/copy>n2", From: "n1", To: "n2", Purpose: trace.ToCopy},
		"n1 sends its replica n2 a full copy of all that it holds.", "failover"},
	{"a replica confirms", []trace.Event{company}, trace.Event{Kind: trace.Send, Msg: "n1/7/replicate<n2", From: "n2", To: "n1", Purpose: trace.ToReplicate, Reply: "(integer) 7", OK: true},
		"n2 tells n1 that it has copied everything so far.", "failover"},
	{"a key arrives at a replica", []trace.Event{company, sets}, trace.Event{Kind: trace.Replicate, T: at(100 * ms), Node: "n2", From: "n1", Keys: lives},
		"n2 has copied A’s key from its primary n1: only now is it in two places.", "failover"},
	{"a key goes from a replica", []trace.Event{company}, trace.Event{Kind: trace.Replicate, Node: "n2", From: "n1", Keys: gone},
		"n2 deletes lock:invoice:42, since its primary n1 has.", "failover"},
	{"a full copy takes what a node alone knew", []trace.Event{company}, trace.Event{Kind: trace.Replicate, Node: "n1", From: "n2", Why: trace.WhyFullCopy, Keys: gone},
		"n1 takes a full copy of its primary n2, and what it alone knew is lost: lock:invoice:42.", "failover"},
	{"a full copy", []trace.Event{company}, trace.Event{Kind: trace.Replicate, Node: "n2", From: "n1", Why: trace.WhyFullCopy},
		"n2 takes a full copy of its primary n1: it holds what n1 holds, and nothing else.", "failover"},
	{"WAIT", []trace.Event{company}, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Purpose: trace.ToConfirm, Cmd: []string{"WAIT", "1", "500"}, Reply: "(integer) 1", OK: true},
		"n1 knows by now that enough replicas have it, and answers A with (integer) 1.", "same"},
	{"WAIT in vain", []trace.Event{company}, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Purpose: trace.ToConfirm, Cmd: []string{"WAIT", "1", "500"}, Reply: "(integer) 0"},
		"Too few replicas have told n1 that they have it. It answers A with (integer) 0.", "refused"},
	{"sdown is over", []trace.Event{company}, trace.Event{Kind: trace.SDown, Who: "s1", Node: "n1", OK: true},
		"Sentinel s1 hears from n1 again and no longer takes it for down.", "failover"},
	{"a sentinel wants votes", []trace.Event{company}, trace.Event{Kind: trace.Send, Msg: "s1/2/vote>s2", From: "s1", To: "s2", Purpose: trace.ToVote, Cmd: []string{"SENTINEL", "IS-MASTER-DOWN-BY-ADDR", "n1", "2", "s1"}},
		"Sentinel s1 asks sentinel s2 for its vote: it wants to lead the failover.", "failover"},
	{"a sentinel votes", []trace.Event{company}, trace.Event{Kind: trace.Send, Msg: "s1/2/vote<s2", From: "s2", To: "s1", Purpose: trace.ToVote, Reply: `[(integer) 1, "s1", (integer) 2]`, OK: true},
		"Sentinel s2 answers s1: its vote is for s1.", "failover"},
	{"a sentinel orders", []trace.Event{company}, trace.Event{Kind: trace.Send, Msg: "s1/1/replicaof>n2", From: "s1", To: "n2", Purpose: trace.ToConfigure, Cmd: []string{"REPLICAOF", "NO", "ONE"}},
		"Sentinel s1 orders n2: REPLICAOF NO ONE.", "failover"},
	{"promote by votes", []trace.Event{company}, trace.Event{Kind: trace.Promote, Node: "n2", From: "n1", Who: "s1", Votes: []string{"s1", "s2"}},
		"Sentinel s1, elected by s1 and s2, promotes n2 to primary instead of n1. n2 knows only what had reached it.", "failover"},
	{"promote by hand", []trace.Event{company}, trace.Event{Kind: trace.Promote, Node: "n2", From: "n1", Who: trace.Operator},
		"n2 is made a primary by hand. It knows only what had reached it.", "failover"},
	{"demote a primary", []trace.Event{company}, trace.Event{Kind: trace.Demote, Node: "n1", From: "n2", Who: "s1"},
		"n1 was a primary and is a replica of n2 now. What it alone knows it will lose with the full copy.", "failover"},
	{"a replica follows another", []trace.Event{company}, trace.Event{Kind: trace.Demote, Node: "n2", From: "n3", Who: "s1"},
		"n2 follows n3 now.", "failover"},
	{"a write to a replica", []trace.Event{company}, trace.Event{Kind: trace.Exec, Node: "n2", Who: "A", Purpose: trace.ToAcquire, Cmd: asks.Cmd, Reply: "(error) READONLY You can't write against a read only replica."},
		"n2 answers A’s SET lock:invoice:42 a7f3… NX PX 10000 with an error: READONLY You can't write against a read only replica.", "refused"},
	{"a sentinel crashes", []trace.Event{company}, trace.Event{Kind: trace.Fault, What: trace.WhatCrash, Who: "s1", By: trace.ByScenario, Data: trace.DataPolicy},
		"Scenario: Sentinel s1 crashes.", "fault"},
}
