//go:build js

package dom

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/scene"
	"lockstep/web/spacetime"
)

// topology is a picture of machines and clients.
type topology struct {
	picture
	options scene.Options
}

// draw shows the state s as it is at t.
func (g *topology) draw(c *list, s *trace.State, t trace.Time) {
	g.show(c, func(p *draw.Picture) { scene.Redraw(p, s, t, g.options) })
}

// diagram is a space-time diagram.
type diagram struct {
	picture
	width   int // of its room, in pixels
	options spacetime.Options
}

// draw shows a story after so many events, at t, as v has it.
func (g *diagram) draw(c *list, story *spacetime.Story, happened int, t trace.Time, v spacetime.View) {
	g.show(c, func(p *draw.Picture) { spacetime.Redraw(p, story, happened, t, v, g.options) })
}
