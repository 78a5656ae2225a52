package narrate_test

import "lockstep/sim/trace"

// Events of a lock service, and of a lock that A takes a second time.
var (
	granted  = trace.Event{Kind: trace.Exec, Node: "c1", Who: "A", Purpose: trace.ToAcquire, Cmd: []string{"ACQUIRE", key, tokenA, "10000"}, Reply: "(integer) 33", OK: true, Keys: lives}
	ends     = trace.Event{Kind: trace.Exec, T: at(5 * ms), Node: "c1", Who: "A", Purpose: trace.ToRelease, Cmd: []string{"RELEASE", key, tokenA}, Reply: "(integer) 1", OK: true, Keys: gone}
	takes    = trace.Event{Kind: trace.Phase, Who: "A", Phase: trace.PhaseEnterAgain, Attempt: 1}
	twice    = trace.Event{Kind: trace.Send, Msg: "A/1/set>n1", From: "A", To: "n1", Purpose: trace.ToExtend, Cmd: renews}
	lessOne  = trace.Event{Kind: trace.Send, Msg: "A/1/del>n1", From: "A", To: "n1", Purpose: trace.ToRelease, Cmd: renews[:5]}
	doneOnce = trace.Event{Kind: trace.Write, T: at(2 * ms), Msg: "A/1/write>invoice-42+1", Who: "A", Resource: "invoice-42", Op: "charge", Value: "paid", Version: 1, OK: true}
)

// says is an answer to A that is under way.
func says(msg, from string, purpose trace.Purpose, reply string, ok bool) trace.Event {
	return trace.Event{Kind: trace.Send, Msg: msg, From: from, To: "A", Purpose: purpose, Reply: reply, OK: ok}
}

// heard is the arrival of a message at A after 1 ms.
func heard(msg string) trace.Event {
	return trace.Event{Kind: trace.Deliver, T: at(ms), Msg: msg, Who: "A"}
}

