package check

import "lockstep/sim/trace"

// foreignRelease: no client's command deletes a key that another client set. An
// operator at a console may delete what he likes, and a replica that deletes what
// its primary tells it to releases nothing.
func foreignRelease(v *view, e *trace.Event, broke report) {
	if v.who == nil || v.node == nil {
		return
	}
	for i := range e.Keys {
		if e.Keys[i].PTTL != trace.Gone {
			continue
		}
		key := v.node.key(e.Keys[i].Name)
		if key == nil || key.owner == nobody || key.owner == v.who.index {
			continue
		}
		owner := v.name(key.owner)
		broke(trace.Event{
			Rule: trace.RuleForeignRelease, Who: e.Who, With: owner, Node: e.Node, Key: key.name, Msg: e.Msg, Since: e.T,
			Detail: key.name + " on " + string(e.Node) + " was " + owner + "'s",
		})
	}
}
