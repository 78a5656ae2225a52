package trace

import "slices"

// touch takes what reached a resource.
func (s *State) touch(e *Event) {
	r := s.Resource(e.Resource)
	if r == nil {
		return
	}
	r.Last = e
	r.Fence = max(r.Fence, e.Fence)
	if e.Kind == Write && e.OK {
		r.Value, r.Version = e.Value, e.Version
	}
}

// replicate takes what a replica took from its primary: a key that it gets
// belongs to whomever it belongs to there.
func (s *State) replicate(e *Event) {
	n, from := s.Node(e.Node), s.Node(NodeID(e.From))
	if n == nil {
		return
	}
	why := GhostDeleted
	if e.Why == WhyFullCopy {
		why = GhostLost
	}
	for _, k := range e.Keys {
		owner := ""
		if from != nil {
			if held := from.Key(k.Name); held != nil && held.Value == k.Value {
				owner = held.Owner
			}
		}
		s.set(n, []Key{k}, owner, why)
	}
}

func (s *State) failover(e *Event) {
	n := s.Node(e.Node)
	if n == nil {
		return
	}
	switch e.Kind {
	case SDown:
		doubter := NodeID(e.Who)
		n.Doubters = slices.DeleteFunc(n.Doubters, func(id NodeID) bool { return id == doubter })
		if !e.OK {
			n.Doubters = append(n.Doubters, doubter)
		} else {
			n.Agreed = false
		}
	case ODown:
		n.Agreed = true
	case Promote:
		n.Role, n.Follows = RolePrimary, ""
		n.Promoted, n.By = e.T, NodeID(e.Who)
	case Demote:
		n.Role, n.Follows = RoleReplica, NodeID(e.From)
		n.Promoted, n.By = 0, ""
		s.set(n, e.Keys, "", GhostLost)
	}
}
