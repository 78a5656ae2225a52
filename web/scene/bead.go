package scene

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// What machines send each other.

// bead draws what machines send each other: filled what asks or tells, outlined
// what answers. In the colour of its key's owner, where it carries one's key.
func (d *drawing) bead(m *trace.Message, w *way) {
	reply := isReply(m)
	class := beadClass(reply, replicates(m.Purpose))
	d.beginMessage(m, class)
	if !replicates(m.Purpose) {
		d.openInk()
		d.wayLine("way way-ahead", w)
		d.closeInk()
	}
	d.S(`<g data-slot="move"`)
	d.Slot(draw.Move, func(t trace.Time) (x, y unit) { return w.along(progress(m, reply, t), 0) })
	d.S(`>`)
	d.openInk()
	d.S(`<g class="`)
	d.S(d.cargoClass(m))
	d.S(`">`)
	if replicates(m.Purpose) {
		d.S(`<rect class="bead" x="-5.5" y="-5.5" width="11" height="11" rx="2"/>`)
	} else {
		d.S(`<circle class="bead" r="6"/>`)
	}
	d.S("</g>")
	d.holdMessage(m, 0)
	d.S("</g>")
	d.End()
}

func beadClass(reply, replication bool) string {
	switch {
	case reply:
		return "thing msg answer"
	case replication:
		return "thing msg change"
	}
	return "thing msg word"
}

// cargoClass is whose key a primary sends its replica.
func (d *drawing) cargoClass(m *trace.Message) string {
	n := d.st.Node(trace.NodeID(m.From))
	if n == nil || isReply(m) || m.Purpose != trace.ToReplicate {
		return draw.Operator.Class
	}
	for _, name := range m.Cmd {
		if k := n.Key(name); k != nil {
			who := d.owner(k.Owner)
			return who.Class
		}
	}
	return draw.Operator.Class
}
