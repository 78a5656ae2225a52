package narrate_test

import (
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/narrate"
	"lockstep/web/phrase"
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
	Kind:     trace.Start,
	Nodes:    []trace.NodeInfo{{ID: "n1"}, {ID: "n2"}, {ID: "n3"}},
	Clients:  []trace.ClientInfo{{ID: "A", Lock: "redlock", Key: key, TTL: 10 * trace.Second}, {ID: "B", Key: key}},
	Resource: "invoice-42",
}

// Events that tests are built of.
var (
	begins  = trace.Event{Kind: trace.Phase, Who: "A", Phase: "read-clock", Attempt: 1}
	asks    = trace.Event{Kind: trace.Send, T: at(2 * ms), Msg: "A/1/set>n1", From: "A", To: "n1", Cmd: []string{"SET", key, tokenA, "NX", "PX", "10000"}, Arrive: at(2*ms + 1310)}
	sets    = trace.Event{Kind: trace.Exec, T: at(3 * ms), Node: "n1", Who: "A", Msg: "A/1/set>n1", Cmd: asks.Cmd, Reply: "OK", Keys: []trace.Key{{Name: key, Value: tokenA, PTTL: 10 * trace.Second}}}
	answers = trace.Event{Kind: trace.Send, T: at(3 * ms), Msg: "A/1/set<n1", From: "n1", To: "A", Reply: "OK", Arrive: at(5 * ms)}
	refuses = trace.Event{Kind: trace.Send, T: at(3 * ms), Msg: "A/1/set<n1", From: "n1", To: "A", Reply: "(nil)", Arrive: at(5 * ms)}
	holds   = trace.Event{Kind: trace.Hold, Who: "A", Key: key, Token: tokenA, Until: 9_890_001}
	aEnters = trace.Event{Kind: trace.Enter, Who: "A", Resource: "invoice-42"}
	bEnters = trace.Event{Kind: trace.Enter, Who: "B", Resource: "invoice-42"}
	letGo   = trace.Event{Kind: trace.Send, T: at(400 * ms), Msg: "A/1/del>n1", From: "A", To: "n1", Cmd: []string{"EVAL", script, "1", key, tokenA}}
	late    = trace.Event{Kind: trace.Timeout, Msg: "A/1/set>n1", Who: "A"}
)

func foreign(e trace.Event) trace.Event {
	e.Who, e.Keys = "B", []trace.Key{{Name: key, Value: tokenB, PTTL: 10 * trace.Second}}
	return e
}

