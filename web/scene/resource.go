package scene

import (
	"strconv"
	"strings"

	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/thing"
)

// resource draws resource k: what the lock protects, who is inside, what guards
// it, and what it refused.
func (d *drawing) resource(k int) {
	r := &d.st.Resources[k]
	b := d.plan.resourceBox(k)
	class := "thing resource"
	if d.atResource(r) {
		class = "thing resource just"
	}
	d.beginThing(thing.Thing{Kind: thing.Resource, Name: r.ID}, "resource", class, b.X, b.Y)
	d.Rect("card", box{W: b.W, H: b.H}, 10*px)
	room := d.room(b)
	if d.isTall(b) {
		d.Named("title", room.X, 25*px, room.W/2, r.ID)
	} else {
		class, x := d.lowText("strong", b)
		d.Named(class, x, 19*px, b.W-2*pad, r.ID)
	}
	if r.Kind != "" {
		d.holding(r, b, room)
	}
	d.Rect("room", room, 6*px)
	d.guests(r, room, d.breaks(k))
	if !d.breaks(k) {
		d.whoIsInside(r, b.W/2, wordsBelow(room), b.W-8*px)
	}
	if guarded(r) {
		d.guard(r, b, room)
	}
	d.holdResource(k, b.W, b.H)
	d.End()
}

// atResource tells whether the last event is about the resource.
func (d *drawing) atResource(r *trace.ResourceState) bool {
	e := d.st.Last
	return e != nil && (e.Kind == trace.Read || e.Kind == trace.Write) && e.Resource == r.ID
}

// isTall tells whether a resource's card is one of a row of high ones.
func (d *drawing) isTall(b box) bool { return d.plan.vertical && !d.plan.above && b.H > 130*px }

// holding says what kind of thing a resource is, and its value.
func (d *drawing) holding(r *trace.ResourceState, b, room box) {
	key := "scene.kind-" + r.Kind
	value := d.valueOf(r)
	if d.isTall(b) {
		d.Text("muted", room.X, 43*px, room.W, key, draw.Word("value", value))
		if !guarded(r) {
			d.Text("small muted end", room.Right(), 25*px, room.W/2-6*px, "scene.guard-none")
		}
		return
	}
	class, x := d.lowText("small muted", b)
	d.Text(class, x, 35*px, b.W-2*pad+4*px, key, draw.Word("value", value))
}

// lowText is where the texts at the top of a low card stand: in the middle where
// clients come in from above at either side.
func (d *drawing) lowText(class string, b box) (string, unit) {
	if d.plan.rails {
		return class + " mid", b.W / 2
	}
	return class, pad
}

// valueOf is a resource's value as there is room for it.
func (d *drawing) valueOf(r *trace.ResourceState) string {
	if r.Kind == "file" {
		return strconv.Itoa(strings.Count(r.Value, "\n"))
	}
	if known, ok := d.o.Words["scene."+r.Value]; ok && r.Kind == "ledger" {
		return known
	}
	return draw.Shorten(r.Value, 1250, false, 45*px)
}

// guests draws those inside. They stand evenly, with the middle left free for a
// sign, if there is one or they are two and more.
func (d *drawing) guests(r *trace.ResourceState, room box, sign bool) {
	inside := d.insideOf(r)
	places, size := inside, draw.Small
	if room.H > 30*px {
		size = draw.Large
	}
	if inside%2 == 0 || sign {
		places++
	}
	k := 0
	for i := range d.st.Clients {
		c := &d.st.Clients[i]
		if !isInside(c, r) {
			continue
		}
		who := draw.Identify(i, string(c.ID))
		if inside%2 == 0 && k == inside/2 {
			k++
		}
		x := room.X + room.W*unit(2*k+1)/unit(2*places)
		d.S(`<g class="`)
		d.S(who.Class)
		d.S(`">`)
		if size == draw.Large && inside <= 2 && c.Belief != nil && c.Belief.Fence > 0 {
			text := strconv.FormatInt(c.Belief.Fence, 10)
			w := draw.TextWidth(text, 1150, true) + 16*px
			d.Ticket(draw.At(x+3*px, room.MidY()-9*px, w, 18*px), text)
			x -= 14 * px
		}
		d.Badge(&who, x, room.MidY(), size, false)
		d.S("</g>")
		k++
	}
}

func isInside(c *trace.ClientState, r *trace.ResourceState) bool {
	return c.Inside && (c.Resource == r.ID || c.Resource == "")
}

func (d *drawing) insideOf(r *trace.ResourceState) int {
	n := 0
	for i := range d.st.Clients {
		if isInside(&d.st.Clients[i], r) {
			n++
		}
	}
	return n
}

func (d *drawing) whoIsInside(r *trace.ResourceState, x, y, room unit) {
	d.OpenText("small muted mid", x, y)
	d.sayInside(r)
	d.CloseText(room)
}

func (d *drawing) sayInside(r *trace.ResourceState) {
	switch d.insideOf(r) {
	case 0:
		d.Say("scene.nobody-inside")
	case 1:
		for i := range d.st.Clients {
			if c := &d.st.Clients[i]; isInside(c, r) {
				d.Say("scene.inside", draw.Word("client", string(c.ID)))
			}
		}
	default:
		d.Say("scene.many-inside", draw.Count("n", d.insideOf(r)))
	}
}

// guard says how the resource protects itself, with the highest number that it has
// seen; or what it refused last, as a bar in ink: nothing broke.
func (d *drawing) guard(r *trace.ResourceState, b, room box) {
	row := draw.At(6*px, b.H-25*px, b.W-12*px, 19*px)
	if d.isTall(b) {
		row = draw.At(room.X, b.H-25*px, room.W, 20*px)
	}
	e := r.Last
	switch {
	case e != nil && !e.OK && e.Fence > 0 && e.Fence < r.Fence:
		d.Rect("refused", row, 5*px)
		d.Text("small refused-text mid", row.MidX(), row.MidY()+4*px, row.W-2*px, "scene.refused-number",
			draw.Word("number", strconv.FormatInt(e.Fence, 10)), draw.Word("seen", strconv.FormatInt(r.Fence, 10)))
	case e != nil && !e.OK:
		d.Rect("refused", row, 5*px)
		d.Text("small refused-text mid", row.MidX(), row.MidY()+4*px, row.W-6*px, "scene.refused-write", draw.Word("client", e.Who))
	case e != nil && e.Kind == trace.Write && e.Why != "":
		d.Text("small strong mid", row.MidX(), row.MidY()+4*px, row.W, "scene.done-already")
	case r.Fence > 0:
		d.Text("small strong mid", row.MidX(), row.MidY()+4*px, row.W, "scene.has-seen", draw.Word("seen", strconv.FormatInt(r.Fence, 10)))
	default:
		d.Text("small muted mid", row.MidX(), row.MidY()+4*px, row.W, "scene.guard-"+r.Guard)
	}
}

// room is the resource's inside, relative to its card.
func (d *drawing) room(b box) box {
	if d.isTall(b) {
		return draw.At(12*px, 50*px, b.W-24*px, 46*px)
	}
	y := 26 * px
	if d.resourcesHave(func(r *trace.ResourceState) bool { return r.Kind != "" }) {
		y += 16 * px
	}
	return draw.At(8*px, y, b.W-16*px, 22*px)
}

// wordsBelow is the baseline of what is said below the room.
func wordsBelow(room box) unit {
	if room.H > 30*px {
		return room.Bottom() + 17*px
	}
	return room.Bottom() + 13*px + half
}
