package scene

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// What a node is to the others: the primary, a replica that lags behind it, one that
// took over, or one that has been replaced and does not know.

// primaryEdge draws the heavy edge of a primary. Of one that has been replaced it is
// outlined: it is the primary by its own belief alone.
func (d *drawing) primaryEdge(n *trace.NodeState, w unit) {
	switch {
	case n.Role != trace.RolePrimary:
	case d.replaced(n):
		d.Rect("primary-edge-believed", box{X: 9 * px, Y: -2 * px, W: w - 18*px, H: 5 * px}, 2*px)
	default:
		d.Line("primary-edge", 9*px, half, w-9*px, half)
	}
}

// replaced tells whether a node takes itself for the primary although another is.
func (d *drawing) replaced(n *trace.NodeState) bool {
	p := d.primary()
	return n.Role == trace.RolePrimary && p >= 0 && &d.st.Nodes[p] != n
}

// role says what a node is to the others; once sentinels take it for down, that.
func (d *drawing) role(n *trace.NodeState, x, y, room unit) {
	keys := d.roleWords()
	switch lacks := d.lacks(n); {
	case len(n.Doubters) > 0:
		d.Text("small strong", x, y, room, keys.doubted, draw.Count("n", len(n.Doubters)), draw.Count("of", d.sentinels()))
	case d.replaced(n):
		d.Text("small strong", x, y, room, "scene.old-primary")
	case n.Role == trace.RolePrimary && d.nodeIndex(string(n.By)) >= 0:
		d.promoted(n, x, y, room)
	case n.Role == trace.RolePrimary:
		d.Text("small strong", x, y, room, "scene.primary")
	case n.Role == trace.RoleReplica && lacks > 0:
		d.Text("small strong", x, y, room, keys.lacks, draw.Count("n", lacks))
	case n.Role == trace.RoleReplica:
		d.Text("small muted", x, y, room, keys.replica, draw.Word("node", string(n.Follows)))
	case n.Role == trace.RoleConsensus:
		d.Text("small muted", x, y, room, keys.member)
	}
}

// wordsOfRoles are what is said of nodes, in full or where there is little room.
type wordsOfRoles struct{ doubted, lacks, replica, member string }

func (d *drawing) roleWords() wordsOfRoles {
	if d.plan.node == narrow {
		return wordsOfRoles{"scene.doubted-briefly", "scene.lacks", "scene.replica", "scene.member-briefly"}
	}
	return wordsOfRoles{"scene.doubted", "scene.replica-lacks", "scene.replica-of", "scene.member"}
}

// promoted says of a primary that it took over, by whose order, and where there is room
// also when.
func (d *drawing) promoted(n *trace.NodeState, x, y, room unit) {
	d.S(`<g class="promoted">`)
	d.Path("promoted-mark", "M0 1V-9M-4-5 0-9 4-5", x+4*px, y)
	const mark, when = 14 * px, 58 * px
	switch {
	case d.plan.node == narrow:
		d.Text("small strong", x+mark, y, room-mark, "scene.primary")
	case room < 170*px:
		d.Text("small strong", x+mark, y, room-mark, "scene.promoted-by", draw.Word("who", string(n.By)))
	default:
		d.Text("small strong", x+mark, y, room-mark-when, "scene.promoted-by", draw.Word("who", string(n.By)))
		d.Text("num muted end", x+room, y, when, "scene.seconds", draw.Seconds("time", int64(n.Promoted)))
	}
	d.S("</g>")
}

// lacks counts what a replica does not have of its primary: keys that differ, or at
// least the changes that are on their way to it.
func (d *drawing) lacks(n *trace.NodeState) int {
	p := d.st.Node(n.Follows)
	if n.Role != trace.RoleReplica || p == nil {
		return 0
	}
	differ := 0
	for i := range p.Keys {
		if k := n.Key(p.Keys[i].Name); k == nil || k.Value != p.Keys[i].Value {
			differ++
		}
	}
	for i := range n.Keys {
		if !p.Down && p.Key(n.Keys[i].Name) == nil {
			differ++
		}
	}
	return max(differ, d.underWayTo(n))
}

// underWayTo counts the changes that are on their way to a replica.
func (d *drawing) underWayTo(n *trace.NodeState) int {
	count := 0
	for i := range d.st.Messages {
		m := &d.st.Messages[i]
		if m.To == string(n.ID) && !m.Lost && replicates(m.Purpose) && !isReply(m) {
			count++
		}
	}
	return count
}

// lag draws along the foot of a replica's card a line that is filled as far as it has
// copied, and a dot for each change that it lacks.
func (d *drawing) lag(n *trace.NodeState, b box) {
	const most, step = 6, 14 * px
	lacks := min(d.lacks(n), most)
	if lacks == 0 || d.plan.node != roomy {
		return
	}
	y, from, to := b.H-13*px, 12*px, b.W-14*px
	copied := to - unit(lacks)*step + step/2
	d.Line("lag", from, y, copied, y)
	d.Line("lag-ahead", copied, y, to, y)
	for k := range lacks {
		d.Circle("lag-dot", to-unit(k)*step, y, 4*px)
	}
}
