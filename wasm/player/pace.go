package player

import (
	"lockstep/sim/trace"
	"lockstep/wasm/wall"
)

// How long it takes at normal speed to get from one instant to the next. A
// message takes milliseconds and a lock's life takes seconds: at one rate for
// both, either would be out of sight or out of patience. So a short gap is
// stretched, a long one is cut, and none goes by unseen. Between two instants
// everything moves evenly.
const (
	stretch   = 100                     // a short gap takes this many times as long
	stretched = wall.Second             // what stretching may come to
	realTime  = 2 * wall.Second         // how much of the rest goes by at its own rate
	blink     = 200 * wall.Millisecond  // no gap is shorter
	pause     = 1000 * wall.Millisecond // nor one after something notable
)

// span returns how long the gap takes at normal speed.
func span(gap trace.Duration, afterNotable bool) wall.Span {
	g := wall.Span(gap)
	w := min(g*stretch, stretched)
	w += min(max(g-stretched/stretch, 0), realTime)
	if afterNotable {
		return max(w, pause)
	}
	return max(w, blink)
}

// beat is one instant at which something happens.
type beat struct {
	t       trace.Time
	end     int       // how many events have happened after it
	at      wall.Span // when it comes, played at normal speed from the start
	notable bool
}

// beats extends the list by the instants of events, which have grown since the
// last call. The last instant may grow further.
func beats(list []beat, events []*trace.Event) []beat {
	from := 0
	if len(list) > 0 {
		from = list[len(list)-1].end
	}
	for i := from; i < len(events); i++ {
		e := events[i]
		if len(list) == 0 || list[len(list)-1].t != e.T {
			b := beat{t: e.T}
			if len(list) > 0 {
				last := &list[len(list)-1]
				b.at = last.at + span(e.T.Sub(last.t), last.notable)
			}
			list = append(list, b)
		}
		b := &list[len(list)-1]
		b.end = i + 1
		b.notable = b.notable || notable(e)
	}
	return list
}
