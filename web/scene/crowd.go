package scene

import (
	"strconv"

	"lockstep/sim/trace"
)

// How clients are drawn where there are many.

// compactOf draws what matters most of a client in two rows.
func (d *drawing) compactOf(c *trace.ClientState, who *identity, w unit, title, line said) {
	d.badge(who, 17*px, 17*px, small, c.Down)
	d.text("strong", 31*px, 21*px, w-31*px-24*px, title.key, title.a, title.b)
	if c.Belief == nil || c.Down {
		d.text("small muted", pad, 40*px, w-2*pad+2*px, line.key, line.a, line.b)
		return
	}
	d.sign(c, w-14*px, 16*px)
	room := 58 * px
	bar := box{pad, 31 * px, w - 2*pad - room, 9 * px}
	d.rect("belief-track", bar, 3*px)
	d.beliefBar(c, bar)
	if endless(c) {
		d.text("small end", w-pad, 40*px, room-3*px, "scene.no-end")
	} else {
		d.text("num end", w-pad, 40*px, room-3*px, "scene.seconds", left(d.remains(c)))
	}
}

// chipOf draws a client in one row.
func (d *drawing) chipOf(c *trace.ClientState, who *identity, w unit, title said) {
	d.badge(who, 14*px, 12*px, small, c.Down)
	if c.Belief == nil || c.Down {
		d.text("small muted", 28*px, 16*px, w-28*px-6*px, title.key, title.a, title.b)
		return
	}
	right := w - 26*px
	if c.Belief.Fence > 0 {
		text := strconv.FormatInt(c.Belief.Fence, 10)
		size, mono := d.sizeOf("num")
		t := box{y: 4 * px, w: textWidth(text, size, mono) + 12*px, h: 16 * px}
		t.x = right - t.w
		d.ticketIn(t, text)
		right = t.x - 4*px
	}
	bar := box{28 * px, 8 * px, right - 28*px, 8 * px}
	d.rect("belief-track", bar, 3*px)
	d.beliefBar(c, bar)
	if c.Stalled && !c.Paused {
		d.line("strokes", bar.x, 20*px, bar.right(), 20*px)
	}
	d.sign(c, w-13*px, 12*px)
}
