package matrix

import "lockstep/sim/trace"

// Wait is a time in which a client wants in and nobody who is inside works towards
// leaving.
type Wait struct {
	Who      string
	From, To trace.Time
	Open     bool // it lasts when the run ends
	GaveUp   bool // it ended because the client had no attempt left
}

// person is what a wait depends on, of one client.
type person struct {
	who    string
	wants  bool
	inside bool
	still  bool // paused, or its worker is stalled
	down   bool
	gaveUp bool
	since  trace.Time // of the wait that goes on
	waits  bool
}

// longestWait finds the longest such time of a run. Whether it was too long is for
// package check to say.
func longestWait(events []trace.Event) (longest Wait) {
	var all []person
	for i := range events[0].Clients {
		all = append(all, person{who: string(events[0].Clients[i].ID)})
	}
	for i := range events {
		e := &events[i]
		for j := range all {
			all[j].see(e)
		}
		works := false
		for j := range all {
			works = works || all[j].inside && all[j].acts()
		}
		last := i == len(events)-1
		for j := range all {
			w, ended := all[j].wait(e.T, !works, last)
			if ended && w.To-w.From > longest.To-longest.From {
				longest = w
			}
		}
	}
	return longest
}

func (p *person) acts() bool { return !p.still && !p.down }

// see takes what an event says of the client.
func (p *person) see(e *trace.Event) {
	if e.Who != p.who {
		return
	}
	fault := e.Kind == trace.Fault && e.Why == ""
	switch {
	case e.Kind == trace.Phase && e.Activity == "":
		p.wants = !p.inside && e.Phase != trace.PhaseDone && e.Phase != trace.PhaseGaveUp && e.Phase != trace.PhaseGiveBack
		p.gaveUp = e.Phase == trace.PhaseGaveUp
	case e.Kind == trace.Enter:
		p.wants, p.inside = false, true
	case e.Kind == trace.Leave:
		p.inside = false
	case fault && e.What == trace.WhatCrash:
		p.wants, p.inside, p.down = false, false, true
	case e.Kind == trace.Heal && e.What == trace.WhatRestart:
		p.down = false
	case fault && (e.What == trace.WhatPause || e.What == trace.WhatStall):
		p.still = true
	case e.Kind == trace.Heal && (e.What == trace.WhatPause || e.What == trace.WhatStall):
		p.still = false
	}
}

// wait begins or ends the client's wait at t; idle says that nobody inside works.
func (p *person) wait(t trace.Time, idle, last bool) (w Wait, ended bool) {
	on := idle && p.wants && p.acts()
	if on && !p.waits {
		p.since = t
	}
	ended = p.waits && (!on || last)
	w = Wait{Who: p.who, From: p.since, To: t, Open: on && last, GaveUp: p.gaveUp}
	p.waits = on
	return w, ended
}
