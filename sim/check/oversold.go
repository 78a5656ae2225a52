package check

import (
	"strconv"

	"lockstep/sim/trace"
)

// oversold: no more are sold than there were. What the stock says is left does not
// matter: two who sell the last one leave it at none.
func oversold(v *view, e *trace.Event, broke report) {
	r := v.resource(e.Resource)
	if r == nil || v.who == nil || e.Op != opSell || !applied(e) || r.sold < r.stock {
		return
	}
	found := trace.Event{
		Rule: trace.RuleOversold, Who: e.Who, Resource: e.Resource, Msg: e.Msg, Since: e.T,
		Detail: strconv.Itoa(r.sold+1) + " were sold of " + strconv.Itoa(r.stock),
	}
	if last := len(r.taken) - 1; last >= 0 && r.taken[last].by != v.who.index {
		found.With = v.name(r.taken[last].by)
	}
	broke(found)
}
