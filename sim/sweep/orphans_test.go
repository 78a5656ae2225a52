package sweep_test

import (
	"fmt"
	"slices"

	"lockstep/sim/trace"
)

// place is a key on a node.
type place struct {
	node trace.NodeID
	key  string
}

// orphans looks for a crash of a client after which other keys are told of as its
// orphans than it leaves: those that it locks with and that are alive, unless one was
// told of before. What a replica has is its primary's, and what a member of the lock
// service has is that of all.
func orphans(events []trace.Event) error {
	var s trace.State
	told := make(map[place]string) // with which value
	primary := trace.NodeID("")
	for i := range events {
		e := &events[i]
		s.Apply(e)
		switch {
		case e.Kind == trace.Start:
			for _, n := range e.Nodes {
				if n.Role == trace.RolePrimary {
					primary = n.ID
				}
			}
		case e.Kind == trace.Promote:
			primary = e.Node
		case e.Kind == trace.Violation && e.Rule == trace.RuleOrphanKey:
			told[place{e.Node, e.Key}] = s.Node(e.Node).Key(e.Key).Value
		}
		for at, value := range told {
			if k := s.Node(at.node).Key(at.key); k == nil || k.Value != value {
				delete(told, at)
			}
		}
		if c := s.Client(trace.ClientID(e.Who)); e.Kind == trace.Fault && e.What == trace.WhatCrash && e.Why == "" && c != nil {
			left, found := leaves(&s, c, primary, told), foundAfter(events[i+1:], e.Who)
			if !slices.Equal(left, found) {
				return fmt.Errorf("%s leaves %v as it crashes at %d, and is said to leave %v", c.ID, left, e.T, found)
			}
		}
	}
	return nil
}

// leaves lists the keys that a client leaves behind that nobody has told of yet.
func leaves(s *trace.State, c *trace.ClientState, primary trace.NodeID, told map[place]string) (list []place) {
	service := false
	for i := range s.Nodes {
		n := &s.Nodes[i]
		switch n.Role {
		case trace.RoleReplica:
			continue
		case trace.RolePrimary:
			if n.ID != primary {
				continue // it will have what the new one has
			}
		case trace.RoleConsensus:
			if service {
				continue
			}
			service = true
		}
		at := place{n.ID, c.Key}
		if k := shown(n, c.Key, s.T); k != nil && k.Owner == string(c.ID) && told[at] == "" {
			list = append(list, at)
		}
	}
	return list
}

// foundAfter lists the orphans of a client among the violations that an event gave
// rise to: those right after it.
func foundAfter(events []trace.Event, who string) (list []place) {
	for i := range events {
		e := &events[i]
		if e.Kind != trace.Violation {
			break
		}
		if e.Rule == trace.RuleOrphanKey && e.Who == who {
			list = append(list, place{e.Node, e.Key})
		}
	}
	return list
}

// overlookOrphan takes away what was found as a client crashed.
func overlookOrphan(events []trace.Event) bool {
	crashed := false
	return change(events, func(e *trace.Event) bool {
		found := crashed && e.Kind == trace.Violation && e.Rule == trace.RuleOrphanKey
		if found {
			e.Rule = trace.RuleDeadlock
		}
		crashed = e.Kind == trace.Fault && e.What == trace.WhatCrash || crashed && e.Kind == trace.Violation
		return found
	})
}
