package matrix

import (
	"slices"

	"lockstep/sim/check"
	"lockstep/sim/trace"
)

// Why is what decides a cell: the facts for a sentence that says so.
type Why struct {
	// Events are, in order, what makes a cell broken: the first time that two were
	// inside, the first foreign release, and the first violation of the resource; or
	// guarded: the first time that two were inside, and the first refusal.
	Events []trace.Event

	Stays []Stay     // who was inside, in the order of entering
	Wait  check.Wait // of a stuck cell: the longest
}

// Stay is a client's time inside the critical section.
type Stay struct {
	Who     string
	From    trace.Time
	To      trace.Time // 0 if it never left
	Crashed bool       // inside
	Cut     bool       // it stopped before its work was done, because its lock had ended
}

// damage are the rules of which one must be broken for a cell to be so, those first
// that show best what came of it.
var damage = []string{trace.RuleDoubleCharge, trace.RuleOversold, trace.RuleLostUpdate}

// why finds what decides an outcome.
func why(outcome string, events []trace.Event) Why {
	w := Why{Stays: stays(events)}
	switch outcome {
	case trace.VerdictBroken:
		w.add(violation(events, trace.RuleMutualExclusion))
		w.add(violation(events, trace.RuleForeignRelease))
		w.add(violation(events, damage...))
	case trace.VerdictGuarded:
		w.add(violation(events, trace.RuleMutualExclusion))
		w.add(refusal(events))
		if w.Events == nil { // it came late, and changed nothing
			w.add(violation(events, trace.RuleStaleWrite))
		}
	case trace.VerdictStuck:
		w.Wait = check.LongestWait(events)
	}
	slices.SortFunc(w.Events, func(a, b trace.Event) int { return a.Seq - b.Seq })
	return w
}

func (w *Why) add(e *trace.Event) {
	if e != nil {
		w.Events = append(w.Events, *e)
	}
}

// violation returns the first of one of the rules: of an earlier rule in the list
// rather than of a later one.
func violation(events []trace.Event, rules ...string) *trace.Event {
	for _, rule := range rules {
		for i := range events {
			if e := &events[i]; e.Kind == trace.Violation && e.Rule == rule {
				return e
			}
		}
	}
	return nil
}

// refusal returns the first that the resource refused, or took for done already.
func refusal(events []trace.Event) *trace.Event {
	for i := range events {
		if e := &events[i]; (e.Kind == trace.Write || e.Kind == trace.Read) && (!e.OK || e.Why != "") {
			return e
		}
	}
	return nil
}

// stays lists who was inside and when.
func stays(events []trace.Event) []Stay {
	var all []Stay
	ends := func(who string, t trace.Time, crashed, cut bool) {
		for i := range all {
			if s := &all[i]; s.Who == who && s.To == 0 {
				s.To, s.Crashed, s.Cut = t, crashed, cut
			}
		}
	}
	for i := range events {
		switch e := &events[i]; {
		case e.Kind == trace.Enter:
			all = append(all, Stay{Who: e.Who, From: e.T})
		case e.Kind == trace.Leave:
			ends(e.Who, e.T, false, e.Why == trace.WhyValidityEnded || e.Why == trace.WhyRenewalRefused)
		case e.Kind == trace.Fault && e.What == trace.WhatCrash && e.Why == "":
			ends(e.Who, e.T, true, false)
		}
	}
	return all
}
