package narrate_test

import (
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
	"lockstep/web/narrate"
)

// waiting is the cast, of which A waits for that long before it tries again, and
// perhaps longer.
func waiting(delay trace.Duration) trace.Event {
	e, a := cast, cast.Clients[0]
	a.RetryDelay = delay
	e.Clients = []trace.ClientInfo{a}
	return e
}

// listing is the cast, of which A asks those nodes.
func listing(nodes ...trace.NodeID) trace.Event {
	e, a := cast, cast.Clients[0]
	a.Nodes = nodes
	e.Clients = []trace.ClientInfo{a}
	return e
}

// Events of clients that have a library's habits.
var (
	counts    = trace.Event{Kind: trace.Phase, Who: "A", Phase: trace.PhaseCount, Attempt: 1}
	letsGo    = trace.Event{Kind: trace.Phase, Who: "A", Phase: trace.PhaseLetGo, Attempt: 1}
	heardOf   = trace.Event{Kind: trace.Deliver, T: answers.Arrive, Msg: "A/1/set<n1", Who: "A"}
	refused   = []trace.Event{begins, asks, refuses, heardOf, counts}
	hasOne    = []trace.Event{begins, asks, answers, heardOf, counts}
	gives     = trace.Event{Kind: trace.Phase, Who: "A", Phase: trace.PhaseGaveUp, Attempt: 1}
	waitsOn   = trace.Event{Kind: trace.Phase, Who: "A", Phase: trace.PhaseWait, Attempt: 1, Lasts: 200 * ms}
	scripted  = []string{"EVAL", lock.SetIfMineOrMissing, "1", key, tokenA, "PX", "10000"}
	asksMore  = trace.Event{Kind: trace.Send, Msg: "A.watchdog/1/extend>n1", From: "A", To: "n1", Activity: watchdog, Purpose: trace.ToExtend, Cmd: scripted}
	setsAgain = trace.Event{Kind: trace.Exec, T: at(20 * ms), Node: "n1", Who: "A", Purpose: trace.ToExtend, Cmd: scripted, Reply: "OK", OK: true, Keys: lives}
	saysSo    = trace.Event{Kind: trace.Send, T: at(20 * ms), Msg: "A.watchdog/1/extend<n1", From: "n1", To: "A", Purpose: trace.ToExtend, Reply: "OK", OK: true}
	spent     = trace.Event{Kind: trace.Decide, Who: "A", Acks: []trace.NodeID{"n1", "n2"}, Need: 2, Elapsed: 9898 * ms, Drift: 102 * ms, OK: true, Why: trace.WhyHeld}
	dated     = []string{"SET", key, tokenA, "NX", "PXAT", "1799999999000"}
)

func after(e trace.Event, why string) trace.Event { e.Why = why; return e }

func overBy(e trace.Event, d trace.Duration) trace.Event {
	e.Elapsed, e.Validity = e.Elapsed+d, -d
	return e
}

func renewing(e trace.Event) trace.Event { e.Activity = watchdog; return e }

func read(e trace.Event, l trace.Local) trace.Event { e.At = trace.ReadAt(l); return e }

