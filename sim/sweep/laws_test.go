package sweep_test

import (
	"fmt"
	"slices"
	"testing"

	"lockstep/sim/sweep"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// law is something that holds in every run. It looks at the trace alone, and
// returns what is wrong.
type law struct {
	name   string
	broken func(events []trace.Event) error

	// doctor changes a trace so that it breaks the law: a law that nothing breaks
	// says nothing. It tells whether it found something to change.
	doctor func(events []trace.Event) bool
}

var laws = []law{
	{"nobody is reached who is down or cut off, and only what arrived is carried out", unreachable, letPass},
	{"who is down, paused or stalled does nothing", idle, neverWake},
	{"a key's life on a node follows that node's wall clock", lives, liveLonger},
	{"a replica holds only what its primary held", copies, copyWrongly},
	{"a message has one name and one fate, at its time", fates, arriveTwice},
	{"a WAIT counts replicas that hold what its client had set", confirmed, countOneMore},
	{"a client that crashes is told of with all the keys that it leaves, and no others", orphans, overlookOrphan},
	{"the verdict is what the events come to", judged, neverLeave},
}

// Every law holds in every random world, strained or not, and each can be broken.
func TestLaws(t *testing.T) {
	t.Parallel()
	e := world.NewEngine()
	defer e.Close()
	noticed := make([]int, len(laws))
	for seed := range uint64(runs + runs/2) {
		w := sweep.Random(seed)
		if seed >= runs {
			w = strained(seed)
		}
		events := play(t, e, w)
		for i, l := range laws {
			if err := l.broken(events); err != nil {
				t.Errorf("seed %d: not so: %s: %v", seed, l.name, err)
				continue
			}
			if doctored := slices.Clone(events); l.doctor(doctored) && l.broken(doctored) != nil {
				noticed[i]++
			}
		}
		if t.Failed() && seed > 200 {
			break
		}
	}
	for i, l := range laws {
		t.Logf("%4d doctored traces were found to break it: %s", noticed[i], l.name)
		if noticed[i] == 0 {
			t.Errorf("no doctored trace was found to break it: %s", l.name)
		}
	}
}

// change applies f to the first event for which it returns true.
func change(events []trace.Event, f func(*trace.Event) bool) bool {
	for i := range events {
		if f(&events[i]) {
			return true
		}
	}
	return false
}

// unreachable looks for messages that passed a cut link or reached somebody who was
// down, and for commands without a message that had just arrived.
func unreachable(events []trace.Event) error {
	var s trace.State
	arrived := make(map[string]bool)
	for i := range events {
		e := &events[i]
		node := s.Node(e.Node)
		switch e.Kind {
		case trace.Deliver:
			m := s.Message(e.Msg)
			if m == nil {
				return fmt.Errorf("%s arrives and was not under way", e.Msg)
			}
			if s.Link(m.From, m.To).Cut {
				return fmt.Errorf("%s passes the cut link from %s to %s at %d", e.Msg, m.From, m.To, e.T)
			}
			if n, c := s.Node(trace.NodeID(m.To)), s.Client(trace.ClientID(m.To)); n != nil && n.Down || c != nil && c.Down {
				return fmt.Errorf("%s reaches %s, which is down at %d", e.Msg, m.To, e.T)
			}
			arrived[e.Msg] = true
		case trace.Exec, trace.Replicate, trace.Promote, trace.Demote, trace.Expire:
			// A lease of the lock service runs out whoever of its members is down.
			if node.Down && !(e.Kind == trace.Expire && node.Role == trace.RoleConsensus) {
				return fmt.Errorf("%s, which is down, does this at %d: %v %q", e.Node, e.T, e.Kind, e.Cmd)
			}
		}
		if (e.Kind == trace.Exec || e.Kind == trace.Replicate || e.Kind == trace.Read || e.Kind == trace.Write) && e.Who != trace.Operator && !arrived[e.Msg] {
			return fmt.Errorf("%s%s carries out %s at %d, which has not arrived", e.Node, e.Resource, e.Msg, e.T)
		}
		s.Apply(e)
	}
	return nil
}

// letPass lets a message through that found its link cut or nobody there.
func letPass(events []trace.Event) bool {
	return change(events, func(e *trace.Event) bool {
		if e.Kind != trace.Drop || e.Why != trace.WhyCut && e.Why != trace.WhyNodeDown {
			return false
		}
		e.Kind, e.Why = trace.Deliver, ""
		return true
	})
}

// doer is the machine that does what an event tells of: none, where the network, a
// resource or somebody from outside does it, or all members of the lock service.
func doer(s *trace.State, e *trace.Event) string {
	switch e.Kind {
	case trace.Send:
		if m, _ := trace.ParseMsg(e.Msg); m.Copy == 0 { // a copy is the network's
			return e.From
		}
	case trace.Exec, trace.Replicate, trace.Promote, trace.Demote, trace.Expire:
		if n := s.Node(e.Node); e.Kind == trace.Expire && n != nil && n.Role == trace.RoleConsensus {
			return ""
		}
		return string(e.Node)
	case trace.Phase, trace.Timeout, trace.Decide, trace.Hold, trace.Extend, trace.Lost, trace.Release, trace.Enter, trace.Leave, trace.SDown:
		return e.Who
	}
	return ""
}

// idle looks for machines that do something although they cannot.
func idle(events []trace.Event) error {
	var s trace.State
	for i := range events {
		e := &events[i]
		who := doer(&s, e)
		n, c := s.Node(trace.NodeID(who)), s.Client(trace.ClientID(who))
		if n != nil && n.Down || c != nil && (c.Down || c.Paused || c.Stalled && e.Activity == "") {
			return fmt.Errorf("%s cannot do this at %d: %v %s%s", who, e.T, e.Kind, e.Phase, e.Msg)
		}
		s.Apply(e)
	}
	return nil
}

// neverWake takes the end from a pause.
func neverWake(events []trace.Event) bool {
	return change(events, func(e *trace.Event) bool {
		found := e.Kind == trace.Heal && e.What == trace.WhatPause
		if found {
			e.What = ""
		}
		return found
	})
}
