package trace

import "slices"

// Clone returns a state of its own: what is applied to either is not seen in the
// other. Events, and the lists that are theirs, never change and are shared.
func (s *State) Clone() *State {
	c := *s
	c.Nodes = slices.Clone(s.Nodes)
	for i := range c.Nodes {
		n := &c.Nodes[i]
		n.Keys = slices.Clone(n.Keys)
		n.Ghosts = slices.Clone(n.Ghosts)
		n.Doubters = slices.Clone(n.Doubters)
	}
	c.Clients = slices.Clone(s.Clients)
	for i := range c.Clients {
		c.Clients[i].own()
	}
	c.Resources = slices.Clone(s.Resources)
	c.Messages = slices.Clone(s.Messages)
	c.Links = slices.Clone(s.Links)
	c.Broken = slices.Clone(s.Broken)
	return &c
}

// own gives a copy of a client its own of what the two still share.
func (c *ClientState) own() {
	c.Votes = slices.Clone(c.Votes)
	c.Others = slices.Clone(c.Others)
	c.awaited = slices.Clone(c.awaited)
	if c.Belief != nil {
		belief := *c.Belief
		c.Belief = &belief
	}
}