var sentences = []struct {
	name   string
	before []trace.Event
	event  trace.Event
	want   string
	mark   narrate.Mark
}{
	{"start", nil, cast,
		"The run begins. A and B want lock:invoice:42; 3 nodes, none of which knows of another, have a vote each.", "start"},
	{"start with one client", nil, trace.Event{Kind: trace.Start, Nodes: cast.Nodes, Clients: cast.Clients[:1]},
		"The run begins. A wants lock:invoice:42; 3 nodes, none of which knows of another, have a vote each.", "start"},
	{"phase", nil, begins,
		"Step 1 of 5, attempt 1: A reads its clock before it asks anybody.", "step"},
	{"phase with a length", nil, trace.Event{Kind: trace.Phase, Who: "A", Phase: "wait", Attempt: 1, Lasts: 251_300},
		"A waits 251.3 ms, partly random, before its next attempt, so that two rivals do not collide for ever.", "step"},
	{"phase of another activity", nil, trace.Event{Kind: trace.Phase, Who: "A", Activity: "watchdog", Phase: "done"},
		"A’s watchdog has nothing left to do.", "step"},
	{"phase nobody knows", nil, trace.Event{Kind: trace.Phase, Who: "A", Phase: "contemplate"},
		"A goes on to: contemplate.", "step"},

	{"send", nil, asks,
		"A asks n1: SET lock:invoice:42 a7f3 NX PX 10000; 1.31 ms on the way.", "request"},
	{"send a release", nil, letGo,
		"A asks n1 to delete lock:invoice:42, but only if it still holds a7f3.", "request"},
	{"send a reply", nil, answers,
		"n1 answers A: OK; 2 ms on the way.", "reply"},
	{"send a copy", nil, trace.Event{Kind: trace.Send, Msg: "A/1/set>n1+1", From: "A", To: "n1", Cmd: asks.Cmd},
		"The network makes a second copy of A’s SET to n1.", "request"},

	{"deliver a request", []trace.Event{begins, asks}, trace.Event{Kind: trace.Deliver, Msg: "A/1/set>n1", Who: "n1"},
		"A’s SET to n1 arrives.", "request"},
	{"deliver an OK", []trace.Event{begins, asks, answers}, trace.Event{Kind: trace.Deliver, Msg: "A/1/set<n1", Who: "A"},
		"n1’s OK reaches A: 1 of 3 so far.", "reply"},
	{"deliver a refusal", []trace.Event{begins, asks, refuses}, trace.Event{Kind: trace.Deliver, Msg: "A/1/set<n1", Who: "A"},
		"n1’s (nil) reaches A: a refusal, no vote.", "reply"},
	{"deliver too late", []trace.Event{begins, asks, answers, late}, trace.Event{Kind: trace.Deliver, Msg: "A/1/set<n1", Who: "A"},
		"n1’s OK reaches A too late: A has stopped waiting for it.", "reply"},
	{"deliver a release's answer", []trace.Event{begins, {Kind: trace.Send, Msg: "A/1/del<n1", From: "n1", To: "A", Reply: "(integer) 1"}},
		trace.Event{Kind: trace.Deliver, Msg: "A/1/del<n1", Who: "A"},
		"n1 tells A: your key is deleted.", "reply"},
	{"deliver the answer that nothing was deleted", []trace.Event{begins, {Kind: trace.Send, Msg: "A/1/del<n1", From: "n1", To: "A", Reply: "(integer) 0"}},
		trace.Event{Kind: trace.Deliver, Msg: "A/1/del<n1", Who: "A"},
		"n1 tells A: there was no key of yours to delete.", "reply"},
	{"deliver an answer of another step", []trace.Event{begins, {Kind: trace.Send, Msg: "A/1/ping<n1", From: "n1", To: "A", Reply: "PONG"}},
		trace.Event{Kind: trace.Deliver, Msg: "A/1/ping<n1", Who: "A"},
		"n1’s answer reaches A: PONG.", "reply"},
	{"deliver a release", []trace.Event{begins, letGo}, trace.Event{Kind: trace.Deliver, Msg: "A/1/del>n1", Who: "n1"},
		"A’s release to n1 arrives.", "request"},
	{"exec sets a key that stays", nil, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Cmd: []string{"SET", key, tokenA, "NX"}, Reply: "OK"},
		"n1 has no such key yet, so it sets A’s, which never runs out: OK.", "key"},
	{"drop", []trace.Event{begins, asks}, trace.Event{Kind: trace.Drop, Msg: "A/1/set>n1", Who: "n1", Why: "the wind took it"},
		"A’s SET to n1 is lost: the wind took it.", "lost"},
	{"drop by somebody", []trace.Event{begins, asks, answers}, trace.Event{Kind: trace.Drop, Msg: "A/1/set<n1", Who: "A", By: "action 2"},
		"Action 2: n1’s answer OK to A is lost.", "lost"},
	{"timeout", []trace.Event{begins, asks}, late,
		"A stops waiting for n1: its time is up. For all A knows, its key may have been set there.", "timeout"},
	{"timeout of a release", nil, trace.Event{Kind: trace.Timeout, Msg: "A/1/del>n1", Who: "A"},
		"A stops waiting for n1: its time is up. For all A knows, n1 has done what it was asked.", "timeout"},

	{"exec sets", nil, sets,
		"n1 has no such key yet, so it sets A’s, for 10 s: OK.", "key"},
	{"exec refuses", []trace.Event{foreign(sets)}, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Cmd: asks.Cmd, Reply: "(nil)"},
		"n1 refuses A: B’s key is there. (nil).", "refused"},
	{"exec refuses the owner", []trace.Event{sets}, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Cmd: asks.Cmd, Reply: "(nil)"},
		"n1 refuses A: A’s own key from before is still there. (nil).", "refused"},
	{"exec deletes", []trace.Event{sets}, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Msg: letGo.Msg, Cmd: letGo.Cmd, Reply: "(integer) 1"},
		"n1 deletes A’s key: the token is A’s.", "key"},
	{"exec leaves a foreign key", []trace.Event{foreign(sets)}, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Msg: letGo.Msg, Cmd: letGo.Cmd, Reply: "(integer) 0"},
		"n1 deletes nothing for A: the key there is B’s, with another token.", "key"},
	{"exec has nothing to delete", nil, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Msg: letGo.Msg, Cmd: letGo.Cmd, Reply: "(integer) 0"},
		"n1 has nothing to delete for A: the key is not there.", "key"},
	{"exec deletes a foreign key", []trace.Event{foreign(sets)}, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Msg: letGo.Msg, Cmd: []string{"DEL", key}, Reply: "(integer) 1"},
		"n1 deletes the key for A, although it was B’s.", "key"},
	{"exec from the console", nil, trace.Event{Kind: trace.Exec, Node: "n1", Who: trace.Operator, Cmd: []string{"GET", key}, Reply: `"` + tokenA + `"`},
		`Somebody types at n1: GET lock:invoice:42. It answers "` + tokenA + `".`, "key"},
	{"exec fails", nil, trace.Event{Kind: trace.Exec, Node: "n1", Who: "A", Cmd: []string{"SETRANGE", "k", "-1", "x"}, Reply: "(error) ERR offset is out of range"},
		"n1 cannot run SETRANGE k -1 x for A: (error) ERR offset is out of range.", "key"},
	{"expire", []trace.Event{sets}, trace.Event{Kind: trace.Expire, Node: "n1", Key: key},
		"n1: A’s key has run out.", "gone"},
	{"expire while believed", []trace.Event{sets, holds}, trace.Event{Kind: trace.Expire, Node: "n1", Key: key},
		"n1: A’s key has run out, and A still believes in it.", "gone"},
	{"expire of a key from elsewhere", nil, trace.Event{Kind: trace.Expire, Node: "n1", Key: "k"},
		"n1: k has run out.", "gone"},

	{"decide: held", nil, trace.Event{Kind: trace.Decide, Who: "A", Acks: []trace.NodeID{"n1", "n3"}, Need: 2, Elapsed: 8213, Drift: 102 * ms, Validity: 9_889_787, OK: true, Why: "held"},
		"A counts 2 of 3 OKs, 2 needed. 10 s − 8.213 ms used − 102 ms drift = 9.889787 s of validity: A holds the lock.", "held"},
	{"decide: no majority", nil, trace.Event{Kind: trace.Decide, Who: "A", Acks: []trace.NodeID{"n1"}, Need: 2, Validity: 9 * trace.Second, Why: "no majority"},
		"A counts 1 of 3 OKs, 2 needed: no majority, no lock.", "not-held"},
	{"decide: too late", nil, trace.Event{Kind: trace.Decide, Who: "A", Acks: []trace.NodeID{"n1", "n2", "n3"}, Need: 2, Elapsed: 35 * trace.Second, Drift: 302 * ms, Validity: -5_302_000, Why: "too late"},
		"A counts 3 of 3 OKs, 2 needed. But 30 s − 35 s used − 302 ms drift = −5.302 s: nothing is left, no lock.", "not-held"},
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
		"A writes to invoice-42 (set paid): refused, 34 was seen.", "refused"},
	{"read", nil, trace.Event{Kind: trace.Read, Who: "A", Resource: "invoice-42", Op: "get", Value: "open", OK: true},
		"A reads invoice-42 (get): open.", "inside"},

	{"replicate", nil, trace.Event{Kind: trace.Replicate, Node: "n2", From: "n1"}, "n2 has copied what n1 wrote.", "failover"},
	{"sdown", nil, trace.Event{Kind: trace.SDown, Who: "s1", Node: "n1"}, "Sentinel s1 takes n1 for down.", "failover"},
	{"odown", nil, trace.Event{Kind: trace.ODown, Node: "n1", Votes: []string{"s1", "s2", "s3"}}, "s1, s2 and s3 agree that n1 is down.", "failover"},
	{"promote", nil, trace.Event{Kind: trace.Promote, Node: "n2"}, "n2 is promoted to primary.", "failover"},
	{"demote", nil, trace.Event{Kind: trace.Demote, Node: "n1"}, "n1 is a replica now.", "failover"},

	{"a node crashes", nil, trace.Event{Kind: trace.Fault, What: "crash", Who: "n1", By: "action 1", Data: "lose"},
		"Action 1: n1 crashes and loses every key it held.", "fault"},
	{"a node crashes and keeps", nil, trace.Event{Kind: trace.Fault, What: "crash", Who: "n1", By: "scenario", Data: "keep"},
		"Scenario: n1 crashes; what it stored stays on its disk.", "fault"},
	{"a client crashes", nil, trace.Event{Kind: trace.Fault, What: "crash", Who: "A", By: "scenario"},
		"Scenario: A crashes. Its keys stay on the nodes until they run out.", "fault"},
	{"a client pauses", nil, trace.Event{Kind: trace.Fault, What: "pause", Who: "A", By: "action 3", Lasts: 2 * trace.Second},
		"Action 3: A stands still for 2 s. Its clock goes on, and so do its keys’ lives.", "fault"},
	{"a fault with nothing to act on", nil, trace.Event{Kind: trace.Fault, What: "pause", Who: "Z", By: "action 3", Why: "there is no Z"},
		"Action 3: Nothing to do for “pause” at Z: there is no Z.", "fault"},
	{"a fault nobody knows", nil, trace.Event{Kind: trace.Fault, What: "flood", Who: "n1", By: "scenario"},
		"Scenario: n1: flood.", "fault"},
	{"a node restarts", nil, trace.Event{Kind: trace.Heal, What: "restart", Who: "n1", By: "action 2"},
		"Action 2: n1 is back.", "heal"},
	{"a pause ends", nil, trace.Event{Kind: trace.Heal, What: "pause", Who: "A", By: "action 3"},
		"Action 3: A goes on where it stood, and does not know that time has passed.", "heal"},
	{"a clock jumps", nil, trace.Event{Kind: trace.ClockSet, Who: "n3", Offset: 10 * trace.Second, Rate: trace.Million},
		"n3’s clock is set: +10 s against true time.", "clock"},
	{"a clock runs fast", nil, trace.Event{Kind: trace.ClockSet, Who: "n3", Offset: -ms, Rate: 1_000_100},
		"n3’s clock is set: −1 ms against true time, running 1000100 µs in a true second.", "clock"},

	{"a promise broken", []trace.Event{aEnters, bEnters}, trace.Event{Kind: trace.Violation, Rule: "mutual-exclusion", Who: "B", Promised: true},
		"Broken: B and A are inside invoice-42 at the same time. This had been promised.", "broken"},
	{"no promise broken", []trace.Event{{Kind: trace.Exec, Node: "n1", Who: "A"}}, trace.Event{Kind: trace.Violation, Rule: "foreign-release", Who: "A"},
		"Broken: A has deleted somebody else’s key on n1. Under these faults it had not been promised.", "broken"},
	{"a rule nobody knows", nil, trace.Event{Kind: trace.Violation, Rule: "good-manners", Detail: "A did not knock."},
		"Broken: good-manners: A did not knock. Under these faults it had not been promised.", "broken"},
	{"end", nil, trace.Event{Kind: trace.End, Why: "nothing is left to happen", Verdict: "ok"},
		"The run ends: nothing is left to happen. No rule was broken.", "end"},
	{"end at a limit", nil, trace.Event{Kind: trace.End, Why: "20,000 events", Verdict: "broken"},
		"The run ends: 20,000 events are the limit of a run. A rule was broken.", "end"},
}

