package spacetime

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// flights draws the messages that are in sight: those alike whose way is over as one
// strand, and each other one by itself.
func (d *drawing) flights() {
	m := &d.scratch
	m.single = m.single[:0]
	d.flightsShown(func(i int, f *message, over bool) {
		if d.usual(f, over) {
			d.weave(i, f)
		} else {
			m.single = append(m.single, i)
		}
	})
	d.strands()
	for _, i := range m.single {
		f := &d.messages[i]
		d.flight(f, f.over(d.n))
	}
}

// flightsShown calls f for the messages that are drawn. Where the scale is so coarse that
// they would cover each other, of those that one process sends at about one time one way
// the one that goes furthest stands for all.
func (d *drawing) flightsShown(f func(i int, m *message, over bool)) {
	narrow := 0
	d.flightsInSight(func(i int, m *message, over bool) {
		if d.narrow(m, over) {
			narrow++
			k := d.bundle(m)
			if best, ok := d.scratch.bundles[k]; !ok || abs(m.to-m.from) > abs(d.messages[best].to-m.from) {
				d.scratch.bundles[k] = i
			}
		}
	})
	d.flightsInSight(func(i int, m *message, over bool) {
		if narrow < crowded || !d.narrow(m, over) || d.scratch.bundles[d.bundle(m)] == i {
			f(i, m, over)
		}
	})
}

// crowded is how many narrow messages in sight are too many.
const crowded = 600

// narrow tells whether a message arrived so soon that its line is all but upright.
func (d *drawing) narrow(m *message, over bool) bool {
	return over && m.fate == delivered && d.a.straight(m.end.Sub(m.at)) < int64(3*px)
}

// bundle names the messages that one stands for.
func (d *drawing) bundle(m *message) (k [3]int) {
	k[0], k[1] = m.from, int(d.x(m.at)/(3*px))
	if m.to > m.from {
		k[2] = 1
	}
	return k
}

// flightsInSight calls f for each message that is in sight, and says whether it is over.
func (d *drawing) flightsInSight(f func(i int, m *message, over bool)) {
	for i := range d.messages {
		m := &d.messages[i]
		if m.sent >= d.n || m.at > d.to {
			break
		}
		over := m.over(d.n)
		end := max(d.t, m.due(d.n))
		if over {
			end = m.end
		}
		if end >= d.from {
			f(i, m, over)
		}
	}
}

func (d *drawing) flight(m *message, over bool) {
	who := d.owner(m.who)
	class := who.Class
	switch {
	case m.reply:
		class += " fly-reply"
	case m.copy:
		class += " fly-copy"
	}
	d.BeginPair("fly", d.ids[m.sent], "", class, 0, 0)
	y1, y2 := d.rows[m.from].y, d.rows[m.to].y
	switch {
	case over && m.fate == lost:
		d.lost(m, y1, y2)
	case over:
		d.slant("fly", m.at, y1, m.end, y2)
		d.flightWords(m, d.x(m.end), y2)
		d.hit(m.sent, d.x(m.at), y1, d.x(m.end), y2)
	default:
		d.coming(m, y1, y2)
	}
	d.End()
}

// slant draws a line between two instants on two rows.
func (d *drawing) slant(class string, from trace.Time, y1 unit, to trace.Time, y2 unit) {
	x1, y1, x2, y2 := d.clipped(from, y1, to, y2)
	d.Line(class, x1, y1, x2, y2)
}

// clipped returns the line between two instants on two rows. What lies far outside of the
// picture is cut off, and the rest keeps its slope.
func (d *drawing) clipped(from trace.Time, y1 unit, to trace.Time, y2 unit) (xa, ya, xb, yb unit) {
	p1, p2 := d.a.pos(from)-d.origin, d.a.pos(to)-d.origin
	xa, ya = clip(p1, y1, p2, y2)
	xb, yb = clip(p2, y2, p1, y1)
	return xa, ya, xb, yb
}

// clip returns the place p, y, or if that is too far away where the line from there to
// q, z comes near enough.
func clip(p int64, y unit, q int64, z unit) (near, at unit) {
	in := min(max(p, -int64(far)), int64(far))
	if in != p && p != q {
		y += unit(int64(z-y) * (in - p) / (q - p))
	}
	return unit(in), y
}

// lost is a message that broke off.
func (d *drawing) lost(m *message, y1, y2 unit) {
	share := max(m.share(m.end, m.ended), 2500) // and clear of the row that it left
	end := m.at + (m.end-m.at)*9/10
	x, y := d.x(end), between(y1, y2, share)
	d.slant("fly", m.at, y1, end, y)
	cross, label := "cross", "small lost-label halo"
	if m.caused {
		cross, label = "cross by-fault", "small lost-label by-fault halo"
	}
	d.S(`<path class="`)
	d.S(cross)
	d.S(`"`)
	d.Moved(x, y, " scale(.75)")
	d.S(` d="` + draw.Cross + `"/>`)
	if !d.wordsApart(label, true, x-8*px, y+4*px, "scene.ghost-lost") {
		d.wordsApart(label, false, x+8*px, y+4*px, "scene.ghost-lost")
	}
	d.hit(m.ended, d.x(m.at), y1, x, y)
}

// coming is a message on its way: what is behind it, and, dotted, what is ahead, if
// anybody can know.
func (d *drawing) coming(m *message, y1, y2 unit) {
	due := m.due(d.n)
	x1, tip := d.x(m.at), d.tip(m, due, y1, y2)
	if due > 0 {
		d.slant("fly fly-ahead", m.at, y1, due, y2)
		d.flightWords(m, d.x(due), y2)
	}
	d.S(`<line class="fly" data-slot="end"`)
	d.Attr("x1", x1)
	d.Attr("y1", y1)
	d.Slot(draw.End, tip)
	d.S(`/><circle class="tip" r="3.5" data-slot="move"`)
	d.Slot(draw.Move, tip)
	d.S("/>")
	if due > 0 {
		d.hit(m.sent, x1, y1, d.x(due), y2)
	}
}

// tip is the course of a message on its way: along the line to where it is due, if
// anybody can know that.
func (d *drawing) tip(m *message, due trace.Time, y1, y2 unit) draw.Course {
	p1, p2 := d.a.pos(m.at), d.a.pos(due)
	return func(t trace.Time) (x, y unit) {
		switch {
		case due == 0:
			return d.x(t), between(y1, y2, m.share(t, d.n))
		case p2 > p1:
			return d.x(t), y1 + unit(int64(y2-y1)*(d.a.pos(t)-p1)/(p2-p1))
		}
		return d.x(t), y2
	}
}

// flightWords says beside its end what is out of the ordinary about a message.
func (d *drawing) flightWords(m *message, x, y unit) {
	class, key := "small muted halo", ""
	switch {
	case m.lateBy > 0 && m.lateBy < d.n:
		key = "scene.late"
	case m.delayed(d.n):
		class, key = "small fault-label halo", "space.delayed"
	case m.copy:
		key = "scene.copy"
	default:
		return
	}
	if d.rows[m.to].y > d.rows[m.from].y {
		y -= 8 * px
	} else {
		y += 14 * px
	}
	if !d.wordsApart(class, true, x-3*px, y, key) {
		d.wordsApart(class, false, x+4*px, y, key)
	}
}

// between returns the place that is so many ten thousandths of the way.
func between(a, b unit, share int64) unit { return a + unit(int64(b-a)*share/10_000) }

func abs(n int) int { return max(n, -n) }
