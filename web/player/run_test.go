package player

import (
	"strconv"

	"pgregory.net/rapid"

	"lockstep/sim/trace"
)

// drawRun draws a run in form: one client, two nodes, instants that hold several
// events and gaps between them from microseconds to minutes.
func drawRun(t *rapid.T) []trace.Event {
	events := []trace.Event{{
		Kind: trace.Start, Nodes: []trace.NodeInfo{{ID: "n1"}, {ID: "n2"}}, Clients: []trace.ClientInfo{{ID: "A"}},
	}}
	now := trace.Time(0)
	for attempt := range rapid.IntRange(1, 20).Draw(t, "attempts") {
		tick := func() {
			gap := rapid.SampledFrom([]int64{0, 0, 1, 700, 3_000, 50_000, 400_000, 70_000_000}).Draw(t, "gap")
			now += trace.Time(gap)
		}
		add := func(e trace.Event) {
			e.Seq, e.T = len(events), now
			events = append(events, e)
		}
		n := strconv.Itoa(attempt + 1)
		tick()
		add(trace.Event{Kind: trace.Phase, Who: "A", Phase: "ask", Attempt: attempt + 1, File: "redlock.go", Line: 40})
		cmd := []string{"SET", "k", "v" + n, "NX"}
		for _, node := range []string{"n1", "n2"} {
			add(trace.Event{Kind: trace.Send, Msg: "A/" + n + "/set>" + node, From: "A", To: node, Purpose: trace.ToAcquire, Cmd: cmd, Arrive: now + 1})
		}
		for _, node := range []string{"n1", "n2"} {
			tick()
			msg := "A/" + n + "/set>" + node
			reply := "A/" + n + "/set<" + node
			add(trace.Event{Kind: trace.Deliver, Msg: msg, Who: node})
			add(trace.Event{
				Kind: trace.Exec, Msg: msg, Who: "A", Node: trace.NodeID(node), Purpose: trace.ToAcquire, Cmd: cmd, Reply: "OK", OK: true,
				Keys: []trace.Key{{Name: "k", Value: "v" + n, PTTL: trace.Second}},
			})
			add(trace.Event{Kind: trace.Send, Msg: reply, From: node, To: "A", Purpose: trace.ToAcquire, Reply: "OK", OK: true, Arrive: now + 1})
			tick()
			add(trace.Event{Kind: trace.Deliver, Msg: reply, Who: "A"})
		}
		add(trace.Event{Kind: trace.Decide, Who: "A", Attempt: attempt + 1, OK: true})
		add(trace.Event{Kind: trace.Hold, Who: "A", Key: "k", Token: "v" + n, Until: trace.Local(now) + 1})
		tick()
		add(trace.Event{Kind: trace.Release, Who: "A", Key: "k", Token: "v" + n})
		if rapid.Bool().Draw(t, "trouble") {
			add(trace.Event{Kind: trace.Fault, Who: "A", What: trace.WhatPause, Lasts: 1})
			add(trace.Event{Kind: trace.Violation, Who: "A", Rule: trace.RuleStaleWrite})
			tick()
			add(trace.Event{Kind: trace.Heal, Who: "A", What: trace.WhatPause})
		}
	}
	events = append(events, trace.Event{Kind: trace.End, Seq: len(events), T: now, Verdict: "ok", Hash: "cafe"})
	return events
}

// feed gives a player a run's events in random pieces.
func feed(t *rapid.T, p *Player, events []trace.Event) {
	for i := 0; i < len(events); {
		n := rapid.IntRange(1, len(events)-i).Draw(t, "piece")
		p.Add(events[i:i+n], i+n == len(events))
		i += n
	}
}

func ready(t *rapid.T) (*Player, []trace.Event) {
	events := drawRun(t)
	p := New(0, 0)
	feed(t, p, events)
	return p, events
}

// folded is the state after the first k events, made without a player.
func folded(events []trace.Event, k int) *trace.State {
	s := &trace.State{}
	for i := range events[:k] {
		s.Apply(&events[i])
	}
	return s
}
