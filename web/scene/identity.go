package scene

import (
	"strconv"
	"unicode/utf8"

	"lockstep/sim/trace"
)

// identity is how one tells a client from the others: colour, shape, pattern and
// letter, never colour alone.
type identity struct {
	index   int
	class   string // of the colour
	shape   string
	letterY unit
	pattern string // tiles of a bar
	turned  bool
	letter  string
}

// tailForm is how a message of a client ends.
type tailForm uint8

const (
	roundTail tailForm = iota
	flatTail
	notchedTail
	pointedTail
	slantedTail
	cutTail
)

var looks = [...]struct {
	class, shape string
	letterY      unit
	tail         tailForm
}{
	{"who-a", `<circle r="12"/>`, 450, roundTail},
	{"who-b", `<rect x="-11" y="-11" width="22" height="22" rx="3.5"/>`, 450, flatTail},
	{"who-c", `<path d="M0-14 13.5 10.5H-13.5Z"/>`, 650, notchedTail},
	{"who-d", `<path d="M0-14.5 14.5 0 0 14.5-14.5 0Z"/>`, 450, pointedTail},
	{"who-e", `<path d="M0-13.5 13-4 8 11.5H-8L-13-4Z"/>`, 500, slantedTail},
	{"who-f", `<path d="M-6.5-11.5H6.5L13 0 6.5 11.5H-6.5L-13 0Z"/>`, 450, cutTail},
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

// operator is the identity of whoever typed a command at a node.
var operator = identity{index: -1, class: "who-none", pattern: patterns[0].tile}

// identify gives the i-th client its identity. The first six have a pattern
// each; from then on four patterns turn so that all 24 clients differ.
func identify(i int, id string) identity {
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
	return identity{
		index: i, class: look.class, shape: look.shape, letterY: look.letterY,
		pattern: patterns[k].tile, turned: patterns[k].turned, letter: letter,
	}
}

// owner returns the identity of the client of that name, or the operator's.
func (d *drawing) owner(name string) identity {
	if i := d.clientIndex(name); i >= 0 {
		return identify(i, name)
	}
	return operator
}

func (d *drawing) clientIndex(name string) int {
	for i := range d.st.Clients {
		if string(d.st.Clients[i].ID) == name {
			return i
		}
	}
	return -1
}

func (d *drawing) nodeIndex(name string) int {
	for i := range d.st.Nodes {
		if d.st.Nodes[i].ID == trace.NodeID(name) {
			return i
		}
	}
	return -1
}

func (p *Picture) barID(who *identity) {
	p.escape(p.o.ID)
	p.s("-bar-")
	p.buf = strconv.AppendInt(p.buf, int64(who.index+1), 10)
}

// definitions writes the pattern of each client's bars. They stand in the
// picture since a URL in a stylesheet would point into that sheet.
func (d *drawing) definitions() {
	d.begin("defs", "", "defs", 0, 0)
	d.s("<defs>")
	d.pattern(&operator)
	for i := range d.st.Clients {
		who := identify(i, string(d.st.Clients[i].ID))
		d.pattern(&who)
	}
	d.s(`<pattern id="`)
	d.escape(d.o.ID)
	d.s(`-hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path class="hatch-line" d="M0 4H8"/></pattern></defs>`)
	d.end()
}

func (p *Picture) pattern(who *identity) {
	p.s(`<pattern id="`)
	p.barID(who)
	p.s(`" class="`)
	p.s(who.class)
	p.s(`" width="6" height="6" patternUnits="userSpaceOnUse"`)
	if who.turned {
		p.s(` patternTransform="rotate(45)"`)
	}
	p.s(">")
	p.s(who.pattern)
	p.s("</pattern>")
}

// badgeSize is how large a badge is drawn; its letter shrinks less.
type badgeSize uint8

const (
	large badgeSize = iota
	small
)

// badge draws an identity's shape and letter around x, y.
func (p *Picture) badge(who *identity, x, y unit, size badgeSize, hollow bool) {
	p.s(`<g class="badge`)
	if hollow {
		p.s(" hollow")
	}
	p.s(`"`)
	p.moved(x, y, "")
	p.s(`><g class="shape"`)
	if size == small {
		p.s(` transform="scale(.7)"`)
	}
	p.s(">")
	if who.shape == "" {
		p.s(`<circle r="8"/>`)
	} else {
		p.s(who.shape)
	}
	p.s(`</g>`)
	if who.letter != "" {
		p.s(`<text class="badge-letter"`)
		p.attr("y", who.letterY-unit(size)*25)
		p.s(">")
		p.escape(who.letter)
		p.s("</text>")
	}
	p.s("</g>")
}
