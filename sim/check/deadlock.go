package check

import (
	"slices"

	"lockstep/sim/because"
	"lockstep/sim/trace"
)

// deadlock: nobody is shut out for good. A client gave up, or still wants in when the
// run ends, and so many of the nodes that it asks hold its key without a time to live
// for somebody who is done with it that it can never have as many as it needs. That
// is told once for each key, of the first client that it shuts out.
func deadlock(v *view, waiting *because.Waiting, broke report) {
	var told []string
	for i := range v.clients {
		c := &v.clients[i]
		if c.down || !waiting.Wants(i) && c.phase != trace.PhaseGaveUp || slices.Contains(told, c.info.Key) {
			continue
		}
		key, n := v.bolt(c)
		if key == nil {
			continue
		}
		told = append(told, key.name)
		broke(trace.Event{
			Rule: trace.RuleDeadlock, Who: v.name(i), With: v.name(key.owner), Node: n.info.ID, Key: key.name,
			Resource: c.info.Resource, Since: key.deserted(),
			Detail: key.name + " stays on " + string(n.info.ID) + " for ever, and nobody will give it back",
		})
	}
}

// bolt returns the key, and where it lies, whose desertion left the client with too
// few nodes to ask, or nil.
func (v *view) bolt(c *client) (last *held, where *node) {
	free := 0
	asked := v.asked(c)
	for i, id := range asked {
		n := v.at(id)
		if n == nil || contains(asked[:i], id) {
			continue
		}
		key := n.key(c.info.Key)
		if key == nil || !key.stays || !v.abandoned(key) {
			free++
		} else if last == nil || key.deserted() > last.deserted() {
			last, where = key, n
		}
	}
	if free >= c.need {
		return nil, nil
	}
	return last, where
}

// asked lists whom the client asks for the lock as things stand: the primary, where
// there is one.
func (v *view) asked(c *client) []trace.NodeID {
	switch {
	case c.info.Lock == trace.LockRedlock || c.info.Lock == trace.LockConsensus:
	case v.primary != nil:
		return []trace.NodeID{v.primary.info.ID}
	case len(c.info.Nodes) > 0:
		return c.info.Nodes[:1]
	}
	return c.info.Nodes
}

// deserted is since when nobody has a use for the key.
func (k *held) deserted() trace.Time { return max(k.since, k.orphaned) }
