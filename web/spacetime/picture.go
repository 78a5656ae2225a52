package spacetime

import (
	"slices"

	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/phrase"
)

// Options say how to draw.
type Options struct {
	Words phrase.Catalog
	Lang  string // of Words, as in lang attributes
	ID    string // begins every id; must differ among the pictures of one page

	// Hands gives what happened a target, of class hit, whose data-seq is the number of
	// its event. One target of many lines has their events in data-seqs, in the order in
	// which they stand in its path.
	Hands bool
}

// Draw draws the story as it is at t, when n events have happened. T must not be
// before the last of them, nor after the one that follows.
func Draw(s *Story, n int, t trace.Time, v View, o Options) *draw.Picture {
	p := new(draw.Picture)
	Redraw(p, s, n, t, v, o)
	return p
}

// Redraw is Draw into the memory of an older picture.
func Redraw(p *draw.Picture, s *Story, n int, t trace.Time, v View, o Options) {
	if o.ID == "" {
		o.ID = "spacetime"
	}
	v, n = v.held(), min(n, s.Len())
	p.Reset(t, draw.Options{Words: o.Words, Lang: o.Lang, ID: o.ID})
	p.Class, p.Label = "spacetime", o.Words.Say("space.title")
	p.Width, p.Height = v.Width, int((s.bottom+px-1)/px)

	a := s.along(v)
	d := drawing{
		Picture: p, Story: s, o: o, n: n, t: t, a: a,
		left: s.names(v), right: unit(v.Width)*px - rightMargin/2,
	}
	d.origin = a.pos(v.From) - int64(d.left)
	d.from, d.to = v.From, a.when(int64(d.right)+d.origin)
	d.now = d.x(t)
	d.fresh()
	if t < d.from {
		d.Until(d.from) // what ends now comes into sight
	}

	d.describe()
	d.Definitions(len(s.clients), tornEdge)
	d.ticks()
	d.lifelines()
	d.each(downSpan, d.down)
	d.each(primarySpan, d.primary)
	d.each(cutSpan, d.cut)
	d.each(roughSpan, d.rough)
	d.each(keySpan, d.key)
	d.each(beliefSpan, d.belief)
	d.each(insideSpan, d.inside)
	d.each(pausedSpan, d.paused)
	d.each(stalledSpan, d.stalled)
	d.flights()
	d.torn()
	d.present() // below the signs: it strikes none out
	d.signs()
	d.names()
}

// drawing is one call of Redraw.
type drawing struct {
	*draw.Picture
	*Story
	o Options
	n int // events that have happened
	t trace.Time
	a *axis

	left, right unit  // between which the rows are
	origin      int64 // where on the axis the picture's left edge is
	from, to    trace.Time
	now         unit // where t is
}

// fresh empties what the drawing before left.
func (d *drawing) fresh() {
	m := &d.scratch
	m.taken = m.taken[:0]
	m.last = slices.Grow(m.last[:0], len(d.rows)*markKinds)[:len(d.rows)*markKinds]
	for i := range m.last {
		m.last[i] = -far
	}
	if m.bundles == nil {
		m.bundles = make(map[[3]int]int)
	}
	clear(m.bundles)
	m.strands = slices.Grow(m.strands[:0], strandsOf*(len(d.clients)+1))[:strandsOf*(len(d.clients)+1)]
	for i := range m.strands {
		m.strands[i] = m.strands[i][:0]
	}
}

// far is how far outside of the picture something may be placed: what reaches further
// is cut off there.
const far = 4000 * px

// x returns where an instant stands.
func (d *drawing) x(t trace.Time) unit {
	return unit(min(max(d.a.pos(t)-d.origin, -int64(far)), int64(far)))
}

// until says that something changes once now stands at x or beyond.
func (d *drawing) until(x unit) {
	if x > d.now {
		d.Until(d.a.when(int64(x) + d.origin))
	}
}

// each draws the spans of a kind that are in sight, as far as they are known.
func (d *drawing) each(kind spanKind, show func(s *span, b bar)) {
	for i := range d.spans[kind] {
		s := &d.spans[kind][i]
		if s.began >= d.n || s.from > d.to {
			break
		}
		open := s.ended == 0 || s.ended >= d.n
		if !open && (s.to == s.from || s.to < d.from) {
			continue // it was so for no time at all, or long ago
		}
		b := bar{from: d.x(s.from), to: d.now, y: d.rows[s.row].y, open: open}
		if !open {
			b.to = d.x(s.to)
		}
		if s.due > 0 {
			b.ends, b.due = true, d.x(s.due)
		}
		show(s, b)
	}
}

// bar is where a span is drawn: along a row, and as long as it lasts up to now.
type bar struct {
	from, to unit
	ends     bool // it is known when it will end
	due      unit // and where that is
	y        unit
	open     bool // it lasts
}

// words writes a label that begins, or ends, at x, and tells whether there was room
// for it that no other label has taken.
func (d *drawing) words(class string, end bool, x, y unit, key string, fills ...draw.Fill) bool {
	w := d.Wide(class, key, fills...) + 6*px
	// A little paper is left at both ends, for letters of some scripts fill their room.
	b := draw.At(x-2*px, y-10*px, w+2*px, 12*px)
	if end {
		b.X, class = x-w, class+" end"
	}
	if b.X < d.left-2*px || b.Right() > d.right+rightMargin/2 || !d.take(b) {
		return false
	}
	d.Text(class, x, y, w, key, fills...)
	return true
}

// wordsApart is words for what is drawn below the folds: clear of them.
func (d *drawing) wordsApart(class string, end bool, x, y unit, key string) bool {
	from, to := x, x+d.Wide(class, key)
	if end {
		from, to = x-(to-x), x
	}
	apart := true
	d.foldsInSight(func(_ *fold, at unit) {
		apart = apart && (at > to || at+unit(foldWidth) < from)
	})
	return apart && d.words(class, end, x, y, key)
}

// take reserves room for words, if none stand there.
func (d *drawing) take(b draw.Box) bool {
	for i := range d.scratch.taken {
		if o := &d.scratch.taken[i]; b.X < o.Right() && o.X < b.Right() && b.Y < o.Bottom() && o.Y < b.Bottom() {
			return false
		}
	}
	d.scratch.taken = append(d.scratch.taken, b)
	return true
}

// hit writes a line that a pointer finds, on which event seq is told.
func (d *drawing) hit(seq int, x1, y1, x2, y2 unit) {
	if !d.o.Hands {
		return
	}
	d.openHit(seq, x1, y1)
	d.Attr("x2", x2)
	d.Attr("y2", y2)
	d.S("/>")
}

// hitBar is hit along a bar: one that grows has its end in a slot.
func (d *drawing) hitBar(s *span, b bar) {
	if !d.o.Hands {
		return
	}
	if !b.open {
		d.hit(s.began, b.from, b.y, b.to, b.y)
		return
	}
	d.openHit(s.began, b.from, b.y)
	d.S(` data-slot="end"`)
	d.Slot(draw.End, d.endAt(b.y))
	d.S("/>")
}

// endAt is the course of a line along a row that ends where now is.
func (d *drawing) endAt(y unit) draw.Course {
	return func(t trace.Time) (unit, unit) { return d.x(t), y }
}

func (d *drawing) openHit(seq int, x, y unit) {
	d.S(`<line class="hit" data-seq="`)
	d.Number(seq)
	d.S(`"`)
	d.Attr("x1", x)
	d.Attr("y1", y)
}
