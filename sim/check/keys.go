package check

import "lockstep/sim/trace"

// held is a key that a node holds.
type held struct {
	name     string
	value    string
	owner    int        // the client who set it; nobody for an operator's
	attempt  int        // in which of its owner's attempts it was set
	since    trace.Time // since when it has this owner
	stays    bool       // it has no time to live
	dies     trace.Local
	orphan   bool       // it has been reported as one
	orphaned trace.Time // when it became one
}

func (n *node) key(name string) *held {
	for i := range n.keys {
		if n.keys[i].name == name {
			return &n.keys[i]
		}
	}
	return nil
}

func (n *node) remove(name string) {
	for i := range n.keys {
		if n.keys[i].name == name {
			n.keys = append(n.keys[:i], n.keys[i+1:]...)
			return
		}
	}
}

// applyNode takes what happened at a node.
func (v *view) applyNode(e *trace.Event) {
	n := v.node
	if n == nil {
		return
	}
	switch e.Kind {
	case trace.Exec:
		v.exec(n, e)
	case trace.Expire:
		n.remove(e.Key)
	case trace.Promote:
		n.role, v.primary = trace.RolePrimary, n
	case trace.Demote:
		n.role = trace.RoleReplica
		fallthrough
	case trace.Replicate:
		from := v.at(trace.NodeID(e.From))
		for i := range e.Keys {
			k := &e.Keys[i]
			v.put(n, k, v.ownerOf(k, from))
		}
	}
}

// exec takes what a command left. A value that a client sets is its own; one that
// stays as it was stays its owner's, whoever gave it more time. What a refusal finds
// in its way is somebody else's, if it is new here at all.
func (v *view) exec(n *node, e *trace.Event) {
	by := held{owner: nobody}
	if c := v.who; c != nil {
		by.owner, by.attempt = c.index, c.attempt
		if e.Purpose == trace.ToAcquire {
			by.attempt = attemptOf(e.Msg)
		}
	}
	for i := range e.Keys {
		k := &e.Keys[i]
		if e.Purpose == trace.ToAcquire && !e.OK {
			by = v.ownerOf(k, nil)
		}
		v.put(n, k, by)
	}
}

// put makes the node hold k as an event tells it. A new value is its setter's, of
// which by says the owner and the attempt.
func (v *view) put(n *node, k *trace.Key, by held) {
	if k.PTTL == trace.Gone {
		n.remove(k.Name)
		return
	}
	h := n.key(k.Name)
	if h == nil {
		n.keys = append(n.keys, held{name: k.Name})
		h = &n.keys[len(n.keys)-1]
		h.owner, h.attempt, h.since = by.owner, by.attempt, v.t
	} else if h.value != k.Value {
		// A hash that counts up and down is the same key in the same hands.
		if h.owner != by.owner {
			h.since = v.t
		}
		h.owner, h.attempt, h.orphan = by.owner, by.attempt, false
	}
	h.value, h.stays, h.dies = k.Value, k.PTTL == trace.NoExpiry, n.wall.At(v.t).Add(k.PTTL)
}

// ownerOf finds out whose a key is that no client set here: it is whose it is at
// the node that it comes from, or whose token it holds.
func (v *view) ownerOf(k *trace.Key, from *node) held {
	if from != nil {
		if h := from.key(k.Name); h != nil && h.value == k.Value {
			return *h
		}
	}
	for i := len(v.tenures) - 1; i >= 0; i-- {
		t := &v.tenures[i]
		if t.key == k.Name && trace.HoldsToken(k.Value, t.token) {
			return held{owner: t.client, attempt: t.attempt}
		}
	}
	return held{owner: nobody}
}

func (v *view) faultOfNode(n *node, e *trace.Event) {
	switch e.What {
	case trace.WhatCrash, trace.WhatFlush, trace.WhatEvict:
		for i := range e.Keys {
			k := &e.Keys[i]
			v.put(n, k, v.ownerOf(k, nil))
		}
		if e.What == trace.WhatCrash && e.Data == trace.DataLose {
			n.keys = n.keys[:0]
		}
	}
}

// ranOut tells whether a key's time is up on its node. One that is down, or a
// replica, does not say so.
func (v *view) ranOut(n *node, h *held) bool { return !h.stays && n.wall.At(v.t) >= h.dies }

// isLock tells whether a client's key is the one that it locks with.
func (v *view) isLock(h *held) bool {
	return h.owner != nobody && h.name == v.clients[h.owner].info.Key
}
