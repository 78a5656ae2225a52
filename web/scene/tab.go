package scene

import (
	"strconv"

	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/words"
)

// Tabs stand on the upper edge of a card: what is out of the ordinary about a
// clock, in amber, a fencing number as a ticket, and at the left a library's name.

// tabs places them from right to left, but for the one at the left.
type tabs struct {
	d     *drawing
	right unit
	least unit
}

const tabTall = 17 * px

// room takes so much room for a tab, if there is as much.
func (t *tabs) room(w unit) (b box, ok bool) {
	if t.right-w < t.least {
		return b, false
	}
	b = draw.At(t.right-w, -tabHeight, w, tabTall)
	t.right -= w + 3*px
	return b, true
}

// clock shows how a clock differs from true time: by how much, and how fast it
// runs.
func (t *tabs) clock(wall trace.Clock, rate int64) {
	d := t.d
	if rate != trace.Million {
		if b, ok := t.room(tabWidth(d, words.Ratio(rate), 1)); ok {
			d.Rect("fault", b, 5*px)
			d.Text("fault-text mid", b.MidX(), b.MidY()+4*px, b.W, "scene.rate", draw.Word("rate", words.Ratio(rate)))
		}
	}
	offset := wall.At(d.t).Sub(trace.Local(d.t))
	if wall.Rate() != trace.Million {
		d.Until(d.t) // what it is off by changes all the time, and so may the room for it
	}
	if !offClock(wall, d.t) {
		return
	}
	text := draw.Briefly(offset)
	if b, ok := t.room(tabWidth(d, text, 1)); ok {
		d.Rect("fault", b, 5*px)
		d.Named("fault-text mid", b.MidX(), b.MidY()+4*px, b.W, text)
	}
}

// offClock tells whether a clock shows another time than the true one. What a
// clock that runs too fast gains in passing, its rate says.
func offClock(c trace.Clock, t trace.Time) bool {
	offset := c.At(t).Sub(trace.Local(t))
	if c.Rate() == trace.Million {
		return offset != 0
	}
	return offset >= 500*trace.Millisecond || offset <= -500*trace.Millisecond
}

// tabWidth is how wide a tab is with that text and so many characters more.
func tabWidth(d *drawing, text string, more unit) unit {
	size, mono := d.SizeOf("fault-text")
	return draw.TextWidth(text, size, mono) + more*size*56/100 + 7*px
}

// ticket shows a fencing number.
func (t *tabs) ticket(n int64) {
	d := t.d
	text := strconv.FormatInt(n, 10)
	size, mono := d.SizeOf("num")
	if b, ok := t.room(draw.TextWidth(text, size, mono) + 16*px); ok {
		d.Ticket(b, text)
	}
}

// library names the library whose habits a lock has, in what room the others leave.
func (t *tabs) library(name string) {
	if name == "" {
		return
	}
	d := t.d
	size, mono := d.SizeOf("small")
	const least = 40 * px // of a name cut short one can tell nothing
	w := min(draw.TextWidth(name, size, mono)+10*px, t.right-2*t.least)
	if w < least {
		return
	}
	b := draw.At(2*t.least, -tabHeight, w, tabTall)
	d.Rect("library", b, 5*px)
	d.Named("small mid", b.MidX(), b.MidY()+4*px, b.W-8*px, name)
}

// spanFill is a span in its own unit.
func spanFill(name string, d trace.Duration) draw.Fill { return draw.Word(name, draw.Briefly(d)) }
