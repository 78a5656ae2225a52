package player

import (
	"lockstep/sim/trace"
	"lockstep/web/wall"
)

// halts are the instants at which playing stops by itself.
type halts struct {
	at   []trace.Time // rising
	left wall.Span    // where it set off: that is no place to stop at again
}

// SetHalts makes playing stop at these instants, which rise: each time it comes to one,
// after all steps that happen until then. Setting off from there, it goes on. Whoever
// steps or seeks passes them.
func (p *Player) SetHalts(at []trace.Time) { p.halts.at = at }

// halt stops time at the first halt on the way from one place to where the playhead is
// now, if there is one.
func (p *Player) halt(from wall.Span) {
	for _, t := range p.halts.at {
		if !p.Knows(t) {
			return
		}
		at := p.placeOf(t)
		if at > p.at {
			return
		}
		if at >= from && at != p.halts.left {
			p.stand(t)
			p.playing = false
			return
		}
	}
}

// placeOf returns where an instant is, after all steps that happen until then.
func (p *Player) placeOf(t trace.Time) wall.Span {
	i := min(p.stepBy(t), p.last())
	at, from := p.places[i], p.StepTime(i)
	if i < p.last() && t > from {
		at += (p.places[i+1] - at) * wall.Span(t-from) / wall.Span(p.StepTime(i+1)-from)
	}
	return at
}