var habitSentences = []sentence{
	{"a wait that is always as long", []trace.Event{waiting(200 * ms), begins, counts, letsGo}, waitsOn,
		"A waits 200 ms before its next attempt. Rivals who always wait equally long may collide again.", "step"},
	{"a wait in which chance has a part", []trace.Event{waiting(100 * ms), begins, counts, letsGo}, waitsOn,
		"A waits 200 ms before its next attempt. Rivals whose waits differ do not collide for ever.", "step"},
	{"a wait over keys that stay", append([]trace.Event{waiting(100 * ms)}, hasOne...), waitsOn,
		"A asks nobody to let go. It waits 200 ms before its next attempt: rivals whose waits differ do not collide for ever.", "step"},
	{"a wait that is always as long, over keys that stay", append([]trace.Event{waiting(200 * ms)}, hasOne...), waitsOn,
		"A asks nobody to let go. It waits 200 ms before its next attempt: rivals who always wait equally long may collide again.", "step"},
	{"a wait after a refusal, which leaves nothing", append([]trace.Event{waiting(100 * ms)}, refused...), waitsOn,
		"A waits 200 ms before its next attempt. Rivals whose waits differ do not collide for ever.", "step"},
	{"a wait of a lock service's client", append([]trace.Event{service}, begins, asks, late, counts), waitsOn,
		"A waits 200 ms before its next attempt. Rivals whose waits differ do not collide for ever.", "step"},
	{"no wait", nil, trace.Event{Kind: trace.Phase, Who: "A", Phase: trace.PhaseWait},
		"A does not wait: its next attempt begins at once.", "step"},
	{"no wait, over keys that stay", hasOne, trace.Event{Kind: trace.Phase, Who: "A", Phase: trace.PhaseWait, Attempt: 1},
		"A asks nobody to let go, and does not wait: its next attempt begins at once.", "step"},
	{"a wait for ever", hasOne, trace.Event{Kind: trace.Phase, Who: "A", Phase: trace.PhaseUndecided, Attempt: 1},
		"A waits for ever: neither its OKs nor the refusals are as many as it needs, and no node is left to give another vote.", "step"},
	{"a wait for the end of its caller's patience", hasOne, trace.Event{Kind: trace.Phase, Who: "A", Phase: trace.PhaseUndecided, Attempt: 1, Lasts: 2 * trace.Second},
		"A waits until its caller’s time is up, in 2 s: neither its OKs nor the refusals are as many as it needs, and no node is left to give another vote.", "step"},
	{"a vote of a client that lists a node twice", []trace.Event{listing("n1", "n1", "n2"), begins, asks, answers}, heardOf,
		"n1’s OK reaches A after 2 ms: 1 of 3 so far.", "reply"},
	{"too few votes for a client that lists a node twice", []trace.Event{listing("n1", "n1", "n2")},
		trace.Event{Kind: trace.Decide, Who: "A", Acks: []trace.NodeID{"n2"}, Need: 2, Why: trace.WhyNoMajority},
		"A has 1 of 3 OKs and needs 2: no majority, no lock.", "not-held"},
	{"the end of all attempts", hasOne, gives,
		"A gives up: it tries no more.", "step"},
	{"the end of its caller's patience", []trace.Event{begins, counts, letsGo}, after(gives, trace.WhyDeadline),
		"A gives up, for its caller waits no longer.", "step"},
	{"the end of its caller's patience, over keys that stay", hasOne, after(gives, trace.WhyDeadline),
		"A gives up, for its caller waits no longer, and nobody is asked to let go.", "step"},
	{"an error that its caller is told of", refused, after(gives, trace.WhyRaised),
		"A gives up, and its caller is told of the error.", "step"},
	{"an error that its caller is told of, over keys that may be there", []trace.Event{begins, asks, late, counts}, after(gives, trace.WhyRaised),
		"A gives up, and its caller is told of the error. Nobody is asked to let go.", "step"},

	{"a renewal that would set what is gone", nil, asksMore,
		"A’s watchdog asks n1 for more time for lock:invoice:42, and to set it again with the token a7f3… if it is gone.", "request"},
	{"a renewal that has set what was gone", []trace.Event{begins, setsAgain, saysSo}, trace.Event{Kind: trace.Deliver, T: at(21 * ms), Msg: saysSo.Msg, Who: "A"},
		"n1’s OK reaches A’s watchdog after 1 ms: the key is there. Whether it had been gone, the answer does not say.", "reply"},
	{"a renewal that has found its key", []trace.Event{begins, sets, setsAgain, saysSo}, trace.Event{Kind: trace.Deliver, T: at(21 * ms), Msg: saysSo.Msg, Who: "A"},
		"n1’s OK reaches A’s watchdog after 1 ms: the key lives on.", "reply"},
	{"a second taking arrives", []trace.Event{reentrant, {Kind: trace.Phase, Who: "A", Phase: trace.PhaseEnterAgain},
		{Kind: trace.Send, Msg: "A/1/enter>n1", From: "A", To: "n1", Purpose: trace.ToExtend, Cmd: renews}},
		trace.Event{Kind: trace.Deliver, T: at(ms), Msg: "A/1/enter>n1", Who: "n1"},
		"A’s second taking at n1 arrives after 1 ms.", "request"},
	{"a node's second OK", []trace.Event{begins, asks, answers, heardOf, {Kind: trace.Send, T: at(6 * ms), Msg: "A/1/set.2>n1", From: "A", To: "n1", Purpose: trace.ToAcquire, Cmd: asks.Cmd},
		{Kind: trace.Send, T: at(7 * ms), Msg: "A/1/set.2<n1", From: "n1", To: "A", Purpose: trace.ToAcquire, Reply: "OK", OK: true}},
		trace.Event{Kind: trace.Deliver, T: at(9 * ms), Msg: "A/1/set.2<n1", Who: "A"},
		"n1’s OK reaches A after 2 ms: 2 of 3 so far, one more from a node that had said OK already.", "reply"},

	{"exec gives a vote by a script", nil, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Purpose: trace.ToAcquire, Cmd: scripted, Reply: "OK", OK: true, Keys: lives},
		"n1 has no such key yet, so it sets A’s, for 10 s, and answers OK.", "key"},
	{"exec gives the lock by a script", []trace.Event{setpx}, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Purpose: trace.ToAcquire, Cmd: scripted, Reply: "OK", OK: true, Keys: lives},
		"n1 gives A the lock for 10 s and answers OK.", "key"},
	{"exec refuses a script its holder's lock", []trace.Event{setpx, sets, holds}, trace.Event{Kind: trace.Exec, T: sets.T, Node: "n1", Who: "B", Purpose: trace.ToAcquire, Cmd: scripted, Reply: "(nil)", Keys: lives},
		"n1 answers B with (nil): A has the lock.", "refused"},
	{"exec refuses a script a lock that nobody holds", []trace.Event{setpx, sets}, trace.Event{Kind: trace.Exec, T: sets.T, Node: "n1", Who: "B", Purpose: trace.ToAcquire, Cmd: scripted, Reply: "(nil)", Keys: lives},
		"n1 answers B with (nil): A’s key is there.", "refused"},
	{"exec refuses a script its own client's older key", []trace.Event{sets}, trace.Event{Kind: trace.Exec, T: sets.T, Node: "n1", Who: "A", Purpose: trace.ToAcquire, Cmd: scripted, Reply: "(nil)", Keys: lives},
		"n1 answers A with (nil): A’s own key from before is there, with another token.", "refused"},
	{"exec sets a key whose end has passed", nil, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Purpose: trace.ToAcquire, Cmd: dated, Reply: "OK", OK: true, Keys: gone},
		"n1 answers A with OK and keeps no key: by its own clock, the end that A set for it has passed.", "same"},
	{"exec moves a key's end into the past", []trace.Event{sets}, trace.Event{Kind: trace.Exec, T: sets.T, Node: "n1", Who: "A", Purpose: trace.ToExtend, Cmd: renews, Reply: "(integer) 1", OK: true, Keys: gone},
		"n1 finds A’s token in the key and answers (integer) 1, and the key is gone: by its own clock, the new end has passed.", "key"},
	{"exec makes anew what is gone, with an end that has passed", nil, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Purpose: trace.ToExtend, Cmd: scripted, Reply: "OK", OK: true, Keys: gone},
		"n1 answers A with OK and keeps no key: by its own clock, the end that A set for it has passed.", "same"},

	{"decide to take what ends now", nil, spent,
		"A has 2 of 3 OKs and needs 2. 10 s − 9.898 s used − 102 ms drift = 0 s: nothing is left, and A takes the lock all the same.", "held"},
	{"decide to take what has ended", nil, overBy(spent, 2*trace.Second),
		"A has 2 of 3 OKs and needs 2. 10 s − 11.898 s used − 102 ms drift = −2 s: nothing of the lock has been left for 2 s, and A takes it all the same.", "held"},
	{"decide that what has ended is renewed", nil, renewing(overBy(spent, 2*trace.Second)),
		"A’s watchdog counts 2 of 3 and needs 2. 10 s − 11.898 s used − 102 ms drift = −2 s: nothing is left, and it counts as renewed all the same.", "held"},
	{"hold of what has ended", nil, read(holds, 9_890_001),
		"A believes that it holds lock:invoice:42, although by its own clock that ended at 9.890 s.", "belief"},
	{"hold of what has not ended", nil, read(holds, 9_890_000),
		"A believes that it holds lock:invoice:42 until its own clock shows 9.890 s.", "belief"},
	{"hold by a clock that was not set", []trace.Event{{Kind: trace.ClockSet, Who: "A", Offset: -6 * trace.Second, Rate: trace.Million}}, holds,
		"A believes that it holds lock:invoice:42 until its own clock shows 9.890 s (monotonic clock).", "belief"},
}

// Several nodes are asked at once as one is.
func TestGroupOfRenewalsThatRecreate(t *testing.T) {
	other := asksMore
	other.To, other.Msg = "n2", "A.watchdog/1/extend>n2"
	got := narrate.Group(catalog(t, "en"), state(begins, nil), []trace.Event{asksMore, other})
	const want = "A’s watchdog asks n1 and n2 at once for more time, and to set the key again with the token a7f3… where it is gone."
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
