package scene

import (
	"strconv"
	"unicode/utf8"

	"lockstep/sim/trace"
)

// unit is a hundredth of a pixel.
type unit = int32

const (
	px   unit = 100
	half unit = 50
)

// box is a rectangle.
type box struct{ x, y, w, h unit }

func (b box) right() unit  { return b.x + b.w }
func (b box) bottom() unit { return b.y + b.h }
func (b box) midX() unit   { return b.x + b.w/2 }
func (b box) midY() unit   { return b.y + b.h/2 }

// The writers below are called from everywhere. They are kept out of line since
// a viewer has to be fetched before it runs.

// s appends markup as it is.
//
//go:noinline
func (p *Picture) s(markup string) { p.buf = append(p.buf, markup...) }

// px appends a length.
//
//go:noinline
func (p *Picture) px(v unit) { p.buf = appendPixels(p.buf, v) }

// attr appends an attribute that is a length.
//
//go:noinline
func (p *Picture) attr(name string, v unit) {
	p.s(` `)
	p.s(name)
	p.s(`="`)
	p.px(v)
	p.s(`"`)
}

// escape appends text.
//
//go:noinline
func (p *Picture) escape(text string) { p.buf = appendEscaped(p.buf, text) }

func (p *Picture) rect(class string, b box, radius unit) {
	p.s(`<rect class="`)
	p.s(class)
	p.s(`"`)
	p.place(b)
	p.attr("width", b.w)
	if radius > 0 {
		p.attr("rx", radius)
	}
	p.s("/>")
}

// bar is a rectangle whose width is a slot: part of b, in millionths. Fill is
// an identity's pattern, or empty for what the class says.
func (p *Picture) bar(class string, b box, part int64, fill *identity) {
	p.s(`<rect class="`)
	p.s(class)
	p.s(`" data-slot="width"`)
	p.place(b)
	p.slot(Width, unit(int64(b.w)*part/trace.Million), 0)
	p.attr("rx", 2*px)
	if fill != nil {
		p.s(` fill="url(#`)
		p.barID(fill)
		p.s(`)"`)
	}
	p.s("/>")
}

func (p *Picture) place(b box) {
	if b.x != 0 {
		p.attr("x", b.x)
	}
	if b.y != 0 {
		p.attr("y", b.y)
	}
	p.attr("height", b.h)
}

func (p *Picture) line(class string, x1, y1, x2, y2 unit) {
	p.s(`<line class="`)
	p.s(class)
	p.s(`"`)
	p.attr("x1", x1)
	p.attr("y1", y1)
	p.attr("x2", x2)
	p.attr("y2", y2)
	p.s("/>")
}

func (p *Picture) circle(class string, x, y, r unit) {
	p.s(`<circle class="`)
	p.s(class)
	p.s(`"`)
	p.attr("cx", x)
	p.attr("cy", y)
	p.attr("r", r)
	p.s("/>")
}

// path draws d, a path around its own origin, at x, y.
func (p *Picture) path(class, d string, x, y unit) {
	p.s(`<path class="`)
	p.s(class)
	p.s(`"`)
	p.moved(x, y, "")
	p.s(` d="`)
	p.s(d)
	p.s(`"/>`)
}

// moved writes a transform; scale is such as " scale(.8)" or empty.
func (p *Picture) moved(x, y unit, scale string) {
	p.s(` transform="translate(`)
	p.px(x)
	p.s(" ")
	p.px(y)
	p.s(")")
	p.s(scale)
	p.s(`"`)
}

// appendPixels appends v as pixels, without trailing zeros.
func appendPixels(b []byte, v unit) []byte {
	if v < 0 {
		b = append(b, '-')
		v = -v
	}
	b = appendWhole(b, v/px)
	if rest := v % px; rest > 0 {
		b = append(b, '.', byte('0'+rest/10))
		if rest%10 > 0 {
			b = append(b, byte('0'+rest%10))
		}
	}
	return b
}

// appendWhole appends a number that is not negative. A frame has thousands of
// them, mostly of three digits.
func appendWhole(b []byte, n int32) []byte {
	switch {
	case n < 10:
		return append(b, byte('0'+n))
	case n < 100:
		return append(b, byte('0'+n/10), byte('0'+n%10))
	case n < 1000:
		return append(b, byte('0'+n/100), byte('0'+n/10%10), byte('0'+n%10))
	}
	return strconv.AppendInt(b, int64(n), 10)
}

// appendFixed appends v / 10^places with all its places.
func appendFixed(b []byte, v int32, places int) []byte {
	if v < 0 {
		b = append(b, '-')
		v = -v
	}
	ten := int32(1)
	for range places {
		ten *= 10
	}
	b = append(appendWhole(b, v/ten), '.')
	for rest := v % ten; ten > 1; {
		ten /= 10
		b = append(b, byte('0'+rest/ten))
		rest %= ten
	}
	return b
}

func appendEscaped(b []byte, text string) []byte {
	for _, r := range text {
		switch {
		case r == '&':
			b = append(b, "&amp;"...)
		case r == '<':
			b = append(b, "&lt;"...)
		case r == '>':
			b = append(b, "&gt;"...)
		case r == '"':
			b = append(b, "&quot;"...)
		case r < ' ' || r == '\ufffe' || r == '\uffff':
			b = append(b, ' ') // XML knows no such characters
		default: // a byte that is no text arrives here as U+FFFD
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}
