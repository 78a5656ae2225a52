package scene

import (
	"math"
	"strings"
	"unicode/utf8"

	"lockstep/sim/trace"
)

// A fill gives a phrase's placeholder its value: a word, a number, or a number
// of seconds that may be a slot.
type fill struct {
	name string
	word string
	kind SlotKind // of a slot, or 0
	num  int32
	sort fillSort
}

type fillSort uint8

const (
	isWord fillSort = iota
	isCount
	isSeconds // thousandths
	isSlot
)

func word(name, text string) fill   { return fill{name: name, word: text} }
func count(name string, n int) fill { return fill{name: name, num: int32(n), sort: isCount} }
func at(name string, t int64) fill  { return fill{name: name, num: fit(t / 1000), sort: isSeconds} }
func left(d trace.Duration) fill {
	return fill{name: "time", kind: Hundredths, num: fit(int64(max(d, 0) / 10_000)), sort: isSlot}
}
func shown(l trace.Local) fill {
	return fill{name: "time", kind: Thousandths, num: fit(int64(l / 1000)), sort: isSlot}
}

// fit holds a number within what a slot can bear. A key that somebody gives a
// century to live has many months left, and there is no room for more digits.
func fit(n int64) int32 { return int32(max(-math.MaxInt32, min(n, math.MaxInt32))) }

// say appends the phrase of that key with its placeholders filled.
func (p *Picture) say(key string, fills ...fill) {
	text, ok := p.o.Words[key]
	if !ok {
		text = key
	}
	for {
		open := strings.IndexByte(text, '{')
		if open < 0 {
			break
		}
		size := strings.IndexByte(text[open:], '}')
		if size < 0 {
			break
		}
		p.escape(text[:open])
		p.fill(text[open+1:open+size], fills)
		text = text[open+size+1:]
	}
	p.escape(text)
}

func (p *Picture) fill(name string, fills []fill) {
	for i := range fills {
		f := &fills[i]
		if f.name != name {
			continue
		}
		switch f.sort {
		case isWord:
			p.escape(f.word)
		case isCount:
			p.buf = appendWhole(p.buf, f.num)
		case isSeconds:
			p.buf = appendFixed(p.buf, f.num, 3)
		case isSlot:
			p.s(`<tspan data-slot="`)
			p.s(f.kind.String())
			p.s(`">`)
			p.slot(f.kind, f.num, 0)
			p.s("</tspan>")
		}
		return
	}
}

// text writes one line of text that begins, or ends, or is centred at x, as its
// class says, and has room for so much.
func (p *Picture) text(class string, x, y, room unit, key string, fills ...fill) {
	p.beginText(class, x, y)
	p.say(key, fills...)
	p.endText(room)
}

// named writes a name that is no phrase, shortened to its room.
func (p *Picture) named(class string, x, y, room unit, name string) {
	p.beginText(class, x, y)
	p.escape(shorten(name, p.textSize, p.textMono, room))
	p.endText(room)
}

func (p *Picture) beginText(class string, x, y unit) {
	p.s(`<text class="`)
	p.s(class)
	p.s(`"`)
	if x != 0 {
		p.attr("x", x)
	}
	p.attr("y", y)
	p.s(">")
	p.textSize, p.textMono = p.sizeOf(class)
	p.textFrom, p.textSlot = len(p.buf), len(p.slots)
}

func (p *Picture) endText(room unit) {
	if p.checkFit != nil {
		p.checkFit(room)
	}
	p.s("</text>")
}

// sizeOf returns the font size that the stylesheet gives a text here, and
// whether it is the monospaced font: the first of its classes decides.
func (p *Picture) sizeOf(class string) (size unit, mono bool) {
	first, _, _ := strings.Cut(class, " ")
	switch first {
	case "name":
		return 1500, false
	case "title":
		return 1350, false
	case "code":
		return 1200, true
	case "small", "num", "cell-text", "fault-text", "lens-text":
		if p.o.Layout == Figure {
			return 1230, first == "num" // no text under 10.5 px where the figure is narrowest
		}
		return 1150, first == "num"
	}
	return 1250, false
}

// textWidth estimates, rather too wide than too narrow, how wide a text is:
// fonts differ among machines.
func textWidth(text string, size unit, mono bool) unit {
	w := unit(0)
	for _, r := range text {
		switch {
		case r >= 0x2E80:
			w += size
		case mono:
			w += size * 60 / 100
		default:
			w += size * 56 / 100
		}
	}
	return w
}

// shorten cuts a text to its room, with an ellipsis.
func shorten(text string, size unit, mono bool, room unit) string {
	if textWidth(text, size, mono) <= room {
		return text
	}
	for len(text) > 0 {
		_, n := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-n]
		if textWidth(text, size, mono)+size <= room {
			return text + "…"
		}
	}
	return "…"
}
