//go:build js

package dom

import (
	"encoding/binary"

	"lockstep/wasm/stage"
	"lockstep/web/draw"
)

// An op is one sort of change. Each is followed in the list by the number of its
// element and by what it needs: numbers as four bytes, texts with their length
// before them. web/static/boot/10-changes.js carries them out.
type op byte

const (
	opText  op = 1 // text
	opAttr  op = 2 // name, value
	opDrop  op = 3 // name of an attribute
	opHTML  op = 4 // markup
	opClass op = 5 // name, 1 or 0
	opRange op = 6 // most, value
	opValue op = 7 // value
	opShow  op = 8 // nothing: scrolls to it within its panel

	// What follows is done to the svg element within.
	opParts   op = 9  // how many, then for each its draw.Op and place, and the markup of all
	opNumbers op = 10 // how many, then for each its slot, draw.SlotKind, and two numbers

	opPlace  op = 11 // name, value in ten thousandths: a property of its style
	opUnfold op = 12 // nothing: opens a details element and brings it into sight

	opChild  op = 13 // draw.Op, place, markup: of a child of the element itself
	opWithin op = 14 // place of a child: scrolls to it within the element
	opOpen   op = 15 // nothing: a dialog
	opClose  op = 16 // nothing: a dialog
	opFocus  op = 17 // nothing: the element or the first within that can have it
	opStep   op = 18 // 1 or 0: to the next within that can have the focus, or the one before
	opFill   op = 19 // how many, then for each name and value: a form
	opField  op = 20 // name: focuses the field of a form

	opAnswer   op = 21 // answer: of a question
	opApproach op = 22 // nothing: brings a figure into sight, and its button to the hands
)

// element is the number by which JavaScript keeps an element; -1 is none.
type element int32

const noElement element = -1

// list is what is to change.
type list struct{ b []byte }

// begin starts an op. It tells whether there is an element to do it to.
func (l *list) begin(o op, e element) bool {
	if e == noElement {
		return false
	}
	l.b = append(l.b, byte(o))
	l.int(int(e))
	return true
}

func (l *list) int(n int) { l.b = binary.LittleEndian.AppendUint32(l.b, uint32(int32(n))) }

func (l *list) string(s string) {
	l.int(len(s))
	l.b = append(l.b, s...)
}

func (l *list) bytes(b []byte) {
	l.int(len(b))
	l.b = append(l.b, b...)
}

func (l *list) text(e element, s string) {
	if l.begin(opText, e) {
		l.string(s)
	}
}

func (l *list) attr(e element, name, value string) {
	if l.begin(opAttr, e) {
		l.string(name)
		l.string(value)
	}
}

func (l *list) drop(e element, name string) {
	if l.begin(opDrop, e) {
		l.string(name)
	}
}

// flag sets an attribute that says something by being there, or drops it.
func (l *list) flag(e element, name string, on bool) {
	if on {
		l.attr(e, name, "")
	} else {
		l.drop(e, name)
	}
}

func (l *list) html(e element, markup []byte) {
	if l.begin(opHTML, e) {
		l.bytes(markup)
	}
}

func (l *list) class(e element, name string, on bool) {
	if l.begin(opClass, e) {
		l.string(name)
		if on {
			l.int(1)
		} else {
			l.int(0)
		}
	}
}

func (l *list) slider(e element, value, most int) {
	if l.begin(opRange, e) {
		l.int(most)
		l.int(value)
	}
}

func (l *list) place(e element, at, of int) {
	if l.begin(opPlace, e) {
		l.string("--at")
		l.int(at * 10_000 / max(of, 1))
	}
}

// tall says how high the picture is that the element has, in its own pixels.
func (l *list) tall(e element, height int) {
	if l.begin(opPlace, e) {
		l.string("--tall")
		l.int(height * 10_000)
	}
}

func (l *list) value(e element, s string) {
	if l.begin(opValue, e) {
		l.string(s)
	}
}

func (l *list) show(e element) { l.begin(opShow, e) }

func (l *list) unfold(e element) { l.begin(opUnfold, e) }

func (l *list) child(e element, o draw.Op, place int, markup []byte) {
	if l.begin(opChild, e) {
		l.int(int(o))
		l.int(place)
		l.bytes(markup)
	}
}

func (l *list) within(e element, place int) {
	if l.begin(opWithin, e) {
		l.int(place)
	}
}

func (l *list) open(e element) { l.begin(opOpen, e) }

func (l *list) close(e element) { l.begin(opClose, e) }

func (l *list) focus(e element) { l.begin(opFocus, e) }

func (l *list) field(e element, name string) {
	if l.begin(opField, e) {
		l.string(name)
	}
}

func (l *list) step(e element, next bool) {
	if l.begin(opStep, e) {
		if next {
			l.int(1)
		} else {
			l.int(0)
		}
	}
}

func (l *list) answer(e element, answer string) {
	if l.begin(opAnswer, e) {
		l.string(answer)
	}
}

func (l *list) approach(e element) { l.begin(opApproach, e) }

func (l *list) fill(e element, values []stage.Field) {
	if l.begin(opFill, e) {
		l.int(len(values))
		for _, v := range values {
			l.string(v.Name)
			l.string(v.Value)
		}
	}
}

// changes makes a picture the next one. The markup of all parts is read in one go, which
// takes a page a fraction of what it takes one by one.
func (l *list) changes(e element, changes []draw.Change) {
	if len(changes) == 0 || !l.begin(opParts, e) {
		return
	}
	l.int(len(changes))
	size := 0
	for i := range changes {
		l.int(int(changes[i].Op))
		l.int(changes[i].At)
		size += len(changes[i].Markup)
	}
	l.int(size)
	for i := range changes {
		l.b = append(l.b, changes[i].Markup...)
	}
}

func (l *list) numbers(e element, numbers []draw.Number) {
	if len(numbers) == 0 || !l.begin(opNumbers, e) {
		return
	}
	l.int(len(numbers))
	for _, n := range numbers {
		l.int(n.Slot)
		l.int(int(n.Kind))
		l.int(int(n.A))
		l.int(int(n.B))
	}
}
