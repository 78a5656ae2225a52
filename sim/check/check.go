// Package check holds the invariants: a fold over a run's events, fed one by
// one, that says which event broke which rule, why, and whether the lock's
// algorithm had promised that it would hold under the faults of this run. From
// the same events it says what the run came to.
//
// It sees the trace alone. Nothing in the world can tell it that all is well.
//
// Each rule is a file of its own, named for it, and a function of the world as it
// was before an event or is after it (view.go) and of that event. promise.go is
// the table of what each kind of lock and each guard promises, assumption.go which
// faults take the promises away, outcome.go the verdict.
package check

import "lockstep/sim/trace"

// Checker watches one run.
type Checker struct {
	view    view
	promise promise
	outcome outcome
	found   []trace.Event
	report  report // takes what a rule found; made once, since it is passed at most events
}

// New returns a checker of all rules.
func New() *Checker {
	c := &Checker{}
	c.report = c.broke
	return c
}

// report takes what a rule found.
type report func(trace.Event)

// rule is one invariant: see looks at an event of one of the kinds and reports
// each way in which that event breaks it.
type rule struct {
	kinds kinds
	see   func(v *view, e *trace.Event, broke report)
}

// before are the rules that compare an event with what it found, after those that
// look at what it left. A deadlock shows only at the end.
var (
	before = []rule{
		{of(trace.Enter), mutualExclusion},
		{of(trace.Hold), fencingOrder},
		{of(trace.Decide), doubleVote},
		{of(trace.Exec), foreignRelease},
		{of(trace.Write), staleWrite},
		{of(trace.Write), lostUpdate},
		{of(trace.Write), doubleCharge},
		{of(trace.Write), oversold},
	}
	after = []rule{
		{of(trace.Hold, trace.Extend, trace.ClockSet), twoBelievers},
		{of(trace.Exec, trace.Phase, trace.Fault, trace.Promote), orphanKey},
	}
)

// Feed takes the next event and returns the violations that it gives rise to,
// as events without sequence and time, valid until the next call. Violations and
// the End of a run that has been checked before say nothing new. Start must come
// first: what an event tells of somebody who is not in the cast is passed over.
func (c *Checker) Feed(e *trace.Event) []trace.Event {
	c.found = c.found[:0]
	if silent.has(e.Kind) {
		return c.found
	}
	c.view.meet(e)
	c.promise.see(&c.view, e)
	c.ask(before, e)
	c.view.apply(e)
	c.ask(after, e)
	c.outcome.see(&c.view, e)
	return c.found
}

// silent are the kinds that no rule needs: a sweep has no time for them.
var silent = of(trace.Deliver, trace.Drop, trace.SDown, trace.ODown, trace.Violation, trace.End)

func (c *Checker) ask(rules []rule, e *trace.Event) {
	for i := range rules {
		if rules[i].kinds.has(e.Kind) {
			rules[i].see(&c.view, e, c.report)
		}
	}
}

func (c *Checker) broke(v trace.Event) {
	v.Kind = trace.Violation
	v.Promised = c.promise.covers(&c.view, &v)
	c.promise.broke(&v)
	c.outcome.broke(&v)
	c.found = append(c.found, v)
}

// Finish tells the checker that the run ended at that time, and returns what only
// the end shows, in the form of Feed. The run takes no events after it.
func (c *Checker) Finish(last trace.Time) []trace.Event {
	c.found = c.found[:0]
	c.view.t = max(c.view.t, last)
	deadlock(&c.view, &c.outcome.waiting, c.report)
	c.outcome.waiting.Finish(c.view.t)
	return c.found
}

// Outcome says what the run came to so far, as one of the trace.Verdict words;
// Finish makes it final.
func (c *Checker) Outcome() string { return c.outcome.verdict() }

// Run checks a whole run. The violations carry the times at which they came about.
func Run(events []trace.Event) (violations []trace.Event, outcome string) {
	c := New()
	var last trace.Time
	take := func(found []trace.Event) {
		for _, v := range found {
			v.T = last
			violations = append(violations, v)
		}
	}
	for i := range events {
		last = events[i].T
		take(c.Feed(&events[i]))
	}
	take(c.Finish(last))
	return violations, c.Outcome()
}

// kinds is a set of kinds of event.
type kinds uint64

func of(list ...trace.Kind) (set kinds) {
	for _, k := range list {
		set |= 1 << k
	}
	return set
}

func (s kinds) has(k trace.Kind) bool { return s>>k&1 == 1 }
