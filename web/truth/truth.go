// Package truth compares what a client believes with what is so on the nodes: whether
// its belief holds, on how many nodes its key is, and since when the two part. Pictures
// go by it, so that all of them put the sign ≠ at the same instant.
package truth

import "lockstep/sim/trace"

// Concerns tells whether the client's lock is a matter of node j: one that it asks
// for its vote, the primary and its replicas, or a member of the lock service.
func Concerns(s *trace.State, c *trace.ClientState, j int) bool {
	n := &s.Nodes[j]
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

// Concerned counts the nodes that the client's lock is a matter of.
func Concerned(s *trace.State, c *trace.ClientState) int {
	n := 0
	for j := range s.Nodes {
		if Concerns(s, c, j) {
			n++
		}
	}
	return n
}

// Holds tells whether node i is up and holds the key that c believes in, or, for
// a client that believes nothing, any key of its own.
func Holds(s *trace.State, c *trace.ClientState, i int) bool {
	n := &s.Nodes[i]
	k := n.Key(c.Key)
	switch {
	case n.Down || k == nil:
		return false
	case c.Belief == nil:
		return k.Owner == string(c.ID)
	}
	return k.Holds(c.Belief.Token)
}

// Counted tells whether node i is one of those whose OK the belief rests on.
func Counted(c *trace.ClientState, i int) bool { return c.Votes[i] == trace.Granted }

// Count counts the nodes that bear the belief out.
func Count(s *trace.State, c *trace.ClientState) int {
	n := 0
	for i := range s.Nodes {
		if Concerns(s, c, i) && Holds(s, c, i) {
			n++
		}
	}
	return n
}

// Need is how many nodes must have the key: a majority of those that vote, or the
// one that decides.
func Need(s *trace.State, c *trace.ClientState) int {
	switch {
	case c.Count != nil && c.Count.Need > 0:
		return c.Count.Need
	case Votes(c):
		return Concerned(s, c)/2 + 1
	}
	return 1
}

// Agrees tells whether the client's belief is true: its key is where it must be.
// Numbers without a lock make no claim that could be false.
func Agrees(s *trace.State, c *trace.ClientState) bool {
	if c.Lock == trace.LockFencing {
		return true
	}
	if primary := Primary(s); primary >= 0 && c.Lock != trace.LockConsensus {
		return Holds(s, c, primary)
	}
	return Count(s, c) >= Need(s, c)
}

// Primary is the node that decides, of a primary and its replicas: of several that
// take themselves for it, the one that sentinels made it last, or else one that they
// have not given up. It is -1 where nodes know nothing of each other.
func Primary(s *trace.State) int {
	found := -1
	for i := range s.Nodes {
		if s.Nodes[i].Role == trace.RolePrimary && (found < 0 || outranks(s, &s.Nodes[i], &s.Nodes[found])) {
			found = i
		}
	}
	return found
}

// outranks tells of two primaries whether n is the one that counts, and not o.
func outranks(s *trace.State, n, o *trace.NodeState) bool {
	if a, b := elected(s, n), elected(s, o); a != b {
		return a > b
	}
	return o.Agreed && !n.Agreed
}

// elected is when sentinels made n the primary, or 0: what somebody orders by hand
// they know nothing of.
func elected(s *trace.State, n *trace.NodeState) trace.Time {
	if s.Node(n.By) == nil {
		return 0
	}
	return n.Promoted
}

// Never tells whether the client's belief, which it must have, was never true: it
// counted one node twice, or too few nodes have had its key at any time since it believes.
func Never(s *trace.State, c *trace.ClientState) bool {
	if c.Count == nil {
		return false
	}
	if countedTwice(c) {
		return true
	}
	if Primary(s) >= 0 || c.Lock == trace.LockConsensus {
		return false // those who have the key change there
	}
	had := 0
	for i := range s.Nodes {
		// What is typed over a key leaves no ghost of it.
		k := s.Nodes[i].Key(c.Belief.Key)
		has := k != nil && (k.Holds(c.Belief.Token) || k.Owner == trace.Operator)
		if Concerns(s, c, i) && (has || Ghost(s, c, i) != nil) {
			had++
		}
	}
	return had < Need(s, c)
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

// PartedSince returns when the client's belief, which it must have, ceased to be true, or
// 0 where the state does not tell.
func PartedSince(s *trace.State, c *trace.ClientState) trace.Time {
	if Primary(s) >= 0 && c.Lock != trace.LockConsensus {
		return 0
	}
	// Of the keys that went, the last ones went when the belief was false already;
	// it parted from the truth with the one before them.
	missing := Need(s, c) - Count(s, c)
	for i := range s.Nodes {
		went, later := wentAt(s, c, i), 0
		for j := range s.Nodes {
			if other := wentAt(s, c, j); other > went || other == went && j > i {
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
func wentAt(s *trace.State, c *trace.ClientState, i int) trace.Time {
	n := &s.Nodes[i]
	if n.Down && Counted(c, i) {
		return n.Since
	}
	if g := Ghost(s, c, i); g != nil {
		return g.At
	}
	return -1
}

// Ghost returns what node i keeps of the key that c believes in, as it must, and that is
// gone from it; or nil.
func Ghost(s *trace.State, c *trace.ClientState, i int) *trace.Ghost {
	n := &s.Nodes[i]
	for j := range n.Ghosts {
		if g := &n.Ghosts[j]; trace.HoldsToken(g.Value, c.Belief.Token) && g.Name == c.Belief.Key {
			return g
		}
	}
	return nil
}

// Votes tells whether several nodes decide about the client's lock.
func Votes(c *trace.ClientState) bool { return c.Lock == trace.LockRedlock || c.Lock == "" }
