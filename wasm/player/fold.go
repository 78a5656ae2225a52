package player

import "lockstep/sim/trace"

// fold is a state that goes along with the playhead: forwards by what is new,
// backwards from the beginning.
type fold struct{ state *trace.State }

func (f *fold) after(events []*trace.Event, k int) *trace.State {
	if f.state == nil || f.state.Seq > k {
		f.state = &trace.State{}
	}
	for i := f.state.Seq; i < k; i++ {
		f.state.Apply(events[i])
	}
	return f.state
}
