package check

import "lockstep/sim/trace"

// mutualExclusion: at no time are two clients inside the same critical section.
// A client that crashed is inside no more: it does nothing.
type mutualExclusion struct {
	inside []occupant
}

type occupant struct{ who, resource string }

func (m *mutualExclusion) see(e *trace.Event, _ []change, broke func(trace.Event)) {
	switch e.Kind {
	case trace.Enter:
		for _, other := range m.inside {
			if other.resource == e.Resource && other.who != e.Who {
				broke(trace.Event{
					Rule: MutualExclusion, Who: e.Who, Since: e.T,
					Detail: other.who + " is inside " + e.Resource + " too",
				})
			}
		}
		m.inside = append(m.inside, occupant{e.Who, e.Resource})
	case trace.Leave:
		m.remove(func(o occupant) bool { return o.who == e.Who && o.resource == e.Resource })
	case trace.Fault:
		if e.What == trace.WhatCrash && e.Why == "" {
			m.remove(func(o occupant) bool { return o.who == e.Who })
		}
	}
}

func (m *mutualExclusion) remove(gone func(occupant) bool) {
	kept := m.inside[:0]
	for _, o := range m.inside {
		if !gone(o) {
			kept = append(kept, o)
		}
	}
	m.inside = kept
}
