package scene

import (
	"strconv"

	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/words"
)

// describe says the picture in words, for those who cannot see it.
func (d *drawing) describe() {
	d.BeginDescription()
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
		d.Say(ruleKey(&d.st.Broken[i]))
		d.S(". ")
	}
	d.EndDescription()
}

func (d *drawing) describeClient(c *trace.ClientState) {
	d.Escape(string(c.ID))
	if c.Profile != "" {
		d.S(" (")
		d.Escape(c.Profile)
		d.S(")")
	}
	d.S(": ")
	d.stateOfClient(c)
	d.S(". ")
}

// stateOfClient says what a client does and believes, without what ticks.
func (d *drawing) stateOfClient(c *trace.ClientState) {
	title, line := d.doing(c)
	switch {
	case countsDown(c):
		d.Say(title.key)
	case title.key == "scene.client": // which is its name
		d.Say(line.key, line.a, line.b)
	default:
		d.Say(title.key, title.a, title.b)
		d.S(", ")
		d.Say(line.key, line.a, line.b)
	}
	switch {
	case c.Down || c.Belief == nil || c.Lock == trace.LockFencing:
	case d.agrees(c):
		d.S("; ")
		d.Say("scene.believes-truly", draw.Count("n", d.trueCount(c)), draw.Count("of", d.concerned(c)))
	case d.never(c):
		d.S("; ")
		d.Say("scene.believes-never", draw.Count("n", d.trueCount(c)), draw.Count("of", d.concerned(c)))
	default:
		d.S("; ")
		d.Say("scene.believes-falsely", draw.Count("n", d.trueCount(c)), draw.Count("of", d.concerned(c)))
	}
	d.saySide(string(c.ID))
}

func (d *drawing) describeNode(n *trace.NodeState) {
	d.Escape(string(n.ID))
	d.S(": ")
	d.stateOfNode(n)
	d.S(". ")
}

func (d *drawing) stateOfNode(n *trace.NodeState) {
	if n.Role == trace.RoleSentinel {
		d.stateOfSentinel(n)
		return
	}
	if n.Role != trace.RoleMaster {
		d.sayRole(n)
		d.S(", ")
	}
	key, _ := d.keyShown(n)
	switch {
	case n.Down:
		d.Say("scene.crashed")
	case key == nil:
		d.Say("scene.no-key")
	case d.clientIndex(key.Owner) < 0:
		d.Say("scene.other-key")
	default:
		d.Say("scene.key-of", draw.Word("client", key.Owner))
	}
	if rate := n.Clock.Rate(); rate != trace.Million {
		d.S(", ")
		d.Say("scene.clock-rate", draw.Word("rate", words.Ratio(rate)))
	} else if offset := n.Clock.At(d.t).Sub(trace.Local(d.t)); offset != 0 {
		d.S(", ")
		d.Say("scene.clock-off", draw.Word("time", draw.Briefly(offset)))
	}
	d.saySide(string(n.ID))
}

func (d *drawing) sayRole(n *trace.NodeState) {
	switch lacks := d.lacks(n); {
	case d.replaced(n):
		d.Say("scene.old-primary")
	case n.Role == trace.RolePrimary && d.nodeIndex(string(n.By)) >= 0:
		d.Say("scene.promoted-by", draw.Word("who", string(n.By)))
	case lacks > 0:
		d.Say("scene.replica-lacks", draw.Count("n", lacks))
	default:
		d.Say("role." + n.Role)
	}
}

// saySide says on which side of a partition somebody is.
func (d *drawing) saySide(name string) {
	if side := d.sideOf(name); side > 0 {
		d.S(", ")
		d.Say("scene.side", draw.Count("n", side))
	}
}

func (d *drawing) stateOfSentinel(n *trace.NodeState) {
	d.Say("role.sentinel")
	d.S(", ")
	switch thinks := d.takesForDown(n.ID); {
	case n.Down:
		d.Say("scene.crashed")
	case thinks != "":
		d.Say("scene.takes-down", draw.Word("node", thinks))
	default:
		d.Say("scene.all-up")
	}
	d.saySide(string(n.ID))
}

func (d *drawing) describeResource(r *trace.ResourceState) {
	if r.Kind == "" {
		return
	}
	d.Escape(r.ID)
	d.S(": ")
	d.stateOfResource(r)
	d.S(". ")
}

func (d *drawing) stateOfResource(r *trace.ResourceState) {
	d.Say("scene.kind-"+r.Kind, draw.Word("value", d.valueOf(r)))
	if guarded(r) {
		d.S(", ")
		d.Say("scene.guard-" + r.Guard)
	}
	if r.Fence > 0 {
		d.S(", ")
		d.Say("scene.has-seen", draw.Word("seen", strconv.FormatInt(r.Fence, 10)))
	}
}

func (d *drawing) describeLink(l *trace.LinkState) {
	d.Escape(l.From)
	d.S("→")
	d.Escape(l.To)
	d.S(": ")
	d.stateOfLink(l)
	d.S(". ")
}

func (d *drawing) stateOfLink(l *trace.LinkState) {
	switch {
	case l.Cut:
		d.Say("scene.cut")
	case l.Slow > 0:
		d.Say("scene.slower", draw.Word("time", draw.Briefly(l.Slow)))
	default:
		d.Say("scene.loses", draw.Word("part", draw.PerCent(l.PPM)))
	}
}
