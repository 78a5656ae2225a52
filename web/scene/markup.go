package scene

import (
	"strconv"

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
func (p *Picture) px(v unit) { p.buf = appendDecimal(p.buf, v, 2) }

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

// appendDecimal appends v / 10^places without trailing zeros.
func appendDecimal(b []byte, v int32, places int) []byte {
	b = appendFixed(b, v, places)
	for b[len(b)-1] == '0' {
		b = b[:len(b)-1]
	}
	if b[len(b)-1] == '.' {
		b = b[:len(b)-1]
	}
	return b
}

// appendFixed appends v / 10^places with all its places.
func appendFixed(b []byte, v int32, places int) []byte {
	n := int64(v)
	if n < 0 {
		b = append(b, '-')
		n = -n
	}
	ten := int64(1)
	for range places {
		ten *= 10
	}
	b = append(strconv.AppendInt(b, n/ten, 10), '.')
	for rest := n % ten; places > 0; places-- {
		ten /= 10
		b = append(b, byte('0'+rest/ten))
		rest %= ten
	}
	return b
}

func appendEscaped(b []byte, text string) []byte {
	from := 0
	for i := range len(text) {
		var entity string
		switch c := text[i]; {
		case c == '&':
			entity = "&amp;"
		case c == '<':
			entity = "&lt;"
		case c == '>':
			entity = "&gt;"
		case c == '"':
			entity = "&quot;"
		case c < ' ':
			entity = " " // XML knows no control characters
		default:
			continue
		}
		b = append(append(b, text[from:i]...), entity...)
		from = i + 1
	}
	return append(b, text[from:]...)
}
