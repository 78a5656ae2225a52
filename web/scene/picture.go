package scene

import (
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// Layout says how a picture's things are arranged.
type Layout uint8

const (
	// Figure stands beside a lesson's text: 400 wide, clients left, nodes right.
	// It stays readable when it is shown 346 px wide.
	Figure Layout = iota
	// Stage is 928 wide: clients above, nodes below.
	Stage
)

// Options say how to draw.
type Options struct {
	Layout Layout
	Words  phrase.Catalog
	Lang   string // of Words, as in lang attributes
	ID     string // begins every id; must differ among the pictures of one page
}

// Picture is the world at one instant, drawn. The zero Picture is ready for
// Redraw.
type Picture struct {
	Width  int // in pixels, as in the viewBox
	Height int

	o      Options
	layout string // the layout's class
	label  string
	parts  []part
	buf    []byte // all parts' markup, without the slots' values
	slots  []Slot

	boxes    []box           // of nodes, kept for their memory
	checkFit func(room unit) // for tests
	textFrom int
	textSize unit
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

// Draw draws the state as it is at t, which must not be before the state's last
// event nor after the next one.
func Draw(s *trace.State, t trace.Time, o Options) *Picture {
	p := new(Picture)
	p.Redraw(s, t, o)
	return p
}

// Redraw is Draw into the memory of an older picture.
func (p *Picture) Redraw(s *trace.State, t trace.Time, o Options) {
	if o.ID == "" {
		o.ID = "scene"
	}
	p.o, p.label = o, o.Words.Say("scene.title")
	p.parts, p.buf, p.slots = p.parts[:0], p.buf[:0], p.slots[:0]

	d := drawing{Picture: p, st: s, t: t, n: len(s.Nodes), c: len(s.Clients)}
	d.arrange()
	d.describe()
	d.definitions()
	d.follows()
	d.tethers()
	d.links()
	d.signs() // they stay: what passes may cover their words for a moment
	// Where cards stand in several rows, what travels passes over them.
	over := d.plan.above || d.plan.lowerRow < d.n
	if !over {
		d.messages()
	}
	for i := range s.Clients {
		d.client(i)
	}
	for k := range s.Resources {
		d.resource(k)
	}
	for i := range s.Nodes {
		d.node(i)
	}
	if over {
		d.messages()
	}
	d.violations()
}

// drawing is one call of Redraw.
type drawing struct {
	*Picture
	st   *trace.State
	t    trace.Time
	n, c int // how many nodes and clients
	plan plan

	upright bool // the message being drawn travels up or down
}

// justNow tells whether the last event is about the client or node of that name:
// what a reader of its sentence looks for in the picture.
func (d *drawing) justNow(name string) bool {
	e := d.st.Last
	switch {
	case e == nil:
		return false
	case e.Node != "":
		return string(e.Node) == name
	case e.Who != "":
		return e.Who == name
	}
	return e.From == name
}

// begin opens the part of that key: a group of that class, moved to x, y.
func (p *Picture) begin(kind, name, class string, x, y unit) {
	p.beginPair(kind, name, "", class, x, y)
}

// beginPair opens the part of something between two things.
func (p *Picture) beginPair(kind, name, of, class string, x, y unit) {
	p.parts = append(p.parts, part{kind: kind, name: name, of: of, from: len(p.buf), slot: len(p.slots)})
	p.s(`<g data-part="`)
	p.s(kind)
	if name != "" {
		p.s("-")
		p.escape(name)
	}
	if of != "" {
		p.s("-")
		p.escape(of)
	}
	p.s(`" class="`)
	p.s(class)
	if x != 0 || y != 0 {
		p.s(`" transform="translate(`)
		p.px(x)
		p.s(" ")
		p.px(y)
		p.s(")")
	}
	p.s(`">`)
}

// end closes what begin opened.
func (p *Picture) end() {
	p.s("</g>")
	last := &p.parts[len(p.parts)-1]
	last.to, last.last = len(p.buf), len(p.slots)
}
