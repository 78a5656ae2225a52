package narrate_test

import (
	"slices"
	"strings"

	"lockstep/sim/trace"
	"lockstep/web/narrate"
)

const (
	key    = "lock:invoice:42"
	tokenA = "a7f30c9912de4b58"
	tokenB = "b41e77aa01c35f20"
	script = `if redis.call("get",KEYS[1]) == ARGV[1] then return redis.call("del",KEYS[1]) else return 0 end`
	ms     = trace.Millisecond
)

func at(d trace.Duration) trace.Time { return trace.Time(d) }

// cast is the first event of every test: two clients, three nodes.
var cast = trace.Event{
	Kind:      trace.Start,
	Nodes:     []trace.NodeInfo{{ID: "n1"}, {ID: "n2"}, {ID: "n3"}},
	Clients:   []trace.ClientInfo{{ID: "A", Lock: "redlock", Key: key, TTL: 10 * trace.Second, Stops: true}, {ID: "B", Key: key, Stops: true}},
	Resources: []trace.ResourceInfo{{ID: "invoice-42"}},
}

// Events that tests are built of.
var (
	begins  = trace.Event{Kind: trace.Phase, Who: "A", Phase: "read-clock", Attempt: 1}
	asks    = trace.Event{Kind: trace.Send, T: at(2 * ms), Msg: "A/1/set>n1", From: "A", To: "n1", Purpose: trace.ToAcquire, Cmd: []string{"SET", key, tokenA, "NX", "PX", "10000"}, Arrive: at(2*ms + 1310)}
	sets    = trace.Event{Kind: trace.Exec, T: at(3 * ms), Node: "n1", Who: "A", Msg: "A/1/set>n1", Purpose: trace.ToAcquire, Cmd: asks.Cmd, Reply: "OK", OK: true, Keys: []trace.Key{{Name: key, Value: tokenA, PTTL: 10 * trace.Second}}}
	answers = trace.Event{Kind: trace.Send, T: at(3 * ms), Msg: "A/1/set<n1", From: "n1", To: "A", Purpose: trace.ToAcquire, Reply: "OK", OK: true, Arrive: at(5 * ms)}
	refuses = trace.Event{Kind: trace.Send, T: at(3 * ms), Msg: "A/1/set<n1", From: "n1", To: "A", Purpose: trace.ToAcquire, Reply: "(nil)", Arrive: at(5 * ms)}
	holds   = trace.Event{Kind: trace.Hold, Who: "A", Key: key, Token: tokenA, Until: 9_890_001}
	aEnters = trace.Event{Kind: trace.Enter, Who: "A", Resource: "invoice-42"}
	bEnters = trace.Event{Kind: trace.Enter, Who: "B", Resource: "invoice-42"}
	letGo   = trace.Event{Kind: trace.Send, T: at(400 * ms), Msg: "A/1/del>n1", From: "A", To: "n1", Purpose: trace.ToRelease, Cmd: []string{"EVAL", script, "1", key, tokenA}}
	gone    = []trace.Key{{Name: key, PTTL: trace.Gone}}
	stays   = []trace.Key{{Name: key, Value: tokenB, PTTL: 10*trace.Second - ms}} // a millisecond later
	late    = trace.Event{Kind: trace.Timeout, Msg: "A/1/set>n1", Who: "A", Purpose: trace.ToAcquire}
)

func foreign(e trace.Event) trace.Event {
	e.Who, e.Keys = "B", []trace.Key{{Name: key, Value: tokenB, PTTL: 10 * trace.Second}}
	return e
}

// sentence is one event and how it is told.
type sentence struct {
	name   string
	before []trace.Event // a Start event first, where the cast is another
	event  trace.Event
	want   string
	mark   narrate.Mark
}

func allSentences() []sentence {
	return slices.Concat(sentences, lockSentences, failoverSentences, leaseSentences, habitSentences, resourceSentences, faultSentences, ruleSentences, knownSentences)
}

