package draw

import (
	"math"

	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// Options say in which words a picture speaks.
type Options struct {
	Words phrase.Catalog
	Lang  string // of Words, as in lang attributes
	ID    string // begins every id; must differ among the pictures of one page
}

// Picture is a picture that is being drawn, or has been: parts in their order. The
// zero Picture is ready for Reset.
type Picture struct {
	// To be set after Reset.
	Width, Height int    // in pixels, as in the viewBox
	Class         string // of the layout, beside scene
	Label         string // what it shows, in a few words
	Small         Unit   // size of small text, as in the stylesheet for this layout
	Hands         bool   // its things can be taken hold of: it is a group of them, not one image

	o     Options
	t     trace.Time // the instant that it shows
	until trace.Time // the first at which more than its slots may differ
	parts []part
	buf   []byte // all parts' markup, without the slots' values
	slots []Slot

	measure  func(text string, width, room int)
	textFrom int
	textSize Unit
	textMono bool
	textSlot int
}

// part is one group of the picture. Its key is what it shows, so that the same
// thing has the same key in every picture.
type part struct {
	kind, name string
	of         string // for what lies between two things: the other one's name
	from, to   int    // in buf
	slot, last int    // its slots are slots[slot:last]
}

// Reset begins a picture of the instant t in the memory of an older one.
func (p *Picture) Reset(t trace.Time, o Options) {
	p.o, p.Small, p.Hands = o, 1150, false
	p.t, p.until = t, math.MaxInt64
	p.parts, p.buf, p.slots = p.parts[:0], p.buf[:0], p.slots[:0]
}

// Measure has every text that is written from now on reported, with its estimated
// width and the room that it has, in pixels.
func (p *Picture) Measure(report func(text string, width, room int)) { p.measure = report }

// Begin opens the part of that kind and name: a group of that class, moved to x, y.
func (p *Picture) Begin(kind, name, class string, x, y Unit) {
	p.BeginPair(kind, name, "", class, x, y)
}

// BeginPair opens the part of something between two things.
func (p *Picture) BeginPair(kind, name, of, class string, x, y Unit) {
	p.open(kind, name, of)
	p.S(`<g data-part="`)
	p.S(kind)
	if name != "" {
		p.S("-")
		p.Escape(name)
	}
	if of != "" {
		p.S("-")
		p.Escape(of)
	}
	p.S(`" class="`)
	p.S(class)
	if x != 0 || y != 0 {
		p.S(`" transform="translate(`)
		p.Px(x)
		p.S(" ")
		p.Px(y)
		p.S(")")
	}
	p.S(`">`)
}

// End closes what Begin opened.
func (p *Picture) End() {
	p.S("</g>")
	p.close()
}

// BeginDescription opens the part that says the picture in words, for those who
// cannot see it.
func (p *Picture) BeginDescription() {
	p.open("desc", "", "")
	p.S(`<desc data-part="desc" id="`)
	p.Escape(p.o.ID)
	p.S(`-desc">`)
}

// EndDescription closes what BeginDescription opened.
func (p *Picture) EndDescription() {
	p.S("</desc>")
	p.close()
}

func (p *Picture) open(kind, name, of string) {
	p.parts = append(p.parts, part{kind: kind, name: name, of: of, from: len(p.buf), slot: len(p.slots)})
}

func (p *Picture) close() {
	last := &p.parts[len(p.parts)-1]
	last.to, last.last = len(p.buf), len(p.slots)
}

// plainText is what a reader sees of the text being written.
func (p *Picture) plainText() string {
	var b []byte
	tag := false
	slot := p.textSlot
	for i := p.textFrom; i <= len(p.buf); i++ {
		for ; slot < len(p.slots) && p.slots[slot].at == i; slot++ {
			b = p.slots[slot].appendValue(b)
		}
		if i == len(p.buf) {
			break
		}
		switch c := p.buf[i]; {
		case c == '<':
			tag = true
		case c == '>':
			tag = false
		case !tag:
			b = append(b, c)
		}
	}
	return unescaped(string(b))
}
