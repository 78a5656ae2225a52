package scene

import (
	"strconv"

	"lockstep/sim/trace"
)

// describe says the picture in words, for those who cannot see it.
func (d *drawing) describe() {
	d.parts = append(d.parts, part{kind: "desc", from: len(d.buf), slot: len(d.slots)})
	d.s(`<desc data-part="desc" id="`)
	d.escape(d.o.ID)
	d.s(`-desc">`)
	for i := range d.st.Clients {
		d.describeClient(&d.st.Clients[i])
	}
	for i := range d.st.Nodes {
		d.describeNode(&d.st.Nodes[i])
	}
	for i := range d.st.Resources {
		d.describeResource(&d.st.Resources[i])
	}
	for i := range d.st.Links {
		d.describeLink(&d.st.Links[i])
	}
	for i := range d.st.Broken {
		d.say(ruleKey(&d.st.Broken[i]))
		d.s(". ")
	}
	d.s("</desc>")
	last := &d.parts[len(d.parts)-1]
	last.to, last.last = len(d.buf), len(d.slots)
}

func (d *drawing) describeClient(c *trace.ClientState) {
	d.escape(string(c.ID))
	if c.Profile != "" {
		d.s(" (")
		d.escape(c.Profile)
		d.s(")")
	}
	d.s(": ")
	title, line := d.doing(c)
	switch {
	case countsDown(c):
		d.say(title.key)
	default:
		d.say(title.key, title.a, title.b)
		d.s(", ")
		d.say(line.key, line.a, line.b)
	}
	switch {
	case c.Down || c.Belief == nil || c.Lock == trace.LockFencing:
	case d.agrees(c):
		d.s("; ")
		d.say("scene.believes-truly", count("n", d.trueCount(c)), count("of", d.concerned(c)))
	case d.never(c):
		d.s("; ")
		d.say("scene.believes-never", count("n", d.trueCount(c)), count("of", d.concerned(c)))
	default:
		d.s("; ")
		d.say("scene.believes-falsely", count("n", d.trueCount(c)), count("of", d.concerned(c)))
	}
	d.s(". ")
}

func (d *drawing) describeNode(n *trace.NodeState) {
	d.escape(string(n.ID))
	d.s(": ")
	if n.Role == trace.RoleSentinel {
		d.describeSentinel(n)
		return
	}
	if n.Role != trace.RoleMaster {
		d.say("role." + n.Role)
		d.s(", ")
	}
	key, _ := d.keyShown(n)
	switch {
	case n.Down:
		d.say("scene.crashed")
	case key == nil:
		d.say("scene.no-key")
	case d.clientIndex(key.Owner) < 0:
		d.say("scene.other-key")
	default:
		d.say("scene.key-of", word("client", key.Owner))
	}
	if rate := n.Clock.Rate(); rate != trace.Million {
		d.s(", ")
		d.say("scene.clock-rate", word("rate", ratio(rate)))
	} else if offset := n.Clock.At(d.t).Sub(trace.Local(d.t)); offset != 0 {
		d.s(", ")
		d.say("scene.clock-off", word("time", briefly(offset)))
	}
	d.s(". ")
}

func (d *drawing) describeSentinel(n *trace.NodeState) {
	d.say("role.sentinel")
	d.s(", ")
	switch thinks := d.takesForDown(n.ID); {
	case n.Down:
		d.say("scene.crashed")
	case thinks != "":
		d.say("scene.takes-down", word("node", thinks))
	default:
		d.say("scene.all-up")
	}
	d.s(". ")
}

func (d *drawing) describeResource(r *trace.ResourceState) {
	if r.Kind == "" {
		return
	}
	d.escape(r.ID)
	d.s(": ")
	d.say("scene.kind-"+r.Kind, word("value", d.valueOf(r)))
	if guarded(r) {
		d.s(", ")
		d.say("scene.guard-" + r.Guard)
	}
	if r.Fence > 0 {
		d.s(", ")
		d.say("scene.has-seen", word("seen", strconv.FormatInt(r.Fence, 10)))
	}
	d.s(". ")
}

func (d *drawing) describeLink(l *trace.LinkState) {
	d.escape(l.From)
	d.s("→")
	d.escape(l.To)
	d.s(": ")
	switch {
	case l.Cut:
		d.say("scene.cut")
	case l.Slow > 0:
		d.say("scene.slower", word("time", briefly(l.Slow)))
	default:
		d.say("scene.loses", word("part", perCent(l.PPM)))
	}
	d.s(". ")
}
