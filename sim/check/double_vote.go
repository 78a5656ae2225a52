package check

import (
	"strconv"

	"lockstep/sim/trace"
)

// doubleVote: a client that holds a lock by counting nodes has counted each once.
func doubleVote(_ *view, e *trace.Event, broke report) {
	if !e.OK {
		return
	}
	found := trace.Event{Rule: trace.RuleDoubleVote, Who: e.Who, Since: e.T}
	for i, id := range e.Acks {
		if contains(e.Acks[:i], id) {
			found.Node, found.Detail = id, string(id)+" was counted twice"
			broke(found)
			return
		}
	}
	if len(e.Acks) < e.Need {
		found.Detail = strconv.Itoa(len(e.Acks)) + " nodes said OK, and " + strconv.Itoa(e.Need) + " are needed"
		broke(found)
	}
}
