package scene

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// verdict says whether belief and truth agree, or, before there is a belief,
// how the count stands. It is a part of its own: a sign that has faded in shall
// not do so again because something else on the card changed.
func (d *drawing) verdict(c *trace.ClientState, who *draw.Identity, b box) {
	if c.Down {
		return
	}
	rows := &d.plan.rows
	row := draw.At(b.X+6*px, b.Y+rows.verdict, b.W-12*px, rows.low)
	base := row.MidY() + 4*px
	room := row.W - 23*px
	switch {
	case c.Belief == nil:
		v := d.standing(c)
		if v.key == "" {
			return
		}
		d.begin("count", string(c.ID), "verdict", 0, 0)
		d.Text("", b.X+pad, base+half, b.W-2*pad+2*px, v.key, v.a, v.b, draw.Count("need", d.need(c)))
	case c.Lock == trace.LockFencing:
		return
	case d.agrees(c):
		d.begin("agree", string(c.ID), "verdict agreeing", 0, 0)
		d.Rect("agree", row, 6*px)
		d.Path("eq-bars", "M-5-2.6H5M-5 2.6H5", row.X+11*px, row.MidY())
		if primary := d.primary(); primary >= 0 && c.Lock != trace.LockConsensus {
			d.Text("small", row.X+21*px, base, room, "scene.agrees-on", draw.Word("node", string(d.st.Nodes[primary].ID)))
		} else if rows.truth == 0 {
			d.Text("small", row.X+21*px, base, room, "scene.agrees-by", draw.Count("n", d.trueCount(c)), draw.Count("of", d.concerned(c)))
		} else {
			d.Text("small", row.X+21*px, base, room, "scene.agrees", draw.Count("need", d.need(c)))
		}
	default:
		d.begin("part", string(c.ID), "verdict parting", 0, 0)
		d.Rect("neq", row, 6*px)
		d.Path("neq-bars", "M-5-2.6H5M-5 2.6H5M3-6.4-3 6.4", row.X+11*px, row.MidY())
		if d.never(c) {
			d.Text("small neq-text", row.X+21*px, base, room, "scene.never")
		} else if since := d.partedSince(c); since > 0 && b.W > 230*px {
			d.Text("small neq-text", row.X+21*px, base, room, "scene.parted-since", draw.Seconds("time", int64(since)))
		} else {
			d.Text("small neq-text", row.X+21*px, base, room, "scene.parted")
		}
	}
	d.end()
}

// standing says how the count of this attempt stands, before the first one too:
// what a client will need is known then.
func (d *drawing) standing(c *trace.ClientState) said {
	n := 0
	for _, v := range c.Votes {
		if v == trace.Granted {
			n++
		}
	}
	n1, of := draw.Count("n", n), draw.Count("of", d.concerned(c))
	switch {
	case c.Phase == trace.PhaseDone || c.Phase == trace.PhaseGiveBack:
		return said{}
	case c.Count != nil && !c.Count.OK && tooFew(c.Count.Why) != "":
		return said{tooFew(c.Count.Why), n1, of}
	case c.Lock == trace.LockFencing:
		return said{}
	case votes(c):
		return said{"scene.needed", n1, of}
	case n > 0:
		return said{key: "scene.has-yes"}
	}
	return said{key: "scene.needs-yes"}
}

// tooFew is what is said of a count that came to nothing, or "".
func tooFew(why string) string {
	switch why {
	case trace.WhyNoMajority:
		return "scene.too-few"
	case trace.WhyTooLate:
		return "scene.too-late"
	case trace.WhyRefused:
		return "scene.was-refused"
	case trace.WhyNoAnswer:
		return "scene.no-answer"
	case trace.WhyNotCopied:
		return "scene.not-copied"
	case trace.WhyNoNumber:
		return "scene.no-number"
	case trace.WhyNoPrimary:
		return "scene.no-primary"
	case trace.WhyNodeFailed:
		return "scene.node-failed"
	}
	return ""
}

// sign draws = or ≠ by itself.
func (d *drawing) sign(c *trace.ClientState, x, y unit) {
	if c.Lock == trace.LockFencing {
		return // it believes in no lock
	}
	if d.agrees(c) {
		d.Path("eq-bars", "M-5-2.6H5M-5 2.6H5", x, y)
		return
	}
	d.Neq(x, y)
}
