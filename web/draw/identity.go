package draw

import (
	"strconv"
	"unicode/utf8"
)

// Identity is how one tells a client from the others: colour, shape, pattern and
// letter, never colour alone.
type Identity struct {
	Index  int    // of the client in the cast, or -1
	Class  string // of the colour
	Letter string // on the badge

	shape   string
	letterY Unit
	tile    string // of a bar's pattern
	turned  bool
}

var looks = [...]struct {
	class, shape string
	letterY      Unit
}{
	{"who-a", `<circle r="12"/>`, 450},
	{"who-b", `<rect x="-11" y="-11" width="22" height="22" rx="3.5"/>`, 450},
	{"who-c", `<path d="M0-14 13.5 10.5H-13.5Z"/>`, 650},
	{"who-d", `<path d="M0-14.5 14.5 0 0 14.5-14.5 0Z"/>`, 450},
	{"who-e", `<path d="M0-13.5 13-4 8 11.5H-8L-13-4Z"/>`, 500},
	{"who-f", `<path d="M-6.5-11.5H6.5L13 0 6.5 11.5H-6.5L-13 0Z"/>`, 450},
}

var patterns = [...]struct {
	tile   string
	turned bool
}{
	{`<rect class="fill-who" width="6" height="6"/>`, false},                                               // solid
	{`<rect class="tint-who" width="6" height="6"/><rect class="fill-who" width="3.4" height="6"/>`, true}, // slanted
	{`<rect class="tint-who" width="6" height="6"/><circle class="fill-who" cx="3" cy="3" r="1.9"/>`, false},
	{`<rect class="tint-who" width="6" height="6"/><rect class="fill-who" width="6" height="3"/>`, false},       // across
	{`<rect class="tint-who" width="6" height="6"/><path class="fill-who" d="M0 0h6v2H0zM0 0h2v6H0z"/>`, false}, // grid
	{`<rect class="tint-who" width="6" height="6"/><rect class="fill-who" width="2" height="6"/>`, false},       // upright
}

// Operator is the identity of whoever typed a command at a node.
var Operator = Identity{Index: -1, Class: "who-none", tile: patterns[0].tile}

// Identify gives the i-th client its identity. The first six have a pattern
// each; from then on four patterns turn so that all 24 clients differ.
func Identify(i int, id string) Identity {
	look := &looks[i%len(looks)]
	k := i
	if i >= len(looks) {
		k = (i + i/len(looks)) % 4
	}
	letter := id
	if utf8.RuneCountInString(id) > 2 {
		_, n := utf8.DecodeRuneInString(id)
		letter = id[:n]
	}
	return Identity{
		Index: i, Class: look.class, shape: look.shape, letterY: look.letterY,
		tile: patterns[k].tile, turned: patterns[k].turned, Letter: letter,
	}
}

// ClassOf returns the class of the i-th client's colour.
func ClassOf(i int) string { return looks[i%len(looks)].class }

// A Tile is a pattern that some picture has beside the usual ones.
type Tile struct {
	Name  string // as FillWith says it
	Attrs string // of the pattern element: how large a tile is, and how it is turned
	Ink   string // its markup
}

// Hatching says that something stands still.
var Hatching = Tile{
	Name: "hatch", Attrs: `width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"`,
	Ink: `<path class="hatch-line" d="M0 4H8"/>`,
}

// Definitions writes the patterns of the bars of n clients and the operator's, the
// hatching, and those that a picture has beside. They stand in the picture since a URL
// in a stylesheet would point into that sheet.
func (p *Picture) Definitions(n int, more ...Tile) {
	p.Begin("defs", "", "defs", 0, 0)
	p.S("<defs>")
	p.pattern(&Operator)
	for i := range n {
		who := Identify(i, "")
		p.pattern(&who)
	}
	p.tile(&Hatching)
	for i := range more {
		p.tile(&more[i])
	}
	p.S("</defs>")
	p.End()
}

func (p *Picture) tile(t *Tile) {
	p.S(`<pattern id="`)
	p.Escape(p.o.ID)
	p.S("-")
	p.S(t.Name)
	p.S(`" `)
	p.S(t.Attrs)
	p.S(">")
	p.S(t.Ink)
	p.S("</pattern>")
}

func (p *Picture) pattern(who *Identity) {
	p.S(`<pattern id="`)
	p.barID(who)
	p.S(`" class="`)
	p.S(who.Class)
	p.S(`" width="6" height="6" patternUnits="userSpaceOnUse"`)
	if who.turned {
		p.S(` patternTransform="rotate(45)"`)
	}
	p.S(">")
	p.S(who.tile)
	p.S("</pattern>")
}

func (p *Picture) barID(who *Identity) {
	p.Escape(p.o.ID)
	p.S("-bar-")
	p.buf = strconv.AppendInt(p.buf, int64(who.Index+1), 10)
}

// FillBar writes the attribute that fills an element with an identity's pattern.
func (p *Picture) FillBar(who *Identity) {
	p.S(` fill="url(#`)
	p.barID(who)
	p.S(`)"`)
}

// FillWith writes the attribute that fills an element with the tile of that name.
func (p *Picture) FillWith(tile string) {
	p.S(` fill="url(#`)
	p.Escape(p.o.ID)
	p.S("-")
	p.S(tile)
	p.S(`)"`)
}

// Hatch draws a hatched rectangle with corners of that radius.
func (p *Picture) Hatch(b Box, radius Unit) {
	p.S(`<rect class="hatch"`)
	p.place(b)
	p.Attr("width", b.W)
	p.Attr("rx", radius)
	p.FillWith(Hatching.Name)
	p.S("/>")
}

// BadgeSize is how large a badge is drawn; its letter shrinks less.
type BadgeSize uint8

// On a card, and in a row.
const (
	Large BadgeSize = iota
	Small
)

// Badge draws an identity's shape and letter around x, y.
func (p *Picture) Badge(who *Identity, x, y Unit, size BadgeSize, hollow bool) {
	p.S(`<g class="badge`)
	if hollow {
		p.S(" hollow")
	}
	p.S(`"`)
	p.Moved(x, y, "")
	p.S(`><g class="shape"`)
	if size == Small {
		p.S(` transform="scale(.7)"`)
	}
	p.S(">")
	if who.shape == "" {
		p.S(`<circle r="8"/>`)
	} else {
		p.S(who.shape)
	}
	p.S(`</g>`)
	if who.Letter != "" {
		p.S(`<text class="badge-letter"`)
		p.Attr("y", who.letterY-Unit(size)*25)
		p.S(">")
		p.Escape(who.Letter)
		p.S("</text>")
	}
	p.S("</g>")
}