func TestEvent(t *testing.T) {
	english := catalog(t, "en")
	for _, tt := range sentences {
		t.Run(tt.name, func(t *testing.T) {
			if got := narrate.Event(english, state(tt.event, tt.before), &tt.event); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
			if got := narrate.Sign(&tt.event); got != tt.mark {
				t.Errorf("sign: got %q, want %q", got, tt.mark)
			}
		})
	}
}

// Every kind has a sentence above, so the other languages say something about
// every kind too, with nothing missing or unfilled.
func TestEventInEveryLanguage(t *testing.T) {
	seen := make(map[trace.Kind]bool)
	for _, lang := range phrase.Languages {
		c := catalog(t, lang)
		for _, tt := range sentences {
			seen[tt.event.Kind] = true
			got := narrate.Event(c, state(tt.event, tt.before), &tt.event)
			for _, sign := range []string{"{", "}", "event.", "phase.", "word.", "unit."} {
				if strings.Contains(got, sign) {
					t.Errorf("%s, %s: %q stands in %q", lang, tt.name, sign, got)
				}
			}
			if lang != "en" && got == tt.want {
				t.Errorf("%s, %s: English: %q", lang, tt.name, got)
			}
		}
	}
	for k := trace.Start; k.Valid(); k++ {
		if !seen[k] {
			t.Errorf("no sentence for %s is tested", k)
		}
	}
}

