package narrate_test

import "lockstep/sim/trace"

// alone is the cast of a lock on one node, of that kind.
func alone(kind string, ttl trace.Duration) trace.Event {
	return trace.Event{
		Kind: trace.Start, Nodes: []trace.NodeInfo{{ID: "n1"}},
		Clients: []trace.ClientInfo{
			{ID: "A", Lock: kind, Key: key, TTL: ttl, Nodes: []trace.NodeID{"n1"}, Resource: "invoice-42"},
			{ID: "B", Lock: kind, Key: key, TTL: ttl, Nodes: []trace.NodeID{"n1"}, Resource: "invoice-42"},
		},
		Resources: []trace.ResourceInfo{{ID: "invoice-42", Kind: "ledger", Guard: "none", Value: "unpaid"}},
	}
}

// mixed is that cast with its first client alone, and others that differ from it.
func mixed(cast trace.Event, others ...trace.ClientInfo) trace.Event {
	cast.Clients = append(cast.Clients[:1:1], others...)
	return cast
}

var (
	setnx     = alone(trace.LockSetNX, 0)
	setpx     = alone(trace.LockSetPX, 10*trace.Second)
	dog       = alone(trace.LockWatchdog, 10*trace.Second)
	reentrant = alone(trace.LockReentrant, 10*trace.Second)
	numbers   = func() trace.Event {
		e := alone(trace.LockFencing, 0)
		e.Nodes = []trace.NodeInfo{{ID: "c1", Role: trace.RoleConsensus}, {ID: "c2", Role: trace.RoleConsensus}, {ID: "c3", Role: trace.RoleConsensus}}
		e.Resources[0].Guard = "fencing"
		return e
	}()
	service = func() trace.Event {
		e := numbers
		e.Clients = []trace.ClientInfo{{ID: "A", Lock: trace.LockConsensus, Key: key, TTL: 10 * trace.Second}}
		return e
	}()
	renews = []string{"EVAL", script, "1", key, tokenA, "10000"}
	lives  = []trace.Key{{Name: key, Value: tokenA, PTTL: 10 * trace.Second}}
)

const watchdog = trace.WatchdogActivity

