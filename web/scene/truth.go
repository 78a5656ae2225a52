package scene

import "lockstep/sim/trace"

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
	return k.Value == c.Belief.Token
}

// counted tells whether node i is one of those whose OK the belief rests on.
func (d *drawing) counted(c *trace.ClientState, i int) bool { return c.Votes[i] == trace.Granted }

func (d *drawing) trueCount(c *trace.ClientState) int {
	n := 0
	for i := range d.st.Nodes {
		if d.holds(c, i) {
			n++
		}
	}
	return n
}

// need is how many nodes make a majority.
func (d *drawing) need(c *trace.ClientState) int {
	if c.Count != nil {
		return c.Count.Need
	}
	return d.n/2 + 1
}

// agrees tells whether the client's belief is true: its key is on a majority.
func (d *drawing) agrees(c *trace.ClientState) bool { return d.trueCount(c) >= d.need(c) }

// partedSince returns when the client's belief ceased to be true, or 0 where
// the state does not tell.
func (d *drawing) partedSince(c *trace.ClientState) trace.Time {
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
	for j := range n.Ghosts {
		if g := &n.Ghosts[j]; g.Value == c.Belief.Token && g.Name == c.Belief.Key {
			return g.At
		}
	}
	return -1
}
