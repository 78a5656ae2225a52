package scene

import "lockstep/sim/trace"

// verdict says whether belief and truth agree, or, before there is a belief,
// how the count stands. It is a part of its own: a sign that has faded in shall
// not do so again because something else on the card changed.
func (d *drawing) verdict(c *trace.ClientState, who *identity, b box) {
	if c.Down {
		return
	}
	row := box{b.x + 6*px, b.y + 130*px, b.w - 12*px, 21 * px}
	room := row.w - 23*px
	switch {
	case c.Belief == nil:
		v := d.standing(c)
		if v.key == "" {
			return
		}
		d.begin("count", string(c.ID), "verdict", 0, 0)
		d.text("", b.x+pad, row.y+15*px, b.w-2*pad+2*px, v.key, v.a, v.b, count("need", d.need(c)))
	case c.Lock == trace.LockFencing:
		return
	case d.agrees(c):
		d.begin("agree", string(c.ID), "verdict agreeing", 0, 0)
		d.rect("agree", row, 6*px)
		d.path("eq-bars", "M-5-2.6H5M-5 2.6H5", row.x+11*px, row.midY())
		if primary := d.primary(); primary >= 0 && c.Lock != trace.LockConsensus {
			d.text("small", row.x+21*px, row.y+14*px+half, room, "scene.agrees-on", word("node", string(d.st.Nodes[primary].ID)))
		} else {
			d.text("small", row.x+21*px, row.y+14*px+half, room, "scene.agrees", count("need", d.need(c)))
		}
	default:
		d.begin("part", string(c.ID), "verdict parting", 0, 0)
		d.rect("neq", row, 6*px)
		d.path("neq-bars", "M-5-2.6H5M-5 2.6H5M3-6.4-3 6.4", row.x+11*px, row.midY())
		if d.never(c) {
			d.text("small neq-text", row.x+21*px, row.y+14*px+half, room, "scene.never")
		} else if since := d.partedSince(c); since > 0 && b.w > 230*px {
			d.text("small neq-text", row.x+21*px, row.y+14*px+half, room, "scene.parted-since", at("time", int64(since)))
		} else {
			d.text("small neq-text", row.x+21*px, row.y+14*px+half, room, "scene.parted")
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
	n1, of := count("n", n), count("of", d.concerned(c))
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
		d.path("eq-bars", "M-5-2.6H5M-5 2.6H5", x, y)
		return
	}
	d.neq(x, y)
}

func (p *Picture) neq(x, y unit) {
	p.s(`<g class="sign-neq"`)
	p.moved(x, y, "")
	p.s(`><circle class="neq" r="9"/><path class="neq-bars" d="M-4.2-2.2H4.2M-4.2 2.2H4.2M2.8-5.4-2.8 5.4"/></g>`)
}
