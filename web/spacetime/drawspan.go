package spacetime

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// rect writes a bar's rectangle: one that grows has its width in a slot. What fills it
// beside its class is the caller's to write, along with the end of the element.
func (d *drawing) rect(class string, b bar, h, radius unit) {
	d.S(`<rect class="`)
	d.S(class)
	d.S(`"`)
	from := max(b.from, d.left-20*px)
	width := func(to unit) unit { return max(min(to, d.right+20*px)-from, 0) }
	grows := b.open && b.to == d.now
	if grows {
		d.S(` data-slot="width"`)
	}
	d.Attr("x", from)
	d.Attr("y", b.y-h/2)
	d.Attr("height", h)
	if grows {
		d.Slot(draw.Width, func(t trace.Time) (w, none unit) { return width(d.x(t)), 0 })
	} else {
		d.Attr("width", width(b.to))
	}
	if radius > 0 {
		d.Attr("rx", radius)
	}
}

// ahead dots a bar up to where it is due to end.
func (d *drawing) ahead(b bar) {
	if b.open && b.ends && b.due > b.to && b.to < d.right {
		d.until(min(b.due, d.right))
		d.Line("ahead", max(b.from, d.left), b.y, min(b.due, d.right), b.y)
		if b.due < d.right {
			d.Line("ahead-end", b.due, b.y-4*px, b.due, b.y+4*px)
		}
	}
}

// begin opens a span's part: kind, and the event that it began with.
func (d *drawing) begin(kind, class string, s *span) {
	d.BeginPair(kind, d.ids[s.began], d.rows[s.row].name, class, 0, 0)
}

// key is a lock's key on a node: it is there, so it is filled.
func (d *drawing) key(s *span, b bar) {
	h := d.form.key
	if n := len(d.keys); n > 1 { // those of several locks share the row
		h = max(2*d.form.key/unit(n), 3*px)
		b.y += (h+px)*unit(s.lane) - (h+px)*unit(n-1)/2
	}
	who := d.owner(s.who)
	d.begin(d.lanes[s.lane], who.Class, s)
	d.ahead(b)
	d.rect("ttl", b, h, 0)
	d.FillBar(&who)
	d.S("/>")
	d.hitBar(s, b)
	d.End()
}

// belief is what a client takes for true. Where it is no longer, and where its time is
// up without its noticing, the outline is dashed.
func (d *drawing) belief(s *span, b bar) {
	who := d.owner(s.who)
	class := who.Class
	if s.parted {
		class += " parted"
	}
	d.begin("belief", class, s)
	d.ahead(b)
	held, rest := b, b
	over := b.ends && b.due < b.to
	switch {
	case over:
		held.to, held.open = b.due, false
		rest.from = max(b.due, b.from)
	case b.open && b.ends:
		d.until(b.due + 1)
	}
	if held.open {
		d.until(b.from + 1) // before that there is nothing to see
	}
	if held.to > held.from {
		d.rect("belief", held, d.form.belief, 3*px)
		d.S("/>")
	}
	if over {
		d.rect("belief over", rest, d.form.belief, 3*px)
		d.S("/>")
	}
	d.hitBar(s, b)
	d.End()
}

// insideRoom is where the bars of those inside have room, one above the other: three of
// them as thick as a node's, more of them thinner.
const (
	insideRoom  = 24 * px
	insideLanes = 3
)

// inside is a client in the critical section.
func (d *drawing) inside(s *span, b bar) {
	who := d.owner(s.who)
	step := insideRoom / unit(max(d.lanesInside(s.row, d.n), insideLanes))
	b.y += step*unit(s.lane) + step/2 - insideRoom/2
	if d.form != compact {
		b.y += 4 * px
	}
	d.begin("inside", who.Class, s)
	d.rect("ttl", b, max(step-px, step*2/3), 0)
	d.FillBar(&who)
	d.S("/>")
	d.hitBar(s, b)
	d.End()
}

// down is a process that is not there.
func (d *drawing) down(s *span, b bar) {
	d.begin("down", "gone-down", s)
	d.rect("down", b, d.form.step-4*px, 4*px)
	d.S("/>")
	d.hitBar(s, b)
	d.End()
}

// primary is a node that takes itself for the primary: its line is heavy.
func (d *drawing) primary(s *span, b bar) {
	d.begin("primary", "is-primary", s)
	b.y -= d.form.key/2 + px
	d.rect("primary-line", b, 2*px, 0)
	d.S("/>")
	d.End()
}

// cut is a wall before a machine.
func (d *drawing) cut(s *span, b bar) {
	d.begin("cut", "is-cut", s)
	b.y -= d.cutAbove()
	d.rect("cut", b, 3*px, 0)
	d.S("/>")
	d.hitBar(s, b)
	d.End()
}

// rough is a link that is worse than usual.
func (d *drawing) rough(s *span, b bar) {
	d.begin("rough", "is-rough", s)
	b.y -= d.cutAbove()
	d.rect("rough", b, 2*px, 0)
	d.S("/>")
	d.End()
}

// cutAbove is how far above its row a wall stands.
func (d *drawing) cutAbove() unit { return d.form.step/2 - px }

// paused is a whole process that stands still: hatched, and what it believes with it.
func (d *drawing) paused(s *span, b bar) {
	d.begin("paused", "stands", s)
	d.ahead(b)
	d.rect("hatch", b, d.form.step-5*px, 3*px)
	d.FillWith(draw.Hatching.Name)
	d.S("/>")
	d.hitBar(s, b)
	d.End()
}

// stalled is a worker that stands still: short strokes below what its watchdog keeps
// alive.
func (d *drawing) stalled(s *span, b bar) {
	d.begin("stalled", "stands", s)
	b.y += d.form.belief/2 + 2*px
	d.S(`<line class="strokes"`)
	if b.open {
		d.S(` data-slot="end"`)
	}
	d.Attr("x1", b.from)
	d.Attr("y1", b.y)
	if b.open {
		d.Slot(draw.End, d.endAt(b.y))
	} else {
		d.Attr("x2", b.to)
		d.Attr("y2", b.y)
	}
	d.S("/>")
	d.hitBar(s, b)
	d.End()
}

// owner is the identity of client i, or of nobody in the cast.
func (d *drawing) owner(i int) draw.Identity {
	if i < 0 {
		return draw.Operator
	}
	return draw.Identify(i, d.rows[d.clients[i]].name)
}
