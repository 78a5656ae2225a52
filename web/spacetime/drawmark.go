package spacetime

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// The drawings of signs, around their own origins.
const (
	diamond = "M0-6 6 0 0 6-6 0Z"
	rise    = "M0 7V-6M-5-1 0-6 5-1"
	fall    = "M0-7V6M-5 1 0 6 5 1"
)

// signs draws what happened at an instant.
func (d *drawing) signs() {
	shown := d.scratch.shown[:0]
	for i := range d.marks {
		m := &d.marks[i]
		if m.seq >= d.n || m.at > d.to {
			break
		}
		if m.kind == broken && m.key == ruleKey(trace.RuleMutualExclusion) {
			d.overlap(m)
		}
		if m.at >= d.from && (m.covered == 0 || m.covered >= d.n) && !d.crowded(m) {
			shown = append(shown, i)
			d.reserve(m)
		}
	}
	d.scratch.shown = shown
	for _, i := range shown {
		m := &d.marks[i]
		look := &looks[m.kind]
		class := look.class
		if m.who >= 0 {
			who := d.owner(m.who)
			class += " " + who.Class
		}
		d.BeginPair(look.part, d.ids[m.seq], d.rows[m.row].name, class, 0, 0)
		x, y := d.x(m.at), d.rows[m.row].y
		d.sign(m, x, y)
		d.hit(m.seq, x-4*px, y, x+4*px, y)
		d.End()
	}
}

// reserve keeps words off a sign.
func (d *drawing) reserve(m *mark) {
	y := d.rows[m.row].y
	switch m.kind {
	case clockSet, roughened:
		return // its chip finds room itself
	case cutOff:
		y -= d.cutAbove()
	}
	d.take(draw.At(d.x(m.at)-6*px, y-6*px, 12*px, 12*px))
}

// looks are the parts and classes of signs.
var looks = [markKinds]struct{ part, class string }{
	decision: {"count", "decided"}, refusal: {"count", "undecided"}, broken: {"rule", "broken parting"}, fault: {"fault", "faulted"},
	clockSet: {"clock", "clock-set"}, promoted: {"promoted", "risen"}, demoted: {"demoted", "fallen"}, doubted: {"doubted", "doubted"},
	agreed: {"agreed", "agreed"}, written: {"written", "written"}, turnedOff: {"refused", "turned-off"}, parting: {"parting", "parting"},
	cutOff: {"wall", "cut-off"}, roughened: {"chip", "roughened"},
}

// crowded tells whether a sign of the same sort would cover this one.
func (d *drawing) crowded(m *mark) bool {
	x, room := d.x(m.at), 7*px
	if m.kind == broken {
		room = 17 * px // an octagon is read, not only seen
	}
	last := &d.scratch.last[m.row*markKinds+int(m.kind)]
	if x-*last < room {
		return true
	}
	*last = x
	return false
}

func (d *drawing) sign(m *mark, x, y unit) {
	switch m.kind {
	case decision:
		d.Path("decide", diamond, x, y)
	case refusal:
		d.Path("decide decide-no", diamond, x, y)
	case broken:
		d.Octagon(m.promised, x, y, " scale(.8)")
		d.beside("small broken-text halo", x, y, 4*px, m)
	case fault:
		d.Path("fault-sign", draw.Bolt, x, y)
		d.beside("small fault-label halo", x, y, 0, m)
	case clockSet, roughened:
		d.chip(m, x, y)
	case promoted:
		d.Path("rise", rise, x, y)
		d.beside("small strong halo", x, y-6*px, 0, m)
	case demoted:
		d.Path("rise", fall, x, y)
		d.beside("small halo", x, y-6*px, 0, m)
	case doubted:
		d.Circle("doubt", x, y, 3*px+px/2)
	case agreed:
		d.Circle("doubt sure", x, y, 4*px+px/2)
		d.beside("small halo", x, y, 0, m)
	case written:
		d.Circle("write", x, y, 3*px)
	case turnedOff:
		d.Rect("refused", draw.At(x-2*px, y-8*px, 4*px, 16*px), px)
		d.beside("small halo", x, y, 0, m)
	case parting:
		if m.key == neverTrue {
			x += 14 * px // beside the count that it rests on
		}
		d.Neq(x, y)
		d.beside("small strong halo", x, y, 4*px, m)
	case cutOff:
		wall := y - d.cutAbove()
		d.Path("fault-sign", draw.Bolt, x, wall)
		if !d.words("small fault-label halo", false, x+8*px, wall-2*px, m.key, draw.Word("who", m.about)) {
			d.words("small fault-label halo", false, x+8*px, y+4*px, m.key, draw.Word("who", m.about))
		}
	}
}

// beside writes a sign's words where they have room: to its right, else to its left;
// below the row where that is a resource's, since bars lie one above the other there.
func (d *drawing) beside(class string, x, y, more unit, m *mark) {
	about := draw.Word("who", m.about)
	if d.rows[m.row].kind == resourceRow {
		y += d.form.step/2 + 11*px // clear of the frame around two who are inside
		more -= 8 * px
	} else {
		y += 4 * px
	}
	if !d.words(class, false, x+8*px+more, y, m.key, about) {
		d.words(class, true, x-8*px-more, y, m.key, about)
	}
}

// chip says by how much a clock is off from here on, or how much a link is worse.
func (d *drawing) chip(m *mark, x, y unit) {
	d.Line("fault-line", x, y-10*px, x, y+10*px)
	size, mono := d.SizeOf("fault-text")
	w := draw.TextWidth(m.about, size, mono) + 9*px
	for _, at := range [...]struct{ x, y unit }{
		{x + 4*px, y - 9*px}, {x - 4*px - w, y - 9*px}, {x + 4*px, y - 19*px}, {x + 4*px, y + px}, {x - 4*px - w, y + px},
	} {
		b := draw.At(at.x, at.y, w, 18*px)
		if b.X < d.left || b.Right() > d.right || !d.take(b) {
			continue
		}
		d.Rect("fault", b, 5*px)
		d.Named("fault-text mid", b.MidX(), b.MidY()+4*px, w, m.about)
		return
	}
}

// overlap frames the time during which two are inside at once.
func (d *drawing) overlap(m *mark) {
	b := bar{from: d.x(m.at), to: d.now, y: d.rows[m.row].y, open: true}
	end := d.t
	for i := range d.spans[insideSpan] {
		s := &d.spans[insideSpan][i]
		if s.row != m.row || s.who != m.who && s.who != m.with || s.began > m.seq || s.ended > 0 && s.ended <= m.seq {
			continue
		}
		if s.ended > 0 && s.ended < d.n && s.to <= end {
			b.to, b.open, end = d.x(s.to), false, s.to
		}
	}
	if end < d.from {
		return
	}
	class := "broken-line"
	if !m.promised {
		class = "broken-line not-promised"
	}
	d.Begin("overlap", d.ids[m.seq], "broken", 0, 0)
	d.rect(class, b, d.form.step+px, 4*px)
	d.S("/>")
	d.End()
}
