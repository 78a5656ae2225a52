package spacetime

import "lockstep/web/draw"

// flights draws the messages that are in sight. Where the scale is so coarse that
// those of one pixel would cover each other, one stands for them.
func (d *drawing) flights() {
	for i := range d.messages {
		m := &d.messages[i]
		if m.sent >= d.n || m.at > d.to {
			break
		}
		over := m.ended > 0 && m.ended < d.n
		end := d.t
		if over {
			end = m.end
		}
		if due := m.due(d.n); due > end {
			end = due
		}
		if end < d.from {
			continue
		}
		if over && m.fate == delivered {
			if d.a.straight(m.end.Sub(m.at)) < int64(px) {
				at := [3]int32{int32(m.from), int32(m.to), d.x(m.at) / px}
				if d.scratch.drawn[at] {
					continue
				}
				d.scratch.drawn[at] = true
			}
		}
		d.flight(m, over)
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
	x1 := d.x(m.at)
	switch {
	case over && m.fate == lost:
		d.lost(m, x1, y1, y2)
	case over:
		d.Line("fly", x1, y1, d.x(m.end), y2)
		d.hit(m.sent, x1, y1, d.x(m.end), y2)
	default:
		d.coming(m, x1, y1, y2)
	}
	d.End()
}

// lost is a message that broke off.
func (d *drawing) lost(m *message, x1, y1, y2 unit) {
	share := m.share(m.end)
	x, y := between(x1, d.x(m.end), 9000), between(y1, y2, share)
	d.Line("fly", x1, y1, x, y)
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
	d.hit(m.ended, x1, y1, x, y)
}

// coming is a message on its way: what is behind it, and, dotted, what is ahead, if
// anybody can know.
func (d *drawing) coming(m *message, x1, y1, y2 unit) {
	due := m.due(d.n)
	x, y := d.now, between(y1, y2, m.share(d.t))
	if due > 0 {
		x2 := d.x(due)
		d.Line("fly fly-ahead", x1, y1, x2, y2)
		if x2 > x1 {
			y = y1 + unit(int64(y2-y1)*int64(d.now-x1)/int64(x2-x1))
		} else {
			y = y2
		}
		if m.lateBy > 0 && m.lateBy < d.n {
			d.wordsApart("small muted halo", true, x2, y2-8*px, "scene.late")
		} else if m.delayed > 0 && m.delayed < d.n {
			d.wordsApart("small fault-label halo", true, x2, y2-8*px, "space.delayed")
		}
	}
	d.S(`<line class="fly" data-slot="end"`)
	d.Attr("x1", x1)
	d.Attr("y1", y1)
	d.Slot(draw.End, x, y)
	d.S(`/><g data-slot="move"`)
	d.Slot(draw.Move, x, y)
	d.S(`><circle class="tip" r="3.5"/></g>`)
	d.hit(m.sent, x1, y1, x1, y1)
}

// between returns the place that is so many ten thousandths of the way.
func between(a, b unit, share int64) unit { return a + unit(int64(b-a)*share/10_000) }
