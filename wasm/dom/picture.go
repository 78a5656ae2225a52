//go:build js

package dom

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// picture is an svg on the page, kept in step with what was drawn last.
type picture struct {
	el     element
	screen draw.Screen
	markup []byte
}

// show puts into the list what makes the page's picture the one of t that redraw draws:
// the same as last, or another.
func (p *picture) show(c *list, same bool, t trace.Time, redraw func(*draw.Picture)) {
	p.screen.Show(same, t, redraw)
	delta := &p.screen.Delta
	if delta.Whole {
		p.markup = p.screen.Picture().AppendSVG(p.markup[:0])
		c.html(p.el, p.markup)
		return
	}
	c.changes(p.el, delta.Changes)
	c.numbers(p.el, delta.Numbers)
}

// clear takes the picture off the page.
func (p *picture) clear(c *list) {
	c.html(p.el, nil)
	p.screen.Clear()
}
