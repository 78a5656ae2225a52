//go:build js

package dom

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/scene"
)

// stage is the picture of a figure, kept in step with what was drawn last.
type stage struct {
	el      element
	options scene.Options
	drawn   bool
	is      *draw.Picture // on the page
	next    *draw.Picture
	delta   draw.Delta
	markup  []byte
}

// draw puts into the list what makes the page's picture that of s at t.
func (g *stage) draw(c *list, s *trace.State, t trace.Time) {
	if g.next == nil {
		g.is, g.next = new(draw.Picture), new(draw.Picture)
	}
	scene.Redraw(g.next, s, t, g.options)
	if g.drawn {
		g.delta.Between(g.is, g.next)
	}
	if !g.drawn || g.delta.Whole {
		g.markup = g.next.AppendSVG(g.markup[:0])
		c.html(g.el, g.markup)
		g.drawn = true
	} else {
		for _, change := range g.delta.Changes {
			c.change(g.el, change)
		}
		c.numbers(g.el, g.delta.Numbers)
	}
	g.is, g.next = g.next, g.is
}
