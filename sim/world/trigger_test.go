package world_test

import (
	"slices"
	"strings"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// A crash that an event lets loose comes before anything else that the machine does,
// whatever the event.
func TestNothingFollowsACrash(t *testing.T) {
	crash := func(of run.Of, target string, when run.Trigger) run.Action {
		when.Nth = max(when.Nth, 1)
		return run.Action{When: &when, Verb: run.Crash, Of: of, Target: target, Data: run.DataKeep}
	}
	for _, row := range []struct {
		name   string
		fault  run.Action
		change func(*lock.Options)
		more   []run.Action
	}{
		{"at the start", crash(run.OfClient, "A", run.Trigger{Kind: trace.Start}), nil, nil},
		{"at a phase", crash(run.OfClient, "A", run.Trigger{Kind: trace.Phase, Phase: trace.PhaseCount}), nil, nil},
		{"at its hold", crash(run.OfClient, "A", run.Trigger{Kind: trace.Hold}), nil, nil},
		{"when its request has left", crash(run.OfClient, "A", run.Trigger{Kind: trace.Send, Who: "A"}), nil, nil},
		{"when an answer arrives", crash(run.OfClient, "A", run.Trigger{Kind: trace.Deliver, Who: "A", Nth: 3}), nil, nil},
		{"when a request arrives", crash(run.OfNode, "n1", run.Trigger{Kind: trace.Deliver, Who: "n1"}), nil, nil},
		{"when a node is silent", crash(run.OfClient, "A", run.Trigger{Kind: trace.Timeout, Who: "A"}),
			func(o *lock.Options) { o.Order = lock.Sequential }, []run.Action{{Verb: run.Crash, Target: "n1"}}},
		{"when its pause is over", crash(run.OfClient, "A", run.Trigger{Kind: trace.Heal, Who: "A"}), nil,
			[]run.Action{{At: 11 * ms, Verb: run.Pause, Of: run.OfClient, Target: "A", For: trace.Second}}},
	} {
		events := play(t, small(row.change, "A"), append(row.more, row.fault)...)
		down := false
		for i := range events {
			e := &events[i]
			if down && acts(e, row.fault.Target) {
				t.Errorf("%s: then comes %s", row.name, e.AppendJSON(nil))
			}
			down = down || e.Kind == trace.Fault && e.Who == row.fault.Target && e.Why == "" && e.What == trace.WhatCrash
		}
		if !down {
			t.Errorf("%s: nothing crashed", row.name)
		}
	}
}

// acts tells whether a machine does something in an event.
func acts(e *trace.Event, who string) bool {
	switch e.Kind {
	case trace.Send:
		return e.From == who
	case trace.Exec:
		return string(e.Node) == who
	case trace.Phase, trace.Decide, trace.Hold, trace.Enter, trace.Leave, trace.Timeout, trace.Deliver, trace.Release, trace.Lost:
		return e.Who == who
	}
	return false
}

// A node that crashes as it is promoted does not answer, and a sentinel that crashes as
// it finds one node down says nothing of the next.
func TestNothingFollowsACrashInAFailover(t *testing.T) {
	promoted := run.Action{When: &run.Trigger{Kind: trace.Promote, Nth: 1}, Verb: run.Crash, Target: "n2"}
	events := playUntil(t, shop(nil), 5*second, failed, promoted)
	at := slices.IndexFunc(events, func(e trace.Event) bool { return e.Kind == trace.Promote })
	if at < 0 {
		t.Fatal("nobody was promoted")
	}
	for _, e := range events[at:] {
		if e.Kind == trace.Send && e.From == "n2" {
			t.Errorf("n2 crashed as it was promoted, and sends %s", e.Msg)
		}
	}

	found := run.Action{When: &run.Trigger{Kind: trace.SDown, Who: "s1", Nth: 1}, Verb: run.Crash, Of: run.OfSentinel, Target: "s1"}
	dead := []run.Action{{At: ms, Verb: run.Crash, Target: "n1"}, {At: ms, Verb: run.Crash, Target: "n2"}}
	said := 0
	for _, e := range playUntil(t, shop(nil), 3*second, append(dead, found)...) {
		if e.Kind == trace.SDown && e.Who == "s1" {
			said++
		}
	}
	if said != 1 {
		t.Errorf("s1 crashed as it found the first node down, and tells of %d", said)
	}
}

// A pause at the end of a pause begins before the process goes on.
func TestPauseAfterPause(t *testing.T) {
	c := small(nil, "A")
	events := playUntil(t, c, 10*second,
		run.Action{At: 11 * ms, Verb: run.Pause, Of: run.OfClient, Target: "A", For: trace.Second},
		run.Action{When: &run.Trigger{Kind: trace.Heal, Who: "A", Nth: 1}, Verb: run.Pause, Of: run.OfClient, Target: "A", For: 2 * trace.Second})
	expect(t, brief(events, trace.Fault, trace.Heal, trace.Decide), `
		11ms fault pause A by action 1
		1.011s heal pause A by action 1
		1.011s fault pause A by action 2
		3.011s heal pause A by action 2
		3.011s decide A 3 held 6.897s`)
}

// Death ends a pause.
func TestCrashWhilePaused(t *testing.T) {
	events := play(t, small(nil, "A"),
		run.Action{At: 100 * ms, Verb: run.Pause, Of: run.OfClient, Target: "A", For: 2 * trace.Second},
		run.Action{At: 200 * ms, Verb: run.Crash, Of: run.OfClient, Target: "A"})
	if got := brief(events, trace.Heal); got != "" {
		t.Errorf("a dead client goes on: %s", got)
	}
}

// A client that comes back before its time waits for it.
func TestRestartBeforeTheStart(t *testing.T) {
	c := small(nil, "A")
	c.Clients[0].Start = 2 * second
	events := play(t, c,
		run.Action{At: 100 * ms, Verb: run.Crash, Of: run.OfClient, Target: "A"},
		run.Action{At: 200 * ms, Verb: run.Restart, Of: run.OfClient, Target: "A"})
	if got := brief(events, trace.Enter); !strings.HasPrefix(got, "2.002s") {
		t.Errorf("it went in at %s", got)
	}
}

// A key's end by a client's clock is the same thing whichever way the clocks differ.
func TestAbsoluteExpiryBehind(t *testing.T) {
	for name, a := range map[string]run.Action{
		"the client is behind": {Verb: run.Clock, Of: run.OfClient, Target: "A", Jump: -4 * trace.Second},
		"the node is ahead":    {Verb: run.Clock, Target: "n1", Jump: 4 * trace.Second},
	} {
		c := small(func(o *lock.Options) {
			*o = lock.Defaults(trace.LockToken)
			o.Key, o.Nodes, o.Expiry = "k", []trace.NodeID{"n1"}, lock.Absolute
		}, "A")
		c.Clients[0].Job.Takes = 20 * trace.Second
		expect(t, brief(play(t, c, a), trace.Expire), "6.011s expire n1")
		if name == "the client is behind" {
			for _, e := range play(t, c, a) {
				if e.Kind == trace.Exec && e.Cmd[0] == "SET" && e.Cmd[5] != "1800000006010" {
					t.Errorf("it asks for an end at %s", e.Cmd[5])
				}
			}
		}
	}
}

// A run ends when nothing is left to happen, and not when the last of the timeouts
// would have come that nobody waits for any more.
func TestEndWithSentinels(t *testing.T) {
	c := shop(func(o *lock.Options) { o.TTL = trace.Second })
	c.Clients = c.Clients[:1]
	c.Clients[0].Job.Takes, c.Clients[0].Job.WriteAt = 100*trace.Millisecond, 0
	events := play(t, c)
	last, end := events[len(events)-2].T, events[len(events)-1].T
	if end-last > second {
		t.Errorf("the last event is at %v, the end at %v", trace.Duration(last), trace.Duration(end))
	}
	// Nor does a replica that never gets its copy keep it going.
	events = play(t, c, run.Action{Verb: run.Partition, Cut: [][]string{{"n1"}, {"n2"}}, OneWay: true})
	if end := events[len(events)-1].T; end > 3*second {
		t.Errorf("with the replica out of reach the run ends at %v", trace.Duration(end))
	}
}

// A fault whose event never comes is told of at the end, and lets nothing loose.
func TestEventThatNeverCame(t *testing.T) {
	never := func(v run.Verb, target string) run.Action {
		return run.Action{When: &run.Trigger{Kind: trace.Hold, Who: "Z", Nth: 1}, Verb: v, Target: target}
	}
	onFault := run.Action{When: &run.Trigger{Kind: trace.Fault, Nth: 1}, Verb: run.Flush, Target: "n3"}
	events := play(t, small(nil, "A"), never(run.Crash, "n1"), never(run.Flush, "n2"), onFault)
	expect(t, brief(events, trace.Fault, trace.End), `
		1.014s fault crash n1 by action 1 its event never came
		1.014s fault flush n2 by action 2 its event never came
		1.014s fault flush n3 by action 3 its event never came
		1.014s end nothing is left to happen, ok`)
	if got := brief(playUntil(t, small(nil, "A"), 500*ms, never(run.Crash, "n1")), trace.Fault); got != "" {
		t.Errorf("a run that was stopped early tells of %s", got)
	}
}
