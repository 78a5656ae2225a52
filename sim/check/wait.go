package check

import "lockstep/sim/trace"

// Wait is a span of a run in which a client wanted in and nobody who was inside was
// working towards leaving.
type Wait struct {
	Who      string
	From, To trace.Time
	Open     bool // it lasted when the run ended
	GaveUp   bool // it ended because its client had no attempt left
}

// LongestWait returns the longest such span of a whole run, or the zero Wait if
// there was none. Whether it was too long is for [Run] to say.
func LongestWait(events []trace.Event) Wait {
	c := New()
	for i := range events {
		c.Feed(&events[i])
	}
	if len(events) > 0 {
		c.Finish(events[len(events)-1].T)
	}
	return c.outcome.longest
}

// waited takes a client's wait that is over, or is cut short by the end of the run.
func (o *outcome) waited(v *view, c *client, open bool) {
	w := Wait{
		Who: v.name(c.index), From: o.waits[c.index].from, To: v.t,
		Open: open, GaveUp: c.phase == trace.PhaseGaveUp,
	}
	if w.To-w.From > o.longest.To-o.longest.From {
		o.longest = w
	}
}
