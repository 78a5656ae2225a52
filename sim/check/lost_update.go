package check

import "lockstep/sim/trace"

// lostUpdate: no write undoes another client's that its writer had not read. A write
// sets what follows from the version it was based on; what others wrote since is
// gone. A ledger loses nothing: it is charged twice.
func lostUpdate(v *view, e *trace.Event, broke report) {
	r := v.resource(e.Resource)
	if r == nil || v.who == nil || !applied(e) || r.info.Kind == ledger {
		return
	}
	for i := range r.taken {
		undone := &r.taken[i]
		if undone.version <= e.Base || undone.version >= e.Version || undone.by == v.who.index {
			continue
		}
		with := v.name(undone.by)
		broke(trace.Event{
			Rule: trace.RuleLostUpdate, Who: e.Who, With: with, Resource: e.Resource, Msg: e.Msg, Since: undone.at,
			Detail: "what " + with + " wrote since " + e.Who + " read is lost",
		})
		return
	}
}
