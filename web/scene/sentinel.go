package scene

import "lockstep/sim/trace"

// sentinel draws node i, which watches the others: a lens, filled once it takes
// one for down, and what it thinks.
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
	d.begin("node", string(n.ID), class, b.x, b.y)
	d.rect("card", box{w: b.w, h: b.h}, 7*px)
	x, y := 22*px, b.h/2
	if d.plan.vertical {
		x, y = b.w/2, 16*px
	}
	d.path("lens", "M-17 0Q0-17 17 0Q0 17-17 0Z", x, y)
	d.named("lens-text mid", x, y+4*px, 26*px, string(n.ID))
	if d.plan.vertical {
		d.thoughtBelow(n, thinks, b)
	} else {
		d.thoughtBeside(n, thinks, b)
	}
	d.end()
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
	x, y, room := 46*px, b.h/2+4*px, b.w-46*px-6*px
	switch {
	case n.Down:
		d.text("small muted", x, y, room, "scene.crashed")
	case thinks != "":
		d.text("small", x, y, room, "scene.takes-down", word("node", thinks))
	default:
		d.text("small muted", x, y, room, "scene.all-up")
	}
}

func (d *drawing) thoughtBelow(n *trace.NodeState, thinks string, b box) {
	x, room := b.w/2, b.w-2*px
	switch {
	case n.Down:
		d.text("small muted mid", x, 44*px, room, "scene.is-off")
	case thinks != "":
		d.named("small mid", x, 42*px, room, thinks)
		d.text("small mid", x, 57*px, room, "scene.is-down")
	default:
		d.text("small muted mid", x, 44*px, room, "scene.all-up")
	}
}
