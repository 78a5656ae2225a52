package matrix

import "lockstep/sim/trace"

// Why is what decides a cell: the facts for a sentence that says so.
type Why struct {
	// Events are, of a broken cell, the first violation of exclusion and the first
	// of the resource; of a guarded one, the first refusal, or else the violation of
	// exclusion.
	Events []trace.Event

	Stays []Stay // who was inside, in the order of entering
	Wait  Wait   // of a stuck cell: the longest
}

// Stay is a client's time inside the critical section.
type Stay struct {
	Who     string
	From    trace.Time
	To      trace.Time // 0 if it never left
	Crashed bool       // inside
	Cut     bool       // it stopped before its work was done, because its lock had ended
}

// exclusion and data are the rules of which one each must be broken for a cell to be
// so, those first that show best what came of it.
var (
	exclusion = []string{trace.RuleMutualExclusion, trace.RuleForeignRelease}
	data      = []string{trace.RuleDoubleCharge, trace.RuleOversold, trace.RuleLostUpdate, trace.RuleStaleWrite}
)

// why finds what decides an outcome.
func why(outcome string, events []trace.Event) Why {
	w := Why{Stays: stays(events)}
	switch outcome {
	case trace.VerdictBroken:
		w.add(violation(events, exclusion))
		w.add(violation(events, data))
	case trace.VerdictGuarded:
		if e := refusal(events); e != nil {
			w.add(e)
		} else {
			w.add(violation(events, exclusion))
		}
	case trace.VerdictStuck:
		w.Wait = longestWait(events)
	}
	return w
}

func (w *Why) add(e *trace.Event) {
	if e != nil {
		w.Events = append(w.Events, *e)
	}
}

// violation returns the first of one of the rules: of an earlier rule in the list
// rather than of a later one.
func violation(events []trace.Event, rules []string) *trace.Event {
	for _, rule := range rules {
		for i := range events {
			if e := &events[i]; e.Kind == trace.Violation && e.Rule == rule {
				return e
			}
		}
	}
	return nil
}

// refusal returns the first that the resource refused.
func refusal(events []trace.Event) *trace.Event {
	for i := range events {
		if e := &events[i]; (e.Kind == trace.Write || e.Kind == trace.Read) && !e.OK {
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
