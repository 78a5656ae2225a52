package player

import (
	"lockstep/sim/trace"
	"lockstep/web/wall"
)

// How long a step stays, at normal speed, until the next one comes. A message
// takes milliseconds and a lock's life takes seconds: at one rate for both, either
// would be out of sight or out of patience. So a short gap is stretched, a long
// one is cut, and none goes by unseen. Between two instants everything moves
// evenly; within one, nothing does.
const (
	stretch   = 80                     // a short gap takes this many times as long
	stretched = 800 * wall.Millisecond // what stretching may come to
	realTime  = 2 * wall.Second        // how much of the rest goes by at its own rate

	blink  = 120 * wall.Millisecond  // no step stays shorter
	beat   = 400 * wall.Millisecond  // nor one that time stands still for, or a phase that begins
	notice = 1000 * wall.Millisecond // nor something notable
)

// stay returns how long a step of those events stays when that gap follows.
func stay(events []*trace.Event, gap trace.Duration) wall.Span {
	g := wall.Span(gap)
	moves := min(g*stretch, stretched) + min(max(g-stretched/stretch, 0), realTime)
	return max(moves, least(events, gap))
}

func least(events []*trace.Event, gap trace.Duration) wall.Span {
	switch {
	case hasNotable(events):
		return notice
	case gap == 0 || events[0].Kind == trace.Phase:
		return beat
	}
	return blink
}

func hasNotable(events []*trace.Event) bool {
	for _, e := range events {
		if notable(e) {
			return true
		}
	}
	return false
}
