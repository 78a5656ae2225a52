package scene

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// links draws the links that a fault has changed: those that are cut with a wall
// across them, slow and lossy ones with a chip that says by how much.
func (d *drawing) links() {
	if len(d.st.Links) == 0 {
		return
	}
	d.eachLink((*drawing).link)
	d.walls()
}

// eachLink calls draw for each pair that is to be drawn, with the way between them and
// the link of the way's own direction first.
func (d *drawing) eachLink(draw func(d *drawing, w *way, there, back *trace.LinkState)) {
	for i := range d.st.Links {
		l := &d.st.Links[i]
		back := d.st.Link(l.To, l.From)
		if back != (trace.LinkState{From: l.To, To: l.From}) && d.second(l) {
			continue // drawn with the other direction
		}
		w, ok := d.between(l.From, l.To, d.streams(l))
		if ok {
			draw(d, &w, l, &back)
		} else if w, ok = d.between(l.To, l.From, d.streams(l)); ok {
			draw(d, &w, &back, l)
		}
	}
}

// second tells whether the other direction of the link stands before it in the
// state.
func (d *drawing) second(l *trace.LinkState) bool {
	for i := range d.st.Links {
		switch o := &d.st.Links[i]; {
		case o.From == l.To && o.To == l.From:
			return true
		case o == l:
			return false
		}
	}
	return false
}

// streams tells whether changes travel on the link: one end follows the other.
func (d *drawing) streams(l *trace.LinkState) bool {
	a, b := d.st.Node(trace.NodeID(l.From)), d.st.Node(trace.NodeID(l.To))
	return a != nil && b != nil && (a.Follows == b.ID || b.Follows == a.ID)
}

// link draws one: there is the state of the way's own direction.
func (d *drawing) link(w *way, there, back *trace.LinkState) {
	changed := there
	if *there == (trace.LinkState{From: there.From, To: there.To}) {
		changed = back
	}
	d.BeginPair("link", there.From, there.To, d.heldClass(linkThing(changed), "thing link"), 0, 0)
	d.openInk()
	d.wayLine("way-fault", w)
	x, y, _, _ := w.wallPlace()
	if (there.Cut || back.Cut) && !d.behindWall(there.From, there.To) {
		d.wall(w, there.Cut, back.Cut)
	}
	slow, ppm := max(there.Slow, back.Slow), max(there.PPM, back.PPM)
	if slow > 0 || ppm > 0 {
		x, y = d.linkChip(w, slow, ppm)
	}
	d.holdLink(changed, x, y)
	d.End()
}

// wallAt is where a wall stands on its way, per ten thousand.
const wallAt = 8000

// wallPlace is where a wall stands on the way, whether the way leads up or down there,
// and whether it does so backwards.
func (w *way) wallPlace() (x, y unit, upright, back bool) {
	if !w.railed {
		x, y = w.along(wallAt, 0)
		return x, y, w.vertical && w.n == 2, w.back
	}
	a, b := w.at[2], w.at[3] // where it leaves the rail
	if a == b {
		a = w.at[1]
	}
	return (a.x + b.x) / 2, (a.y + b.y) / 2, a.x == b.x, b.x < a.x
}

// wall draws a double wall across the way. Where only one direction is cut, a
// chevron in front of it shows which.
func (d *drawing) wall(w *way, there, back bool) {
	x, y, upright, backward := w.wallPlace()
	bars := "M-2.5-9V9M2.5-9V9"
	ahead, behind := "M-11-5-6 0-11 5", "M11-5 6 0 11 5"
	if upright {
		bars = "M-9-2.5H9M-9 2.5H9"
		ahead, behind = "M-5-11 0-6 5-11", "M-5 11 0 6 5 11"
	}
	if backward {
		ahead, behind = behind, ahead
	}
	d.Path("wall", bars, x, y)
	switch {
	case there && !back:
		d.Path("wall-way", ahead, x, y)
	case back && !there:
		d.Path("wall-way", behind, x, y)
	}
}

// linkChip says how slow a link is, or how much it loses, and returns where it stands.
// Among many clients there is no room for words.
func (d *drawing) linkChip(w *way, slow trace.Duration, ppm int64) (x, y unit) {
	x, y = w.along(4600, 0)
	if w.n > 2 {
		x, y = w.along(7600, 0) // nearer to the resource, where fewer ways cross
	}
	if w.railed {
		x, y, _, _ = w.wallPlace()
	}
	if d.tabbed(w) {
		return x, y
	}
	if d.c > 3 || w.bead {
		d.Path("link-mark", draw.Bolt, x, y)
		return x, y
	}
	const wide = 62 * px
	x = d.inside(x, wide)
	b := draw.At(x-wide/2, y-8*px, wide, 16*px)
	if slow > 0 && ppm > 0 {
		b.Y -= 9 * px
	}
	if slow > 0 {
		d.Rect("fault", b, 5*px)
		d.Text("fault-text mid", b.MidX(), b.MidY()+4*px, b.W-2*px, "scene.slower", spanFill("time", slow))
		b.Y += 18 * px
	}
	if ppm > 0 {
		d.Rect("fault", b, 5*px)
		d.Text("fault-text mid", b.MidX(), b.MidY()+4*px, b.W-2*px, "scene.loses", draw.Word("part", draw.PerCent(ppm)))
	}
	return x, y
}
