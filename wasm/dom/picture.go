//go:build js

package dom

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// picture is an svg on the page, kept in step with what was drawn last. Of says what it
// shows, apart from the instant.
type picture[Of comparable] struct {
	el     element
	screen draw.Screen[Of]
	markup []byte
}

// show puts into the list what makes the page's picture the one of t that redraw draws.
func (p *picture[Of]) show(c *list, of Of, t trace.Time, redraw func(*draw.Picture)) {
	p.screen.Show(of, t, redraw)
	delta := &p.screen.Delta
	if delta.Whole {
		p.markup = p.screen.Picture().AppendSVG(p.markup[:0])
		c.html(p.el, p.markup)
		return
	}
	for _, change := range delta.Changes {
		c.change(p.el, change)
	}
	c.numbers(p.el, delta.Numbers)
}

// clear takes the picture off the page.
func (p *picture[Of]) clear(c *list) {
	c.html(p.el, nil)
	p.screen.Clear()
}
