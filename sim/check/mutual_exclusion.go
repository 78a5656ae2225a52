package check

import "lockstep/sim/trace"

// mutualExclusion: at no time are two clients inside the same critical section. One
// that is paused is inside; one that crashed is not: it does nothing. A client that
// enters again is inside already.
func mutualExclusion(v *view, e *trace.Event, broke report) {
	if v.who == nil || v.who.in(e.Resource) > 0 {
		return
	}
	for i := range v.clients {
		other := &v.clients[i]
		if other != v.who && other.in(e.Resource) > 0 {
			broke(trace.Event{
				Rule: trace.RuleMutualExclusion, Who: e.Who, With: v.name(i), Resource: e.Resource, Since: e.T,
				Detail: v.name(i) + " is inside " + e.Resource + " too",
			})
		}
	}
}
