package scene

import (
	"strings"

	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// messages draws what is under way, and what was lost until its sender tries
// again or has decided without it.
func (d *drawing) messages() {
	passing := d.o.Passing && d.dense()
	var seen []flight
	for k := range d.st.Messages {
		m := &d.st.Messages[k]
		w, ok := d.wayOf(m)
		switch {
		case !ok:
		case m.Lost:
			if d.lastLost(k) && !d.settled(m) {
				d.lost(m, &w)
			}
		case w.bead:
			d.bead(m, &w)
		case passing && !d.opened(m):
			seen = append(seen, d.flightOf(m, &w))
		default:
			d.flying(m, &w)
		}
	}
	if passing {
		d.glimpse(seen)
	}
}

// wayOf returns the way that a message travels, from who asks to who is asked.
func (d *drawing) wayOf(m *trace.Message) (w way, ok bool) {
	from, to := m.From, m.To
	if isReply(m) {
		from, to = to, from
	}
	from, _, _ = strings.Cut(from, ".") // an activity, such as A.watchdog
	return d.between(from, to, replicates(m.Purpose))
}

// isReply tells whether a message answers another. Its name says so: what a
// primary copies to its replica may be nothing at all.
func isReply(m *trace.Message) bool {
	for i := range len(m.Name) { // of every message, in every picture
		if c := m.Name[i]; c == '<' || c == '>' {
			return c == '<'
		}
	}
	return m.IsReply()
}

// isCopy tells whether a message is a duplicate.
func isCopy(m *trace.Message) bool { return strings.IndexByte(m.Name, '+') >= 0 }

// replicates tells whether a message belongs to the stream from a primary to its
// replica.
func replicates(p trace.Purpose) bool {
	return p == trace.ToReplicate || p == trace.ToCopy || p == trace.ToFollow
}

// progress is where on its way a message is at t, per ten thousand of the way from who
// asks to who is asked. What will be lost has no time of arrival; it slows down on its
// way, since nobody who looks on can know yet.
func progress(m *trace.Message, reply bool, t trace.Time) int64 {
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
	if p = max(p, 0); reply {
		return 10_000 - p
	}
	return p
}

func (d *drawing) flying(m *trace.Message, w *way) {
	name := messageName(m)
	reply := isReply(m)
	length, across := bodyLength(name, w.vertical)
	if d.dense() {
		length, across = arrowLength, arrowAcross
	}
	place := d.courseOf(m, w, reply, length, across)

	d.beginMessage(m, messageClasses[w.look%6][kindOf(m, reply)])
	if !d.tiedAlong(m, w) { // else it travels along the tether
		d.wayOfMessage(w, place, reply)
	}
	d.S(`<g data-slot="move"`)
	d.Slot(draw.Move, place)
	d.S(">")
	d.openInk()
	back := reply != w.back
	d.body(length, across, back, w.vertical, w.look%6)
	if !d.dense() {
		d.Text("code", 0, 4*px+bodyTextY(back, w.vertical), 80*px, "{name}", draw.Word("name", name))
		d.aside(m, w, place, across)
	}
	wide := length
	if w.vertical {
		wide = across
	}
	d.holdMessage(m, wide)
	d.S("</g>")
	d.End()
}

// courseOf returns where the middle of a message's body is at an instant.
func (d *drawing) courseOf(m *trace.Message, w *way, reply bool, length, across unit) draw.Course {
	return func(t trace.Time) (x, y unit) {
		x, y = w.along(progress(m, reply, t), length/2)
		if w.railed {
			x = d.inside(x, across)
		}
		return x, y
	}
}

// aside says what is out of the ordinary about a message, beside its body, wherever that
// is.
func (d *drawing) aside(m *trace.Message, w *way, place draw.Course, across unit) {
	switch {
	case isCopy(m):
		d.Text("small muted halo mid", 0, across/2+12*px, 80*px, "scene.copy")
	case d.late(m, w.look, isReply(m)):
		d.lateLabel(m, w, across)
	case m.Arrive.Sub(m.Sent) >= longWay:
		d.Until(d.t) // where there is room for it changes on the way
		if x, y := place(d.t); d.plan.rails {
			d.dueBeside(m, x, across)
		} else {
			d.dueLabel(m, w, x, y, across)
		}
	}
}

// dueBeside says when a message is due on that side of it which has more room.
func (d *drawing) dueBeside(m *trace.Message, x, across unit) {
	class, to := "small muted halo", across/2+5*px
	if x > d.plan.w/2 {
		class, to = "small muted halo end", -to
	}
	d.Text(class, to, 4*px, 104*px, "scene.due", draw.Seconds("time", int64(m.Arrive)))
}

// longWay is how long a message must take for its picture to say when it is due:
// its movement is too slow to be seen.
const longWay = 10 * trace.Second

// dueLabel says when a message that takes long is due: above it, since on the way
// below it stands the sign of a key that is gone.
func (d *drawing) dueLabel(m *trace.Message, w *way, x, y, across unit) {
	above, below := -across/2-6*px, across/2+13*px
	if w.vertical { // its tip points up or down
		above, below = -21*px, 28*px
	}
	beside := above
	if y+above < 14*px || d.plan.vertical && y+below <= d.plan.h-4*px {
		beside = below
	}
	const room = 104 * px
	to := d.inside(x, room)
	if !d.plan.vertical { // between the columns, not across their cards
		size, mono := d.SizeOf("small")
		due := d.o.Words.Say("scene.due", "time", "00.000")
		to = max(to, w.at[0].x+draw.TextWidth(due, size, mono)/2+3*px)
	}
	d.Text("small muted halo mid", to-x, beside, room, "scene.due", draw.Seconds("time", int64(m.Arrive)))
}

// tiedAlong tells whether a tether lies where the message travels.
func (d *drawing) tiedAlong(m *trace.Message, w *way) bool {
	to := m.To
	if isReply(m) {
		to = m.From
	}
	j := d.nodeIndex(to)
	return j >= 0 && d.tie(&d.st.Clients[w.look], j) == tied
}

// wayOfMessage draws how far a message has come, and what is ahead of it. Among very
// many it is seen only of the message that is pointed at.
func (d *drawing) wayOfMessage(w *way, place draw.Course, reply bool) {
	d.wayLine("way way-ahead", w)
	if w.n > 2 || d.dense() {
		return // around corners, and at a glance, the dots are enough
	}
	d.S(`<line class="way" data-slot="end"`)
	from := w.at[0]
	if reply {
		from = w.at[1]
	}
	d.Attr("x1", from.x)
	d.Attr("y1", from.y)
	d.Slot(draw.End, place)
	d.S("/>")
}

// late tells whether client i has stopped waiting for this answer.
func (d *drawing) late(m *trace.Message, i int, reply bool) bool {
	return reply && m.Purpose == trace.ToAcquire && !d.st.Clients[i].Awaits(m.Name)
}

func (d *drawing) lateLabel(m *trace.Message, w *way, across unit) {
	a, b := w.at[0], w.at[1]
	if w.railed {
		d.Text("small muted halo mid", 0, 27*px, railGutter, "scene.late")
		return
	}
	if w.vertical && m.Arrive > 0 {
		const room = 140 * px
		x := d.inside(max(a.x, b.x), room) - max(a.x, b.x)
		if x == 0 {
			x = d.inside(min(a.x, b.x), room) - min(a.x, b.x)
		}
		d.Text("small muted halo mid", x, 27*px, room, "scene.late-due", draw.Seconds("time", int64(m.Arrive)))
		return
	}
	y := across/2 + 13*px
	if max(a.y, b.y)+y > d.plan.h-4*px { // below would be outside
		y = -across/2 - 5*px
	}
	d.Text("small muted halo mid", 0, y, 80*px, "scene.late")
}

// inside returns x, or the nearest to it around which there is so much room.
func (d *drawing) inside(x, room unit) unit {
	return min(max(x, room/2+2*px), d.plan.w-room/2-2*px)
}

type messageKind uint8

const (
	request messageKind = iota
	reply
	copied
	byChance
	byFault
)

func kindOf(m *trace.Message, isReply bool) messageKind {
	switch {
	case isReply:
		return reply
	case isCopy(m):
		return copied
	}
	return request
}

var messageClasses = func() (all [6][5]string) {
	for i := range all {
		for k, kind := range [...]string{"request", "reply", "request copy", "lost", "lost lost-by-fault"} {
			all[i][k] = "thing msg " + kind + " " + draw.ClassOf(i)
		}
	}
	return all
}()

// machineClasses are those of messages that are no client's.
var machineClasses = [5]string{byChance: "thing msg lost who-none", byFault: "thing msg lost lost-by-fault who-none"}
