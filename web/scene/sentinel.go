package scene

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// sentinel draws node i, which watches the others: a lens, filled once it takes
// one for down, what it is, and what it thinks.
func (d *drawing) sentinel(i int) {
	n := &d.st.Nodes[i]
	b := d.plan.nodeBox(i)
	thinks := d.takesForDown(n.ID)
	class := "thing node sentinel"
	if n.Down {
		class = "thing node sentinel off"
	} else if thinks != "" {
		class = "thing node sentinel sure"
	}
	if d.justNow(string(n.ID)) {
		class += " just"
	}
	d.beginThing(nodeThing(n), "node", class, b.X, b.Y)
	d.Rect("card", box{W: b.W, H: b.H}, 7*px)
	x, y := 22*px, b.H/2
	if d.plan.vertical {
		x, y = b.W/2, 19*px
	}
	d.Path("lens", "M-17 0Q0-17 17 0Q0 17-17 0Z", x, y)
	d.Named("lens-text mid", x, y+4*px, 26*px, string(n.ID))
	if d.plan.vertical {
		d.thoughtBelow(n, thinks, b)
	} else {
		d.thoughtBeside(n, thinks, b)
	}
	edge := tabs{d: d, right: b.W - 2*px, least: 0}
	edge.side(string(n.ID))
	d.holdNode(n, b.W, b.H)
	d.End()
}

// takesForDown returns the node that the sentinel of that name takes for down: of
// several the first, which is the one that began as the primary.
func (d *drawing) takesForDown(sentinel trace.NodeID) string {
	for i := range d.st.Nodes {
		for _, s := range d.st.Nodes[i].Doubters {
			if s == sentinel {
				return string(d.st.Nodes[i].ID)
			}
		}
	}
	return ""
}

func (d *drawing) thoughtBeside(n *trace.NodeState, thinks string, b box) {
	x, y, room := 46*px, b.H/2+4*px, b.W-46*px-6*px
	if d.plan.rails {
		room /= 2
		d.Text("small muted end", b.W-8*px, y, room-8*px, "role.sentinel")
	}
	switch {
	case n.Down:
		d.Text("small muted", x, y, room, "scene.crashed")
	case thinks != "":
		d.Text("small", x, y, room, "scene.takes-down", draw.Word("node", thinks))
	default:
		d.Text("small muted", x, y, room, "scene.all-up")
	}
}

func (d *drawing) thoughtBelow(n *trace.NodeState, thinks string, b box) {
	x, room := b.W/2, b.W-2*px
	d.Text("small muted mid", x, 45*px, room, "role.sentinel")
	switch {
	case n.Down:
		d.Text("small muted mid", x, 61*px, room, "scene.is-off")
	case thinks != "":
		d.Named("small mid", x, 61*px, room, thinks)
		d.Text("small mid", x, 75*px, room, "scene.is-down")
	default:
		d.Text("small muted mid", x, 61*px, room, "scene.all-up")
	}
}
