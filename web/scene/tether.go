package scene

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// tethers draws a line from each client to each node that holds its key, and a
// broken one where the client only believes that.
func (d *drawing) tethers() {
	for i := range d.st.Clients {
		c := &d.st.Clients[i]
		for j := range d.st.Nodes {
			switch d.tie(c, j) {
			case tied:
				d.beginPair("tether", string(c.ID), string(d.st.Nodes[j].ID), tetherClasses[i%6], 0, 0)
				w := d.lane(i, j)
				d.wayLine("tether", &w)
				end := w.end()
				d.Circle("tether-end", end.x, end.y, 4*px+half)
				d.holdWay(c, j, &w)
				d.End()
			case parted:
				d.beginPair("gone", string(c.ID), string(d.st.Nodes[j].ID), partedClasses[i%6], 0, 0)
				w := d.lane(i, j)
				d.wayLine("tether tether-parted", &w)
				end := w.end()
				d.Circle("tether-end-parted", end.x, end.y, 4*px)
				d.holdWay(c, j, &w)
				d.End()
			}
		}
	}
	d.doors()
}

type tie uint8

const (
	free tie = iota
	tied
	parted
)

// tie tells how the client is tied to node j. A replica's copy ties nobody: it
// counts only once that replica is the primary.
func (d *drawing) tie(c *trace.ClientState, j int) tie {
	n := &d.st.Nodes[j]
	if n.Role == trace.RoleReplica && !d.counted(c, j) || !d.concerns(c, j) {
		return free
	}
	if k := n.Key(c.Key); k != nil && !n.Down && k.Owner == string(c.ID) {
		return tied
	}
	if c.Belief != nil && !d.holds(c, j) && d.counted(c, j) {
		return parted
	}
	return free
}

// doors ties a client that is inside to the resource.
func (d *drawing) doors() {
	if !d.plan.doors {
		return
	}
	r := d.plan.resourceBox(0)
	for i := range d.st.Clients {
		c := &d.st.Clients[i]
		if !c.Inside {
			continue
		}
		b := d.plan.clientBox(i)
		d.begin("door", string(c.ID), tetherClasses[i%6], 0, 0)
		switch {
		case d.plan.rails:
			x := d.doorAt(b, r)
			d.Line("tether", x, b.Bottom(), x, r.Y)
		case !d.plan.vertical && b.Y < r.Y:
			d.Line("tether", b.MidX(), b.Bottom(), b.MidX(), r.Y)
		case !d.plan.vertical:
			d.Line("tether", b.MidX(), r.Bottom(), b.MidX(), b.Y)
		case b.X < r.X:
			d.Line("tether", b.Right(), r.Y+60*px, r.X, r.Y+60*px)
		default:
			d.Line("tether", r.Right(), r.Y+60*px, b.X, r.Y+60*px)
		}
		d.end()
	}
}

// belowErrands is how far below a client's card on the stage a sign is clear of what
// travels to the resource.
const belowErrands = 42 * px

// signs draws ≠ on the way to each node that a client wrongly counts.
func (d *drawing) signs() {
	for i := range d.st.Clients {
		c := &d.st.Clients[i]
		down := belowErrands
		for j := range d.st.Nodes {
			if d.tie(c, j) != parted {
				continue
			}
			d.beginPair("sign", string(c.ID), string(d.st.Nodes[j].ID), "parting", 0, 0)
			w := d.lane(i, j)
			x, y := w.along(5000, 0)
			if d.plan.vertical {
				// One below the other: their words would meet.
				span := w.at[1].y - w.at[0].y
				x, y = w.along(min(int64(down)*10_000/int64(span), 8000), 0)
				down += 22 * px
			}
			if w.railed { // just before the node
				a, b := w.at[2], w.at[3]
				x, y = (a.x+b.x)/2, b.y
			}
			d.Neq(x, y)
			switch {
			case d.c > 3 || w.railed:
			case d.plan.vertical && d.n-d.sentinels() <= 5:
				d.Text("small strong halo", x+14*px, y+3*px, 140*px, "scene.still-counts",
					draw.Word("client", string(c.ID)), draw.Word("node", string(d.st.Nodes[j].ID)))
			default:
				d.Text("small strong mid halo", x, y+21*px, 90*px, "scene.gone")
			}
			d.end()
		}
	}
}

var tetherClasses, partedClasses = func() (a, b [6]string) {
	for i := range a {
		a[i] = "way-tether " + draw.ClassOf(i)
		b[i] = "way-tether parting " + draw.ClassOf(i)
	}
	return
}()
