package scene

import (
	"strconv"

	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// How clients are drawn where there are many.

// compactOf draws what matters most of a client in two rows.
func (d *drawing) compactOf(c *trace.ClientState, who *draw.Identity, w unit, title, line said) {
	d.Badge(who, 17*px, 17*px, draw.Small, c.Down)
	d.Text("strong", 31*px, 21*px, w-31*px-24*px, title.key, title.a, title.b)
	if c.Belief == nil || c.Down {
		d.Text("small muted", pad, 40*px, w-2*pad+2*px, line.key, line.a, line.b)
		return
	}
	d.sign(c, w-14*px, 16*px)
	room := 58 * px
	bar := draw.At(pad, 31*px, w-2*pad-room, 9*px)
	d.Rect("belief-track", bar, 3*px)
	d.beliefBar(c, bar)
	if endless(c) {
		d.Text("small end", w-pad, 40*px, room-3*px, "scene.no-end")
	} else {
		d.Text("num end", w-pad, 40*px, room-3*px, "scene.seconds", draw.Left(remains(c)))
	}
}

// chipOf draws a client in one row.
func (d *drawing) chipOf(c *trace.ClientState, who *draw.Identity, b box, title said) {
	w, mid := b.W, b.H/2
	d.Badge(who, 14*px, mid, draw.Small, c.Down)
	if c.Belief == nil || c.Down {
		d.Text("small muted", 28*px, mid+4*px, w-28*px-6*px, title.key, title.a, title.b)
		return
	}
	right := w - 26*px
	if c.Belief.Fence > 0 {
		text := strconv.FormatInt(c.Belief.Fence, 10)
		size, mono := d.SizeOf("num")
		t := box{Y: mid - 8*px, W: draw.TextWidth(text, size, mono) + 12*px, H: 16 * px}
		t.X = right - t.W
		d.Ticket(t, text)
		right = t.X - 4*px
	}
	bar := draw.At(28*px, mid-4*px, right-28*px, 8*px)
	d.Rect("belief-track", bar, 3*px)
	d.beliefBar(c, bar)
	if c.Stalled && !c.Paused {
		d.Line("strokes", bar.X, mid+8*px, bar.Right(), mid+8*px)
	}
	d.sign(c, w-13*px, mid)
}
