package link

import (
	"lockstep/sim/trace"
	"lockstep/web/wire"
)

// everything is an instant that no run reaches.
const everything = trace.Time(1) << 60

// Feed is one run of which the page wants all events.
type Feed struct {
	link    *Link
	run     string
	base    *base // until it is settled what of it the run has, or nil
	take    func(events []trace.Event, whole bool)
	have    int           // how many events the page has
	whole   bool          // no more follow
	problem *wire.Problem // why there is no answer
	gone    bool          // nobody wants it any more
}

// base is a run from which another grew, and of which the page has events.
type base struct {
	run   string
	have  int
	adopt func(same int)
}

// Problem says in words, in English, why the run's events do not come, or nothing.
func (f *Feed) Problem() string {
	if f.problem == nil {
		return ""
	}
	return f.problem.Text
}

// Reason says what sort of problem it is, or nothing.
func (f *Feed) Reason() wire.Reason {
	if f.problem == nil {
		return ""
	}
	return f.problem.Reason
}

// Retry asks once more after a problem.
func (f *Feed) Retry() {
	if f.problem == nil {
		return
	}
	f.problem = nil
	f.link.port.Changed()
	f.link.ask()
}

// hungry tells whether there is something to ask for.
func (f *Feed) hungry() bool { return !f.whole && f.problem == nil }

// question is what to ask for.
func (f *Feed) question(id uint64) wire.Ask {
	a := wire.Ask{ID: id, Run: f.run, From: f.have, Until: everything}
	if f.base != nil && f.base.have > 0 {
		a.Base, a.Have = f.base.run, f.base.have
	}
	return a
}

// add takes a batch. It tells whether that brought anything, and whether it
// leaves a gap after what is there. The run is whole with its End event, which
// no gap can feign.
func (f *Feed) add(b *wire.Batch) (progress, gap bool) {
	events := b.Events
	if f.settle(b) || f.gone {
		return false, false
	}
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

// settle settles with the first batch of an answer what of the base is the run's
// too. It tells whether that is still open, because this is another batch.
func (f *Feed) settle(b *wire.Batch) (open bool) {
	if f.base == nil {
		return false
	}
	if b.Same > f.base.have || len(b.Events) == 0 || b.Events[0].Seq != b.Same {
		return true
	}
	adopt := f.base.adopt
	f.base, f.have = nil, b.Same
	adopt(b.Same)
	return false
}
