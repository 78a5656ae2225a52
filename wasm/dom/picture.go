//go:build js

package dom

import "lockstep/web/draw"

// picture is an svg on the page, kept in step with what was drawn last.
type picture struct {
	el     element
	drawn  bool
	is     *draw.Picture // on the page
	next   *draw.Picture
	delta  draw.Delta
	markup []byte
}

// show puts into the list what makes the page's picture the one that redraw draws.
func (p *picture) show(c *list, redraw func(*draw.Picture)) {
	if p.next == nil {
		p.is, p.next = new(draw.Picture), new(draw.Picture)
	}
	redraw(p.next)
	if p.drawn {
		p.delta.Between(p.is, p.next)
	}
	if !p.drawn || p.delta.Whole {
		p.markup = p.next.AppendSVG(p.markup[:0])
		c.html(p.el, p.markup)
		p.drawn = true
	} else {
		for _, change := range p.delta.Changes {
			c.change(p.el, change)
		}
		c.numbers(p.el, p.delta.Numbers)
	}
	p.is, p.next = p.next, p.is
}

// clear takes the picture off the page.
func (p *picture) clear(c *list) {
	c.html(p.el, nil)
	p.drawn = false
}
