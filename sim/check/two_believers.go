package check

import "lockstep/sim/trace"

// twoBelievers: at no time do two clients believe that they hold the same key. Each
// overlap is told once, where it begins: when a client comes to believe, when a
// renewal brings back a belief that had run out, or when its clock steps back.
func twoBelievers(v *view, e *trace.Event, broke report) {
	if v.who == nil {
		return
	}
	mine := v.believes(v.who)
	if mine == nil {
		return
	}
	for i := range v.clients {
		other := &v.clients[i]
		theirs := v.believes(other)
		if other == v.who || theirs == nil || theirs.key != mine.key || !v.meetFirst(v.who.tenure, other.tenure) {
			continue
		}
		broke(trace.Event{
			Rule: trace.RuleTwoBelievers, Who: e.Who, With: v.name(i), Key: mine.key, Resource: mine.resource, Since: e.T,
			Detail: v.name(i) + " believes that it holds " + mine.key + " too",
		})
	}
}

// meetFirst notes that two tenures overlap, and tells whether that is new.
func (v *view) meetFirst(a, b int) bool {
	later := &v.tenures[max(a, b)]
	for _, met := range later.met {
		if met == min(a, b) {
			return false
		}
	}
	later.met = append(later.met, min(a, b))
	return true
}
