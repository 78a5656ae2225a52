package check

import "lockstep/sim/trace"

// outcome is what a run came to, the worst that applies:
//
//	broken   an invariant of the resource was violated: something was charged, sold
//	         or overwritten that should not have been
//	guarded  two were inside at once, or a stale write was refused, and the data is
//	         intact
//	stuck    at some time, for longer than one retry delay and one node timeout, a
//	         client wanted in and nobody who was inside was working towards leaving
//	ok       none of these: also if a client gave up in time, or stopped its work
//	         because its lock had ended
//
// A write that was sent from inside belongs to its writer's stay. One that is taken
// when another has come in meanwhile means two inside at once, also if its writer
// left or died before it arrived.
type outcome struct {
	together bool // two were inside at once
	refused  bool // a guard kept a stale write out
	damaged  bool // an invariant of the resource was violated
	stuck    bool
	waits    []wait // of each client
	longest  Wait
}

// wait is a span in which a client wants in and nobody inside is working towards
// leaving. It is measured by the client's steady clock, as its delays are.
type wait struct {
	on    bool
	from  trace.Time
	since trace.Local
	limit trace.Duration // how long it may last
}

func (o *outcome) verdict() string {
	switch {
	case o.damaged:
		return trace.VerdictBroken
	case o.together || o.refused:
		return trace.VerdictGuarded
	case o.stuck:
		return trace.VerdictStuck
	}
	return trace.VerdictOK
}

// broke takes a violation. A stale write by itself damages nothing: it is damage if
// it undoes or repeats what was done.
func (o *outcome) broke(v *trace.Event) {
	switch v.Rule {
	case trace.RuleMutualExclusion:
		o.together = true
	case trace.RuleLostUpdate, trace.RuleOversold, trace.RuleDoubleCharge:
		o.damaged = true
	}
}

// see takes the present event, after the view has.
func (o *outcome) see(v *view, e *trace.Event) {
	switch e.Kind {
	case trace.Start:
		o.waits = make([]wait, len(v.clients))
		for i := range v.clients {
			o.waits[i].limit = patience(&v.clients[i])
		}
	case trace.Phase:
		if v.who != nil && e.Activity == "" {
			o.watch(v, v.who)
		}
	case trace.Enter, trace.Leave, trace.Fault, trace.Heal:
		for i := range v.clients {
			o.watch(v, &v.clients[i])
		}
	case trace.Write:
		o.write(v, e)
	}
}

// write looks at a write that reached a resource.
func (o *outcome) write(v *view, e *trace.Event) {
	if v.who == nil || v.resource(e.Resource) == nil {
		return
	}
	if !e.OK {
		o.refused = true
		return
	}
	if v.visited(v.tenureOf(e)) {
		if applied(e) {
			o.together = true
		} else if _, copied := original(e.Msg); !copied {
			o.refused = true
		}
	}
}

// visited tells whether another has gone into the critical section of the same
// resource since the client of that tenure did.
func (v *view) visited(tenure int) bool {
	if tenure == nobody {
		return false
	}
	mine := &v.tenures[tenure]
	since := mine.entered
	if since == 0 {
		since = mine.seen // it never did
	}
	for i := range v.tenures {
		if t := &v.tenures[i]; t.entered > since && t.resource == mine.resource && t.client != mine.client {
			return true
		}
	}
	return false
}

// watch begins, carries on or ends a client's wait. A client that stands still or is
// down wants nothing: when it goes on, it begins to wait anew.
func (o *outcome) watch(v *view, c *client) {
	w := &o.waits[c.index]
	o.look(v, c)
	on := c.wants && c.works() && !v.worked(c.info.Resource)
	switch {
	case on && !w.on:
		w.from, w.since, w.limit = v.t, c.clocks.Steady.At(v.t), patience(c)
	case on:
		// A delay that is drawn later does not judge one that was sat through.
		w.limit = max(w.limit, patience(c))
	case w.on:
		o.waited(v, c, false)
	}
	w.on = on
}

// look tells whether the client has waited too long by now.
func (o *outcome) look(v *view, c *client) {
	if w := &o.waits[c.index]; w.on && c.clocks.Steady.At(v.t).Sub(w.since) > w.limit {
		o.stuck = true
	}
}

// finish looks at those who wait when the run ends.
func (o *outcome) finish(v *view) {
	for i := range o.waits {
		o.look(v, &v.clients[i])
		if o.waits[i].on {
			o.waited(v, &v.clients[i], true)
		}
	}
}

// patience is one retry delay and one node timeout: the delay that the client drew
// last, where that is longer.
func patience(c *client) trace.Duration {
	return max(c.info.RetryDelay, c.waits) + c.info.NodeTimeout
}

// worked tells whether somebody is inside and at work.
func (v *view) worked(resource string) bool {
	for i := range v.clients {
		if c := &v.clients[i]; c.works() && c.in(resource) > 0 {
			return true
		}
	}
	return false
}
