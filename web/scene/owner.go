package scene

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// owner returns the identity of the client of that name, or the operator's.
func (d *drawing) owner(name string) draw.Identity {
	if i := d.clientIndex(name); i >= 0 {
		return draw.Identify(i, name)
	}
	return draw.Operator
}

func (d *drawing) clientIndex(name string) int {
	for i := range d.st.Clients {
		if string(d.st.Clients[i].ID) == name {
			return i
		}
	}
	return -1
}

func (d *drawing) nodeIndex(name string) int {
	for i := range d.st.Nodes {
		if d.st.Nodes[i].ID == trace.NodeID(name) {
			return i
		}
	}
	return -1
}
