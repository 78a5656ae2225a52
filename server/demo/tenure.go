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
	open := make(map[string]int) // by client, its latest
	for i := range events {
		e := &events[i]
		switch e.Kind {
		case trace.Hold:
			open[e.Who] = len(all)
			all = append(all, Tenure{Who: e.Who, Key: e.Key, From: e.T, To: events[len(events)-1].T})
			fallthrough
		case trace.Extend:
			all[open[e.Who]].Until = e.T.Add(e.Until.Sub(e.At.Local))
		case trace.Release, trace.Lost:
			all[open[e.Who]].To = e.T
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
