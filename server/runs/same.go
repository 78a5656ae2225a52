package runs

import (
	"lockstep/sim/because"
	"lockstep/sim/trace"
)

// Same returns how many of the first events two traces have in common, of most at
// most: see [trace.Same].
func (t Trace) Same(u Trace, most int) int {
	first := func(events []trace.Event) []*trace.Event { return because.Pointers(events[:min(most, len(events))]) }
	return trace.Same(first(t.Events), first(u.Events))
}
