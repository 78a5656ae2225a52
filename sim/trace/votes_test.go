package trace_test

import (
	"strings"
	"testing"

	"lockstep/sim/trace"
)

// attempt opens a run of A's on n1, whose first attempt has begun.
var attempt = []trace.Event{
	{Kind: trace.Start, Nodes: []trace.NodeInfo{{ID: "n1"}}, Clients: []trace.ClientInfo{{ID: "A"}}},
	{Kind: trace.Phase, Who: "A", Phase: trace.PhaseAsk, Attempt: 1},
}

func asks(msg string, p trace.Purpose, cmd ...string) trace.Event {
	return trace.Event{Kind: trace.Send, Msg: msg, From: "A", To: "n1", Purpose: p, Cmd: cmd}
}

// hears is a reply's way, from its node to A.
func hears(msg string, p trace.Purpose, reply string, ok bool) []trace.Event {
	return []trace.Event{
		{Kind: trace.Send, Msg: msg, From: "n1", To: "A", Purpose: p, Reply: reply, OK: ok},
		{Kind: trace.Deliver, Msg: msg, Who: "A"},
	}
}

func timeout(msg string, p trace.Purpose) trace.Event {
	return trace.Event{Kind: trace.Timeout, Msg: msg, Who: "A", Purpose: p}
}

// A node's vote is what it answers to a request that is for acquiring, whatever the
// messages are called and whichever reply grants it, as long as the client waits.
func TestVotes(t *testing.T) {
	set := asks("A/1/set>n1", trace.ToAcquire, "SET", "k", "a", "NX")
	again := asks("A/1/set.2>n1", trace.ToAcquire, "SET", "k", "a", "NX")
	yes := hears("A/1/set<n1", trace.ToAcquire, "OK", true)
	no := hears("A/1/set<n1", trace.ToAcquire, "(nil)", false)
	next := trace.Event{Kind: trace.Phase, Who: "A", Phase: trace.PhaseReadClock, Attempt: 2}
	for _, row := range []struct {
		name string
		want trace.Vote
		then [][]trace.Event
	}{
		{"nothing asked", trace.NotAsked, nil},
		{"asked", trace.Asked, [][]trace.Event{{set}}},
		{"granted", trace.Granted, [][]trace.Event{{set}, yes}},
		{"refused", trace.Refused, [][]trace.Event{{set}, no}},
		{"no answer in time", trace.NoAnswer, [][]trace.Event{{set, timeout(set.Msg, trace.ToAcquire)}}},
		{"granted too late", trace.NoAnswer, [][]trace.Event{{set, timeout(set.Msg, trace.ToAcquire)}, yes}},
		{"granted in an attempt that is over", trace.NotAsked, [][]trace.Event{{set, next}, yes}},
		{"SETNX", trace.Granted, [][]trace.Event{{asks("A/1/set>n1", trace.ToAcquire, "SETNX", "k", "a")},
			hears("A/1/set<n1", trace.ToAcquire, "(integer) 1", true)}},
		{"a script", trace.Granted, [][]trace.Event{{asks("A/1/enter>n1", trace.ToAcquire, "EVAL", "...", "1", "k", "a")},
			hears("A/1/enter<n1", trace.ToAcquire, "(nil)", true)}},
		{"an OK that does not grant", trace.Refused, [][]trace.Event{{set}, hears("A/1/set<n1", trace.ToAcquire, "OK", false)}},
		{"more time", trace.NotAsked, [][]trace.Event{{asks("A/1/extend>n1", trace.ToExtend, "EVAL")},
			hears("A/1/extend<n1", trace.ToExtend, "(integer) 1", true)}},
		{"a release that is called set", trace.NotAsked, [][]trace.Event{{asks("A/1/set>n1", trace.ToRelease, "DEL", "k")},
			hears("A/1/set<n1", trace.ToRelease, "(integer) 1", true)}},
		{"a copy", trace.Asked, [][]trace.Event{{set}, hears("A/1/set<n1+1", trace.ToAcquire, "OK", true)}},
		{"asked twice, granted once", trace.Granted, [][]trace.Event{{set}, yes, {again}, hears("A/1/set.2<n1", trace.ToAcquire, "(nil)", false)}},
		{"asked twice at once", trace.Granted, [][]trace.Event{{set, again}, no, hears("A/1/set.2<n1", trace.ToAcquire, "OK", true)}},
		{"asked twice, the first answer too late", trace.Asked, [][]trace.Event{{set, timeout(set.Msg, trace.ToAcquire), again}, yes}},
	} {
		events := append([]trace.Event(nil), attempt...)
		for _, more := range row.then {
			events = append(events, more...)
		}
		if got := trace.Fold(events, 0).Client("A").Votes[0]; got != row.want {
			t.Errorf("%s: the vote is %d, want %d", row.name, got, row.want)
		}
	}
}

func TestAwaits(t *testing.T) {
	events := append([]trace.Event(nil), attempt...)
	var waits []string
	see := func(e trace.Event) {
		events = append(events, e)
		if trace.Fold(events, 0).Client("A").Awaits("A/1/set<n1") {
			waits = append(waits, e.Kind.String())
		}
	}
	see(asks("A/1/del>n1", trace.ToRelease, "DEL", "k"))
	see(asks("A/1/set>n1", trace.ToAcquire, "SET", "k", "a", "NX"))
	see(trace.Event{Kind: trace.Deliver, Msg: "A/1/set>n1", Who: "n1"})
	see(timeout("A/1/set>n1", trace.ToAcquire))
	if got := strings.Join(waits, " "); got != "send deliver" {
		t.Errorf("A waits for the reply after: %s", got)
	}
	a := trace.Fold(events[:4], 0).Client("A")
	for _, msg := range []string{"A/1/set>n1", "A/1/set<n1+1", "A/2/set<n1", "nonsense"} {
		if a.Awaits(msg) {
			t.Errorf("A waits for %s", msg)
		}
	}
}
