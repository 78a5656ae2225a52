package sweep_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"lockstep/sim/sweep"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// twins are the traces of two runs that differ by one fault, and what goes with it.
type twins struct {
	world         *sweep.World // with the fault
	without, with []trace.Event
	first         int // the number of the first action that only the second has
}

// twin adds a fault to a random world and plays it with and without.
func twin(t *testing.T, e *world.Engine, seed uint64) *twins {
	w := sweep.Random(seed)
	p := &twins{world: w, without: play(t, e, w), first: len(w.Actions) + 1}
	w.Actions = append(slices.Clip(w.Actions), w.Fault(0)...)
	p.with = play(t, e, w)
	return p
}

// Change one thing, and only its consequences change: a message that exists with and
// without a fault fares alike, but for what faults do to its link; and nothing
// changes before the fault.
func TestOnlyConsequencesChange(t *testing.T) {
	t.Parallel()
	e := world.NewEngine()
	defer e.Close()
	var shared, moved, alike, noticedTravel, noticedPast int
	for seed := range uint64(runs) {
		p := twin(t, e, seed)
		n, m, err := p.travelAlike()
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		shared, moved = shared+n, moved+m
		if n, err = p.pastStays(); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		alike += n

		// Both can fail.
		p.with = slices.Clone(p.with)
		if change(p.with, func(e *trace.Event) bool {
			found := e.Kind == trace.Send && e.Arrive > 0
			if found {
				e.Arrive++
			}
			return found
		}) {
			if _, _, err := p.travelAlike(); err != nil {
				noticedTravel++
			}
			if _, err := p.pastStays(); err != nil {
				noticedPast++
			}
		}
	}
	t.Logf("%d messages in both runs, %d of them at another time; %d events before a fault; of %d doctored runs, travel gave away %d and the past %d",
		shared, moved, alike, runs, noticedTravel, noticedPast)
	if shared < 50*runs || moved < runs/2 || alike < 25*runs || noticedTravel < runs/2 || noticedPast < runs/2 {
		t.Error("the comparison saw too little to mean anything")
	}
}

// travel is how a message fares: how long it takes beyond what faults add, unless
// chance takes it.
type travel struct {
	sent  trace.Time
	takes trace.Duration
	ppm   int64 // what faults add to the risk
	lost  bool
	queue bool // it is of a connection that keeps order, and may have had to wait for the one before
}

func travels(events []trace.Event) map[string]travel {
	all := make(map[string]travel)
	latest := make(map[string]trace.Time)
	var s trace.State
	for i := range events {
		e := &events[i]
		if e.Kind == trace.Send {
			link := s.Link(e.From, e.To)
			name := trace.LinkName(e.From, e.To)
			ordered := e.Purpose == trace.ToReplicate || e.Purpose == trace.ToCopy
			v := travel{sent: e.T, ppm: link.PPM, lost: e.Arrive == 0, queue: ordered && e.Arrive == latest[name]}
			if !v.lost {
				v.takes = e.Arrive.Sub(e.T) - link.Slow
				if ordered {
					latest[name] = max(latest[name], e.Arrive)
				}
			}
			all[e.Msg] = v
		}
		s.Apply(e)
	}
	return all
}

// travelAlike looks for messages that fare differently in the two runs. It returns
// how many it compared, and how many of those left at another time.
func (p *twins) travelAlike() (shared, moved int, err error) {
	without, with := travels(p.without), travels(p.with)
	for i := range p.with {
		msg := p.with[i].Msg
		b, ok := with[msg]
		a, both := without[msg]
		if p.with[i].Kind != trace.Send || !ok || !both || a.queue || b.queue {
			continue
		}
		shared++
		if a.sent != b.sent {
			moved++
		}
		switch {
		case a.ppm == b.ppm && a.lost != b.lost:
			return 0, 0, fmt.Errorf("%s is lost in one run alone", msg)
		case !a.lost && !b.lost && a.takes != b.takes:
			return 0, 0, fmt.Errorf("%s takes %d us without the fault and %d with it", msg, a.takes, b.takes)
		}
	}
	return shared, moved, nil
}

// pastStays looks for events before the fault that are not the same in both runs. It
// returns how many it compared.
func (p *twins) pastStays() (int, error) {
	n := p.past()
	for i := 1; i < n; i++ { // the start carries the run's link
		if i >= len(p.without) {
			return 0, fmt.Errorf("event %d comes before the fault, and only with it", i)
		}
		a, b := &p.without[i], &p.with[i]
		if a.Kind == trace.End || p.settled(i) {
			return i, nil // nothing was left to happen without the fault
		}
		if !bytes.Equal(a.AppendJSON(nil), b.AppendJSON(nil)) {
			return 0, fmt.Errorf("before the fault\n%s\nbecame\n%s", a.AppendJSON(nil), b.AppendJSON(nil))
		}
	}
	return n, nil
}

// past is how many events come before the instant, or up to the event, at which the
// two runs part.
func (p *twins) past() int {
	added := p.world.Actions[p.first-1:]
	seen := make([]int, len(added))
	for i := range p.with {
		e := &p.with[i]
		for j, a := range added {
			switch {
			case a.When == nil && e.T >= a.At:
				return i
			case a.When != nil && a.When.Matches(e):
				if seen[j]++; seen[j] == a.When.Nth {
					return i + 1
				}
			}
		}
	}
	return len(p.with) - 1
}

// settled tells whether event i of the first run is one of those that are found out
// when it ends.
func (p *twins) settled(i int) bool {
	for {
		e := &p.without[i]
		if e.Kind != trace.Violation && e.Why != trace.WhyNeverCame {
			return e.Kind == trace.End
		}
		i++
	}
}
