package scene

import (
	"strings"

	"lockstep/sim/trace"
)

// messages draws what is under way, and what was lost until its sender tries
// again.
func (d *drawing) messages() {
	for k := range d.st.Messages {
		m := &d.st.Messages[k]
		i, j := d.ends(m)
		if i < 0 || j < 0 {
			continue
		}
		if m.Lost {
			if d.lastLost(k) {
				d.lost(m, i, j)
			}
			continue
		}
		d.flying(m, i, j)
	}
}

// ends returns which client and which node a message travels between, or -1.
func (d *drawing) ends(m *trace.Message) (client, node int) {
	from, to := m.From, m.To
	if m.IsReply() {
		from, to = to, from
	}
	from, _, _ = strings.Cut(from, ".") // an activity, such as A.watchdog
	return d.clientIndex(from), d.nodeIndex(to)
}

// lastLost tells whether no later message was lost on the same way: two crosses
// would cover each other.
func (d *drawing) lastLost(k int) bool {
	m := &d.st.Messages[k]
	for i := k + 1; i < len(d.st.Messages); i++ {
		if o := &d.st.Messages[i]; o.Lost && o.From == m.From && o.To == m.To {
			return false
		}
	}
	return true
}

// progress is how far a message has come, per ten thousand. What will be lost
// has no time of arrival; it slows down on its way, since nobody who looks on
// can know yet.
func progress(m *trace.Message, t trace.Time) int64 {
	if m.Lost {
		t = m.LostAt
	}
	gone := int64(t - m.Sent)
	var p int64
	if m.Arrive > m.Sent {
		p = min(gone*10_000/int64(m.Arrive-m.Sent), 10_000)
	} else {
		const usual = 5000 // microseconds that a message takes
		p = 8000 * gone / (gone + usual)
	}
	if m.Lost {
		p = min(max(p, 3000), 7600) // not under a card
	}
	return max(p, 0)
}

func (d *drawing) flying(m *trace.Message, i, j int) {
	name := messageName(m)
	length, across := d.bodyLength(name)
	l := d.lane(i, j)
	p := progress(m, d.t)
	if m.IsReply() {
		p = 10_000 - p
	}
	x, y := l.along(p, length/2, d.plan.vertical)

	d.begin("msg", m.Name, messageClasses[i%6][kindOf(m)], 0, 0)
	if d.tie(&d.st.Clients[i], j) != tied { // else it travels along the tether
		d.way(l, x, y, m.IsReply())
	}
	d.s(`<g data-slot="move"`)
	d.slot(Move, x, y)
	d.s(">")
	d.body(length, across, m.IsReply(), i%6)
	d.text("code", 0, 4*px+d.bodyTextY(m.IsReply()), 80*px, "{name}", word("name", name))
	if strings.IndexByte(m.Name, '+') >= 0 {
		d.text("small muted halo mid", 0, across/2+12*px, 80*px, "scene.copy")
	} else if d.late(m, i) {
		d.lateLabel(m, l, across)
	}
	d.s("</g>")
	d.end()
}

// way draws how far a message has come, and what is ahead of it.
func (d *drawing) way(l lane, x, y unit, reply bool) {
	d.line("way way-ahead", l.x1, l.y1, l.x2, l.y2)
	d.s(`<line class="way" data-slot="end"`)
	if reply {
		d.attr("x1", l.x2)
		d.attr("y1", l.y2)
	} else {
		d.attr("x1", l.x1)
		d.attr("y1", l.y1)
	}
	d.slot(End, x, y)
	d.s("/>")
}

// late tells whether client i has stopped waiting for this answer.
func (d *drawing) late(m *trace.Message, i int) bool {
	return m.IsReply() && m.Purpose == trace.ToAcquire && !d.st.Clients[i].Awaits(m.Name)
}

func (d *drawing) lateLabel(m *trace.Message, l lane, across unit) {
	if d.plan.vertical && m.Arrive > 0 {
		const room = 140 * px
		x := d.inside(max(l.x1, l.x2), room) - max(l.x1, l.x2)
		if x == 0 {
			x = d.inside(min(l.x1, l.x2), room) - min(l.x1, l.x2)
		}
		d.text("small muted halo mid", x, 27*px, room, "scene.late-due", at("time", int64(m.Arrive)))
		return
	}
	y := across/2 + 13*px
	if max(l.y1, l.y2)+y > d.plan.h-4*px { // below would be outside
		y = -across/2 - 5*px
	}
	d.text("small muted halo mid", 0, y, 80*px, "scene.late")
}

// inside returns x, or the nearest to it around which there is so much room.
func (d *drawing) inside(x, room unit) unit {
	return min(max(x, room/2+2*px), d.plan.w-room/2-2*px)
}

// lost draws a message that broke off on its way.
func (d *drawing) lost(m *trace.Message, i, j int) {
	l := d.lane(i, j)
	p := progress(m, d.t)
	x1, y1 := l.x1, l.y1
	if m.IsReply() {
		p = 10_000 - p
		x1, y1 = l.x2, l.y2
	}
	x, y := l.along(p, 0, d.plan.vertical)
	kind := byChance
	if m.By != "" || m.Why == trace.WhyNodeDown || m.Why == trace.WhyClientDown {
		kind = byFault
	}
	d.begin("lost", m.Name, messageClasses[i%6][kind], 0, 0)
	d.line("way", x1, y1, x, y)
	d.path("cross", "M-6-6 6 6M6-6-6 6", x, y)
	below := y + 21*px
	if below > d.plan.h-4*px {
		below = y - 12*px
	}
	if d.plan.vertical {
		x = d.inside(x, 92*px)
	} else { // between the cards, not across an edge
		x = min(max(x, l.x1+34*px), l.x2-34*px)
	}
	d.text("small lost-label halo mid", x, below, 92*px, "scene.lost", word("name", messageName(m)))
	d.end()
}

type messageKind uint8

const (
	request messageKind = iota
	reply
	copied
	byChance
	byFault
)

func kindOf(m *trace.Message) messageKind {
	switch {
	case m.IsReply():
		return reply
	case strings.IndexByte(m.Name, '+') >= 0:
		return copied
	}
	return request
}

var messageClasses = func() (all [6][5]string) {
	for i := range all {
		for k, kind := range [...]string{"request", "reply", "request copy", "lost", "lost lost-by-fault"} {
			all[i][k] = "thing msg " + kind + " " + looks[i].class
		}
	}
	return all
}()

// messageName is what a message is called on the picture: the command's or the
// answer's own word.
func messageName(m *trace.Message) string {
	if !m.IsReply() {
		// A release by script says EVAL, which tells a learner nothing.
		if strings.HasPrefix(m.Cmd[0], "EVAL") && m.Purpose == trace.ToRelease {
			return "DEL"
		}
		return shorten(m.Cmd[0], 1200, true, 50*px)
	}
	if n, ok := strings.CutPrefix(m.Reply, "(integer) "); ok {
		return n
	}
	if strings.HasPrefix(m.Reply, "(error)") {
		return "ERR"
	}
	return shorten(m.Reply, 1200, true, 50*px)
}
