package scene

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// node draws node i.
func (d *drawing) node(i int) {
	if d.isSentinel(i) {
		d.sentinel(i)
		return
	}
	n := &d.st.Nodes[i]
	b := d.plan.nodeBox(i)
	d.beginThing(nodeThing(n), "node", d.nodeClass(n), b.X, b.Y)
	d.Rect("card", box{W: b.W, H: b.H}, 9*px)
	d.primaryEdge(n, b.W)
	if n.Down {
		edge := tabs{d: d, right: b.W - 8*px, least: 4 * px}
		edge.side(string(n.ID))
		d.downNode(n, b, d.roleLine(i))
	} else {
		d.upNode(n, b, d.roleLine(i))
	}
	d.holdNode(n, b.W, b.H)
	d.End()
}

func (d *drawing) nodeClass(n *trace.NodeState) string {
	now := d.justNow(string(n.ID))
	switch {
	case n.Down && now:
		return "thing node off just"
	case n.Down:
		return "thing node off"
	case now:
		return "thing node just"
	}
	return "thing node"
}

func (d *drawing) downNode(n *trace.NodeState, b box, roleLine unit) {
	d.Named("name muted", 12*px, d.nameY(), 44*px, string(n.ID))
	chip := draw.At(b.W-90*px, 6*px, 84*px, 19*px)
	x, y, room := 12*px, d.nameY()+21*px, b.W-16*px
	if d.plan.node == row {
		d.downRow(n, b, roleLine)
		return
	}
	if d.plan.node == narrow {
		chip = draw.At(5*px, 32*px, b.W-10*px, 19*px)
		x, y, room = 6*px, 68*px, b.W-9*px
	}
	d.faultChip(chip, said{key: "scene.crashed"})
	since := "scene.since"
	if d.plan.node == narrow {
		since = "scene.at"
	}
	d.Text("small muted", x, y, room, since, draw.Seconds("time", int64(n.Since)))
	y += 16 * px
	if d.plan.node != flat {
		d.Text("small muted", x, y, room, fateOfKeys(n))
		y += 16 * px
	}
	if roleLine > 0 {
		d.role(n, x, y, room)
	}
}

// downRow is downNode for a row.
func (d *drawing) downRow(n *trace.NodeState, b box, roleLine unit) {
	d.faultChip(draw.At(keyIndent, 6*px, 84*px, 19*px), said{key: "scene.crashed"})
	y := d.nameY() + 21*px
	d.Text("small muted", 12*px, y, 100*px, "scene.since", draw.Seconds("time", int64(n.Since)))
	d.Text("small muted end", b.W-8*px, y, b.W-120*px, fateOfKeys(n))
	if roleLine > 0 {
		d.role(n, 12*px, y+16*px, b.W-20*px)
	}
}

// fateOfKeys says what becomes of the keys of a node that is down.
func fateOfKeys(n *trace.NodeState) string {
	switch n.Data {
	case trace.DataLose:
		return "scene.keys-lost"
	case trace.DataPolicy:
		return "scene.keys-policy"
	}
	return "scene.keys-kept"
}

func (d *drawing) nameY() unit {
	if d.plan.node == roomy {
		return 22 * px
	}
	return 20 * px
}

// upNode draws a node that runs; roleLine is how much room the line takes that
// says what it is.
func (d *drawing) upNode(n *trace.NodeState, b box, roleLine unit) {
	y := d.nameY()
	d.Named("name", 12*px, y, 30*px, string(n.ID))
	clockY, clockRoom := y-half, b.W-50*px
	if d.plan.node == narrow {
		clockY, clockRoom = y+16*px, b.W-16*px
	}
	if d.plan.node == row {
		d.Text("num muted", 12*px, y+19*px, keyIndent-14*px, "scene.seconds", draw.ClockTime(n.Clock))
	} else {
		d.Text("num muted end", b.W-8*px, clockY, clockRoom, "scene.seconds", draw.ClockTime(n.Clock))
	}
	edge := tabs{d: d, right: b.W - 8*px, least: 4 * px}
	edge.side(string(n.ID))
	edge.clock(n.Clock, n.Clock.Rate())
	if roleLine > 0 {
		line := y + 16*px
		if d.plan.node == row {
			line = b.H - 7*px
		}
		if d.plan.node == narrow {
			line += 16 * px
		}
		d.role(n, 12*px, line, b.W-18*px)
	}

	key, more := d.keyShown(n)
	ghost := ghostShown(n)
	at := d.keyBox(b.W, roleLine)
	switch {
	case key != nil:
		d.key(n, key, at)
	case ghost != nil:
		d.ghost(ghost, at)
	default:
		d.Text("small muted", max(12*px, at.X), at.Y+15*px, b.W-20*px, "scene.no-key")
	}
	if key != nil && ghost != nil {
		d.besides(ghost, at, b)
	} else {
		d.lag(n, b)
	}
	if more > 0 && (key == nil || ghost == nil) {
		d.Text("small muted", 40*px, y, 36*px, "scene.more", draw.Count("n", more))
	}
}

// follows draws the line from each replica to the primary that it follows, on the
// rail: what is under way between them moves along it.
func (d *drawing) follows() {
	if !d.plan.rail {
		return
	}
	before := -1
	for i := range d.st.Nodes {
		n := &d.st.Nodes[i]
		if j := d.nodeIndex(string(n.Follows)); n.Role == trace.RoleReplica && j >= 0 && j != i {
			d.beginPair("follows", string(n.ID), string(n.Follows), "follows", 0, 0)
			w := d.rail(j, i, true)
			d.wayLine("follow", &w)
			end := w.at[3]
			if d.plan.vertical {
				d.Path("follow-end", "M-4 7 0 0 4 7Z", end.x, end.y)
			} else {
				d.Path("follow-end", "M7-4 0 0 7 4Z", end.x, end.y)
			}
			d.end()
		}
		if n.Role == trace.RoleConsensus {
			if before >= 0 {
				d.together(before, i)
			}
			before = i
		}
	}
}

// together ties two members of the lock service, which act as one.
func (d *drawing) together(i, j int) {
	a, b := d.plan.nodeBox(i), d.plan.nodeBox(j)
	d.beginPair("service", string(d.st.Nodes[i].ID), string(d.st.Nodes[j].ID), "service", 0, 0)
	if d.plan.vertical {
		d.Line("service-tie", a.Right(), a.MidY()-2*px, b.X, b.MidY()-2*px)
		d.Line("service-tie", a.Right(), a.MidY()+2*px, b.X, b.MidY()+2*px)
	} else {
		d.Line("service-tie", a.MidX()-2*px, a.Bottom(), b.MidX()-2*px, b.Y)
		d.Line("service-tie", a.MidX()+2*px, a.Bottom(), b.MidX()+2*px, b.Y)
	}
	d.end()
}
