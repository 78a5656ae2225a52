package because

import (
	"slices"

	"lockstep/sim/trace"
)

// Wait is a span of a run in which a client wanted in and nobody who was inside was
// working towards leaving.
type Wait struct {
	Who      string
	From, To trace.Time
	Open     bool // it lasted when the run ended
	GaveUp   bool // it ended because its client had no attempt left
}

// LongestWait returns the longest such span of a whole run, or the zero Wait if
// there was none. Whether it was too long is for [Waiting.TooLong] to say.
func LongestWait(events []*trace.Event) Wait {
	var w Waiting
	for _, e := range events {
		w.Feed(e)
	}
	if len(events) > 0 {
		w.Finish(events[len(events)-1].T)
	}
	return w.longest
}

// Waiting follows, event by event, who waits so. The zero Waiting has seen nothing.
type Waiting struct {
	clients []waiter
	longest Wait
	tooLong bool
}

// waiter is a client, as far as it bears on who waits. Its wait is measured by its
// steady clock, as its delays are.
type waiter struct {
	info    *trace.ClientInfo
	clocks  trace.Clocks
	inside  []string // the critical sections it is in, once for each time that it entered
	gaveUp  bool
	wants   bool // to get in
	leaves  bool // gives back what it had
	paused  bool
	stalled bool
	down    bool

	delay   trace.Duration // how long its last wait for another attempt was to last
	waiting bool
	from    trace.Time
	since   trace.Local
	limit   trace.Duration // how long the wait may last
}

// TooLong tells whether some client has waited for longer than one retry delay, as it
// drew it last, and one node timeout.
func (w *Waiting) TooLong() bool { return w.tooLong }

// Wants tells whether the client of that place in the cast wants to get in.
func (w *Waiting) Wants(client int) bool { return w.clients[client].wants }

// Feed takes the next event.
func (w *Waiting) Feed(e *trace.Event) {
	switch e.Kind {
	case trace.Start:
		w.clients = make([]waiter, len(e.Clients))
		for i := range e.Clients {
			w.clients[i].info = &e.Clients[i]
		}
	case trace.Phase, trace.Enter, trace.Leave, trace.Fault, trace.Heal, trace.ClockSet:
		c := w.client(e.Who)
		if c != nil {
			c.apply(e)
		}
		switch {
		case e.Kind == trace.ClockSet:
		case e.Kind != trace.Phase:
			for i := range w.clients {
				w.watch(&w.clients[i], e.T)
			}
		case c != nil && e.Activity == "":
			w.watch(c, e.T)
		}
	}
}

func (w *Waiting) client(name string) *waiter {
	for i := range w.clients {
		if string(w.clients[i].info.ID) == name {
			return &w.clients[i]
		}
	}
	return nil
}

func (c *waiter) apply(e *trace.Event) {
	switch e.Kind {
	case trace.Phase:
		if e.Activity == "" {
			c.step(e)
		}
	case trace.Enter:
		c.wants = false
		c.inside = append(c.inside, e.Resource)
	case trace.Leave:
		if i := slices.Index(c.inside, e.Resource); i >= 0 {
			c.inside = slices.Delete(c.inside, i, i+1)
		}
	case trace.Fault:
		if e.Why == "" {
			c.halt(e.What, true)
		}
	case trace.Heal:
		c.halt(e.What, false)
	case trace.ClockSet:
		c.clocks.Set(e.T, e.Offset, e.Rate)
	}
}

// step takes the next step of the client's worker.
func (c *waiter) step(e *trace.Event) {
	c.gaveUp = e.Phase == trace.PhaseGaveUp
	switch e.Phase {
	case trace.PhaseGaveUp, trace.PhaseDone:
		c.wants, c.leaves = false, false
	case trace.PhaseGiveBack:
		c.wants, c.leaves = false, true
	case trace.PhaseWork, trace.PhaseRead, trace.PhaseWrite, trace.PhaseEnterAgain, trace.PhaseLeaveAgain:
		// These come with the lock, or after it.
	case trace.PhaseWait:
		c.delay = e.Lasts
		fallthrough
	default:
		// Who gives a lock back may have to ask where the primary is, as who wants it.
		c.wants = len(c.inside) == 0 && !c.leaves
	}
}

// halt takes what makes the client stand still, or the end of it.
func (c *waiter) halt(what string, still bool) {
	switch what {
	case trace.WhatCrash:
		*c = waiter{
			info: c.info, clocks: c.clocks, inside: c.inside[:0], delay: c.delay, down: true,
			waiting: c.waiting, from: c.from, since: c.since, limit: c.limit,
		}
	case trace.WhatRestart:
		c.down = false
	case trace.WhatPause:
		c.paused = still
	case trace.WhatStall:
		c.stalled = still
	}
}

// watch begins, carries on or ends a client's wait. A client that stands still or is
// down wants nothing: when it goes on, it begins to wait anew.
func (w *Waiting) watch(c *waiter, t trace.Time) {
	w.look(c, t)
	on := c.wants && c.works() && !w.worked(c.info.Resource)
	switch {
	case on && !c.waiting:
		c.from, c.since, c.limit = t, c.clocks.Steady.At(t), c.patience()
	case on:
		// A delay that is drawn later does not judge one that was sat through.
		c.limit = max(c.limit, c.patience())
	case c.waiting:
		w.waited(c, t, false)
	}
	c.waiting = on
}

// look tells whether the client has waited too long by now.
func (w *Waiting) look(c *waiter, t trace.Time) {
	if c.waiting && c.clocks.Steady.At(t).Sub(c.since) > c.limit {
		w.tooLong = true
	}
}

// Finish looks at those who wait when the run ends, at that time. No events follow.
func (w *Waiting) Finish(t trace.Time) {
	for i := range w.clients {
		c := &w.clients[i]
		w.look(c, t)
		if c.waiting {
			w.waited(c, t, true)
		}
	}
}

// waited takes a client's wait that is over, or is cut short by the end of the run.
func (w *Waiting) waited(c *waiter, t trace.Time, open bool) {
	if t-c.from > w.longest.To-w.longest.From {
		w.longest = Wait{Who: string(c.info.ID), From: c.from, To: t, Open: open, GaveUp: c.gaveUp}
	}
}

// patience is one retry delay and one node timeout: the delay that the client drew
// last, where that is longer.
func (c *waiter) patience() trace.Duration {
	return max(c.info.RetryDelay, c.delay) + c.info.NodeTimeout
}

// works tells whether the client's worker is up and running.
func (c *waiter) works() bool { return !c.down && !c.paused && !c.stalled }

// worked tells whether somebody is inside and at work.
func (w *Waiting) worked(resource string) bool {
	for i := range w.clients {
		if c := &w.clients[i]; c.works() && slices.Contains(c.inside, resource) {
			return true
		}
	}
	return false
}
