package player

import (
	"sort"

	"lockstep/sim/trace"
	"lockstep/web/narrate"
	"lockstep/web/wall"
)

// extend gives each new step its place, and its marks.
func (p *Player) extend() {
	steps := p.steps.steps
	for i := len(p.places); i < len(steps); i++ {
		at := wall.Span(0)
		if i > 0 {
			at = p.places[i-1] + stay(p.StepEvents(i-1), p.StepTime(i).Sub(p.StepTime(i-1)))
		}
		p.places = append(p.places, at)
		p.mark(i)
	}
}

// stepAt returns the step that is shown at w: the last one not after it.
func (p *Player) stepAt(w wall.Span) int {
	return max(sort.Search(len(p.places), func(i int) bool { return p.places[i] > w })-1, 0)
}

// stepBy returns the last step that happens not after t.
func (p *Player) stepBy(t trace.Time) int {
	return max(sort.Search(len(p.places), func(i int) bool { return p.StepTime(i) > t })-1, 0)
}

// stepWith returns the step that holds the event of that number, or how many steps
// are known if none of them does.
func (p *Player) stepWith(seq int) int {
	return sort.Search(len(p.places), func(i int) bool { return p.steps.steps[i].End > seq })
}

// posterStep returns the step of the poster: of equal weight, the last.
func (p *Player) posterStep() int {
	last := min(p.stepBy(p.start), p.last())
	best, most := last, p.weight(last)
	for i := last - 1; i >= 0 && p.StepTime(i) == p.StepTime(last); i-- {
		if w := p.weight(i); w > most {
			best, most = i, w
		}
	}
	return best
}

// weight is that of the step's weightiest event.
func (p *Player) weight(step int) int {
	most := 0
	for _, e := range p.StepEvents(step) {
		most = max(most, narrate.Weight(e.Kind))
	}
	return most
}

// nearest returns the step whose place is nearest to w.
func (p *Player) nearest(w wall.Span) int {
	i := p.stepAt(w)
	if i < p.last() && p.places[i+1]-w < w-p.places[i] {
		i++
	}
	return min(i, p.last())
}

// last returns the last step, of those known, that the player shows.
func (p *Player) last() int {
	if p.until > 0 {
		return p.stepBy(p.until)
	}
	return max(len(p.places)-1, 0)
}

// edge is as far as the playhead can go at present.
func (p *Player) edge() wall.Span {
	if len(p.places) == 0 {
		return 0
	}
	return p.places[p.last()]
}

// known returns the instant up to which, not included, all steps are known.
func (p *Player) known() trace.Time {
	if len(p.places) == 0 {
		return 0
	}
	return p.StepTime(len(p.places) - 1)
}

// Knows tells whether all that happens up to t has come.
func (p *Player) Knows(t trace.Time) bool { return p.whole || p.known() > t }

// timeAt returns the instant that is shown at w.
func (p *Player) timeAt(w wall.Span) trace.Time {
	if len(p.places) == 0 {
		return 0
	}
	i := p.stepAt(w)
	t, at := p.StepTime(i), p.places[i]
	if i+1 == len(p.places) || w < at {
		return t
	}
	return t + (p.StepTime(i+1)-t)*trace.Time(w-at)/trace.Time(p.places[i+1]-at)
}
