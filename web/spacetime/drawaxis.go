package spacetime

import (
	"strconv"

	"lockstep/sim/trace"
	"lockstep/web/draw"
)

const (
	axisText  = 15 * px // baseline of what stands above the rows
	underAxis = 22 * px
	tickRoom  = 64 * px // at least between two ticks
	tagWidth  = 58 * px
)

// tornEdge is the edge of a fold.
var tornEdge = draw.Tile{
	Name: "torn", Attrs: `width="5" height="8" patternUnits="userSpaceOnUse"`,
	Ink: `<path class="fold-edge" d="M.75 0 4.25 4 .75 8"/>`,
}

// ticks draws the axis: round instants, except in folds and where a fold's length or
// the present stands. Where the next fold lies ahead the axis ends, since where time
// is quiet nobody can know yet.
func (d *drawing) ticks() {
	d.foldLengths()
	horizon := d.right
	for i := range d.a.folds {
		if f := &d.a.folds[i]; f.from > d.t {
			d.Until(f.from)
			horizon = min(horizon, d.x(f.from))
			break
		}
	}
	if d.whole && d.n == d.Len() { // after its end a run has no time
		horizon = min(horizon, d.x(d.last))
	}
	step, places := tickStep(d.a.scale)
	for t := (d.from + step - 1) / step * step; t <= d.to; t += step {
		if f := d.foldAt(t); f != nil {
			if last := (f.to - 1) / step * step; last > t {
				t = last // not one by one through an hour
			}
			continue
		}
		x := d.x(t)
		if x > horizon {
			break
		}
		d.tick(t, x, places)
	}
}

func (d *drawing) tick(t trace.Time, x unit, places int) {
	d.Begin("tick", strconv.FormatInt(int64(t), 10), "tick", 0, 0)
	d.Line("grid", x, underAxis, x, d.bottom-4*px)
	text := decimal(int64(t), places)
	size, mono := d.SizeOf("num")
	w := draw.TextWidth(text, size, mono)
	inside := x-w/2 > d.left-8*px && x+w/2 <= d.right+rightMargin/2
	if d.clearOfNow(x, (tagWidth+w)/2+3*px+1) && inside && d.take(draw.At(x-w/2-3*px, 0, w+6*px, axisText)) {
		d.Named("num muted mid", x, axisText, w, text)
	}
	d.End()
}

// clearOfNow tells whether now stands at least so far from x.
func (d *drawing) clearOfNow(x, away unit) bool {
	d.until(x - away + 1)
	d.until(x + away)
	return max(x-d.now, d.now-x) >= away
}

// decimal writes microseconds as seconds with so many decimals.
func decimal(us int64, places int) string {
	for i := places; i < 6; i++ {
		us /= 10
	}
	s := strconv.FormatInt(us, 10)
	if places == 0 {
		return s
	}
	for len(s) <= places {
		s = "0" + s
	}
	return s[:len(s)-places] + "." + s[len(s)-places:]
}

// tickStep returns the span between two ticks and how many decimals their seconds
// need: three at most, where that is enough.
func tickStep(scale trace.Duration) (step trace.Time, places int) {
	least := int64(scale) * int64(tickRoom) / hundred
	s := int64(10)
	for k := 0; s < least; k++ {
		if k%3 == 1 { // 1, 2, 5, 10
			s = s / 2 * 5
		} else {
			s *= 2
		}
	}
	places = 3
	for u := int64(1000); places < 6 && s%u != 0; u /= 10 {
		places++
	}
	if s%1_000_000 == 0 {
		places = 0
	}
	return trace.Time(s), places
}

// foldAt returns the fold that t lies in, or nil.
func (d *drawing) foldAt(t trace.Time) *fold {
	for i := range d.a.folds {
		if f := &d.a.folds[i]; f.from < t && t < f.to {
			return f
		}
	}
	return nil
}

