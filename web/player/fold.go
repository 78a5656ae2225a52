package player

import "lockstep/sim/trace"

// fold is a state that goes along with the playhead: forwards by what is new,
// backwards from a state that was kept.
type fold struct{ state *trace.State }

// after returns the state after the first k events. It is the fold's, and good
// until the next call.
func (f *fold) after(kept *checkpoints, events []*trace.Event, k int) *trace.State {
	if near := kept.by(k); f.state == nil || f.state.Seq > k || near != nil && near.Seq > f.state.Seq {
		f.state = &trace.State{}
		if near != nil {
			f.state = near.Clone()
		}
	}
	for i := f.state.Seq; i < k; i++ {
		f.state.Apply(events[i])
		kept.offer(f.state)
	}
	return f.state
}

// How far apart states are kept at first, in events, and how many at most. A state
// of the largest cast takes some 50 KiB. At the limit of 20,000 events they are 512
// apart, which are folded in a millisecond or two even in a browser.
const (
	firstApart   = 128
	mostRetained = 64
)

// checkpoints are states of a run that are kept, evenly apart from the first on,
// so that going back folds few events again. The zero value keeps none yet.
type checkpoints struct {
	apart  int
	states []*trace.State // the state after (i+1)*apart events; none is ever changed
}

// by returns the last state kept of those after at most k events, or nil.
func (c *checkpoints) by(k int) *trace.State {
	if len(c.states) == 0 || k < c.apart {
		return nil
	}
	return c.states[min(k/c.apart, len(c.states))-1]
}

// offer keeps a clone of a state if it is the next that is wanted. When there are
// too many, every other one goes.
func (c *checkpoints) offer(s *trace.State) {
	if c.apart == 0 {
		c.apart = firstApart
	}
	if s.Seq != c.apart*(len(c.states)+1) {
		return
	}
	c.states = append(c.states, s.Clone())
	if len(c.states) < mostRetained {
		return
	}
	for i := range mostRetained / 2 {
		c.states[i] = c.states[2*i+1]
	}
	clear(c.states[mostRetained/2:])
	c.states = c.states[:mostRetained/2]
	c.apart *= 2
}

// upTo returns those of a run that has the first k events in common with this one.
func (c *checkpoints) upTo(k int) checkpoints {
	if c.apart == 0 {
		return checkpoints{}
	}
	n := min(k/c.apart, len(c.states))
	return checkpoints{c.apart, append([]*trace.State(nil), c.states[:n]...)}
}
