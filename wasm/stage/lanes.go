package stage

import (
	"lockstep/sim/trace"
	"lockstep/web/player"
	"lockstep/web/wall"
)

// laneView is the marks at the scrubber as the page has them.
type laneView struct {
	of     *loaded
	length wall.Span
	marks  int // in all lanes
	parts  wall.Span
}

// What a lane's marks look like, about their own middle.
var laneSigns = [player.Lanes]string{
	player.Violations: `<path class="tick-broken" d="M-4.6-11H4.6L11-4.6V4.6L4.6 11H-4.6L-11 4.6V-4.6Z" transform="scale(.5)"/>`,
	player.Decisions:  `<path class="tick-decision" d="M0-6 6 0 0 6-6 0Z" transform="scale(.75)"/>`,
	player.Faults:     `<path class="tick-fault" d="M2-9-6 2H-1L-2 9 6-2H1Z" transform="scale(.7)"/>`,
}

// laneTops are where the middles of the lanes are, in pixels.
var laneTops = [player.Lanes]string{"7", "22", "37"}

// drawLanes shows the marks of what was seen, and where a compared run parts.
func (s *Stage) drawLanes() {
	p, is := s.shown.player, &s.lanes
	now := laneView{of: s.shown, length: p.Length(), parts: s.partsAt()}
	for lane := range player.Lane(player.Lanes) {
		now.marks += len(p.Marks(lane))
	}
	if now == *is || now.length == 0 {
		return
	}
	*is = now
	var h html
	h.put(`<svg class="lanes" aria-hidden="true">`)
	for lane := range player.Lane(player.Lanes) {
		last := wall.Span(-1)
		for _, m := range p.Marks(lane) {
			// Marks of one place hide each other.
			if at := m.At * 1000 / now.length; at != last {
				last = at
				s.appendMark(&h, m.At, lane)
			}
		}
	}
	if now.parts >= 0 {
		h.put(`<svg x="%" overflow="visible"><path class="tick-parting" d="M0 0V44"/></svg>`, percent(now.parts, now.length))
	}
	h.put(`</svg>`)
	s.view.SetHTML(Lanes, h)
}

func (s *Stage) appendMark(h *html, at wall.Span, lane player.Lane) {
	h.put(`<svg x="%" y="%" overflow="visible">`, percent(at, s.lanes.length), laneTops[lane])
	h.put(laneSigns[lane])
	h.put(`</svg>`)
}

// partsAt is where on the line the run parts from the one that it is compared with, or -1.
func (s *Stage) partsAt() wall.Span {
	c := &s.compare
	if c.found == nil {
		return -1
	}
	p := s.shown.player
	if step := p.StepOf(c.found.Same); step >= 0 {
		return p.StepPlace(step)
	}
	return -1
}

// percent writes a part of a whole.
func percent(part, of wall.Span) string { return trace.Decimal(int64(part*10_000/of), 2) + "%" }
