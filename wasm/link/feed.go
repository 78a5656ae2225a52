package link

import (
	"lockstep/sim/trace"
	"lockstep/web/wire"
)

// everything is an instant that no run reaches.
const everything = trace.Time(1) << 60

// Feed is one run of which the page wants all events.
type Feed struct {
	asked
	run    string
	base   *Base // until it is settled what of it the run has, or nil
	judged Judged
	give   func(events []trace.Event, whole bool)
	have   int  // how many events the page has
	whole  bool // no more follow
}

// Base is a run from which another grew.
type Base struct {
	Run  string // link form
	Have int    // how many of its first events the page has; 0 if it has none

	// Adopt is told once, before the first events of the run are handed over, how many
	// of those that the page has are the run's too: those handed over go on from there.
	Adopt func(same int)
}

// Judged is who wants to know how a run comes out: nobody, if it is zero.
type Judged struct {
	Lang      string // the language of the words; never empty
	Challenge string // that the run is an attempt at; empty for none

	// Tell is told once, when all events are handed over or soon after.
	Tell func(*wire.Verdict)
}

func (f *Feed) hungry() bool { return !f.whole || f.judged.Tell != nil }

func (f *Feed) question(id uint64) []byte {
	a := wire.Ask{ID: id, Run: f.run, From: f.have, Until: everything, Lang: f.judged.Lang, Challenge: f.judged.Challenge}
	if f.base != nil && f.base.Have > 0 {
		a.Base, a.Have = f.base.Run, f.base.Have
	}
	return wire.AppendAsk(nil, a)
}

func (f *Feed) take(a wire.Answer) (progress, gap bool) {
	switch a := a.(type) {
	case *wire.Batch:
		return f.add(a)
	case *wire.Verdict:
		return f.judge(a), false
	}
	return false, false
}

// add takes a batch. It leaves a gap if events are missing before some of its own. The
// run is whole with its End event, which no gap can feign.
func (f *Feed) add(b *wire.Batch) (progress, gap bool) {
	events := b.Events
	if f.settle(b) || f.gone { // who adopts may want no more of it
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
	f.give(events, f.whole)
	return true, gap
}

// judge takes how the run comes out: after its events, as the server sends it, for
// until then some of them may have been lost on the way.
func (f *Feed) judge(v *wire.Verdict) (progress bool) {
	tell := f.judged.Tell
	if tell == nil || !f.whole {
		return false
	}
	f.judged.Tell = nil
	tell(v)
	return true
}

// settle settles with the first batch of an answer what of the base is the run's
// too. It tells whether that is still open, because this is another batch.
func (f *Feed) settle(b *wire.Batch) (open bool) {
	if f.base == nil {
		return false
	}
	if b.Same > f.base.Have || len(b.Events) == 0 || b.Events[0].Seq != b.Same {
		return true
	}
	adopt := f.base.Adopt
	f.base, f.have = nil, b.Same
	adopt(b.Same)
	return false
}
