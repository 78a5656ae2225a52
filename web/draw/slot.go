package draw

import "lockstep/sim/trace"

// A Slot is a number that changes with bare time. Its element carries the
// attribute data-slot with the kind's name; the n-th such element of a picture,
// in document order, belongs to the n-th slot.
type Slot struct {
	Kind SlotKind
	A, B int32

	course Course
	at     int // where in the markup the value stands
}

// A Course says what the numbers of a slot are at an instant. It holds as long as the
// picture moves.
type Course func(t trace.Time) (a, b int32)

// SlotKind says what a slot's numbers mean.
type SlotKind uint8

const (
	Move        SlotKind = iota + 1 // a group's translation, A and B in 1/100 px
	Width                           // a rectangle's width, A in 1/100 px
	End                             // a line's x2 and y2, A and B in 1/100 px
	Hundredths                      // text: A hundredths, with two decimals
	Thousandths                     // text: A thousandths, with three decimals
)

var slotNames = [...]string{
	Move: "move", Width: "width", End: "end", Hundredths: "hundredths", Thousandths: "thousandths",
}

// String returns the kind as it stands in a data-slot attribute.
func (k SlotKind) String() string { return slotNames[k] }

// Slot marks the place in the markup where the value of a new slot goes. The
// element's data-slot attribute is the caller's to write.
func (p *Picture) Slot(k SlotKind, c Course) {
	a, b := c(p.t)
	p.slots = append(p.slots, Slot{Kind: k, A: a, B: b, course: c, at: len(p.buf)})
}

// appendValue writes the slot's value as it stands in the markup.
func (s *Slot) appendValue(b []byte) []byte {
	switch s.Kind {
	case Move:
		b = append(b, ` transform="translate(`...)
		b = append(appendPixels(b, s.A), ' ')
		return append(appendPixels(b, s.B), `)"`...)
	case Width:
		b = append(b, ` width="`...)
		return append(appendPixels(b, s.A), '"')
	case End:
		b = append(b, ` x2="`...)
		b = append(appendPixels(b, s.A), `" y2="`...)
		return append(appendPixels(b, s.B), '"')
	case Hundredths:
		return appendFixed(b, s.A, 2)
	case Thousandths:
		return appendFixed(b, s.A, 3)
	}
	panic("draw: a slot without kind")
}
