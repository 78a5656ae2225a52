package demo

import "lockstep/sim/trace"

// Tenure is a client's belief that it holds a lock.
type Tenure struct {
	Who      string
	Key      string
	From, To trace.Time // from when to when it held it
	Until    trace.Time // when it believed that it would run out
}

// Tenures lists who believed that they held a lock, in the order in which they began.
func Tenures(events []trace.Event) []Tenure {
	var all []Tenure
	latest := make(map[string]int) // of each client
	for i := range events {
		e := &events[i]
		if e.Kind == trace.Hold {
			latest[e.Who] = len(all)
			all = append(all, Tenure{Who: e.Who, Key: e.Key, From: e.T, To: events[len(events)-1].T})
		}
		n, ok := latest[e.Who]
		if !ok {
			continue
		}
		switch e.Kind {
		case trace.Hold, trace.Extend:
			all[n].Until = e.T.Add(e.Until.Sub(e.At.Local))
		case trace.Release, trace.Lost:
			all[n].To = e.T
		}
	}
	return all
}

// Together says when two of the tenures were one beside the other; ok is false if none
// were.
func Together(all []Tenure) (from, to trace.Time, ok bool) {
	for i := range all {
		for j := range i {
			from, to = max(all[i].From, all[j].From), min(all[i].To, all[j].To)
			if all[i].Who != all[j].Who && from < to {
				return from, to, true
			}
		}
	}
	return 0, 0, false
}
