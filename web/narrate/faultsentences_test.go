package narrate_test

import "lockstep/sim/trace"

// fault is one that the scenario has.
func fault(what, who string, change func(*trace.Event)) trace.Event {
	e := trace.Event{Kind: trace.Fault, What: what, Who: who, By: trace.ByScenario}
	if change != nil {
		change(&e)
	}
	return e
}

// between lists all links between two groups, there and, if wanted, back.
func between(a, b []string, back bool) []string {
	var links []string
	for _, x := range a {
		for _, y := range b {
			links = append(links, trace.LinkName(x, y))
		}
	}
	if back {
		links = append(links, between(b, a, false)...)
	}
	return links
}

// disk is a cast with one node, which brings its keys to disk so often.
func disk(fsync string) trace.Event {
	return trace.Event{Kind: trace.Start, Nodes: []trace.NodeInfo{{ID: "n1", Fsync: fsync}}, Clients: cast.Clients}
}

var faultSentences = []sentence{
	{"a node crashes with a disk", []trace.Event{disk(trace.FsyncEverySecond)}, fault("crash", "n1", func(e *trace.Event) { e.Data = trace.DataPolicy }),
		"Scenario: n1 crashes; what its persistence had brought to disk is left.", "fault"},
	{"a node crashes that writes all to disk", []trace.Event{disk(trace.FsyncAlways)}, fault("crash", "n1", func(e *trace.Event) { e.Data = trace.DataPolicy }),
		"Scenario: n1 crashes; what it stored stays on its disk.", "fault"},
	{"a node crashes without a disk", []trace.Event{disk(trace.FsyncNever)}, fault("crash", "n1", func(e *trace.Event) { e.Data = trace.DataPolicy }),
		"Scenario: n1 crashes and loses every key it held.", "fault"},
	{"a node comes back as its crash left it", []trace.Event{cast, fault("crash", "n1", func(e *trace.Event) { e.Data = trace.DataKeep })},
		trace.Event{Kind: trace.Heal, What: trace.WhatRestart, Who: "n1", By: trace.ByScenario},
		"Scenario: n1 is back, with the keys that its disk kept.", "heal"},
	{"a member crashes", []trace.Event{numbers}, fault("crash", "c1", nil),
		"Scenario: c1, a member of the lock service, crashes. The service goes on while a majority is up.", "fault"},
	{"a client crashes and leaves a key for good", []trace.Event{setnx, {Kind: trace.Exec, Node: "n1", Who: "A", Keys: []trace.Key{{Name: key, Value: tokenA, PTTL: trace.NoExpiry}}}}, fault("crash", "A", nil),
		"Scenario: A crashes. Its key has no time to live, so it stays where it is, for ever.", "fault"},
	{"a worker stalls", nil, fault("stall", "A", func(e *trace.Event) { e.Lasts = 12 * trace.Second }),
		"Scenario: A’s work stands still for 12 s. The process lives, and so do its timers: a watchdog goes on.", "fault"},
	{"a worker goes on", nil, trace.Event{Kind: trace.Heal, What: "stall", Who: "A", By: trace.ByScenario},
		"Scenario: A’s work goes on where it stood, and does not know that time has passed.", "heal"},
	{"a partition", nil, fault("partition", "", func(e *trace.Event) { e.Links = between([]string{"A"}, []string{"n2", "n3"}, true) }),
		"Scenario: Nothing passes any more between A on one side and n2 and n3 on the other.", "fault"},
	{"a partition one way", nil, fault("partition", "", func(e *trace.Event) { e.Links = between([]string{"A", "B"}, []string{"n2"}, false) }),
		"Scenario: Nothing passes from A and B to n2 any more; the way back is open.", "fault"},
	{"a partition of three", nil, fault("partition", "", func(e *trace.Event) {
		e.Links = append(between([]string{"A"}, []string{"n1"}, true), "B>n1", "n1>n2", "n2>n1")
	}),
		"Scenario: These links are cut: A–n1, B→n1 and n1–n2.", "fault"},
	{"a partition is healed", nil, trace.Event{Kind: trace.Heal, What: "partition", By: trace.ByScenario, Links: between([]string{"A"}, []string{"n2", "n3"}, true)},
		"Scenario: A on one side and n2 and n3 on the other can reach each other again.", "heal"},
	{"a slow link", nil, fault("slow", "", func(e *trace.Event) { e.Links, e.Lasts = []string{"A>n1"}, 90*trace.Second }),
		"Scenario: Messages from A to n1 take 90 s longer from now on.", "fault"},
	{"a slow link is healed", nil, trace.Event{Kind: trace.Heal, What: "slow", By: trace.ByScenario, Links: []string{"A>n1"}},
		"Scenario: Messages from A to n1 are as fast as usual again. What is under way stays late.", "heal"},
	{"a lossy link", nil, fault("lose", "", func(e *trace.Event) { e.Links, e.PPM = []string{"A>n1"}, 125_000 }),
		"Scenario: The link from A to n1 loses 12.5 % of its messages.", "fault"},
	{"a message is taken", []trace.Event{begins, asks}, fault("drop", "", func(e *trace.Event) { e.Msg = asks.Msg }),
		"Scenario: A message is taken off the wire: A’s SET to n1.", "fault"},
	{"a message is held up", []trace.Event{begins, asks}, fault("delay", "", func(e *trace.Event) { e.Msg, e.Lasts, e.Arrive = asks.Msg, 90*trace.Second, at(90003*ms) }),
		"Scenario: A message is held up for 90 s: A’s SET to n1. It is due at 90.003 s.", "fault"},
	{"a message is doubled", []trace.Event{begins, asks}, fault("duplicate", "", func(e *trace.Event) { e.Msg = asks.Msg }),
		"Scenario: A message is sent on its way twice: A’s SET to n1.", "fault"},
	{"no such message", nil, fault("drop", "", func(e *trace.Event) { e.Msg, e.Why = "A/9/set>n1", trace.WhyNoSuchMsg }),
		"Scenario: “lost message” has nothing to act on, because no such message is under way: A/9/set>n1.", "fault"},
	{"nothing to heal", nil, fault("heal", "", func(e *trace.Event) { e.Why = trace.WhyNothingToHeal }),
		"Scenario: “heal” has nothing to act on, because those links are as usual.", "fault"},
	{"a clock is made to jump", nil, fault("clock", "n3", func(e *trace.Event) { e.Offset = 10 * trace.Second }),
		"Scenario: n3’s wall clock jumps by +10 s.", "fault"},
	{"a clock is made to run fast", nil, fault("clock", "n3", func(e *trace.Event) { e.Rate = 1_020_000 }),
		"Scenario: n3’s clocks now run at 1.02 times their true speed.", "fault"},
	{"a clock is right again", nil, trace.Event{Kind: trace.ClockSet, Who: "n3", Rate: trace.Million},
		"n3’s wall clock now shows true time.", "clock"},
	{"a flush", nil, fault("flush", "n1", nil),
		"Scenario: n1 is emptied (FLUSHALL): every key on it is gone.", "fault"},
	{"an eviction", nil, fault("evict", "n1", func(e *trace.Event) { e.Key = key }),
		"Scenario: n1 is short of memory and evicts lock:invoice:42.", "fault"},
	{"an eviction of nothing", nil, fault("evict", "n1", func(e *trace.Event) { e.Key, e.Why = key, trace.WhyNoSuchKey }),
		"Scenario: n1 cannot evict lock:invoice:42, because it has no such key.", "fault"},
	{"a message is lost at a cut", []trace.Event{begins, asks}, trace.Event{Kind: trace.Drop, Msg: asks.Msg, Who: "n1", Why: trace.WhyCut, By: trace.ByScenario},
		"A’s SET to n1 is lost: the link is cut.", "lost"},
}
