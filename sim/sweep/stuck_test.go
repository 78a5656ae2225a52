package sweep_test

import (
	"slices"

	"lockstep/sim/trace"
)

// stuck tells whether some client wanted in, for longer than its retry delay and its
// node timeout, while nobody inside was working towards leaving.
func stuck(events []trace.Event) bool {
	for i := range events[0].Clients {
		if waited(events, &events[0].Clients[i]) {
			return true
		}
	}
	return false
}

// waited is stuck for one client. Its time is that of its steady clock, and its delay
// is the longer one of those that it has and that it drew, until the wait was over.
func waited(events []trace.Event, c *trace.ClientInfo) bool {
	var s trace.State
	var there inside
	var clocks trace.Clocks
	var drew, limit trace.Duration
	var since trace.Local
	var wants want
	waits := false
	for i := range events {
		e := &events[i]
		if waits && clocks.Steady.At(e.T).Sub(since) > limit {
			return true
		}
		s.Apply(e)
		there.follow(e)
		if e.Who == string(c.ID) {
			wants.follow(e)
			if e.Kind == trace.Phase && e.Phase == trace.PhaseWait && e.Activity == "" {
				drew = e.Lasts
			}
			if e.Kind == trace.ClockSet {
				clocks.Set(e.T, e.Offset, e.Rate)
			}
		}
		now := wants.begun && !wants.over && works(&s, string(c.ID)) && !occupied(&s, there, c.Resource)
		if now && !waits {
			since, limit = clocks.Steady.At(e.T), 0
		}
		waits, limit = now, max(limit, max(c.RetryDelay, drew)+c.NodeTimeout)
	}
	return false
}

// want is whether a client wants in: from its worker's first step until it enters,
// lets go, gives up or crashes; who is brought back begins anew.
type want struct{ begun, over bool }

func (w *want) follow(e *trace.Event) {
	switch {
	case e.Kind == trace.Enter:
		w.over = true
	case e.Kind == trace.Fault && e.What == trace.WhatCrash && e.Why == "":
		*w = want{}
	case e.Kind == trace.Phase && e.Activity == "":
		w.begun = true
		w.over = w.over || e.Phase == trace.PhaseGiveBack || e.Phase == trace.PhaseDone || e.Phase == trace.PhaseGaveUp
	}
}

// works tells whether a client's worker is up and running.
func works(s *trace.State, who string) bool {
	c := s.Client(trace.ClientID(who))
	return !c.Down && !c.Paused && !c.Stalled
}

// occupied tells whether somebody is inside and at work.
func occupied(s *trace.State, there inside, resource string) bool {
	for i := range s.Clients {
		who := string(s.Clients[i].ID)
		if slices.Contains(there[who], resource) && works(s, who) {
			return true
		}
	}
	return false
}
