package because

import (
	"slices"

	"lockstep/sim/trace"
)

// keyCopy is a lock's key as it lies, or lay, on one node.
type keyCopy struct {
	node trace.NodeID
	set  *trace.Event // when it was set or renewed last
	gone *trace.Event // how it went; nil if it is there
}

// follow finds on which of the nodes the key of that token came to lie, and what took
// it from there. The members of a lock service are one: the first of them.
func (x *search) follow(key, token string) []keyCopy {
	var all []keyCopy
	at := func(node trace.NodeID) *keyCopy {
		for i := range all {
			if all[i].node == node {
				return &all[i]
			}
		}
		return nil
	}
	for _, e := range x.past {
		node := x.member(whereOf(e))
		k := at(node)
		if k != nil && k.gone == nil && (e.Kind == trace.Expire && e.Key == key || isWiped(e)) {
			k.gone = e
		}
		for i := range e.Keys {
			switch now := &e.Keys[i]; {
			case now.Name != key || e.Kind == trace.Send:
			case now.PTTL != trace.Gone && trace.HoldsToken(now.Value, token):
				if k == nil {
					all = append(all, keyCopy{node: node})
					k = &all[len(all)-1]
				}
				// A node tells how it stands also to who asks in vain.
				if k.set == nil || k.gone != nil || e.Who == k.set.Who {
					k.set, k.gone = e, nil
				}
			case k != nil && k.gone == nil:
				k.gone = e
			}
		}
	}
	return all
}

// stillborn finds the nodes that granted what hold rests on and kept no key: its end was
// past by their clocks.
func (x *search) stillborn(hold *trace.Event) (all []keyCopy) {
	for _, e := range x.past {
		if e.Kind != trace.Exec || e.Purpose != trace.ToAcquire || !e.OK || e.Who != hold.Who || len(e.Keys) == 0 || e.Keys[0].PTTL != trace.Gone {
			continue
		}
		if name, ok := trace.ParseMsg(e.Msg); ok && name.Attempt == hold.Attempt {
			all = append(all, keyCopy{node: e.Node, set: e, gone: e})
		}
	}
	return all
}

// whereOf is the node that an event happens at, if it is one that can change keys.
func whereOf(e *trace.Event) trace.NodeID {
	if e.Kind == trace.Fault {
		return trace.NodeID(e.Who)
	}
	return e.Node
}

// isWiped tells whether by the event its node loses everything.
func isWiped(e *trace.Event) bool {
	return e.Kind == trace.Fault && e.What == trace.WhatCrash && e.Data == trace.DataLose && e.Why == ""
}

// member returns the first member of the lock service for any of them.
func (x *search) member(id trace.NodeID) trace.NodeID {
	isMember := func(n trace.NodeInfo) bool { return n.Role == trace.RoleConsensus }
	if slices.ContainsFunc(x.start.Nodes, func(n trace.NodeInfo) bool { return n.ID == id && isMember(n) }) {
		return x.start.Nodes[slices.IndexFunc(x.start.Nodes, isMember)].ID
	}
	return id
}
