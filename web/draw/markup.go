package draw

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"lockstep/sim/trace"
)

// Unit is a hundredth of a pixel.
type Unit = int32

// A pixel of the picture, and half a one.
const (
	Px   Unit = 100
	Half Unit = 50
)

// Box is a rectangle.
type Box struct{ X, Y, W, H Unit }

// At is the box at x, y, that wide and high.
func At(x, y, w, h Unit) Box { return Box{x, y, w, h} }

// Right and Bottom are the far edges; MidX and MidY the middle.
func (b Box) Right() Unit  { return b.X + b.W }
func (b Box) Bottom() Unit { return b.Y + b.H }
func (b Box) MidX() Unit   { return b.X + b.W/2 }
func (b Box) MidY() Unit   { return b.Y + b.H/2 }

// The writers below are called from everywhere. They are kept out of line since
// a viewer has to be fetched before it runs.

// S appends markup as it is.
//
//go:noinline
func (p *Picture) S(markup string) { p.buf = append(p.buf, markup...) }

// Px appends a length.
//
//go:noinline
func (p *Picture) Px(v Unit) { p.buf = appendPixels(p.buf, v) }

// Attr appends an attribute that is a length.
//
//go:noinline
func (p *Picture) Attr(name string, v Unit) {
	p.S(` `)
	p.S(name)
	p.S(`="`)
	p.Px(v)
	p.S(`"`)
}

// Escape appends text.
//
//go:noinline
func (p *Picture) Escape(text string) { p.buf = appendEscaped(p.buf, text) }

// Rect draws a rectangle with corners of that radius.
func (p *Picture) Rect(class string, b Box, radius Unit) {
	p.S(`<rect class="`)
	p.S(class)
	p.S(`"`)
	p.place(b)
	p.Attr("width", b.W)
	if radius > 0 {
		p.Attr("rx", radius)
	}
	p.S("/>")
}

// Bar is a rectangle whose width is a slot: the part of b that there is at an instant,
// in millionths. Fill is an identity's pattern, or empty for what the class says.
func (p *Picture) Bar(class string, b Box, part func(t trace.Time) int64, fill *Identity) {
	p.S(`<rect class="`)
	p.S(class)
	p.S(`" data-slot="width"`)
	p.place(b)
	p.Slot(Width, func(t trace.Time) (w, none int32) { return Unit(int64(b.W) * part(t) / trace.Million), 0 })
	p.Attr("rx", 2*Px)
	if fill != nil {
		p.FillBar(fill)
	}
	p.S("/>")
}

func (p *Picture) place(b Box) {
	if b.X != 0 {
		p.Attr("x", b.X)
	}
	if b.Y != 0 {
		p.Attr("y", b.Y)
	}
	p.Attr("height", b.H)
}

// Line draws a line.
func (p *Picture) Line(class string, x1, y1, x2, y2 Unit) {
	p.S(`<line class="`)
	p.S(class)
	p.S(`"`)
	p.Attr("x1", x1)
	p.Attr("y1", y1)
	p.Attr("x2", x2)
	p.Attr("y2", y2)
	p.S("/>")
}

// Circle draws a circle around x, y.
func (p *Picture) Circle(class string, x, y, r Unit) {
	p.S(`<circle class="`)
	p.S(class)
	p.S(`"`)
	p.Attr("cx", x)
	p.Attr("cy", y)
	p.Attr("r", r)
	p.S("/>")
}

// Path draws d, a path around its own origin, at x, y.
func (p *Picture) Path(class, d string, x, y Unit) {
	p.S(`<path class="`)
	p.S(class)
	p.S(`"`)
	p.Moved(x, y, "")
	p.S(` d="`)
	p.S(d)
	p.S(`"/>`)
}

// Moved writes a transform; scale is such as " scale(.8)" or empty.
func (p *Picture) Moved(x, y Unit, scale string) {
	p.S(` transform="translate(`)
	p.Px(x)
	p.S(" ")
	p.Px(y)
	p.S(")")
	p.S(scale)
	p.S(`"`)
}

// appendPixels appends v as pixels, without trailing zeros.
func appendPixels(b []byte, v Unit) []byte {
	if v < 0 {
		b = append(b, '-')
		v = -v
	}
	b = appendWhole(b, v/Px)
	if rest := v % Px; rest > 0 {
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
	plain := 0
	for plain < len(text) && isPlain(text[plain]) {
		plain++
	}
	b = append(b, text[:plain]...) // which is all of most texts
	for _, r := range text[plain:] {
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

// isPlain tells whether a byte stands for itself in markup, whatever follows.
func isPlain(c byte) bool {
	return c >= ' ' && c < utf8.RuneSelf && c != '&' && c != '<' && c != '>' && c != '"'
}

// unescaped is the text that appendEscaped wrote, but for what XML does not know.
func unescaped(text string) string {
	var b []byte
	for text != "" {
		c, size := text[0], 1
		for _, e := range [...]struct {
			written string
			char    byte
		}{{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}} {
			if strings.HasPrefix(text, e.written) {
				c, size = e.char, len(e.written)
			}
		}
		b, text = append(b, c), text[size:]
	}
	return string(b)
}