// foldLengths writes above each fold that is over how long it is.
func (d *drawing) foldLengths() {
	d.foldsInSight(func(f *fold, x unit) {
		if f.to > d.t {
			d.Until(f.to)
			return
		}
		mid := x + unit(foldWidth)/2
		text := length(f.to.Sub(f.from))
		size, mono := d.SizeOf("small")
		w := draw.TextWidth(text, size, mono) + 8*px
		if !d.clearOfNow(mid, (tagWidth+w)/2) || !d.take(draw.At(mid-w/2-4*px, 0, w+8*px, axisText)) {
			return
		}
		d.Begin("quiet", strconv.FormatInt(int64(f.from), 10), "tick", 0, 0)
		d.Named("small muted mid", mid, axisText, w, text)
		d.End()
	})
}

// length writes a span with as many digits as tell it apart.
func length(t trace.Duration) string {
	return draw.Briefly(t)[1:] // without its sign
}

// foldsInSight calls f for each fold that has begun and is in sight.
func (d *drawing) foldsInSight(f func(f *fold, x unit)) {
	for i := range d.a.folds {
		fold := &d.a.folds[i]
		if fold.from > d.t {
			d.Until(fold.from)
			return
		}
		if fold.from > d.to {
			return
		}
		if fold.to >= d.from {
			f(fold, d.x(fold.from))
		}
	}
}

// torn lays the folds over what lasts through them.
func (d *drawing) torn() {
	d.foldsInSight(func(f *fold, x unit) {
		h := d.bottom - underAxis - 2*px
		d.Begin("fold", strconv.FormatInt(int64(f.from), 10), "folded", x, underAxis)
		d.Rect("fold", draw.At(2*px, 0, unit(foldWidth)-4*px, h), 0)
		for _, at := range [...]unit{0, unit(foldWidth) - 5*px} {
			d.S(`<g`)
			d.Moved(at, 0, "")
			d.S(`><rect width="5"`)
			d.Attr("height", h)
			d.FillWith(tornEdge.Name)
			d.S("/></g>")
		}
		d.End()
	})
}

// lifelines draws each row's line.
func (d *drawing) lifelines() {
	d.Begin("lifelines", "", "lifelines", 0, 0)
	for i := range d.rows {
		d.Line("lifeline", d.left-4*px, d.rows[i].y, d.right, d.rows[i].y)
	}
	d.End()
}

// names says whose each row is, over what comes in from the left.
func (d *drawing) names() {
	d.Begin("names", "", "names", 0, 0)
	d.Rect("names-ground", draw.At(0, 0, d.left-6*px, d.bottom), 0)
	for i := range d.rows {
		d.name(&d.rows[i])
	}
	d.End()
}

func (d *drawing) name(r *row) {
	x, class := 8*px, "small"
	if r.kind == clientRow {
		who := draw.Identify(r.index, r.name)
		d.S(`<g class="`)
		d.S(who.Class)
		d.S(`">`)
		d.Badge(&who, x+8*px, r.y, draw.Small, false)
		d.S("</g>")
		x += badgeRoom
		class = "small strong"
	}
	d.Named(class, x, r.y+4*px, d.left-x-8*px, r.name)
}

// present is the line where now is, with the time.
func (d *drawing) present() {
	d.until(d.left - 2*px)
	d.until(d.right + 1)
	if d.now < d.left-2*px || d.now > d.right {
		return
	}
	d.Begin("now", "", "present", 0, 0)
	d.S(`<g data-slot="move"`)
	d.Slot(draw.Move, d.endAt(0))
	d.S(">")
	d.Line("now", 0, underAxis-2*px, 0, d.bottom-2*px)
	d.S(`</g><g data-slot="move"`)
	d.Slot(draw.Move, func(t trace.Time) (x, y unit) {
		return min(max(d.x(t), tagWidth/2+px), d.right+rightMargin/2-tagWidth/2-px), 0
	})
	d.S(">")
	d.Rect("now-head", draw.At(-tagWidth/2, 2*px, tagWidth, 18*px), 5*px)
	d.OpenText("now-text", 0, axisText)
	d.S(`<tspan data-slot="` + draw.Thousandths.String() + `">`)
	d.Slot(draw.Thousandths, func(t trace.Time) (a, none int32) { return draw.Fit(int64(t / 1000)), 0 })
	d.S("</tspan>")
	d.CloseText(tagWidth)
	d.S("</g>")
	d.End()
}