// Whatever reasons the engine gives in the course's scenarios, under faults too,
// the catalogs know them.
func TestReasonsAreKnown(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	english := catalog(t, "en")
	const s = trace.Time(trace.Second)
	actions := []run.Action{
		{At: 12_000, Verb: run.Crash, Node: "n1", Data: run.Lose},
		{At: 13_000, Verb: run.Crash, Node: "n1"},
		{At: 14_000, Verb: run.Restart, Who: "A"},
		{At: 15_000, Verb: run.Pause, Who: "A", For: trace.Second},
		{At: 16_000, Verb: run.Command, Node: "n9", Args: []string{"PING"}},
		{At: 102_000, Verb: run.Crash, Who: "B"},
		{At: 2 * s, Verb: run.Restart, Who: "B"},
		{At: 3 * s, Verb: run.Restart, Node: "n1"},
	}
	seen := make(map[string]bool)
	for _, name := range library.Names() {
		for _, r := range []*run.Run{{Scenario: name}, {Scenario: name, Actions: actions}, {Scenario: name, Params: []run.Param{{Name: "ttl", Value: "100ms"}}}} {
			for _, until := range []trace.Time{0, s} {
				events, err := library.Play(engine, r, until)
				if err != nil {
					t.Fatal(err)
				}
				for i := range events {
					for _, key := range reasons(&events[i]) {
						seen[key] = true
						if !english.Has(key) {
							t.Errorf("%s: no phrase %q", name, key)
						}
					}
				}
			}
		}
	}
	if len(seen) < 10 {
		t.Errorf("only %d reasons came up: %v", len(seen), seen)
	}
}

