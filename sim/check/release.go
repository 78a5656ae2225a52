package check

import "lockstep/sim/trace"

// foreignRelease: no client's command deletes a key that another client set. An
// operator at a console may delete what he likes.
type foreignRelease struct{}

func (foreignRelease) see(e *trace.Event, changes []change, broke func(trace.Event)) {
	if e.Kind != trace.Exec || e.Who == trace.Operator {
		return
	}
	for _, c := range changes {
		gone := c.was.owner != "" && c.is.owner == ""
		if gone && c.was.owner != e.Who && c.was.owner != trace.Operator {
			broke(trace.Event{
				Rule: ForeignRelease, Who: e.Who, Since: e.T,
				Detail: c.was.key + " on " + string(c.was.node) + " was " + c.was.owner + "'s",
			})
		}
	}
}
