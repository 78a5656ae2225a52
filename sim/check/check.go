// Package check holds the invariants: a fold over a run's events, fed one by
// one, that says which event broke which rule, why, and whether the lock's
// algorithm had promised that it would hold under the faults of this run.
//
// It sees the trace alone. Nothing in the world can tell it that all is well.
package check

import "lockstep/sim/trace"

// The rules.
const (
	MutualExclusion = trace.RuleMutualExclusion
	ForeignRelease  = trace.RuleForeignRelease
)

// Checker watches one run.
type Checker struct {
	rules   []rule
	owners  owners
	promise promise
	found   []trace.Event
	broke   func(trace.Event) // takes a violation; made once, since it is passed at every event
}

// rule is one invariant.
type rule interface {
	// see takes the next event, and what it changed on the nodes, and calls broke
	// for each way in which that event breaks the rule.
	see(e *trace.Event, changes []change, broke func(trace.Event))
}

// New returns a checker of all rules.
func New() *Checker {
	c := &Checker{rules: []rule{&mutualExclusion{}, foreignRelease{}}, owners: newOwners()}
	c.broke = func(v trace.Event) {
		v.Kind = trace.Violation
		v.Promised = c.promise.covers(v.Rule)
		c.found = append(c.found, v)
	}
	return c
}

// Feed takes the next event and returns the violations that it gives rise to,
// as events without sequence and time, valid until the next call.
func (c *Checker) Feed(e *trace.Event) []trace.Event {
	c.found = c.found[:0]
	changes := c.owners.see(e)
	c.promise.see(e, changes)
	for _, r := range c.rules {
		r.see(e, changes, c.broke)
	}
	return c.found
}
