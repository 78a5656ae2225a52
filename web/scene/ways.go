package scene

import "lockstep/sim/trace"

// point is a place in the picture.
type point struct{ x, y unit }

// way is how something travels between two things: straight, or around a corner
// and another.
type way struct {
	at       [4]point
	n        int
	vertical bool // it leads down or up for the most part
	back     bool // from the asker to the asked it leads up or left
	bead     bool // machines among themselves: what travels is a bead
	look     int  // whose it is: a client's number, or -1

	railed bool // along a rail: out to it, along it, and in
	clear  unit // above that a message on the rail would cover cards
}

// lane returns the way from client i to node j. Each pair has its own, so that
// what travels does not cover what else travels.
func (d *drawing) lane(i, j int) way {
	if d.plan.rails {
		return d.railLane(i, j)
	}
	c, n := d.plan.clientBox(i), d.plan.nodeBox(j)
	fromPart := func(length unit) unit { return length * unit(2*j+1) / unit(2*d.n) }
	toPart := func(length unit) unit { return length * unit(i+1) / unit(d.c+1) }
	w := way{n: 2, vertical: d.plan.vertical, look: i}
	if d.plan.vertical {
		w.at[0], w.at[1] = point{c.X + fromPart(c.W), c.Bottom()}, point{n.X + toPart(n.W), n.Y}
	} else {
		w.at[0], w.at[1] = point{c.Right(), c.Y + fromPart(c.H)}, point{n.X, n.Y + toPart(n.H)}
	}
	return w
}

// errand returns the way from client i to resource k.
func (d *drawing) errand(i, k int) way {
	if d.plan.rails {
		return d.narrowErrand(i, k)
	}
	c, r := d.plan.clientBox(i), d.plan.resourceBox(k)
	w := way{n: 4, look: i}
	switch {
	case d.plan.above: // up, past whoever stands between
		w.n, w.vertical, w.back = 2, true, true
		w.at[0] = point{c.MidX(), c.Y}
		w.at[1] = point{r.X + r.W*unit(i+1)/unit(d.c+1), r.Bottom()}
	case d.plan.vertical: // below the cards
		w.back = r.X < c.X
		y := max(c.Bottom(), r.Bottom()) + 20*px
		from, to := c.MidX()+c.W/4, r.X+r.W/4
		if w.back {
			from, to = c.MidX()-c.W/4, r.Right()-r.W/4
		}
		w.at = [4]point{{from, c.Bottom()}, {from, y}, {to, y}, {to, r.Bottom()}}
	default: // beside the column
		w.vertical, w.back = true, r.Y < c.Y
		x := c.Right() + 36*px
		w.at = [4]point{{c.Right(), c.MidY()}, {x, c.MidY()}, {x, r.MidY()}, {r.Right(), r.MidY()}}
	}
	return w
}

// rail returns the way between two machines. What replicas and primaries exchange
// has a track of its own.
func (d *drawing) rail(i, j int, replication bool) way {
	a, b := d.plan.nodeBox(i), d.plan.nodeBox(j)
	w := way{n: 4, bead: true, look: -1}
	track, off := 17*px, 6*px
	if replication {
		track, off = 8*px, -6*px
	}
	if !d.plan.vertical {
		x := d.plan.railAt + track
		w.vertical, w.back = true, b.Y < a.Y
		ya, yb := a.MidY()+min(off, a.H/4), b.MidY()+min(off, b.H/4)
		w.at = [4]point{{a.Right(), ya}, {x, ya}, {x, yb}, {b.Right(), yb}}
		return w
	}
	y := d.plan.railAt + track + 4*px
	w.back = b.X < a.X
	xa, xb := a.MidX()+off, b.MidX()+off
	w.at = [4]point{{xa, d.railEnd(i)}, {xa, y}, {xb, y}, {xb, d.railEnd(j)}}
	return w
}

// railEnd is where node i touches the rail of the stage.
func (d *drawing) railEnd(i int) unit {
	b := d.plan.nodeBox(i)
	if i >= d.plan.lowerRow {
		return b.Y
	}
	return b.Bottom()
}

// between returns the way from one machine to another, by name, and whether the
// picture has one.
func (d *drawing) between(from, to string, replication bool) (w way, ok bool) {
	if i := d.clientIndex(from); i >= 0 {
		if j := d.nodeIndex(to); j >= 0 {
			return d.lane(i, j), true
		}
		if k := d.resourceIndex(to); k >= 0 {
			return d.errand(i, k), true
		}
		return w, false
	}
	i, j := d.nodeIndex(from), d.nodeIndex(to)
	if i < 0 || j < 0 || i == j || !d.plan.rail {
		return w, false
	}
	return d.rail(i, j, replication), true
}

func (d *drawing) resourceIndex(name string) int {
	for i := range d.st.Resources {
		if d.st.Resources[i].ID == name {
			return i
		}
	}
	return -1
}

// apart tells whether node i is no Redis node: a sentinel, or a member of the lock
// service.
func (d *drawing) apart(i int) bool {
	r := d.st.Nodes[i].Role
	return r == trace.RoleSentinel || r == trace.RoleConsensus
}

// along returns the point at p per ten thousand of the way that is left when
// margin is taken off at either end: where the middle of a thing of twice that
// length may be.
func (w *way) along(p int64, margin unit) (x, y unit) {
	switch {
	case w.n == 2:
		return w.straight(p, margin)
	case margin > 0: // too large for the short ends, which lie at cards
		middle := way{n: 2, vertical: w.vertical, at: [4]point{w.at[1], w.at[2]}}
		if w.railed {
			middle.at[0].y = max(middle.at[0].y, w.clear)
		}
		return middle.straight(p, 0)
	}
	var length unit
	for i := 1; i < w.n; i++ {
		length += apartBy(w.at[i-1], w.at[i])
	}
	left := unit(p * int64(length) / 10_000)
	for i := 1; i < w.n; i++ {
		a, b := w.at[i-1], w.at[i]
		step := apartBy(a, b)
		if left <= step || i == w.n-1 {
			step = max(step, 1)
			return a.x + unit(int64(b.x-a.x)*int64(left)/int64(step)), a.y + unit(int64(b.y-a.y)*int64(left)/int64(step))
		}
		left -= step
	}
	return w.at[0].x, w.at[0].y
}

// end is where the way leads.
func (w *way) end() point { return w.at[w.n-1] }

// apartBy is how far it is along the axes.
func apartBy(a, b point) unit { return max(a.x-b.x, b.x-a.x) + max(a.y-b.y, b.y-a.y) }

func (w *way) straight(p int64, margin unit) (x, y unit) {
	a, b := w.at[0], w.at[1]
	span := b.x - a.x
	if w.vertical {
		span = b.y - a.y
	}
	size := max(span, -span)
	margin = min(margin, size/2)
	whole := int64(max(size, 1))
	q := int64(margin) + p*int64(size-2*margin)/10_000
	return a.x + unit(int64(b.x-a.x)*q/whole), a.y + unit(int64(b.y-a.y)*q/whole)
}

// wayLine draws the whole way.
func (d *drawing) wayLine(class string, w *way) {
	if w.n == 2 {
		d.Line(class, w.at[0].x, w.at[0].y, w.at[1].x, w.at[1].y)
		return
	}
	d.S(`<polyline class="`)
	d.S(class)
	d.S(`" points="`)
	for i := range w.n {
		if i > 0 {
			d.S(" ")
		}
		d.Px(w.at[i].x)
		d.S(",")
		d.Px(w.at[i].y)
	}
	d.S(`"/>`)
}
