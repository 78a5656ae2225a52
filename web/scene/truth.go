package scene

import "lockstep/sim/trace"

// concerns tells whether the client's lock is a matter of node j: one that it asks
// for its vote, the primary and its replicas, or a member of the lock service.
func (d *drawing) concerns(c *trace.ClientState, j int) bool {
	n := &d.st.Nodes[j]
	switch n.Role {
	case trace.RoleSentinel:
		return false
	case trace.RoleConsensus:
		return c.Lock == trace.LockConsensus
	}
	if c.Lock == trace.LockConsensus || c.Lock == trace.LockFencing {
		return false
	}
	if n.Role != trace.RoleMaster || len(c.Nodes) == 0 {
		return true
	}
	for _, id := range c.Nodes {
		if id == n.ID {
			return true
		}
	}
	return false
}

// concerned counts the nodes that the client's lock is a matter of.
func (d *drawing) concerned(c *trace.ClientState) int {
	n := 0
	for j := range d.st.Nodes {
		if d.concerns(c, j) {
			n++
		}
	}
	return n
}

// holds tells whether node i is up and holds the key that c believes in, or, for
// a client that believes nothing, any key of its own.
func (d *drawing) holds(c *trace.ClientState, i int) bool {
	n := &d.st.Nodes[i]
	k := n.Key(c.Key)
	switch {
	case n.Down || k == nil:
		return false
	case c.Belief == nil:
		return k.Owner == string(c.ID)
	}
	return k.Holds(c.Belief.Token)
}

// counted tells whether node i is one of those whose OK the belief rests on.
func (d *drawing) counted(c *trace.ClientState, i int) bool { return c.Votes[i] == trace.Granted }

func (d *drawing) trueCount(c *trace.ClientState) int {
	n := 0
	for i := range d.st.Nodes {
		if d.concerns(c, i) && d.holds(c, i) {
			n++
		}
	}
	return n
}

// need is how many nodes must have the key: a majority of those that vote, or the
// one that decides.
func (d *drawing) need(c *trace.ClientState) int {
	switch {
	case c.Count != nil && c.Count.Need > 0:
		return c.Count.Need
	case votes(c):
		return d.concerned(c)/2 + 1
	}
	return 1
}

// agrees tells whether the client's belief is true: its key is where it must be.
// Numbers without a lock make no claim that could be false.
func (d *drawing) agrees(c *trace.ClientState) bool {
	if c.Lock == trace.LockFencing {
		return true
	}
	if primary := d.primary(); primary >= 0 && c.Lock != trace.LockConsensus {
		return d.holds(c, primary)
	}
	return d.trueCount(c) >= d.need(c)
}

// primary is the node that decides, of a primary and its replicas: of two that
// take themselves for it, the one that the sentinels have not given up. It is -1
// where nodes know nothing of each other.
func (d *drawing) primary() int {
	found := -1
	for i := range d.st.Nodes {
		n := &d.st.Nodes[i]
		if n.Role == trace.RolePrimary && (found < 0 || d.st.Nodes[found].Agreed && !n.Agreed) {
			found = i
		}
	}
	return found
}

// never tells whether the client's belief was never true: it counted one node
// twice, or too few nodes have had its key at any time since it believes.
func (d *drawing) never(c *trace.ClientState) bool {
	if c.Count == nil {
		return false
	}
	if countedTwice(c) {
		return true
	}
	if d.primary() >= 0 || c.Lock == trace.LockConsensus {
		return false // those who have the key change there
	}
	had := 0
	for i := range d.st.Nodes {
		// What is typed over a key leaves no ghost of it.
		k := d.st.Nodes[i].Key(c.Belief.Key)
		has := k != nil && (k.Holds(c.Belief.Token) || k.Owner == trace.Operator)
		if d.concerns(c, i) && (has || d.ghostOf(c, i) != nil) {
			had++
		}
	}
	return had < d.need(c)
}

// countedTwice tells whether fewer nodes said OK than the client needs, since it
// counted one of them twice.
func countedTwice(c *trace.ClientState) bool {
	distinct := 0
	for i, id := range c.Count.Acks {
		seen := false
		for _, other := range c.Count.Acks[:i] {
			seen = seen || other == id
		}
		if !seen {
			distinct++
		}
	}
	return distinct < c.Count.Need
}

// partedSince returns when the client's belief ceased to be true, or 0 where
// the state does not tell.
func (d *drawing) partedSince(c *trace.ClientState) trace.Time {
	if d.primary() >= 0 && c.Lock != trace.LockConsensus {
		return 0
	}
	// Of the keys that went, the last ones went when the belief was false already;
	// it parted from the truth with the one before them.
	missing := d.need(c) - d.trueCount(c)
	for i := range d.st.Nodes {
		went, later := d.wentAt(c, i), 0
		for j := range d.st.Nodes {
			if other := d.wentAt(c, j); other > went || other == went && j > i {
				later++
			}
		}
		if went >= 0 && later == missing-1 {
			return went
		}
	}
	return 0
}

// wentAt returns when node i lost the key that c believes in, or -1.
func (d *drawing) wentAt(c *trace.ClientState, i int) trace.Time {
	n := &d.st.Nodes[i]
	if n.Down && d.counted(c, i) {
		return n.Since
	}
	if g := d.ghostOf(c, i); g != nil {
		return g.At
	}
	return -1
}

// ghostOf returns what node i keeps of the key that c believes in and that is gone
// from it, or nil.
func (d *drawing) ghostOf(c *trace.ClientState, i int) *trace.Ghost {
	n := &d.st.Nodes[i]
	for j := range n.Ghosts {
		if g := &n.Ghosts[j]; trace.HoldsToken(g.Value, c.Belief.Token) && g.Name == c.Belief.Key {
			return g
		}
	}
	return nil
}
