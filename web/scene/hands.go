package scene

import (
	"strconv"

	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/thing"
)

// What a hand can take hold of: each client, node and resource, each message under
// way, each link that a fault has changed, and each that a line is drawn along. Its target says what it is and how it
// stands, in words that change at events only.

// hitOver is by how much the target of a card is larger than the card: where the ring
// of the focus runs.
const hitOver = 4 * px

// finger is the least that a finger can be expected to hit: 44 pixels, also where the
// picture is shown a little smaller than it is drawn.
const finger = 46 * px

// begin opens a part that is ink alone: nothing can be done to it.
func (d *drawing) begin(kind, name, class string, x, y unit) {
	d.beginPair(kind, name, "", class, x, y)
}

// beginPair opens such a part of something between two things.
func (d *drawing) beginPair(kind, name, of, class string, x, y unit) {
	d.BeginPair(kind, name, of, class, x, y)
	d.openInk()
}

// end closes what begin opened.
func (d *drawing) end() {
	d.closeInk()
	d.End()
}

// beginThing opens the part of a thing with a card, and its ink.
func (d *drawing) beginThing(t thing.Thing, kind, class string, x, y unit) {
	d.Begin(kind, t.Name, d.heldClass(t, class), x, y)
	d.openInk()
}

// beginMessage opens the part of a message under way.
func (d *drawing) beginMessage(m *trace.Message, class string) {
	d.Begin("msg", m.Name, d.heldClass(thing.Thing{Kind: thing.Msg, Name: m.Name}, class), 0, 0)
}

// opened tells whether a message's menu is open.
func (d *drawing) opened(m *trace.Message) bool {
	return d.o.Hands && d.o.Held == thing.Thing{Kind: thing.Msg, Name: m.Name}
}

func nodeThing(n *trace.NodeState) thing.Thing {
	return thing.Thing{Kind: thing.Node, Name: string(n.ID)}
}

func linkThing(l *trace.LinkState) thing.Thing {
	return thing.Thing{Kind: thing.Link, Name: l.From, To: l.To}
}

// heldClass adds to a class that the thing's menu is open.
func (d *drawing) heldClass(t thing.Thing, class string) string {
	if d.o.Hands && t == d.o.Held {
		return class + " selected"
	}
	return class
}

func (d *drawing) openInk() {
	if d.o.Hands {
		d.OpenInk()
	}
}

func (d *drawing) closeInk() {
	if d.o.Hands {
		d.CloseInk()
	}
}

// openHit ends a thing's ink and begins the label of its target, where there is one.
func (d *drawing) openHit(t thing.Thing, b box, radius unit) bool {
	if !d.o.Hands {
		return false
	}
	d.CloseInk()
	d.OpenHit(t.String(), b, radius)
	return true
}

// around is the target of a card of that size: a little larger, and at least as a
// finger.
func around(w, h unit) box {
	tall := max(h+2*hitOver, finger)
	return box{X: -hitOver, Y: (h - tall) / 2, W: w + 2*hitOver, H: tall}
}

// spot is the target of something small around the origin.
func spot(w unit) box {
	w = max(w+2*hitOver, finger)
	return box{X: -w / 2, Y: -finger / 2, W: w, H: finger}
}

func (d *drawing) holdClient(c *trace.ClientState, w, h unit) {
	if !d.openHit(thing.Thing{Kind: thing.Client, Name: string(c.ID)}, around(w, h), cornerOf(d.plan.client)+hitOver) {
		return
	}
	d.Say("scene.client", draw.Word("client", string(c.ID)))
	d.S(": ")
	d.stateOfClient(c)
	if c.Belief != nil && c.Belief.Fence > 0 {
		d.S("; ")
		d.Say("scene.number", draw.Word("number", strconv.FormatInt(c.Belief.Fence, 10)))
	}
	d.CloseHit()
}

func (d *drawing) holdNode(n *trace.NodeState, w, h unit) {
	if !d.openHit(nodeThing(n), around(w, h), 13*px) {
		return
	}
	if n.Role == trace.RoleMaster {
		d.Say("scene.node", draw.Word("node", string(n.ID)))
	} else {
		d.Escape(string(n.ID))
	}
	d.S(": ")
	d.stateOfNode(n)
	d.CloseHit()
}

func (d *drawing) holdResource(k int, w, h unit) {
	r := &d.st.Resources[k]
	if !d.openHit(thing.Thing{Kind: thing.Resource, Name: r.ID}, around(w, h), 14*px) {
		return
	}
	d.Escape(r.ID)
	d.S(": ")
	if r.Kind != "" {
		d.stateOfResource(r)
		d.S("; ")
	}
	if e := d.latest(k); e != nil {
		d.Say(ruleKey(e))
		d.S(", ")
		d.Say(promiseKey(e))
	} else {
		d.sayInside(r)
	}
	d.CloseHit()
}

// holdMessage ends a message whose ink is around the origin and so wide.
func (d *drawing) holdMessage(m *trace.Message, wide unit) {
	if !d.openHit(thing.Thing{Kind: thing.Msg, Name: m.Name}, spot(wide), 10*px) {
		return
	}
	key := "scene.request"
	if isReply(m) {
		key = "scene.reply"
	}
	d.Say(key, draw.Word("name", messageName(m)), draw.Word("from", m.From), draw.Word("to", m.To))
	if isCopy(m) {
		d.S(", ")
		d.Say("scene.a-copy")
	}
	if c := d.clientIndex(m.To); c >= 0 && d.late(m, c, isReply(m)) {
		d.S(", ")
		d.Say("scene.late")
	}
	d.CloseHit()
}

// holdLink ends the link l, whose target is around x, y.
func (d *drawing) holdLink(l *trace.LinkState, x, y unit) {
	b := spot(0)
	b.X, b.Y = b.X+x, b.Y+y
	if !d.openHit(linkThing(l), b, 10*px) {
		return
	}
	d.Say("scene.link", draw.Word("from", l.From), draw.Word("to", l.To))
	d.S(": ")
	d.stateOfLink(l)
	d.CloseHit()
}

// holdWay ends the line from a client to node j: whoever points at it takes hold of the
// link, unless a fault has changed that, which then has a target of its own. Keys find it
// in the list of all things: as a stop of its own each line would be in their way.
func (d *drawing) holdWay(c *trace.ClientState, j int, w *way) {
	d.closeInk()
	l := trace.LinkState{From: string(c.ID), To: string(d.st.Nodes[j].ID)}
	if !d.o.Hands || d.st.Link(l.From, l.To) != l {
		return
	}
	d.S(`<g class="hold" data-thing="`)
	d.Escape(linkThing(&l).String())
	d.S(`" aria-hidden="true">`)
	d.wayLine("hit", w)
	d.S("</g>")
}
