// Package because finds in a run's events what decides how the run comes out: the
// violations or the refusal that make it broken or guarded, the wait that makes it
// stuck, who was inside otherwise; and, going back from there, what brought it about.
//
// It judges nothing: the verdict is that of the End event, by package check. All it
// says can be pointed at in the trace, and package trace is all that it imports of
// Lockstep.
package because

import (
	"slices"

	"lockstep/sim/trace"
)

// Why is what decides how a run comes out: the facts for a sentence that says so.
type Why struct {
	// Events are, in order, what makes a run broken: the first time that two were
	// inside, the first foreign release, and the first violation of the resource; or
	// guarded: the first time that two were inside, and the first refusal.
	Events []*trace.Event

	Stays []Stay // who was inside, in the order of entering
	Wait  Wait   // of a stuck run: the longest

	// Failed is where a wait shows: the first attempt of its client that fails during it,
	// once what brought it about has happened; nil if none does.
	Failed *trace.Event

	Inside string // who is inside during the wait, and stands still; empty if nobody is
}

// Stay is a client's time inside the critical section.
type Stay struct {
	Who     string
	From    trace.Time
	To      trace.Time // 0 if it never left
	Crashed bool       // inside
	Cut     bool       // it stopped before its work was done, because its lock had ended
}

// damage are the rules of which one must be broken for a run to be so, those first
// that show best what came of it.
var damage = []string{trace.RuleDoubleCharge, trace.RuleOversold, trace.RuleLostUpdate}

// Of finds what decides how a run comes out, of which events are the whole.
func Of(events []*trace.Event) Why {
	w := Why{Stays: stays(events)}
	switch events[len(events)-1].Verdict {
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
		w.Wait = LongestWait(events)
		w.Inside = w.inside()
		w.Failed = w.failed(events)
	}
	return w
}

// Pointers lists where events are, as [Of] wants them.
func Pointers(events []trace.Event) []*trace.Event {
	all := make([]*trace.Event, len(events))
	for i := range events {
		all[i] = &events[i]
	}
	return all
}

// inside returns who is inside for as long as the wait lasts. Such a one stands still,
// or there would be no wait; and two at once are no stuck run.
func (w *Why) inside() string {
	for _, s := range w.Stays {
		if s.From <= w.Wait.From && (s.To == 0 || s.To >= w.Wait.To) {
			return s.Who
		}
	}
	return ""
}

// failed looks for an attempt that fails for the causes that the trace shows. When a wait
// begins there may be nothing to see yet.
func (w *Why) failed(events []*trace.Event) *trace.Event {
	from := w.Wait.From
	for _, c := range Causes(events, w) {
		if c.Event != nil {
			from = max(from, c.Event.T)
		}
	}
	i := slices.IndexFunc(events, func(e *trace.Event) bool {
		return e.Kind == trace.Decide && !e.OK && e.Activity == "" && e.Who == w.Wait.Who && from <= e.T && e.T <= w.Wait.To
	})
	if i < 0 {
		return nil
	}
	return events[i]
}

// Deciding is the instant at which it is decided how the run comes out, or of a wait, at
// which it shows: ok is false when no single one decides.
func (w *Why) Deciding() (t trace.Time, ok bool) {
	switch {
	case len(w.Events) > 0:
		return w.Events[0].T, true
	case w.Failed != nil:
		return w.Failed.T, true
	case w.Wait != Wait{}:
		return w.Wait.From, true
	}
	return 0, false
}

// add puts an event in its place.
func (w *Why) add(e *trace.Event) {
	if e == nil {
		return
	}
	i := len(w.Events)
	for i > 0 && w.Events[i-1].Seq > e.Seq {
		i--
	}
	w.Events = slices.Insert(w.Events, i, e)
}

// violation returns the first of one of the rules: of an earlier rule in the list
// rather than of a later one.
func violation(events []*trace.Event, rules ...string) *trace.Event {
	for _, rule := range rules {
		for _, e := range events {
			if e.Kind == trace.Violation && e.Rule == rule {
				return e
			}
		}
	}
	return nil
}

// refusal returns the first event that is one.
func refusal(events []*trace.Event) *trace.Event {
	if i := slices.IndexFunc(events, Refusal); i >= 0 {
		return events[i]
	}
	return nil
}

// Refusal tells of an event whether a resource takes nothing by it: it refuses a write
// or a read, or knows a write for done already.
func Refusal(e *trace.Event) bool {
	return (e.Kind == trace.Write || e.Kind == trace.Read) && (!e.OK || e.Why != "")
}

// stays lists who was inside and when.
func stays(events []*trace.Event) []Stay {
	var all []Stay
	ends := func(who string, t trace.Time, crashed, cut bool) {
		for i := range all {
			if s := &all[i]; s.Who == who && s.To == 0 {
				s.To, s.Crashed, s.Cut = t, crashed, cut
			}
		}
	}
	for _, e := range events {
		switch {
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