var leaseSentences = []sentence{
	{"a lease lives on", []trace.Event{service, granted}, trace.Event{Kind: trace.Exec, T: at(4 * ms), Node: "c1", Who: "A", Activity: watchdog, Purpose: trace.ToExtend, Cmd: []string{"KEEPALIVE", key, tokenA, "10000"}, Reply: "(integer) 1", OK: true, Keys: lives},
		"c1 speaks for the service: A’s lease lives 10 s from now. It answers (integer) 1.", "key"},
	{"a lease is given back", []trace.Event{service, granted}, ends,
		"c1 speaks for the service: A’s lease is over. It answers (integer) 1.", "key"},
	{"no lease is given back", []trace.Event{service}, trace.Event{Kind: trace.Exec, Node: "c1", Who: "A", Purpose: trace.ToRelease, Cmd: ends.Cmd, Reply: "(integer) 0", Keys: gone},
		"c1 answers A with (integer) 0: there is no lease.", "same"},
	{"a lease ends by itself", []trace.Event{service, granted}, trace.Event{Kind: trace.Expire, T: at(10_000 * ms), Node: "c1", Key: key},
		"The service ends A’s lease: its time is up.", "gone"},
	{"a lease ends that A believes in", []trace.Event{service, granted, holds}, trace.Event{Kind: trace.Expire, T: at(10_000 * ms), Node: "c1", Key: key},
		"The service ends A’s lease: its time is up. A still believes in it.", "gone"},
	{"a lease is heard of", []trace.Event{service, begins, {Kind: trace.Send, Msg: "A/1/set>c1", From: "A", To: "c1", Purpose: trace.ToAcquire, Cmd: granted.Cmd}, says("A/1/set<c1", "c1", trace.ToAcquire, "(integer) 33", true)}, heard("A/1/set<c1"),
		"c1’s (integer) 33 reaches A after 1 ms: the lease is granted.", "reply"},
	{"a lease is heard to be over", []trace.Event{service, says("A/1/del<c1", "c1", trace.ToRelease, "(integer) 1", true)}, heard("A/1/del<c1"),
		"c1’s (integer) 1 reaches A after 1 ms: the lease is over.", "reply"},
	{"a member does not answer", []trace.Event{service}, trace.Event{Kind: trace.Timeout, Msg: "A/1/set>c1", Who: "A", Purpose: trace.ToAcquire},
		"A stops waiting for c1: its time is up. For all A knows, it may have been granted the lease.", "timeout"},

	{"a second taking is asked for", []trace.Event{reentrant, takes}, twice,
		"A asks n1 to count one taking of lock:invoice:42 more, unless it is somebody else’s.", "request"},
	{"a second taking is heard of", []trace.Event{reentrant, takes, says("A/1/set<n1", "n1", trace.ToExtend, "(integer) 2", true)}, heard("A/1/set<n1"),
		"n1’s (integer) 2 reaches A after 1 ms: that is how often it has taken the lock.", "reply"},
	{"decide about a second taking", []trace.Event{reentrant, takes}, trace.Event{Kind: trace.Decide, Who: "A", Acks: []trace.NodeID{"n1"}, Need: 1, Elapsed: 4 * ms, Validity: 10 * trace.Second, OK: true, Why: trace.WhyHeld},
		"A has its yes: it has taken its own lock once more.", "held"},
	{"a second taking is given back", []trace.Event{reentrant}, lessOne,
		"A asks n1 to count one taking of lock:invoice:42 less, and to delete the key with the last.", "request"},
	{"one taking is left", []trace.Event{reentrant, says("A/1/del<n1", "n1", trace.ToRelease, "(integer) 1", true)}, heard("A/1/del<n1"),
		"n1’s (integer) 1 reaches A after 1 ms: that many takings are left, so the lock is its own still.", "reply"},
	{"no taking is left", []trace.Event{reentrant, says("A/1/del<n1", "n1", trace.ToRelease, "(integer) 0", true)}, heard("A/1/del<n1"),
		"n1’s (integer) 0 reaches A after 1 ms: the key is deleted.", "reply"},
	{"the last taking is counted back", []trace.Event{reentrant, sets}, trace.Event{Kind: trace.Exec, T: at(5 * ms), Node: "n1", Who: "A", Purpose: trace.ToRelease, Cmd: lessOne.Cmd, Reply: "(integer) 0", OK: true, Keys: gone},
		"n1 counts A’s last taking back, deletes the key and answers (integer) 0.", "key"},
	{"a refusal of the only node", []trace.Event{setpx, begins, asks, refuses}, trace.Event{Kind: trace.Deliver, T: answers.Arrive, Msg: "A/1/set<n1", Who: "A"},
		"n1’s (nil) reaches A after 2 ms: a refusal.", "reply"},
	{"a node lets a key live a part of a millisecond longer than was asked", []trace.Event{dog, sets}, trace.Event{Kind: trace.Exec, T: at(4 * ms), Node: "n1", Who: "A", Purpose: trace.ToExtend, Cmd: renews, Reply: "(integer) 1", OK: true, Keys: []trace.Key{{Name: key, Value: tokenA, PTTL: 10*trace.Second + 903}}},
		"n1 finds A’s token in the key, lets it live 10 s from now and answers (integer) 1.", "key"},

	{"an answer to a copied write", []trace.Event{cast, doneOnce}, trace.Event{Kind: trace.Send, T: doneOnce.T, Msg: "A/1/write<invoice-42+1", From: "invoice-42", To: "A", Purpose: trace.ToWrite, Reply: "OK 1", OK: true},
		"invoice-42’s answer leaves for A: OK, version 1.", "reply"},
	{"an answer that is copied on its way", []trace.Event{cast, answers}, trace.Event{Kind: trace.Send, T: at(4 * ms), Msg: "A/1/set<n1+1", From: "n1", To: "A", Purpose: trace.ToAcquire, Reply: "OK", OK: true},
		"The network makes a second copy of n1’s answer OK to A.", "reply"},
}
