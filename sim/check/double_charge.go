package check

import "lockstep/sim/trace"

// doubleCharge: what was charged is not charged again, neither by another client
// nor by a copy of the same message.
func doubleCharge(v *view, e *trace.Event, broke report) {
	r := v.resource(e.Resource)
	if r == nil || v.who == nil || e.Op != opCharge || !applied(e) || r.charged == nobody {
		return
	}
	first := &r.taken[r.charged]
	found := trace.Event{
		Rule: trace.RuleDoubleCharge, Who: e.Who, Resource: e.Resource, Msg: e.Msg, Since: first.at,
		Detail: e.Resource + " was charged by " + v.name(first.by) + " already",
	}
	if first.by != v.who.index {
		found.With = v.name(first.by)
	}
	broke(found)
}
