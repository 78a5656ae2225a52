package check

import (
	"strconv"

	"lockstep/sim/trace"
)

// staleWrite: a resource takes no write of a client whose lock has passed to
// another since: one that began to hold the same key later, and before the write
// arrived. What counts is the tenure in which the write was sent.
//
// Where numbers stand in for a lock, a write is stale if the resource has seen a
// higher one. A resource that is fenced goes by numbers too, and cannot know of a
// holder who has not reached it yet: until then the older one's writes are in time.
func staleWrite(v *view, e *trace.Event, broke report) {
	r := v.resource(e.Resource)
	if r == nil || v.who == nil || !applied(e) {
		return
	}
	found := trace.Event{Rule: trace.RuleStaleWrite, Who: e.Who, Resource: e.Resource, Msg: e.Msg}
	if v.who.info.Lock == trace.LockFencing {
		if e.Fence >= r.highest {
			return
		}
		found.With, found.Since = v.name(r.highestBy), r.highestAt
		found.Detail = "number " + strconv.FormatInt(e.Fence, 10) + " came after " + strconv.FormatInt(r.highest, 10) + " was seen"
		broke(found)
		return
	}
	mine := v.tenureOf(e)
	next := v.successor(mine, r.info.Guard == guardFencing && e.Fence > 0)
	if next == nil {
		return
	}
	found.With, found.Since, found.Key = v.name(next.client), next.since, next.key
	found.Detail = "the lock had passed to " + found.With
	broke(found)
}

// successor returns the tenure of who held the key after that one, or nil; if reached
// is set, only of who has been at the resource since.
func (v *view) successor(of int, reached bool) *tenure {
	if of == nobody || v.tenures[of].next == nobody {
		return nil
	}
	mine := &v.tenures[of]
	for i := mine.next; i < len(v.tenures); i++ {
		if t := &v.tenures[i]; t.client != mine.client && t.key == mine.key && (t.reached || !reached) {
			return t
		}
	}
	return nil
}
