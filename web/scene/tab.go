package scene

import (
	"strconv"

	"lockstep/sim/trace"
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
	b = box{t.right - w, -tabHeight, w, tabTall}
	t.right -= w + 3*px
	return b, true
}

// clock shows how a clock differs from true time: by how much, and how fast it
// runs.
func (t *tabs) clock(wall trace.Clock, rate int64) {
	d := t.d
	if rate != trace.Million {
		if b, ok := t.room(tabWidth(d, ratio(rate), 1)); ok {
			d.rect("fault", b, 5*px)
			d.text("fault-text mid", b.midX(), b.midY()+4*px, b.w, "scene.rate", word("rate", ratio(rate)))
		}
	}
	offset := wall.At(d.t).Sub(trace.Local(d.t))
	if !offClock(wall, d.t) {
		return
	}
	text := briefly(offset)
	if b, ok := t.room(tabWidth(d, text, 1)); ok {
		d.rect("fault", b, 5*px)
		d.named("fault-text mid", b.midX(), b.midY()+4*px, b.w, text)
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
	size, mono := d.sizeOf("fault-text")
	return textWidth(text, size, mono) + more*size*56/100 + 7*px
}

// ticket shows a fencing number.
func (t *tabs) ticket(n int64) {
	d := t.d
	text := strconv.FormatInt(n, 10)
	size, mono := d.sizeOf("num")
	if b, ok := t.room(textWidth(text, size, mono) + 16*px); ok {
		d.ticketIn(b, text)
	}
}

// library names the library whose habits a lock has, in what room the others leave.
func (t *tabs) library(name string) {
	if name == "" {
		return
	}
	d := t.d
	size, mono := d.sizeOf("small")
	const least = 40 * px // of a name cut short one can tell nothing
	w := min(textWidth(name, size, mono)+10*px, t.right-2*t.least)
	if w < least {
		return
	}
	b := box{2 * t.least, -tabHeight, w, tabTall}
	d.rect("library", b, 5*px)
	d.named("small mid", b.midX(), b.midY()+4*px, b.w-8*px, name)
}

// ticketIn draws a ticket: its corners are cut.
func (p *Picture) ticketIn(b box, text string) {
	const cut = 4 * px
	p.s(`<path class="ticket" d="M`)
	for i, at := range [8]point{
		{b.x + cut, b.y}, {b.right() - cut, b.y}, {b.right(), b.y + cut}, {b.right(), b.bottom() - cut},
		{b.right() - cut, b.bottom()}, {b.x + cut, b.bottom()}, {b.x, b.bottom() - cut}, {b.x, b.y + cut},
	} {
		if i > 0 {
			p.s("L")
		}
		p.px(at.x)
		p.s(" ")
		p.px(at.y)
	}
	p.s(`Z"/>`)
	p.named("num strong mid", b.midX(), b.midY()+4*px, b.w-4*px, text)
}

// briefly writes a span with its sign and two digits at most after the point.
func briefly(d trace.Duration) string {
	sign := "+"
	if d < 0 {
		sign, d = "−", -d
	}
	if d < trace.Second {
		return sign + strconv.FormatInt(int64(d/trace.Millisecond), 10) + " ms"
	}
	return sign + trace.Decimal(int64(d/(10*trace.Millisecond)), 2) + " s"
}

// spanFill is a span in its own unit.
func spanFill(name string, d trace.Duration) fill { return word(name, briefly(d)) }

// ratio writes parts per million as a decimal: 1.02.
func ratio(ppm int64) string { return trace.Decimal(ppm, 6) }

// perCent writes parts per million as so many per cent.
func perCent(ppm int64) string { return trace.Decimal(ppm/100, 2) }
