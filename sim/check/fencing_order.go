package check

import (
	"strconv"

	"lockstep/sim/trace"
)

// fencingOrder: the numbers of those who hold the lock of a resource only grow. A
// renewal keeps its number. Numbers that were asked for at the same time may arrive
// in either order, so a number that is lower is wrong only if it was asked for when
// the higher one was there already; one that repeats is always wrong.
func fencingOrder(v *view, e *trace.Event, broke report) {
	c := v.who
	if c == nil || e.Fence == 0 {
		return
	}
	asked := c.number
	if asked == 0 {
		asked = v.seen
	}
	for i := len(v.tenures) - 1; i >= 0; i-- {
		t := &v.tenures[i]
		how := ""
		switch {
		case t.resource != c.info.Resource || t.client == c.index && t.token == e.Token:
		case t.fence == e.Fence:
			how = " was given out before"
		case t.fence > e.Fence && t.seen < asked:
			how = " comes after " + strconv.FormatInt(t.fence, 10)
		}
		if how == "" {
			continue
		}
		found := trace.Event{
			Rule: trace.RuleFencingOrder, Who: e.Who, Key: e.Key, Resource: t.resource, Since: e.T,
			Detail: "number " + strconv.FormatInt(e.Fence, 10) + how,
		}
		if t.client != c.index {
			found.With = v.name(t.client)
			found.Detail += ", to " + found.With
		}
		broke(found)
		return
	}
}
