package scene

import (
	"strconv"
	"strings"

	"lockstep/sim/trace"
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
	d.begin("resource", r.ID, class, b.x, b.y)
	d.rect("card", box{w: b.w, h: b.h}, 10*px)
	room := d.room(b)
	if d.isTall(b) {
		d.named("title", room.x, 25*px, room.w/2, r.ID)
	} else {
		d.named("strong", pad, 19*px, b.w-2*pad, r.ID)
	}
	if r.Kind != "" {
		d.holding(r, b, room)
	}
	d.rect("room", room, 6*px)
	d.guests(r, room, d.breaks(k))
	if !d.breaks(k) {
		d.whoIsInside(r, b.w/2, wordsBelow(room), b.w-8*px)
	}
	if guarded(r) {
		d.guard(r, b, room)
	}
	d.end()
}

// atResource tells whether the last event is about the resource.
func (d *drawing) atResource(r *trace.ResourceState) bool {
	e := d.st.Last
	return e != nil && (e.Kind == trace.Read || e.Kind == trace.Write) && e.Resource == r.ID
}

// isTall tells whether a resource's card is one of a row of high ones.
func (d *drawing) isTall(b box) bool { return d.plan.vertical && !d.plan.above && b.h > 130*px }

// holding says what kind of thing a resource is, and its value.
func (d *drawing) holding(r *trace.ResourceState, b, room box) {
	key := "scene.kind-" + r.Kind
	value := d.valueOf(r)
	if d.isTall(b) {
		d.text("muted", room.x, 43*px, room.w, key, word("value", value))
		if !guarded(r) {
			d.text("small muted end", room.right(), 25*px, room.w/2-6*px, "scene.guard-none")
		}
		return
	}
	d.text("small muted", pad, 35*px, b.w-2*pad+4*px, key, word("value", value))
}

// valueOf is a resource's value as there is room for it.
func (d *drawing) valueOf(r *trace.ResourceState) string {
	if r.Kind == "file" {
		return strconv.Itoa(strings.Count(r.Value, "\n"))
	}
	if known, ok := d.o.Words["scene."+r.Value]; ok && r.Kind == "ledger" {
		return known
	}
	return shorten(r.Value, 1250, false, 45*px)
}

// guests draws those inside. They stand evenly, with the middle left free for a
// sign, if there is one or they are two and more.
func (d *drawing) guests(r *trace.ResourceState, room box, sign bool) {
	inside := d.insideOf(r)
	places, size := inside, small
	if room.h > 30*px {
		size = large
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
		who := identify(i, string(c.ID))
		if inside%2 == 0 && k == inside/2 {
			k++
		}
		x := room.x + room.w*unit(2*k+1)/unit(2*places)
		d.s(`<g class="`)
		d.s(who.class)
		d.s(`">`)
		if size == large && inside <= 2 && c.Belief != nil && c.Belief.Fence > 0 {
			text := strconv.FormatInt(c.Belief.Fence, 10)
			w := textWidth(text, 1150, true) + 16*px
			d.ticketIn(box{x + 3*px, room.midY() - 9*px, w, 18 * px}, text)
			x -= 14 * px
		}
		d.badge(&who, x, room.midY(), size, false)
		d.s("</g>")
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
	switch d.insideOf(r) {
	case 0:
		d.text("small muted mid", x, y, room, "scene.nobody-inside")
	case 1:
		for i := range d.st.Clients {
			if c := &d.st.Clients[i]; isInside(c, r) {
				d.text("small muted mid", x, y, room, "scene.inside", word("client", string(c.ID)))
			}
		}
	default:
		d.text("small muted mid", x, y, room, "scene.many-inside", count("n", d.insideOf(r)))
	}
}

// guard says how the resource protects itself, with the highest number that it has
// seen; or what it refused last, as a bar in ink: nothing broke.
func (d *drawing) guard(r *trace.ResourceState, b, room box) {
	row := box{6 * px, b.h - 25*px, b.w - 12*px, 19 * px}
	if d.isTall(b) {
		row = box{room.x, b.h - 28*px, room.w, 20 * px}
	}
	e := r.Last
	switch {
	case e != nil && !e.OK && e.Fence > 0 && e.Fence < r.Fence:
		d.rect("refused", row, 5*px)
		d.text("small refused-text mid", row.midX(), row.midY()+4*px, row.w-2*px, "scene.refused-number",
			word("number", strconv.FormatInt(e.Fence, 10)), word("seen", strconv.FormatInt(r.Fence, 10)))
	case e != nil && !e.OK:
		d.rect("refused", row, 5*px)
		d.text("small refused-text mid", row.midX(), row.midY()+4*px, row.w-6*px, "scene.refused-write", word("client", e.Who))
	case e != nil && e.Kind == trace.Write && e.Why != "":
		d.text("small strong mid", row.midX(), row.midY()+4*px, row.w, "scene.done-already")
	case r.Fence > 0:
		d.text("small strong mid", row.midX(), row.midY()+4*px, row.w, "scene.has-seen", word("seen", strconv.FormatInt(r.Fence, 10)))
	default:
		d.text("small muted mid", row.midX(), row.midY()+4*px, row.w, "scene.guard-"+r.Guard)
	}
}

// room is the resource's inside, relative to its card.
func (d *drawing) room(b box) box {
	if d.isTall(b) {
		return box{12 * px, 51 * px, b.w - 24*px, 54 * px}
	}
	y := 26 * px
	if d.resourcesHave(func(r *trace.ResourceState) bool { return r.Kind != "" }) {
		y += 16 * px
	}
	return box{8 * px, y, b.w - 16*px, 22 * px}
}

// wordsBelow is the baseline of what is said below the room.
func wordsBelow(room box) unit {
	if room.h > 30*px {
		return room.bottom() + 17*px
	}
	return room.bottom() + 13*px + half
}
