package sweep_test

import (
	"fmt"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/sweep"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// journey is a message as its Send event tells of it, and what became of it.
type journey struct {
	to     string
	arrive trace.Time // 0 if it will be lost
	copy   bool       // all that a primary has: a run does not go on for that alone
	over   bool
}

// fates looks for messages that share a name, that have two fates or none, or one
// at another time or place than was said.
func fates(events []trace.Event) error {
	journeys := make(map[string]*journey)
	for i := range events {
		e := &events[i]
		switch e.Kind {
		case trace.Send:
			if journeys[e.Msg] != nil {
				return fmt.Errorf("two messages are called %s", e.Msg)
			}
			if m, ok := trace.ParseMsg(e.Msg); !ok || m.String() != e.Msg {
				return fmt.Errorf("%q is no name of a message", e.Msg)
			}
			journeys[e.Msg] = &journey{to: e.To, arrive: e.Arrive, copy: e.Purpose == trace.ToCopy}
		case trace.Fault:
			if j := journeys[e.Msg]; j != nil && e.What == trace.WhatDelay && e.Why == "" && j.arrive != 0 {
				j.arrive = e.Arrive
			}
		case trace.Deliver, trace.Drop:
			j := journeys[e.Msg]
			if j == nil || j.over {
				return fmt.Errorf("%s has another fate at %d: %v %s", e.Msg, e.T, e.Kind, e.Why)
			}
			j.over = true
			if j.to != e.Who {
				return fmt.Errorf("%s was sent to %s and comes to %s", e.Msg, j.to, e.Who)
			}
			early := e.Kind == trace.Drop && (e.Why == trace.WhyDropped || e.Why == trace.WhyLost && j.arrive == 0)
			if !early && j.arrive != e.T {
				return fmt.Errorf("%s has its fate at %d, not at %d: %v %s", e.Msg, e.T, j.arrive, e.Kind, e.Why)
			}
		case trace.End:
			return open(events, journeys, e)
		}
	}
	return nil
}

// open looks for messages that should have had a fate before the run's end.
func open(events []trace.Event, journeys map[string]*journey, end *trace.Event) error {
	for i := range events {
		if e := &events[i]; e.Kind == trace.Send && !journeys[e.Msg].over {
			at, due := journeys[e.Msg].arrive, false
			switch end.Why {
			case trace.EndNothingLeft:
				due = !journeys[e.Msg].copy || at != 0 && at < end.T
			case trace.EndAsked:
				due = at != 0 && at <= end.T
			}
			if due {
				return fmt.Errorf("nothing became of %s, which was to arrive at %d; the run ended at %d: %s", e.Msg, at, end.T, end.Why)
			}
		}
	}
	return nil
}

// The copy of a reply and the reply to a copy are two messages, also by name.
func TestCopiesHaveNamesOfTheirOwn(t *testing.T) {
	e := world.NewEngine()
	defer e.Close()
	w := sweep.Within(1)
	node := string(w.Config.Nodes[0].ID)
	request := trace.MsgName{Client: "A", Attempt: 1, Step: "set", Node: trace.NodeID(node)}
	reply := request
	reply.Reply = true
	w.Config.Network.Usual.LossPPM = 0
	w.Actions = []run.Action{
		{When: &run.Trigger{Kind: trace.Send, Who: "A", Node: node, Nth: 1}, Verb: run.Duplicate, Msg: request.String()},
		{When: &run.Trigger{Kind: trace.Send, Who: node, Node: "A", Nth: 1}, Verb: run.Duplicate, Msg: reply.String()},
	}
	events := play(t, e, w)
	if err := fates(events); err != nil {
		t.Fatal(err)
	}
	copies := 0
	for i := range events {
		if m, ok := trace.ParseMsg(events[i].Msg); ok && events[i].Kind == trace.Deliver && m.Copy > 0 {
			copies++
		}
	}
	if copies != 3 {
		t.Errorf("%d copies arrived, not 3: one of the request, one of its reply, and the reply to the first", copies)
	}
}

// arriveTwice gives a message the fate of another.
func arriveTwice(events []trace.Event) bool {
	first := ""
	return change(events, func(e *trace.Event) bool {
		switch {
		case e.Kind != trace.Deliver:
		case first == "":
			first = e.Msg
		default:
			e.Msg = first
			return true
		}
		return false
	})
}
