package draw

import (
	"bytes"

	"lockstep/sim/trace"
)

// Delta is what to do to a drawn picture so that it becomes the next one. The
// zero Delta is ready; its memory is used again.
type Delta struct {
	// Whole is set when the pictures have too little in common: draw anew.
	Whole bool

	// Changes are to be done in order, before Numbers.
	Changes []Change

	// Numbers are the slots to set, by their places in the next picture.
	Numbers []Number

	markup []byte
}

// Op is what a Change does.
type Op uint8

const (
	Insert  Op = iota + 1 // put the markup before the child at the place
	Replace               // put the markup instead of the child at the place
	Remove                // take out the child at the place
)

// Change is one change to the children of the svg element.
type Change struct {
	Op     Op
	At     int    // place among the children, as they stand after the changes before
	Markup []byte // one element; valid until the Delta is used again
}

// Number is a slot's new value.
type Number struct {
	Slot int
	Kind SlotKind
	A, B int32
}

// Between makes d the way from one picture to the next.
func (d *Delta) Between(from, to *Picture) {
	d.clear()
	if from.Class != to.Class || from.Hands != to.Hands || from.Width != to.Width || from.Height != to.Height || from.Label != to.Label || from.o.ID != to.o.ID {
		d.whole()
		return
	}
	i, j := 0, 0
	for i < len(from.parts) || j < len(to.parts) {
		switch {
		case len(d.Changes) > mostChanges:
			d.whole()
			return
		case j == len(to.parts) || i < len(from.parts) && !to.has(&from.parts[i], j):
			d.Changes = append(d.Changes, Change{Op: Remove, At: j})
			i++
		case i < len(from.parts) && from.parts[i].same(&to.parts[j]):
			if from.alike(i, to, j) {
				d.numbers(from, i, to, j)
			} else {
				d.put(Replace, to, j)
			}
			i++
			j++
		case i < len(from.parts) && from.has(&to.parts[j], i):
			// The same things in another order: two different runs.
			d.whole()
			return
		default:
			d.put(Insert, to, j)
			j++
		}
	}
	d.cut()
}

func (d *Delta) clear() {
	d.Whole, d.Changes, d.Numbers, d.markup = false, d.Changes[:0], d.Numbers[:0], d.markup[:0]
}

func (d *Delta) whole() {
	d.clear()
	d.Whole = true
}

// along moves a picture on to t and makes d the way to there.
func (d *Delta) along(p *Picture, t trace.Time) {
	d.clear()
	p.t = t
	for i := range p.slots {
		s := &p.slots[i]
		if a, b := s.course(t); a != s.A || b != s.B {
			s.A, s.B = a, b
			d.Numbers = append(d.Numbers, Number{Slot: i, Kind: s.Kind, A: a, B: b})
		}
	}
}

// mostChanges is more than which, even read in one go, take longer than to draw all anew.
const mostChanges = 1000

// put notes a change whose markup cut hands out in the end, when it no longer
// moves.
func (d *Delta) put(op Op, to *Picture, j int) {
	d.markup = to.appendPart(d.markup, j)
	d.Changes = append(d.Changes, Change{Op: op, At: j, Markup: d.markup[:len(d.markup):len(d.markup)]})
}

func (d *Delta) cut() {
	from := 0
	for i := range d.Changes {
		c := &d.Changes[i]
		if c.Op == Remove {
			continue
		}
		to := len(c.Markup)
		c.Markup = d.markup[from:to:to]
		from = to
	}
}

func (d *Delta) numbers(from *Picture, i int, to *Picture, j int) {
	a, b := &from.parts[i], &to.parts[j]
	for k := 0; k < b.last-b.slot; k++ {
		was, is := &from.slots[a.slot+k], &to.slots[b.slot+k]
		if was.A != is.A || was.B != is.B {
			d.Numbers = append(d.Numbers, Number{Slot: b.slot + k, Kind: is.Kind, A: is.A, B: is.B})
		}
	}
}

func (x *part) same(y *part) bool { return x.kind == y.kind && x.name == y.name && x.of == y.of }

// has tells whether the picture has such a part at place i or later.
func (p *Picture) has(x *part, i int) bool {
	for ; i < len(p.parts); i++ {
		if p.parts[i].same(x) {
			return true
		}
	}
	return false
}

// alike tells whether two parts differ in numbers at most.
func (p *Picture) alike(i int, q *Picture, j int) bool {
	a, b := &p.parts[i], &q.parts[j]
	if a.last-a.slot != b.last-b.slot || !bytes.Equal(p.buf[a.from:a.to], q.buf[b.from:b.to]) {
		return false
	}
	for k := 0; k < b.last-b.slot; k++ {
		was, is := &p.slots[a.slot+k], &q.slots[b.slot+k]
		if was.Kind != is.Kind || was.at-a.from != is.at-b.from {
			return false
		}
	}
	return true
}
