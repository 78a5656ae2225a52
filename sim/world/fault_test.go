package world_test

import (
	"strings"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// when is a trigger at the first phase of that name of a client.
func when(who, phase string) *run.Trigger {
	return &run.Trigger{Kind: trace.Phase, Who: who, Phase: phase, Nth: 1}
}

// A fault at a phase comes before the process's next step: a pause at the write
// begins after the last look at the clock, and before the write leaves (K1).
func TestTriggerComesBeforeTheNextStep(t *testing.T) {
	c := small(nil, "A")
	c.Resources[0].Kind = resource.Ledger
	c.Clients[0].Job = lock.Job{Resource: "r", Kind: "ledger", Takes: 3 * trace.Second, WriteAt: 2 * trace.Second}
	events := play(t, c, run.Action{When: when("A", trace.PhaseWrite), Verb: run.Pause, Of: run.OfClient, Target: "A", For: 12 * trace.Second})
	var after []trace.Event
	for i, e := range events {
		if e.Kind == trace.Phase && e.Phase == trace.PhaseWrite {
			after = events[i:]
		}
	}
	expect(t, brief(after, trace.Phase, trace.Fault, trace.Heal, trace.Send, trace.Leave, trace.Lost), `
		2.012s phase A write
		2.012s fault pause A by action 1
		14.012s heal pause A by action 1
		14.012s send A/1/write>r
		14.013s send A/1/write<r
		14.014s leave A
		14.014s phase A give-back
		14.014s lost A
		14.014s send A/1/del>n1
		14.014s send A/1/del>n2
		14.014s send A/1/del>n3
		14.015s send A/1/del<n1
		14.015s send A/1/del<n2
		14.015s send A/1/del<n3
		14.016s phase A done`)
}

// The nth of the events that match lets the fault loose, once, and after so long.
func TestTriggerCountsAndWaits(t *testing.T) {
	c := small(nil, "A")
	events := playUntil(t, c, 100*ms,
		run.Action{When: &run.Trigger{Kind: trace.Deliver, Who: "A", Nth: 3}, After: 5 * trace.Millisecond, Verb: run.Crash, Target: "n1", Data: run.DataKeep},
		run.Action{When: &run.Trigger{Kind: trace.Deliver, Who: "A", Nth: 4}, Verb: run.Crash, Target: "n2"},
		run.Action{When: &run.Trigger{Kind: trace.Fault, Who: "n1", Nth: 1}, Verb: run.Restart, Target: "n1"})
	expect(t, brief(events, trace.Fault, trace.Heal), `
		17ms fault crash n1 by action 1
		17ms heal restart n1 by action 3`)
}

// A cut stops what arrives while it lasts, whenever that left, in the directions
// that it names; a one-way cut only what leaves the first group.
func TestPartition(t *testing.T) {
	cut := func(at trace.Time, oneWay bool, groups ...[]string) run.Action {
		return run.Action{At: at, Verb: run.Partition, Cut: groups, OneWay: oneWay}
	}
	c := small(func(o *lock.Options) { o.NodeTimeout = 5 * trace.Millisecond }, "A")
	events := playUntil(t, c, 16*ms,
		cut(10*ms+500, false, []string{"A"}, []string{"n1"}),
		cut(0, true, []string{"n2"}, []string{"A"}),
		run.Action{At: 12*ms + 1, Verb: run.Heal, Heal: run.HealAll},
		run.Action{At: 13 * ms, Verb: run.Heal, Heal: run.HealAll})
	expect(t, brief(events, trace.Fault, trace.Heal, trace.Deliver, trace.Drop, trace.Timeout, trace.Decide), `
		0s fault partition  by action 2
		10.5ms fault partition  by action 1
		11ms drop A/1/set>n1 cut
		11ms deliver A/1/set>n2
		11ms deliver A/1/set>n3
		12ms drop A/1/set<n2 cut
		12ms deliver A/1/set<n3
		12.001ms heal partition  by action 3
		13ms fault heal  by action 4 nothing to heal
		15ms timeout A/1/set>n1
		15ms timeout A/1/set>n2
		15ms decide A 1 no majority 9.893s
		16ms deliver A/1/del>n1
		16ms deliver A/1/del>n2
		16ms deliver A/1/del>n3`)
	for _, e := range events {
		if e.Kind == trace.Heal {
			if got := strings.Join(e.Links, " "); got != "n2>A A>n1 n1>A" {
				t.Errorf("these links healed: %s", got)
			}
		}
	}
}

// What is done to one message is done to that one.
func TestMessages(t *testing.T) {
	at := func(v run.Verb, msg string, by trace.Duration) run.Action {
		return run.Action{At: 10*ms + 500, Verb: v, Msg: msg, By: by}
	}
	c := small(func(o *lock.Options) { o.NodeTimeout = 5 * trace.Millisecond }, "A")
	events := playUntil(t, c, 14*ms,
		at(run.Drop, "A/1/set>n1", 0), at(run.Delay, "A/1/set>n2", 2*trace.Millisecond), at(run.Duplicate, "A/1/set>n3", 0),
		at(run.Drop, "A/1/set<n3", 0))
	expect(t, brief(events, trace.Fault, trace.Send, trace.Deliver, trace.Drop, trace.Exec, trace.Decide), `
		10ms send A/1/set>n1
		10ms send A/1/set>n2
		10ms send A/1/set>n3
		10.5ms fault drop  by action 1
		10.5ms drop A/1/set>n1 dropped
		10.5ms fault delay  by action 2
		10.5ms fault duplicate  by action 3
		10.5ms send A/1/set>n3+1
		10.5ms fault drop  by action 4 no such message
		11ms deliver A/1/set>n3
		11ms exec n3 A SET OK
		11ms send A/1/set<n3
		11.5ms deliver A/1/set>n3+1
		11.5ms exec n3 A SET (nil)
		11.5ms send A/1/set<n3+1
		12ms deliver A/1/set<n3
		12.5ms deliver A/1/set<n3+1
		13ms deliver A/1/set>n2
		13ms exec n2 A SET OK
		13ms send A/1/set<n2
		14ms deliver A/1/set<n2`)
}

// A message that chance will take stays lost, however long it is delayed.
func TestDelayOfALostMessage(t *testing.T) {
	c := small(nil, "A")
	c.Network.Links = []world.LinkException{{Between: [2]string{"A", "n2"}, Link: world.Link{Min: 4000, Max: 4000, LossPPM: trace.Million}}}
	events := playUntil(t, c, 40*ms, run.Action{At: 11 * ms, Verb: run.Delay, Msg: "A/1/set>n2", By: 10 * trace.Millisecond})
	expect(t, brief(events, trace.Drop), `22ms drop A/1/set>n2 lost`)
}

// A slow link is slow in one direction, a lossy one loses what chance says.
func TestSlowAndLossyLinks(t *testing.T) {
	c := small(nil, "A")
	events := playUntil(t, c, 40*ms,
		run.Action{Verb: run.Slow, Link: [2]string{"n1", "A"}, By: 20 * trace.Millisecond},
		run.Action{Verb: run.Lose, Link: [2]string{"A", "n2"}, PPM: trace.Million},
		run.Action{Verb: run.Slow, Link: [2]string{"n9", "A"}, By: 20 * trace.Millisecond})
	expect(t, brief(events, trace.Fault, trace.Deliver, trace.Drop), `
		0s fault slow  by action 1
		0s fault lose  by action 2
		0s fault slow  by action 3 no such link
		10.5ms drop A/1/set>n2 lost
		11ms deliver A/1/set>n1
		11ms deliver A/1/set>n3
		12ms deliver A/1/set<n3
		32ms deliver A/1/set<n1`)
}

// A stall stops the worker and lets its watchdog renew; a pause stops both.
func TestStallAndPause(t *testing.T) {
	for _, row := range []struct {
		verb     run.Verb
		renewals int
	}{{run.Stall, 9}, {run.Pause, 0}} {
		c := small(func(o *lock.Options) { o.Watchdog, o.StopAtValidity = 3*trace.Second, false }, "A")
		events := play(t, c, run.Action{At: second, Verb: row.verb, Of: run.OfClient, Target: "A", For: 29 * trace.Second})
		n := 0
		for _, e := range events {
			if e.Kind == trace.Extend {
				n++
			}
		}
		if n != row.renewals {
			t.Errorf("a %v of 29 s left room for %d renewals, not %d", row.verb, n, row.renewals)
		}
		if last := brief(events, trace.Heal, trace.Leave); !strings.HasPrefix(last, "30s heal "+row.verb.String()) || !strings.HasSuffix(last, "leave A") {
			t.Errorf("after a %v it went\n%s", row.verb, last)
		}
	}
}

// A clock's rate changes the wake-ups and timeouts that are scheduled already; a
// jump of the wall clock does not, for they go by the steady one.
func TestClocksOfAClient(t *testing.T) {
	for _, row := range []struct {
		clock run.Action
		leave string
	}{
		{run.Action{At: 512 * ms, Rate: 2 * trace.Million}, "762ms leave A"},
		{run.Action{At: 512 * ms, Rate: trace.Million / 2}, "1.512s leave A"},
		{run.Action{At: 512 * ms, Jump: -trace.Minute}, "1.012s leave A"},
	} {
		a := row.clock
		a.Verb, a.Of, a.Target = run.Clock, run.OfClient, "A"
		expect(t, brief(play(t, small(nil, "A"), a), trace.Leave), row.leave)
	}
	// A timeout of 50 ms on a clock that runs at half the speed.
	events := playUntil(t, small(nil, "A"), second,
		run.Action{Verb: run.Crash, Target: "n1"},
		run.Action{At: 20 * ms, Verb: run.Clock, Of: run.OfClient, Target: "A", Rate: trace.Million / 2})
	expect(t, brief(events, trace.Timeout), `100ms timeout A/1/set>n1`)
}

// A jump forward of a node's wall clock ends its keys early, one back lengthens
// their life.
func TestClocksOfANode(t *testing.T) {
	c := small(func(o *lock.Options) { o.TTL = trace.Second }, "A")
	c.Clients[0].Job.Takes = 10 * trace.Second
	jump := func(node string, by trace.Duration) run.Action {
		return run.Action{At: 500 * ms, Verb: run.Clock, Target: node, Jump: by}
	}
	events := playUntil(t, c, 950*ms, jump("n1", 200*trace.Millisecond), jump("n2", -trace.Minute), jump("n3", trace.Minute))
	expect(t, brief(events, trace.Expire), `
		500ms expire n3
		812ms expire n1`)
}

// A machine that crashes with a time to come back does so, unless somebody brought
// it back before.
func TestCrashWithRestart(t *testing.T) {
	c := small(nil, "A")
	events := playUntil(t, c, second,
		run.Action{At: 100 * ms, Verb: run.Crash, Target: "n1", Restart: 200 * trace.Millisecond},
		run.Action{At: 100 * ms, Verb: run.Crash, Target: "n2", Restart: 200 * trace.Millisecond},
		run.Action{At: 150 * ms, Verb: run.Restart, Target: "n2"},
		run.Action{At: 120 * ms, Verb: run.Crash, Of: run.OfClient, Target: "A", Restart: 30 * trace.Millisecond})
	expect(t, brief(events, trace.Fault, trace.Heal), `
		100ms fault crash n1 by action 1
		100ms fault crash n2 by action 2
		120ms fault crash A by action 4
		150ms heal restart n2 by action 3
		150ms heal restart A by action 4
		300ms heal restart n1 by action 1`)
}

// A flush and an eviction take keys whoever holds them.
func TestFlushAndEvict(t *testing.T) {
	c := small(nil, "A")
	events := playUntil(t, c, second,
		run.Action{At: 100 * ms, Verb: run.Flush, Target: "n1"},
		run.Action{At: 100 * ms, Verb: run.Evict, Target: "n2", Key: "k"},
		run.Action{At: 200 * ms, Verb: run.Evict, Target: "n2", Key: "k"})
	expect(t, brief(events, trace.Fault), `
		100ms fault flush n1 by action 1
		100ms fault evict n2 by action 2
		200ms fault evict n2 by action 3 no such key`)
	s := trace.Fold(events, second)
	for _, n := range s.Nodes {
		if gone := n.ID != "n3"; gone != (n.Key("k") == nil) || gone != (len(n.Ghosts) == 1) {
			t.Errorf("%s holds %v, and is missed %v", n.ID, n.Keys, n.Ghosts)
		}
	}
}
