package draw

import (
	"bytes"
	"math"
	"strings"
	"unicode/utf8"

	"lockstep/sim/trace"
	"lockstep/sim/unseen"
)

// A Fill gives a phrase's placeholder its value: a word, a number, or a number
// of seconds that may be a slot.
type Fill struct {
	name   string
	word   string
	kind   SlotKind // of a slot, or 0
	course Course   // of a slot
	num    int32
	sort   fillSort
}

type fillSort uint8

const (
	isWord fillSort = iota
	isCount
	isSeconds // thousandths
	isSlot
)

// Word fills in a text, Count a number that is not negative.
func Word(name, text string) Fill   { return Fill{name: name, word: text} }
func Count(name string, n int) Fill { return Fill{name: name, num: int32(n), sort: isCount} }

// Seconds fills in microseconds as seconds with three decimals.
func Seconds(name string, t int64) Fill { return Fill{name: name, num: Fit(t / 1000), sort: isSeconds} }

// Left fills in, for {time}, the seconds that are left at an instant: a slot, with two
// decimals.
func Left(left func(t trace.Time) trace.Duration) Fill {
	course := func(t trace.Time) (a, none int32) { return Fit(int64(max(left(t), 0) / 10_000)), 0 }
	return Fill{name: "time", kind: Hundredths, course: course, sort: isSlot}
}

// ClockTime fills in, for {time}, what a clock shows: a slot, with three decimals.
func ClockTime(c trace.Clock) Fill {
	course := func(t trace.Time) (a, none int32) { return Fit(int64(c.At(t) / 1000)), 0 }
	return Fill{name: "time", kind: Thousandths, course: course, sort: isSlot}
}

// Fit holds a number within what a slot can bear. A key that somebody gives a
// century to live has many months left, and there is no room for more digits.
func Fit(n int64) int32 { return int32(max(-math.MaxInt32, min(n, math.MaxInt32))) }

// Say appends the phrase of that key with its placeholders filled.
func (p *Picture) Say(key string, fills ...Fill) {
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
		p.Escape(text[:open])
		p.fill(text[open+1:open+size], fills)
		text = text[open+size+1:]
	}
	p.Escape(text)
}

func (p *Picture) fill(name string, fills []Fill) {
	for i := range fills {
		f := &fills[i]
		if f.name != name {
			continue
		}
		switch f.sort {
		case isWord:
			p.Escape(f.word)
		case isCount:
			p.buf = appendWhole(p.buf, f.num)
		case isSeconds:
			p.buf = appendFixed(p.buf, f.num, 3)
		case isSlot:
			p.S(`<tspan data-slot="`)
			p.S(f.kind.String())
			p.S(`">`)
			p.Slot(f.kind, f.course)
			p.S("</tspan>")
		}
		return
	}
}

// Wide estimates how wide a phrase without slots is in a text of that class.
func (p *Picture) Wide(class, key string, fills ...Fill) Unit {
	from := len(p.buf)
	p.Say(key, fills...)
	size, mono := p.SizeOf(class)
	w := Unit(0)
	for rest := p.buf[from:]; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		if r == '&' { // of an escape
			n = bytes.IndexByte(rest, ';') + 1
		}
		w += runeWidth(r, size, mono)
		rest = rest[n:]
	}
	p.buf = p.buf[:from]
	return w
}

// Number appends a number that is not negative.
func (p *Picture) Number(n int) { p.buf = appendWhole(p.buf, int32(n)) }

// Text writes one line of text that begins, or ends, or is centred at x, as its
// class says, and has room for so much.
func (p *Picture) Text(class string, x, y, room Unit, key string, fills ...Fill) {
	p.OpenText(class, x, y)
	p.Say(key, fills...)
	p.CloseText(room)
}

// Named writes a name that is no phrase, shortened to its room. What nobody would see in
// it is written out.
func (p *Picture) Named(class string, x, y, room Unit, name string) {
	p.OpenText(class, x, y)
	p.Escape(Shorten(unseen.Shown(name), p.textSize, p.textMono, room))
	p.CloseText(room)
}

// OpenText begins a text that the caller writes. CloseText ends it.
func (p *Picture) OpenText(class string, x, y Unit) {
	p.S(`<text class="`)
	p.S(class)
	p.S(`"`)
	if x != 0 {
		p.Attr("x", x)
	}
	p.Attr("y", y)
	p.S(">")
	p.textSize, p.textMono = p.SizeOf(class)
	p.textFrom, p.textSlot = len(p.buf), len(p.slots)
}

// CloseText ends what OpenText began, which had room for so much.
func (p *Picture) CloseText(room Unit) {
	if p.measure != nil {
		text := p.plainText()
		p.measure(text, int(TextWidth(text, p.textSize, p.textMono)/Px), int(room/Px))
	}
	p.S("</text>")
}

// SizeOf returns the font size that the stylesheet gives a text here, and
// whether it is the monospaced font: the first of its classes decides.
func (p *Picture) SizeOf(class string) (size Unit, mono bool) {
	first, _, _ := strings.Cut(class, " ")
	switch first {
	case "name":
		return 1500, false
	case "title":
		return 1350, false
	case "code":
		return 1200, true
	case "small", "num", "cell-text", "fault-text", "lens-text":
		return p.Small, first == "num"
	}
	return 1250, false
}

// TextWidth estimates, rather too wide than too narrow, how wide a text is:
// fonts differ among machines.
func TextWidth(text string, size Unit, mono bool) Unit {
	w := Unit(0)
	for _, r := range text {
		w += runeWidth(r, size, mono)
	}
	return w
}

func runeWidth(r rune, size Unit, mono bool) Unit {
	switch {
	case r >= 0x2E80:
		return size
	case mono:
		return size * 60 / 100
	}
	return size * 56 / 100
}

// Shorten cuts a text to its room, with an ellipsis.
func Shorten(text string, size Unit, mono bool, room Unit) string {
	if TextWidth(text, size, mono) <= room {
		return text
	}
	for len(text) > 0 {
		_, n := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-n]
		if TextWidth(text, size, mono)+size <= room {
			return text + "…"
		}
	}
	return "…"
}