// reasons lists the keys of the reasons that e gives.
func reasons(e *trace.Event) []string {
	slug := strings.NewReplacer(" ", "-", ",", "")
	var keys []string
	for of, reason := range map[string]string{"why": e.Why, "what": e.What, "rule": e.Rule, "phase": e.Phase, "verdict": e.Verdict} {
		if e.Kind == trace.End && of == "why" {
			of = "end"
		}
		if reason != "" {
			keys = append(keys, of+"."+slug.Replace(reason))
		}
	}
	return keys
}

func TestGroup(t *testing.T) {
	c := catalog(t, "en")
	to := func(e trace.Event, node, msg string) trace.Event {
		e.To, e.Msg = node, msg
		return e
	}
	for _, tt := range []struct {
		name   string
		events []trace.Event
		want   string
	}{
		{"nothing", nil, ""},
		{"questions at once", []trace.Event{asks, to(asks, "n2", "A/1/set>n2"), to(asks, "n3", "A/1/set>n3")},
			"A asks n1, n2 and n3 at once: SET lock:invoice:42 a7f3 NX PX 10000."},
		{"releases at once", []trace.Event{letGo, to(letGo, "n2", "A/1/del>n2")},
			"A asks n1 and n2 at once to delete lock:invoice:42, but only where it still holds a7f3."},
		{"questions that begin a phase", []trace.Event{{Kind: trace.Phase, Who: "A", Phase: "ask"}, asks, to(asks, "n2", "A/1/set>n2")},
			"Step 2 of 5: A asks n1 and n2 at once: SET lock:invoice:42 a7f3 NX PX 10000."},
		{"releases that begin a phase", []trace.Event{{Kind: trace.Phase, Who: "A", Phase: "let-go"}, letGo, to(letGo, "n2", "A/1/del>n2")},
			"Step 5 of 5: A has no lock, so it lets go on every node, also where no answer came."},
		{"one question", []trace.Event{begins, asks},
			"A asks n1: SET lock:invoice:42 a7f3 NX PX 10000; 1.31 ms on the way."},
		{"what matters most", []trace.Event{asks, sets, answers},
			"n1 has no such key yet, so it sets A’s, for 10 s: OK."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := narrate.Group(c, state(begins, nil), tt.events); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestShort(t *testing.T) {
	for word, want := range map[string]string{
		tokenA: "a7f3", "10000": "10000", "1234567890123": "1234567890123", key: key, "facade": "facade", "": "",
	} {
		if got := narrate.Short(word); got != want {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
}

// state is the world after the cast's start and the events before e.
func state(e trace.Event, before []trace.Event) *trace.State {
	if e.Kind == trace.Start {
		return &trace.State{}
	}
	return trace.Fold(append([]trace.Event{cast}, before...), 1<<40)
}

func catalog(t *testing.T, lang string) phrase.Catalog {
	t.Helper()
	c, err := lessons.Phrases(lessons.FS, lang)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
