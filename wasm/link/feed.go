package link

import "lockstep/sim/trace"

// everything is an instant that no run reaches.
const everything = trace.Time(1) << 60

// Feed is one run of which the page wants all events.
type Feed struct {
	link    *Link
	run     string
	take    func(events []trace.Event, whole bool)
	have    int    // how many events have come
	whole   bool   // no more follow
	problem string // why there is no answer
}

// Problem says in words why the run's events do not come, or nothing.
func (f *Feed) Problem() string { return f.problem }

// Retry asks once more after a problem.
func (f *Feed) Retry() {
	if f.problem == "" {
		return
	}
	f.problem = ""
	f.link.port.Changed()
	f.link.ask()
}

// hungry tells whether there is something to ask for.
func (f *Feed) hungry() bool { return !f.whole && f.problem == "" }

// add takes a batch. It tells whether that brought anything, and whether it
// leaves a gap after what is there. The run is whole with its End event, which
// no gap can feign.
func (f *Feed) add(events []trace.Event) (progress, gap bool) {
	for len(events) > 0 && events[0].Seq < f.have {
		events = events[1:]
	}
	for i := range events {
		if events[i].Seq != f.have+i {
			events, gap = events[:i], true // what is before the gap is good
			break
		}
	}
	if len(events) == 0 {
		return false, gap
	}
	f.have += len(events)
	f.whole = events[len(events)-1].Kind == trace.End
	f.take(events, f.whole)
	return true, gap
}
