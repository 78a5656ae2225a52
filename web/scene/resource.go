package scene

import "lockstep/sim/trace"

// resource draws what the lock protects, and who is inside.
func (d *drawing) resource() {
	if len(d.st.Resources) == 0 {
		return
	}
	b := d.plan.resource
	d.begin("resource", "", "thing resource", b.x, b.y)
	d.rect("card", box{w: b.w, h: b.h}, 10*px)
	room := d.room(b)
	if b.h > 100*px {
		d.named("title", room.x, 26*px, room.w, d.st.Resources[0].ID)
	} else {
		d.named("strong", pad, room.y-7*px, b.w-2*pad, d.st.Resources[0].ID)
	}
	d.rect("room", room, 6*px)
	inside := 0
	for i := range d.st.Clients {
		if d.st.Clients[i].Inside {
			inside++
		}
	}
	if len(d.st.Broken) == 0 {
		d.whoIsInside(inside, b.w/2, wordsBelow(room), b.w-8*px)
	}
	// Those inside stand evenly, with the middle left free for a sign.
	places, size := inside, small
	if room.h > 30*px {
		size = large
	}
	if inside%2 == 0 {
		places++
	}
	k := 0
	for i := range d.st.Clients {
		if !d.st.Clients[i].Inside {
			continue
		}
		who := identify(i, string(d.st.Clients[i].ID))
		if inside%2 == 0 && k == inside/2 {
			k++
		}
		d.s(`<g class="`)
		d.s(who.class)
		d.s(`">`)
		d.badge(&who, room.x+room.w*unit(2*k+1)/unit(2*places), room.midY(), size, false)
		d.s("</g>")
		k++
	}
	d.end()
}

func (d *drawing) whoIsInside(inside int, x, y, room unit) {
	switch inside {
	case 0:
		d.text("small muted mid", x, y, room, "scene.nobody-inside")
	case 1:
		for i := range d.st.Clients {
			if d.st.Clients[i].Inside {
				d.text("small muted mid", x, y, room, "scene.inside", word("client", string(d.st.Clients[i].ID)))
			}
		}
	}
}

// room is the resource's inside, relative to its card.
func (d *drawing) room(b box) box {
	if b.h > 100*px {
		return box{12 * px, 40 * px, b.w - 24*px, 64 * px}
	}
	return box{8 * px, 26 * px, b.w - 16*px, 22 * px}
}

// wordsBelow is the baseline of what is said below the room.
func wordsBelow(room box) unit {
	if room.h > 30*px {
		return room.bottom() + 21*px
	}
	return room.bottom() + 13*px + half
}

// violation marks the resource when a rule was broken, with the rule in words.
func (d *drawing) violation() {
	if len(d.st.Broken) == 0 {
		return
	}
	e := &d.st.Broken[0]
	b := d.plan.resource
	if len(d.st.Resources) == 0 {
		b = box{d.plan.w/2 - 73*px, d.plan.h/2 - 32*px, columnWidth, 64 * px}
	}
	class, mark, line := "broken parting", "broken-open", "broken-line not-promised"
	if e.Promised {
		mark, line = "broken-solid", "broken-line"
	}
	d.begin("broken", "", class, b.x, b.y)
	d.rect(line, box{w: b.w, h: b.h}, 10*px)
	room := d.room(b)
	const stop = "M-4-9.5H4L9.5-4V4L4 9.5H-4L-9.5 4V-4Z"
	d.path(mark, stop, room.midX(), room.midY())
	if e.Promised {
		d.path("broken-bang", "M0-5V1M0 4V4.6", room.midX(), room.midY())
	} else {
		d.path("broken-line", "M0-5V1M0 4V4.6", room.midX(), room.midY())
	}
	y := wordsBelow(room)
	d.text("broken-text mid", b.w/2, y, b.w-8*px, ruleKey(e))
	if b.h > 100*px {
		promise := "scene.not-promised"
		if e.Promised {
			promise = "scene.promised"
		}
		d.text("small muted mid", b.w/2, y+20*px, b.w-8*px, promise)
	}
	d.end()
}

func ruleKey(e *trace.Event) string {
	switch e.Rule {
	case trace.RuleMutualExclusion:
		return "scene.two-inside"
	case trace.RuleForeignRelease:
		return "scene.foreign-release"
	}
	return "scene.rule-broken"
}
