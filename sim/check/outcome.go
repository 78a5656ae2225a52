package check

import (
	"lockstep/sim/because"
	"lockstep/sim/trace"
)

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
	waiting  because.Waiting
}

func (o *outcome) verdict() string {
	switch {
	case o.damaged:
		return trace.VerdictBroken
	case o.together || o.refused:
		return trace.VerdictGuarded
	case o.waiting.TooLong():
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
	o.waiting.Feed(e)
	if e.Kind == trace.Write {
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
