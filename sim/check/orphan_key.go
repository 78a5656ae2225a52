package check

import "lockstep/sim/trace"

// orphanKey: no key outlives what its owner has to do with it: it believes in it, or
// is about to get or to give back what the key stands for. A key is told of once on
// each node, at the moment when it is nobody's: its owner crashes, or comes to the
// end of an attempt or a release; a command of its owner arrives after that; a node
// that was promoted, or came back, has what was let go elsewhere. Replicas have what
// their primary has, and so will a primary of old.
func orphanKey(v *view, e *trace.Event, broke report) {
	switch {
	case e.Kind == trace.Fault && e.Why != "", e.Kind == trace.Phase && (e.Activity != "" || v.who == nil || !v.who.idle()):
	case v.node != nil:
		v.orphansOn(v.node, e, broke)
	case v.who != nil && (e.Kind == trace.Phase || e.What == trace.WhatCrash):
		for i := range v.nodes {
			v.orphansOn(&v.nodes[i], e, broke)
		}
	}
}

// orphansOn tells of the new orphans on a node.
func (v *view) orphansOn(n *node, e *trace.Event, broke report) {
	if n.role == trace.RoleReplica || n.role == trace.RolePrimary && n != v.primary {
		return
	}
	for i := range n.keys {
		key := &n.keys[i]
		if key.orphan || !v.isLock(key) || !v.abandoned(key) || v.ranOut(n, key) {
			continue
		}
		key.orphan, key.orphaned = true, v.t
		owner := v.name(key.owner)
		found := trace.Event{
			Rule: trace.RuleOrphanKey, Who: owner, Node: n.info.ID, Key: key.name, Msg: e.Msg, Since: v.t,
			Detail: owner + " is done with " + key.name + ", and it is on " + string(n.info.ID) + " yet",
		}
		if v.clients[key.owner].down {
			found.Detail = owner + " is down, and its " + key.name + " is on " + string(n.info.ID) + " yet"
		}
		broke(found)
	}
}

// abandoned tells whether a key's owner neither believes in it nor is busy with it.
func (v *view) abandoned(key *held) bool {
	if key.owner == nobody {
		return true
	}
	c := &v.clients[key.owner]
	if t := v.holds(c); t != nil && t.key == key.name && trace.HoldsToken(key.value, t.token) {
		return false
	}
	return c.down || c.idle() || key.attempt != c.attempt
}
