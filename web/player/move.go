package player

import (
	"lockstep/sim/trace"
	"lockstep/web/wall"
)

// goal moves the playhead to a place if that is known, and else does nothing.
type goal func(p *Player)

// reach goes to a place, or as soon as that is known.
func (p *Player) reach(there goal) {
	p.poster, p.goal = false, there
	p.arrange()
}

// Moves counts how often the playhead was put somewhere, by whoever: playing is none.
func (p *Player) Moves() int { return p.moves }

// Put moves the playhead to a place, between steps too, as far as that is known. From one
// within near of it it stays where it is.
func (p *Player) Put(at, near wall.Span) {
	at = min(max(at, 0), p.edge())
	if off := p.at - at; !p.poster && p.goal == nil && -near <= off && off <= near {
		return
	}
	p.poster, p.goal, p.carry, p.between, p.at = false, nil, 0, standing{}, at
	p.moves++
	p.see()
}

// Moved tells whether anybody has moved the playhead: it does not show the poster.
func (p *Player) Moved() bool { return !p.poster }

// rest puts the playhead where a step begins.
func (p *Player) rest(step int) {
	p.poster, p.goal, p.carry, p.between = false, nil, 0, standing{}
	p.moves++
	if step < len(p.places) {
		p.at = p.places[step]
		p.see()
	}
}

// standing is a place between two steps that was asked for by its instant. The
// place alone would not give that back where time is cut.
type standing struct {
	yes bool
	at  wall.Span
	t   trace.Time
}

// stand puts the playhead at an instant, after all steps that happen until then.
func (p *Player) stand(t trace.Time) {
	i := min(p.stepBy(t), p.last())
	p.rest(i)
	if i < p.last() && t > p.StepTime(i) {
		p.at = p.placeOf(t)
		p.between = standing{true, p.at, t}
	}
}

// Step goes to the next step. It tells whether there was one, and stops time.
func (p *Player) Step() bool { return p.forward(func(int) bool { return true }) }

// Next goes to the next step in which something notable happens.
func (p *Player) Next() bool {
	return p.forward(func(step int) bool { return hasNotable(p.StepEvents(step)) })
}

func (p *Player) forward(wanted func(step int) bool) bool {
	p.Pause()
	if !p.placed {
		return false
	}
	for i := p.Shown() + 1; i <= p.last(); i++ {
		if wanted(i) {
			p.rest(i)
			return true
		}
	}
	return false
}

// Back goes to the step before. From between two steps it goes back to the
// earlier one, unless that looks the same as what is shown.
func (p *Player) Back() bool {
	p.Pause()
	if !p.placed {
		return false
	}
	i := p.Shown()
	if p.at-p.places[i] < blink || p.Time() == p.StepTime(i) {
		i--
	}
	if i < 0 {
		p.rest(0)
		return false
	}
	p.rest(i)
	return true
}

// Home goes to the beginning.
func (p *Player) Home() {
	p.Pause()
	p.rest(0)
}

// End goes to the end, or as soon as that is known.
func (p *Player) End() {
	p.Pause()
	p.reach(func(p *Player) {
		if p.complete() {
			p.rest(p.last())
		}
	})
}

// Seek goes to the step nearest to w, as Position has it. Neither it nor the other
// ways to seek start or stop time.
func (p *Player) Seek(w wall.Span) { p.rest(p.nearest(w)) }

// SeekStep goes to a step, or to the nearest that there is.
func (p *Player) SeekStep(step int) { p.rest(max(min(step, p.last()), 0)) }

// SeekEvent goes to the step that an event belongs to, by the event's number, or
// to the end if the run has no such event. It goes as soon as that is known.
func (p *Player) SeekEvent(seq int) {
	p.reach(func(p *Player) {
		if step := p.StepOf(seq); step >= 0 {
			p.SeekStep(step)
		} else if p.complete() {
			p.rest(p.last())
		}
	})
}

// SeekTo goes to the instant t, also between two steps, or to the end if the run
// ends before. Of several steps at that instant it goes to the one after which so
// many events have happened, and to the last if there is none. It goes as soon as
// that is known.
func (p *Player) SeekTo(t trace.Time, happened int) {
	p.reach(func(p *Player) {
		if i := p.StepOf(happened - 1); i >= 0 && i <= p.last() && p.steps.steps[i].End == happened && p.StepTime(i) == t {
			p.rest(i)
		} else if p.complete() || p.known() > t {
			p.stand(t)
		}
	})
}
