package player

import (
	"sort"

	"lockstep/sim/trace"
	"lockstep/web/wall"
)

// Lane is one of the rows of marks along the line that the playhead goes on.
type Lane uint8

// The lanes, from the top down.
const (
	Violations Lane = iota
	Decisions
	Faults
	Lanes = 3 // how many there are
)

// Mark is an event that is marked on the line.
type Mark struct {
	At   wall.Span // its place, as Position has it
	Step int
	Seq  int // the event's number
	Kind trace.Kind
}

// laneOf returns the lane that events of a kind are marked in, if any.
func laneOf(k trace.Kind) (lane Lane, marked bool) {
	switch k {
	case trace.Violation:
		return Violations, true
	case trace.Decide, trace.Hold, trace.Lost, trace.Release, trace.Promote:
		return Decisions, true
	case trace.Fault, trace.Heal, trace.ClockSet:
		return Faults, true
	}
	return 0, false
}

// mark marks what a step has for the lanes.
func (p *Player) mark(step int) {
	for _, e := range p.StepEvents(step) {
		if lane, marked := laneOf(e.Kind); marked {
			p.marks[lane] = append(p.marks[lane], Mark{p.places[step], step, e.Seq, e.Kind})
		}
	}
}

// Marks returns the marks of a lane, in their order, of all steps up to the
// furthest that was ever shown: nothing ahead is given away. They are the player's
// and not to be changed; more may follow them, but none is ever taken back.
func (p *Player) Marks(lane Lane) []Mark {
	marks := p.marks[lane]
	n := marksBefore(marks, p.furthest+1)
	return marks[:n:n]
}

// marksBefore returns how many of the marks belong to steps before that one.
func marksBefore(marks []Mark, step int) int {
	return sort.Search(len(marks), func(i int) bool { return marks[i].Step >= step })
}