// sentences has a row for every way in which an event is told: what came before
// it, what is said in English, and its sign.
var sentences = []sentence{
	{"start", nil, cast,
		"The run begins. A and B want lock:invoice:42; 3 nodes, none of which knows of another, have a vote each.", "start"},
	{"start with one client", nil, trace.Event{Kind: trace.Start, Nodes: cast.Nodes, Clients: cast.Clients[:1]},
		"The run begins. A wants lock:invoice:42; 3 nodes, none of which knows of another, have a vote each.", "start"},
	{"start with one node", nil, trace.Event{Kind: trace.Start, Nodes: cast.Nodes[:1], Clients: cast.Clients},
		"The run begins. A and B want lock:invoice:42; one node, n1, decides alone who has it.", "start"},
	{"start with one of each", nil, trace.Event{Kind: trace.Start, Nodes: cast.Nodes[:1], Clients: cast.Clients[:1]},
		"The run begins. A wants lock:invoice:42; one node, n1, decides alone who has it.", "start"},
	{"phase", nil, begins,
		"Step 1 of 5, attempt 1: A reads its clock before it asks anybody.", "step"},
	{"phase with a length", nil, trace.Event{Kind: trace.Phase, Who: "A", Phase: "wait", Attempt: 1, Lasts: 251_300},
		"A waits 251.3 ms before its next attempt. Rivals whose waits differ do not collide for ever.", "step"},
	{"phase of work", nil, trace.Event{Kind: trace.Phase, Who: "A", Phase: "work", Attempt: 1, Lasts: 400 * ms},
		"A works inside, for 400 ms.", "step"},
	{"phase of work of unknown length", nil, trace.Event{Kind: trace.Phase, Who: "A", Phase: "work", Attempt: 1},
		"Step 5 of 5: A has the lock and goes to work.", "step"},
	{"phase of questions", nil, trace.Event{Kind: trace.Phase, Who: "A", Phase: "ask", Attempt: 1},
		"Step 2 of 5: A puts the same question to every node, each with a timeout of its own.", "step"},
	{"phase of another activity", nil, trace.Event{Kind: trace.Phase, Who: "A", Activity: "watchdog", Phase: "done"},
		"A’s watchdog has nothing left to do.", "step"},
	{"phase nobody knows", nil, trace.Event{Kind: trace.Phase, Who: "A", Phase: "contemplate"},
		"A goes on to: contemplate.", "step"},

	{"send", nil, asks,
		"A asks n1: SET lock:invoice:42 a7f3… NX PX 10000.", "request"},
	{"send a release", nil, letGo,
		"A asks n1 to delete lock:invoice:42, but only if A’s token a7f3… is still in it.", "request"},
	{"send a reply", nil, answers,
		"n1’s answer leaves for A: OK.", "reply"},
	{"send a copy", nil, trace.Event{Kind: trace.Send, Msg: "A/1/set>n1+1", From: "A", To: "n1", Cmd: asks.Cmd},
		"The network makes a second copy of A’s SET to n1.", "request"},

	{"deliver a request", []trace.Event{begins, asks}, trace.Event{Kind: trace.Deliver, T: asks.Arrive, Msg: "A/1/set>n1", Who: "n1"},
		"A’s SET to n1 arrives after 1.31 ms.", "request"},
	{"deliver an OK", []trace.Event{begins, asks, answers}, trace.Event{Kind: trace.Deliver, T: answers.Arrive, Msg: "A/1/set<n1", Who: "A"},
		"n1’s OK reaches A after 2 ms: 1 of 3 so far.", "reply"},
	{"deliver a refusal", []trace.Event{begins, asks, refuses}, trace.Event{Kind: trace.Deliver, T: answers.Arrive, Msg: "A/1/set<n1", Who: "A"},
		"n1’s (nil) reaches A after 2 ms: a refusal, no vote.", "reply"},
	{"deliver too late", []trace.Event{begins, asks, answers, late}, trace.Event{Kind: trace.Deliver, T: answers.Arrive, Msg: "A/1/set<n1", Who: "A"},
		"n1’s OK reaches A after 2 ms, too late: A has stopped waiting for it.", "reply"},
	{"deliver in an attempt that is over", []trace.Event{begins, asks, answers, late, {Kind: trace.Phase, Who: "A", Phase: "read-clock", Attempt: 2}}, trace.Event{Kind: trace.Deliver, T: answers.Arrive, Msg: "A/1/set<n1", Who: "A"},
		"n1’s OK reaches A after 2 ms, too late: A has stopped waiting for it.", "reply"},
	{"deliver another kind of yes", []trace.Event{begins, asks, {Kind: trace.Send, Msg: "A/1/set<n1", From: "n1", To: "A", Purpose: trace.ToAcquire, Reply: "(integer) 1", OK: true}},
		trace.Event{Kind: trace.Deliver, T: at(ms), Msg: "A/1/set<n1", Who: "A"},
		"n1’s (integer) 1 reaches A after 1 ms: 1 of 3 so far.", "reply"},
	{"deliver a release's answer", []trace.Event{begins, {Kind: trace.Send, Msg: "A/1/del<n1", From: "n1", To: "A", Purpose: trace.ToRelease, Reply: "(integer) 1", OK: true}},
		trace.Event{Kind: trace.Deliver, T: at(ms), Msg: "A/1/del<n1", Who: "A"},
		"n1’s (integer) 1 reaches A after 1 ms: the key is deleted.", "reply"},
	{"deliver the answer that nothing was deleted", []trace.Event{begins, {Kind: trace.Send, Msg: "A/1/del<n1", From: "n1", To: "A", Purpose: trace.ToRelease, Reply: "(integer) 0"}},
		trace.Event{Kind: trace.Deliver, T: at(ms), Msg: "A/1/del<n1", Who: "A"},
		"n1’s (integer) 0 reaches A after 1 ms: no key was deleted.", "reply"},
	{"deliver an answer of another step", []trace.Event{begins, {Kind: trace.Send, Msg: "A/1/ping<n1", From: "n1", To: "A", Reply: "PONG"}},
		trace.Event{Kind: trace.Deliver, T: at(ms), Msg: "A/1/ping<n1", Who: "A"},
		"n1’s answer reaches A after 1 ms: PONG.", "reply"},
	{"deliver a release", []trace.Event{begins, letGo}, trace.Event{Kind: trace.Deliver, T: at(401 * ms), Msg: "A/1/del>n1", Who: "n1"},
		"A’s release to n1 arrives after 1 ms.", "request"},
	{"deliver what was not sent", nil, trace.Event{Kind: trace.Deliver, Msg: "A/1/set>n1", Who: "n1"},
		"A/1/set>n1 reaches n1.", "request"},
	{"exec sets a key that stays", nil, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Purpose: trace.ToAcquire, Cmd: []string{"SET", key, tokenA, "NX"}, Reply: "OK", OK: true, Keys: []trace.Key{{Name: key, Value: tokenA, PTTL: trace.NoExpiry}}},
		"n1 has no such key yet, so it sets A’s, which never runs out, and answers OK.", "key"},
	{"drop", []trace.Event{begins, asks}, trace.Event{Kind: trace.Drop, Msg: "A/1/set>n1", Who: "n1", Why: "the wind took it"},
		"A’s SET to n1 is lost: the wind took it.", "lost"},
	{"drop by somebody", []trace.Event{begins, asks, answers}, trace.Event{Kind: trace.Drop, Msg: "A/1/set<n1", Who: "A", By: "action 2"},
		"Action 2: n1’s answer OK to A is lost.", "lost"},
	{"timeout", []trace.Event{begins, asks}, late,
		"A stops waiting for n1: its time is up. For all A knows, A’s key may be there.", "timeout"},
	{"timeout of a release", nil, trace.Event{Kind: trace.Timeout, Msg: "A/1/del>n1", Who: "A", Purpose: trace.ToRelease},
		"A stops waiting for n1: its time is up. For all A knows, n1 has done what it was asked.", "timeout"},

	{"exec sets", nil, sets,
		"n1 has no such key yet, so it sets A’s, for 10 s, and answers OK.", "key"},
	{"exec refuses", []trace.Event{foreign(sets)}, trace.Event{Kind: trace.Exec, T: sets.T.Add(ms), Node: "n1", Who: "A", Purpose: trace.ToAcquire, Cmd: asks.Cmd, Reply: "(nil)", Keys: stays},
		"n1 answers A with (nil): B’s key is there, so NX sets no other.", "refused"},
	{"exec refuses the owner", []trace.Event{sets}, trace.Event{Kind: trace.Exec, T: sets.T, Node: "n1", Who: "A", Purpose: trace.ToAcquire, Cmd: asks.Cmd, Reply: "(nil)", Keys: lives},
		"n1 answers A with (nil): A’s own key from before is still there, so NX sets no other.", "refused"},
	{"exec deletes", []trace.Event{sets}, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Msg: letGo.Msg, Purpose: trace.ToRelease, Cmd: letGo.Cmd, Reply: "(integer) 1", OK: true, Keys: gone},
		"n1 finds A’s token in the key, deletes it and answers (integer) 1.", "key"},
	{"exec deletes whatever is there", []trace.Event{sets}, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Msg: letGo.Msg, Purpose: trace.ToRelease, Cmd: []string{"DEL", key}, Reply: "(integer) 1", OK: true, Keys: gone, At: trace.ReadAt(0)},
		"n1 deletes A’s key, without looking whose it is, and answers (integer) 1.", "key"},
	{"exec leaves a foreign key", []trace.Event{foreign(sets)}, trace.Event{Kind: trace.Exec, T: sets.T.Add(ms), Node: "n1", Who: "A", Msg: letGo.Msg, Purpose: trace.ToRelease, Cmd: letGo.Cmd, Reply: "(integer) 0", Keys: stays},
		"n1 answers A with (integer) 0: the key there is B’s, with another token, and stays.", "same"},
	{"exec leaves a key of another attempt", []trace.Event{sets}, trace.Event{Kind: trace.Exec, T: sets.T, Node: "n1", Who: "A", Msg: "A/2/del>n1", Purpose: trace.ToRelease, Cmd: []string{"EVAL", script, "1", key, tokenB}, Reply: "(integer) 0", Keys: lives},
		"n1 answers A with (integer) 0: the key there is from another attempt of A’s, with another token, and stays.", "same"},
	{"exec has nothing to delete", nil, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Msg: letGo.Msg, Purpose: trace.ToRelease, Cmd: letGo.Cmd, Reply: "(integer) 0", Keys: gone},
		"n1 answers A with (integer) 0: no such key is there.", "same"},
	{"exec deletes a foreign key", []trace.Event{foreign(sets)}, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Msg: letGo.Msg, Purpose: trace.ToRelease, Cmd: []string{"DEL", key}, Reply: "(integer) 1", OK: true, Keys: gone},
		"n1 deletes the key for A and answers (integer) 1, although the key was B’s.", "key"},
	{"exec sets a key by another command", nil, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Purpose: trace.ToAcquire, Cmd: []string{"SETNX", key, tokenA}, Reply: "(integer) 1", OK: true, Keys: []trace.Key{{Name: key, Value: tokenA, PTTL: trace.NoExpiry}}},
		"n1 has no such key yet, so it sets A’s, which never runs out, and answers (integer) 1.", "key"},
	{"exec refuses a lock that a script takes", []trace.Event{foreign(sets)}, trace.Event{Kind: trace.Exec, T: sets.T.Add(ms), Node: "n1", Who: "A", Purpose: trace.ToAcquire, Cmd: []string{"EVAL", script, "1", key, tokenA}, Reply: "(nil)", Keys: stays},
		"n1 answers A with (nil): B’s key is there.", "refused"},
	{"exec releases in another way", []trace.Event{sets}, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Purpose: trace.ToRelease, Cmd: []string{"PEXPIRE", key, "0"}, Reply: "(integer) 1", OK: true, Keys: gone},
		"n1 runs PEXPIRE lock:invoice:42 0 for A and answers (integer) 1.", "key"},
	{"exec from the console", nil, trace.Event{Kind: trace.Exec, Node: "n1", Who: trace.Operator, Cmd: []string{"GET", key}, Reply: `"` + tokenA + `"`},
		`At the console of n1: “GET lock:invoice:42”, and n1 answers "` + tokenA + `".`, "same"},
	{"exec of words with spaces from the console", nil, trace.Event{Kind: trace.Exec, Node: "n1", Who: trace.Operator, Cmd: []string{"APPEND", "k", "a b", "", strings.Repeat("x", 99)}, Reply: "(integer) 3", Keys: []trace.Key{{Name: "k", Value: "a b", PTTL: trace.NoExpiry}}},
		`At the console of n1: “APPEND k "a b" "" ` + strings.Repeat("x", 47) + `…”, and n1 answers (integer) 3.`, "key"},
	{"exec of a script that fails", nil, trace.Event{Kind: trace.Exec, Node: "n1", Who: trace.Operator, Cmd: []string{"EVAL", "error('no.')", "0"}, Reply: "(error) ERR user_script:1: no. script: 3f76c71219fee0976271b7e17200273f4090a903, on @user_script:1."},
		"At the console of n1: “EVAL (script) 0”, and n1 answers with an error: ERR user_script:1: no.", "refused"},
	{"exec of no command", nil, trace.Event{Kind: trace.Exec, Node: "n1", Who: trace.Operator, Cmd: []string{"GETT", "k"}, Reply: "(error) ERR unknown command 'GETT', with args beginning with: 'k' "},
		"At the console of n1: “GETT k”, and n1 answers with an error: ERR unknown command 'GETT'.", "refused"},
	{"exec lets a key live longer", []trace.Event{foreign(sets)}, trace.Event{Kind: trace.Exec, T: sets.T.Add(2 * ms), Node: "n1", Who: "B", Cmd: []string{"PEXPIRE", key, "9999"}, Reply: "(integer) 1", Keys: stays},
		"n1 runs PEXPIRE lock:invoice:42 9999 for B and answers (integer) 1.", "key"},
	{"exec of something else", nil, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Cmd: []string{"GET", key}, Reply: "(nil)", Keys: gone},
		"n1 runs GET lock:invoice:42 for A and answers (nil).", "same"},
	{"exec fails", nil, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Cmd: []string{"SETRANGE", "k", "-1", "x"}, Reply: "(error) ERR offset is out of range"},
		"n1 answers A’s SETRANGE k -1 x with an error: ERR offset is out of range.", "refused"},
	{"expire", []trace.Event{sets}, trace.Event{Kind: trace.Expire, Node: "n1", Key: key},
		"n1: A’s key has run out.", "gone"},
	{"expire while believed", []trace.Event{sets, holds}, trace.Event{Kind: trace.Expire, Node: "n1", Key: key},
		"n1: A’s key has run out, and A still believes in it.", "gone"},
	{"expire of a key from elsewhere", nil, trace.Event{Kind: trace.Expire, Node: "n1", Key: "k"},
		"n1: k has run out.", "gone"},

	{"decide: held", nil, trace.Event{Kind: trace.Decide, Who: "A", Acks: []trace.NodeID{"n1", "n3"}, Need: 2, Elapsed: 8213, Drift: 102 * ms, Validity: 9_889_787, OK: true, Why: "held"},
		"A has 2 of 3 OKs and needs 2. 10 s − 8.213 ms used − 102 ms drift = 9.889787 s of validity: A holds the lock.", "held"},
	{"decide: no majority", nil, trace.Event{Kind: trace.Decide, Who: "A", Acks: []trace.NodeID{"n1"}, Need: 2, Validity: 9 * trace.Second, Why: "no majority"},
		"A has 1 of 3 OKs and needs 2: no majority, no lock.", "not-held"},
	{"decide: too late", nil, trace.Event{Kind: trace.Decide, Who: "A", Acks: []trace.NodeID{"n1", "n2", "n3"}, Need: 2, Elapsed: 35 * trace.Second, Drift: 302 * ms, Validity: -5_302_000, Why: "too late"},
		"A has 3 of 3 OKs and needs 2. But 30 s − 35 s used − 302 ms drift = −5.302 s: nothing is left, no lock.", "not-held"},
	{"hold", nil, holds,
		"A believes that it holds lock:invoice:42 until its own clock shows 9.890 s.", "belief"},
	{"hold with a fencing number", nil, trace.Event{Kind: trace.Hold, Who: "A", Key: key, Until: 1_500_000, Fence: 33},
		"A believes that it holds lock:invoice:42 until its own clock shows 1.500 s, with fencing number 33.", "belief"},
	{"extend", nil, trace.Event{Kind: trace.Extend, Who: "A", Key: key, Until: 12_000_000},
		"A now believes that it holds lock:invoice:42 until its own clock shows 12.000 s.", "belief"},
	{"lost", nil, trace.Event{Kind: trace.Lost, Who: "A", Key: key, Why: "its validity ended"},
		"A no longer believes that it holds lock:invoice:42: its validity ended.", "belief"},
	{"release", nil, trace.Event{Kind: trace.Release, Who: "A", Key: key},
		"A stops believing that it holds lock:invoice:42, and only then gives it back.", "belief"},
	{"enter", nil, trace.Event{Kind: trace.Enter, Who: "A", Resource: "invoice-42"},
		"A goes inside invoice-42: its critical section begins.", "inside"},
	{"enter where another is", []trace.Event{bEnters}, trace.Event{Kind: trace.Enter, Who: "A", Resource: "invoice-42"},
		"A goes inside invoice-42, where it meets B.", "inside"},
	{"leave", nil, trace.Event{Kind: trace.Leave, Who: "A", Resource: "invoice-42"},
		"A comes out of invoice-42.", "inside"},
	{"write", nil, trace.Event{Kind: trace.Write, Who: "A", Resource: "invoice-42", Op: "set", Value: "paid", OK: true},
		"A writes to invoice-42 (set paid): accepted.", "inside"},
	{"write refused", nil, trace.Event{Kind: trace.Write, Who: "A", Resource: "invoice-42", Op: "set", Value: "paid", Why: "34 was seen"},
		"invoice-42 refuses A’s write (set paid): 34 was seen.", "refused"},
	{"read", nil, trace.Event{Kind: trace.Read, Who: "A", Resource: "invoice-42", Op: "get", Value: "open", OK: true},
		"A reads invoice-42: open.", "inside"},

	{"replicate", nil, trace.Event{Kind: trace.Replicate, Node: "n2", From: "n1"}, "n2 has copied what n1 wrote.", "failover"},
	{"sdown", nil, trace.Event{Kind: trace.SDown, Who: "s1", Node: "n1"}, "Sentinel s1 has heard nothing from n1 for too long and takes it for down. That is its own view alone.", "failover"},
	{"odown", nil, trace.Event{Kind: trace.ODown, Who: "s1", Node: "n1", Votes: []string{"s1", "s2", "s3"}}, "Sentinel s1 finds s1, s2 and s3 agreed that n1 is down. That is enough of them to choose another primary.", "failover"},
	{"promote", nil, trace.Event{Kind: trace.Promote, Node: "n2"}, "n2 is promoted to primary.", "failover"},
	{"demote", nil, trace.Event{Kind: trace.Demote, Node: "n1"}, "n1 is a replica now.", "failover"},

	{"a node crashes", nil, trace.Event{Kind: trace.Fault, What: "crash", Who: "n1", By: "action 1", Data: "lose"},
		"Action 1: n1 crashes and loses every key it held.", "fault"},
	{"a node crashes and keeps", nil, trace.Event{Kind: trace.Fault, What: "crash", Who: "n1", By: "scenario", Data: "keep"},
		"Scenario: n1 crashes; what it stored stays on its disk.", "fault"},
	{"a client crashes", nil, trace.Event{Kind: trace.Fault, What: "crash", Who: "A", By: "scenario"},
		"Scenario: A crashes. Whatever keys it has on the nodes stay until they run out.", "fault"},
	{"a client pauses", nil, trace.Event{Kind: trace.Fault, What: "pause", Who: "A", By: "action 3", Lasts: 2 * trace.Second},
		"Action 3: A stands still for 2 s. Its clock goes on, and so do its keys’ lives.", "fault"},
	{"a fault with nothing to act on", nil, trace.Event{Kind: trace.Fault, What: "pause", Who: "Z", By: "action 3", Why: "there is no Z"},
		"Action 3: Z cannot be made to stand still, because there is no Z.", "fault"},
	{"a command with nobody to type it to", nil, trace.Event{Kind: trace.Fault, What: "command", Who: "n9", By: "action 3", Why: "no such node"},
		"Action 3: No command can be typed at n9, because there is no such node.", "fault"},
	{"a crash of what is down", nil, trace.Event{Kind: trace.Fault, What: "crash", Who: "n1", By: "action 3", Why: "already down"},
		"Action 3: n1 cannot be crashed, because it is down.", "fault"},
	{"a restart of what is up", nil, trace.Event{Kind: trace.Fault, What: "restart", Who: "A", By: "action 3", Why: "not down"},
		"Action 3: A cannot be started again, because it is not down.", "fault"},
	{"an unknown fault with nothing to act on", nil, trace.Event{Kind: trace.Fault, What: "flood", Who: "n1", By: "action 3", Why: "it is dry"},
		"Action 3: “flood” has nothing to act on at n1, because it is dry.", "fault"},
	{"a fault nobody knows", nil, trace.Event{Kind: trace.Fault, What: "flood", Who: "n1", By: "scenario"},
		"Scenario: n1: flood.", "fault"},
	{"a node restarts", nil, trace.Event{Kind: trace.Heal, What: "restart", Who: "n1", By: "action 2"},
		"Action 2: n1 is back.", "heal"},
	{"a node restarts with its disk", nil, trace.Event{Kind: trace.Heal, What: "restart", Who: "n1", By: "action 2", Data: "keep"},
		"Action 2: n1 is back, with the keys that its disk kept.", "heal"},
	{"a node restarts with nothing", nil, trace.Event{Kind: trace.Heal, What: "restart", Who: "n1", By: "action 2", Data: "lose"},
		"Action 2: n1 is back, empty: it knows of no key that it held.", "heal"},
	{"a pause ends", nil, trace.Event{Kind: trace.Heal, What: "pause", Who: "A", By: "action 3"},
		"Action 3: A goes on where it stood, and does not know that time has passed.", "heal"},
	{"a clock jumps", nil, trace.Event{Kind: trace.ClockSet, Who: "n3", Offset: 10 * trace.Second, Rate: trace.Million},
		"n3’s wall clock now differs from true time by +10 s.", "clock"},
	{"a clock runs fast", nil, trace.Event{Kind: trace.ClockSet, Who: "n3", Offset: -ms, Rate: 1_000_100},
		"n3’s clocks now run at 1.0001 times their true speed; its wall clock differs from true time by −1 ms.", "clock"},

	{"a promise broken", []trace.Event{aEnters, bEnters}, trace.Event{Kind: trace.Violation, Rule: "mutual-exclusion", Who: "B", With: "A", Resource: "invoice-42", Promised: true},
		"Broken: B and A are inside invoice-42 at the same time. This had been promised.", "broken"},
	{"no promise broken", []trace.Event{{Kind: trace.Exec, Node: "n1", Who: "A"}}, trace.Event{Kind: trace.Violation, Rule: "foreign-release", Who: "A", Node: "n1"},
		"Broken: A has deleted somebody else’s key on n1. Under these faults it had not been promised.", "broken"},
	{"a rule nobody knows", nil, trace.Event{Kind: trace.Violation, Rule: "good-manners", Detail: "A did not knock."},
		"Broken: good-manners: A did not knock. Under these faults it had not been promised.", "broken"},
	{"end", nil, trace.Event{Kind: trace.End, Why: "nothing is left to happen", Verdict: "ok"},
		"The run ends: nothing is left to happen. Outcome: ok. Exclusion held, and whoever waited for long waited for somebody at work.", "end"},
	{"end at a limit", nil, trace.Event{Kind: trace.End, Why: "20,000 events", Verdict: "broken"},
		"The run ends: 20,000 events are the limit of a run. Outcome: broken. The data is wrong.", "end"},
}
