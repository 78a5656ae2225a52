package check

import "lockstep/sim/trace"

// assumption is something that a lock's promise rests on. A fault that breaks one
// takes the promise away: what happens then is outside what the lock guarantees,
// and no bug of it.
type assumption uint8

const (
	keysStay     assumption = iota // no key vanishes, or is shortened, before its time
	noLongPauses                   // nobody is paused past the end of its validity
	assumptions
)

// needs lists what Redlock's promise of each rule rests on. The Redis page names
// the first; of the second, both sides of the argument about Redlock say that no
// lease protects from a paused holder.
var needs = map[string][]assumption{
	MutualExclusion: {keysStay, noLongPauses},
	ForeignRelease:  {}, // compare-and-delete holds whatever happens
}

// promise follows which assumptions a run's faults have broken.
type promise struct {
	broken  [assumptions]bool
	beliefs []belief
}

// belief is until when a client believes that it holds the lock.
type belief struct {
	who   string
	until trace.Local
}

func (p *promise) see(e *trace.Event, changes []change) {
	if e.Kind == trace.Fault && e.Why == "" {
		switch {
		case e.What == trace.WhatCrash && e.Data == trace.DataLose:
			p.broken[keysStay] = true
		case e.What == trace.WhatPause && p.outlasts(e):
			p.broken[noLongPauses] = true
		}
	}
	if e.Kind == trace.Hold {
		p.forget(e.Who)
		p.beliefs = append(p.beliefs, belief{e.Who, e.Until})
	}
	if e.Kind == trace.Lost || e.Kind == trace.Release {
		p.forget(e.Who)
	}
	for _, c := range changes {
		// A person at a console who touches a client's key is a fault too.
		if e.Who == trace.Operator && c.was.owner != "" && c.was.owner != trace.Operator {
			p.broken[keysStay] = true
		}
	}
}

// outlasts tells whether the pause that begins with e ends after its client's
// validity. Clients' clocks show true time here.
func (p *promise) outlasts(e *trace.Event) bool {
	for _, b := range p.beliefs {
		if b.who == e.Who {
			return trace.Local(e.T).Add(e.Lasts) > b.until
		}
	}
	return false
}

func (p *promise) forget(who string) {
	for i, b := range p.beliefs {
		if b.who == who {
			p.beliefs = append(p.beliefs[:i], p.beliefs[i+1:]...)
			return
		}
	}
}

// covers tells whether the promise of that rule still stands.
func (p *promise) covers(rule string) bool {
	for _, a := range needs[rule] {
		if p.broken[a] {
			return false
		}
	}
	return true
}
