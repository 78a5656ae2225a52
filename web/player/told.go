package player

import (
	"lockstep/sim/trace"
	"lockstep/web/wall"
)

// Happened returns how many events have happened.
func (p *Player) Happened() int {
	if !p.placed {
		return 0
	}
	return p.steps.steps[p.Shown()].End
}

// State returns the world after all events that have happened. It is the
// player's, and good until the playhead moves.
func (p *Player) State() *trace.State { return p.now.after(&p.kept, p.events, p.Happened()) }

// Told returns the events of the step that is shown, and the state before the
// first of them, which is good until the playhead moves.
func (p *Player) Told() (before *trace.State, events []trace.Event) {
	if !p.placed {
		return nil, nil
	}
	return p.told(&p.before, p.Shown())
}

// ToldAt returns the events of any step that is known, and the state before the
// first of them, which is good until the next call. Steps are best asked for in
// their order.
func (p *Player) ToldAt(step int) (before *trace.State, events []trace.Event) {
	return p.told(&p.list, step)
}

func (p *Player) told(f *fold, step int) (before *trace.State, events []trace.Event) {
	for _, e := range p.StepEvents(step) {
		events = append(events, *e)
	}
	return f.after(&p.kept, p.events, p.steps.steps[step].First), events
}

// Steps returns how many steps are known, of those that the player shows.
func (p *Player) Steps() int {
	if len(p.places) == 0 {
		return 0
	}
	return p.last() + 1
}

// StepEvents returns the events of a step, which are not to be changed.
func (p *Player) StepEvents(step int) []*trace.Event {
	s := p.steps.steps[step]
	return p.events[s.First:s.End]
}

// StepTime returns the instant at which a step happens.
func (p *Player) StepTime(step int) trace.Time { return p.events[p.steps.steps[step].First].T }

// StepOf returns the step that an event belongs to, by the event's number, or -1
// if that is not known.
func (p *Player) StepOf(seq int) int {
	i := p.stepWith(seq)
	if seq < 0 || i == len(p.places) {
		return -1
	}
	return i
}

// StepPlace returns where on the line a step is, as Position has it.
func (p *Player) StepPlace(step int) wall.Span { return p.places[step] }

// Shown returns the step that is shown.
func (p *Player) Shown() int { return p.stepAt(p.at) }

// Furthest returns the last step that was ever shown, or -1 before the first was.
func (p *Player) Furthest() int { return p.furthest }

// see takes note of the step that is shown.
func (p *Player) see() { p.furthest = max(p.furthest, p.Shown()) }