var lockSentences = []sentence{
	{"start of a lock without a time to live", nil, setnx,
		"The run begins. A and B want lock:invoice:42; one node, n1, decides alone who has it. The lock is SETNX, without a time to live.", "start"},
	{"start without a lock", nil, numbers,
		"The run begins. A and B want to work on invoice-42, under no lock at all: each takes a fencing number, and the resource judges by that alone. invoice-42 takes no write whose number is below one it has seen.", "start"},
	{"start of a lock service", nil, service,
		"The run begins. A wants lock:invoice:42; c1, c2 and c3 are one lock service, which answers only when a majority of them agrees.", "start"},
	{"start of several kinds of lock", nil, mixed(setnx, trace.ClientInfo{ID: "B", Lock: trace.LockToken, Key: key, Resource: "invoice-42"}, trace.ClientInfo{ID: "C", Lock: trace.LockSetNX, Key: key, Resource: "invoice-42"}),
		"The run begins. A and C want lock:invoice:42, to work on invoice-42: SETNX, no TTL. B wants lock:invoice:42, to work on invoice-42: SET NX PX with a token. There is one Redis node, n1.", "start"},
	{"start for several keys", nil, mixed(cast, trace.ClientInfo{ID: "B", Key: "lock:other"}),
		"The run begins. A wants lock:invoice:42: Redlock. B wants lock:other: Redlock. There are 3 Redis nodes, none of which knows of another.", "start"},
	{"start for several resources", nil, mixed(setnx, trace.ClientInfo{ID: "B", Lock: trace.LockSetNX, Key: key, Resource: "invoice-43"}),
		"The run begins. A wants lock:invoice:42, to work on invoice-42: SETNX, no TTL. B wants lock:invoice:42, to work on invoice-43: SETNX, no TTL. There is one Redis node, n1.", "start"},
	{"start of a lock beside numbers alone", nil, mixed(numbers, trace.ClientInfo{ID: "B", Lock: trace.LockConsensus, Key: key}),
		"The run begins. A wants to work on invoice-42: fencing numbers alone. B wants lock:invoice:42: consensus lock. c1, c2 and c3 are one lock service, which answers only when a majority of them agrees. invoice-42 takes no write whose number is below one it has seen.", "start"},
	{"start of a library's lock", nil, mixed(cast, trace.ClientInfo{ID: "B", Lock: "redlock", Profile: "redsync", Key: key}),
		"The run begins. A and B want lock:invoice:42; 3 nodes, none of which knows of another, have a vote each. B locks as the library redsync does.", "start"},
	{"start of several libraries' locks", nil, mixed(setnx,
		trace.ClientInfo{ID: "B", Lock: trace.LockToken, Profile: "redislock", Key: key, Resource: "invoice-42"}, trace.ClientInfo{ID: "C", Lock: trace.LockToken, Profile: "redisson", Key: key, Resource: "invoice-42"},
		trace.ClientInfo{ID: "D", Lock: trace.LockToken, Profile: "redislock", Key: key, Resource: "invoice-42"}),
		"The run begins. A wants lock:invoice:42, to work on invoice-42: SETNX, no TTL. B, C and D want lock:invoice:42, to work on invoice-42: SET NX PX with a token. There is one Redis node, n1. B and D lock as the library redislock does. C locks as the library Redisson RLock does.", "start"},
	{"phase of a lock on one node", []trace.Event{setpx}, trace.Event{Kind: trace.Phase, Who: "A", Phase: trace.PhaseCount},
		"A weighs what it has heard.", "step"},
	{"phase before a write", []trace.Event{setpx}, trace.Event{Kind: trace.Phase, Who: "A", Phase: trace.PhaseWrite},
		"A is about to write. Whatever happens between here and the arrival of its write, it cannot notice.", "step"},
	{"phase between SETNX and EXPIRE", []trace.Event{alone(trace.LockSetNXExpire, trace.Second)}, trace.Event{Kind: trace.Phase, Who: "A", Phase: trace.PhaseExpire},
		"The key is set, but it would stay for ever. A now gives it a time to live, by a second command.", "step"},
	{"a watchdog rests", []trace.Event{dog}, trace.Event{Kind: trace.Phase, Who: "A", Activity: watchdog, Phase: trace.PhaseRest, Lasts: 3333 * ms},
		"A’s watchdog rests for 3.333 s until the next renewal.", "step"},
	{"a watchdog renews", []trace.Event{dog}, trace.Event{Kind: trace.Phase, Who: "A", Activity: watchdog, Phase: trace.PhaseRenew},
		"It is time: A’s watchdog renews the lock.", "step"},
	{"a lock that is taken again", []trace.Event{reentrant}, trace.Event{Kind: trace.Phase, Who: "A", Phase: trace.PhaseEnterAgain},
		"A takes its own lock a second time: a re-entrant lock counts.", "step"},

	{"a watchdog asks", []trace.Event{dog}, trace.Event{Kind: trace.Send, Msg: "A.watchdog/1/extend>n1", From: "A", To: "n1", Activity: watchdog, Purpose: trace.ToExtend, Cmd: renews},
		"A’s watchdog asks n1 for more time for lock:invoice:42, but only if the token a7f3… is still in it.", "request"},
	{"a release by DELEX", []trace.Event{dog}, trace.Event{Kind: trace.Send, Msg: "A/1/del>n1", From: "A", To: "n1", Purpose: trace.ToRelease, Cmd: []string{"DELEX", key, "IFEQ", tokenA}},
		"A asks n1 to delete lock:invoice:42, but only if A’s token a7f3… is still in it.", "request"},
	{"a number is asked for", []trace.Event{numbers}, trace.Event{Kind: trace.Send, Msg: "A/1/number>c1", From: "A", To: "c1", Purpose: trace.ToNumber, Cmd: []string{"NUMBER", key}},
		"A asks c1 for a fencing number: NUMBER lock:invoice:42.", "request"},
	{"a number comes", []trace.Event{numbers, {Kind: trace.Send, Msg: "A/1/number<c1", From: "c1", To: "A", Purpose: trace.ToNumber, Reply: "(integer) 33", OK: true}},
		trace.Event{Kind: trace.Deliver, T: at(ms), Msg: "A/1/number<c1", Who: "A"},
		"c1’s answer reaches A after 1 ms, with its fencing number: (integer) 33.", "reply"},
	{"a yes of the only node", []trace.Event{setpx, begins, asks, answers}, trace.Event{Kind: trace.Deliver, T: answers.Arrive, Msg: "A/1/set<n1", Who: "A"},
		"n1’s OK reaches A after 2 ms: the key is set.", "reply"},
	{"no more time", []trace.Event{dog, {Kind: trace.Send, Msg: "A.watchdog/1/extend<n1", From: "n1", To: "A", Purpose: trace.ToExtend, Reply: "(integer) 0"}},
		trace.Event{Kind: trace.Deliver, T: at(ms), Msg: "A.watchdog/1/extend<n1", Who: "A"},
		"n1’s (integer) 0 reaches A’s watchdog after 1 ms: no more time, for the key is not its own any more.", "reply"},

	{"exec renews", []trace.Event{dog, sets}, trace.Event{Kind: trace.Exec, T: at(4 * ms), Node: "n1", Who: "A", Purpose: trace.ToExtend, Cmd: renews, Reply: "(integer) 1", OK: true, Keys: lives},
		"n1 finds A’s token in the key, lets it live 10 s from now and answers (integer) 1.", "key"},
	{"exec renews what is gone", []trace.Event{dog}, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Purpose: trace.ToExtend, Cmd: renews, Reply: "(integer) 0", Keys: gone},
		"n1 answers A with (integer) 0: the key is gone, so there is nothing to renew.", "refused"},
	{"exec renews what is another's", []trace.Event{dog, foreign(sets)}, trace.Event{Kind: trace.Exec, T: sets.T.Add(ms), Node: "n1", Who: "A", Purpose: trace.ToExtend, Cmd: renews, Reply: "(integer) 0", Keys: stays},
		"n1 answers A with (integer) 0: the key is B’s, and gets no more time from A.", "refused"},
	{"exec makes anew what is gone", []trace.Event{dog}, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Purpose: trace.ToExtend, Cmd: scripted, Reply: "OK", OK: true, Keys: lives, At: trace.ReadAt(0)},
		"n1 has no such key any more, so it sets A’s anew, for 10 s, and answers OK. That is no renewal but a new lock, taken in silence.", "key"},
	{"exec of EXPIRE", []trace.Event{setpx, sets}, trace.Event{Kind: trace.Exec, T: at(5 * ms), Node: "n1", Who: "A", Purpose: trace.ToExtend, Cmd: []string{"PEXPIRE", key, "10000"}, Reply: "(integer) 1", OK: true, Keys: lives},
		"n1 gives lock:invoice:42 10 s to live and answers (integer) 1.", "key"},
	{"exec says yes to its own token", []trace.Event{sets}, trace.Event{Kind: trace.Exec, T: sets.T, Node: "n1", Who: "A", Purpose: trace.ToAcquire, Cmd: append(renews[:len(renews):len(renews)], "PX"), Reply: "OK", OK: true, Keys: lives},
		"n1 finds A’s own token in the key already, says yes once more and answers OK.", "same"},
	{"exec counts one less", []trace.Event{reentrant, sets}, trace.Event{Kind: trace.Exec, T: at(5 * ms), Node: "n1", Who: "A", Purpose: trace.ToRelease, Cmd: renews[:5], Reply: "(integer) 1", OK: true, Keys: lives},
		"n1 counts one taking of A’s less and answers (integer) 1: the key stays.", "key"},
	{"exec of a number", []trace.Event{numbers}, trace.Event{Kind: trace.Exec, Node: "c1", Who: "A", Purpose: trace.ToNumber, Cmd: []string{"NUMBER", key}, Reply: "(integer) 33", OK: true},
		"c1 counts on by one: 33 is A’s number, and nobody gets it again from this count.", "same"},
	{"exec of a lease", []trace.Event{service}, trace.Event{Kind: trace.Exec, Node: "c1", Who: "A", Purpose: trace.ToAcquire, Cmd: []string{"ACQUIRE", key, tokenA, "10000"}, Reply: "(integer) 33", OK: true, Keys: lives},
		"c1 speaks for the service: A has a lease for 10 s. The answer (integer) 33 is its revision, which only ever grows.", "key"},

	{"decide on one node", []trace.Event{setpx}, trace.Event{Kind: trace.Decide, Who: "A", Acks: []trace.NodeID{"n1"}, Need: 1, Elapsed: 4 * ms, Validity: 9996 * ms, OK: true, Why: trace.WhyHeld},
		"A has its yes. 10 s − 4 ms used = 9.996 s of validity: A has the lock.", "held"},
	{"decide on one node with an allowance", []trace.Event{setpx}, trace.Event{Kind: trace.Decide, Who: "A", Acks: []trace.NodeID{"n1"}, Need: 1, Elapsed: 4 * ms, Drift: 102 * ms, Validity: 9894 * ms, OK: true, Why: trace.WhyHeld},
		"A has its yes. 10 s − 4 ms used − 102 ms drift = 9.894 s of validity: A has the lock.", "held"},
	{"decide without a time to live", []trace.Event{setnx}, trace.Event{Kind: trace.Decide, Who: "A", Acks: []trace.NodeID{"n1"}, Need: 1, Elapsed: 4 * ms, OK: true, Why: trace.WhyHeld},
		"A has its yes, and the key never runs out: A has the lock until it gives it back.", "held"},
	{"decide that it was refused", []trace.Event{setpx}, trace.Event{Kind: trace.Decide, Who: "B", Need: 1, Validity: 9 * trace.Second, Why: trace.WhyRefused},
		"B does not have the lock: the answer was no.", "not-held"},
	{"decide without a look at the time", nil, trace.Event{Kind: trace.Decide, Who: "A", Acks: []trace.NodeID{"n1", "n2"}, Need: 2, Elapsed: 12 * trace.Second, Drift: 102 * ms, Validity: 9898 * ms, OK: true, Why: trace.WhyHeld},
		"A has 2 of 3 OKs and needs 2. 10 s − 102 ms drift = 9.898 s of validity: A holds the lock. The 12 s that asking took it does not count.", "held"},
	{"decide by a vote counted twice", nil, trace.Event{Kind: trace.Decide, Who: "A", Acks: []trace.NodeID{"n1", "n1"}, Need: 2, Elapsed: ms, Validity: 9 * trace.Second, OK: true, Why: trace.WhyHeld},
		"A counts 2 OKs and needs 2, but only 1 of the nodes said so: one was counted twice. A takes itself for the holder.", "held"},
	{"decide about a number", []trace.Event{numbers}, trace.Event{Kind: trace.Decide, Who: "A", OK: true, Why: trace.WhyHeld},
		"A has its fencing number and goes to work, without any lock.", "held"},
	{"decide that a renewal counts", []trace.Event{dog}, trace.Event{Kind: trace.Decide, Who: "A", Activity: watchdog, Acks: []trace.NodeID{"n1"}, Need: 1, Elapsed: 4 * ms, Validity: 9996 * ms, OK: true, Why: trace.WhyHeld},
		"A’s watchdog has its yes. 10 s − 4 ms used = 9.996 s: renewed.", "held"},
	{"decide that a renewal was refused", []trace.Event{dog}, trace.Event{Kind: trace.Decide, Who: "A", Activity: watchdog, Need: 1, Validity: 9996 * ms, Why: trace.WhyRefused},
		"A’s watchdog could not renew the lock: the answer was no.", "not-held"},

	{"hold without an end", []trace.Event{setnx}, trace.Event{Kind: trace.Hold, Who: "A", Key: key, Until: trace.Forever},
		"A believes that it holds lock:invoice:42, and sees no end to that: the lock has no time to live.", "belief"},
	{"hold of one who will not look", []trace.Event{setpx}, trace.Event{Kind: trace.Hold, Who: "A", Key: key, Until: 12_000_000},
		"A believes that it holds lock:invoice:42: until its own clock shows 12.000 s, but it will not look at that again.", "belief"},
	{"hold of a number alone", []trace.Event{numbers}, trace.Event{Kind: trace.Hold, Who: "A", Key: key, Until: trace.Forever, Fence: 33},
		"A has fencing number 33 and no lock: whoever holds an older number is to be turned away.", "belief"},
	{"extend by a watchdog", []trace.Event{dog}, trace.Event{Kind: trace.Extend, Who: "A", Activity: watchdog, Key: key, Until: 12_000_000},
		"The watchdog has renewed it: A now believes that it holds lock:invoice:42 until its own clock shows 12.000 s.", "belief"},
	{"lost by a refused renewal", []trace.Event{dog}, trace.Event{Kind: trace.Lost, Who: "A", Activity: watchdog, Key: key, Why: trace.WhyRenewalRefused},
		"A no longer believes that it holds lock:invoice:42: a renewal was refused, so the key is gone or somebody else’s.", "belief"},
	{"enter with a number", []trace.Event{setpx}, trace.Event{Kind: trace.Enter, Who: "A", Resource: "invoice-42", Fence: 33},
		"A goes inside invoice-42 with fencing number 33: its critical section begins.", "inside"},
	{"enter another room", []trace.Event{setpx, bEnters}, trace.Event{Kind: trace.Enter, Who: "A", Resource: "stock-7"},
		"A goes inside stock-7: its critical section begins.", "inside"},
}
