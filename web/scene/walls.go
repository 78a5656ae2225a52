package scene

// Where many links are cut side by side one wall stands across them all: in front of
// a client, across its ways to neighbouring nodes, and in front of a machine that
// none of the others can reach.

// How far from a card such a wall stands: on the stage below the ways to resources.
const (
	wallOff   = 18 * px
	wallBelow = 38 * px
)

// shut tells whether nothing passes between two, in either direction.
func (d *drawing) shut(a, b string) bool { return d.st.Link(a, b).Cut && d.st.Link(b, a).Cut }

func (d *drawing) nodeName(j int) string { return string(d.st.Nodes[j].ID) }

// behindWall tells whether the link between two is cut by a wall that stands across
// others too.
func (d *drawing) behindWall(a, b string) bool {
	if !d.shut(a, b) {
		return false
	}
	j := d.nodeIndex(b)
	if d.clientIndex(a) >= 0 && d.plan.rails {
		return false // the ways part just before the nodes
	}
	if d.clientIndex(a) >= 0 {
		return j >= 0 && (j > 0 && d.shut(a, d.nodeName(j-1)) || j+1 < d.n && d.shut(a, d.nodeName(j+1)))
	}
	i := d.nodeIndex(a)
	return i >= 0 && j >= 0 && (d.cutOff(i) || d.cutOff(j) || d.parted)
}

// cutOff tells whether node j is shut off from every other one, of several.
func (d *drawing) cutOff(j int) bool {
	for i := range d.st.Nodes {
		if i != j && !d.shut(d.nodeName(i), d.nodeName(j)) {
			return false
		}
	}
	return d.plan.rail && d.n > 2
}

// walls draws them.
func (d *drawing) walls() {
	for i := range d.st.Clients {
		if d.plan.rails {
			break
		}
		client := string(d.st.Clients[i].ID)
		for j := 0; j < d.n; j++ {
			first := j
			for j < d.n && d.shut(client, d.nodeName(j)) {
				j++
			}
			if j-first > 1 {
				d.wallAcross(i, first, j-1)
			}
		}
	}
	for j := range d.st.Nodes {
		if d.cutOff(j) {
			d.wallAround(j)
		}
	}
}

// wallAcross draws the wall across the ways from client i to the nodes from first to
// last.
func (d *drawing) wallAcross(i, first, last int) {
	a, b := d.lane(i, first), d.lane(i, last)
	d.beginPair("wall", string(d.st.Clients[i].ID), d.nodeName(first), "thing", 0, 0)
	if d.plan.vertical {
		y, from, to := a.at[0].y+wallBelow, a.crossing(wallBelow), b.crossing(wallBelow)
		over := min((to-from)/unit(2*(last-first)), 6*px)
		for _, off := range [...]unit{-5 * half, 5 * half} {
			d.Line("wall", from-over, y+off, to+over, y+off)
		}
	} else {
		x, from, to := a.at[0].x+wallOff, a.crossing(wallOff), b.crossing(wallOff)
		over := min((to-from)/unit(2*(last-first)), 6*px)
		for _, off := range [...]unit{-5 * half, 5 * half} {
			d.Line("wall", x+off, from-over, x+off, to+over)
		}
	}
	d.end()
}

// crossing returns where a straight way is, across its direction, so far from its
// beginning.
func (w *way) crossing(off unit) unit {
	a, b := w.at[0], w.at[1]
	if w.vertical {
		return a.x + unit(int64(b.x-a.x)*int64(off)/int64(max(b.y-a.y, 1)))
	}
	return a.y + unit(int64(b.y-a.y)*int64(off)/int64(max(b.x-a.x, 1)))
}

// wallAround draws the wall between node j and the rail.
func (d *drawing) wallAround(j int) {
	b := d.plan.nodeBox(j)
	d.begin("wall", d.nodeName(j), "thing", 0, 0)
	switch {
	case !d.plan.vertical:
		d.Path("wall", "M-2.5-12V12M2.5-12V12", b.Right()+4*px, b.MidY())
	case j >= d.plan.lowerRow:
		d.Path("wall", "M-12-2.5H12M-12 2.5H12", b.MidX(), b.Y-7*px)
	default:
		d.Path("wall", "M-12-2.5H12M-12 2.5H12", b.MidX(), b.Bottom()+7*px)
	}
	d.end()
}
