package scene

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/phrase"
	"lockstep/web/thing"
)

// Layout says how a picture's things are arranged.
type Layout uint8

const (
	// Figure stands beside a lesson's text: 400 wide, clients left, nodes right.
	// It stays readable when it is shown 346 px wide.
	Figure Layout = iota
	// Stage is 928 wide: clients above, nodes below.
	Stage
	// Narrow is for telephones, 350 wide: clients above, nodes as rows below them,
	// and messages along rails at the edges. It reads well from 330 px on.
	Narrow
)

// Options say how to draw.
type Options struct {
	Layout Layout
	Words  phrase.Catalog
	Lang   string // of Words, as in lang attributes
	ID     string // begins every id; must differ among the pictures of one page

	Hands bool        // things can be taken hold of: each has a target
	Held  thing.Thing // the one whose menu is open

	Passing bool // others follow at once: of a crowd of messages a glimpse is enough
}

// Draw draws the state as it is at t, which must not be before the state's last
// event nor after the next one.
func Draw(s *trace.State, t trace.Time, o Options) *draw.Picture {
	p := new(draw.Picture)
	Redraw(p, s, t, o)
	return p
}

// Redraw is Draw into the memory of an older picture.
func Redraw(p *draw.Picture, s *trace.State, t trace.Time, o Options) {
	if o.ID == "" {
		o.ID = "scene"
	}
	p.Reset(t, draw.Options{Words: o.Words, Lang: o.Lang, ID: o.ID})
	p.Label, p.Hands = o.Words.Say("scene.title"), o.Hands

	d := drawing{Picture: p, o: o, st: s, t: t, n: len(s.Nodes), c: len(s.Clients)}
	d.arrange()
	if d.dense() {
		p.Class += " scene-dense"
	}
	d.side, d.parted = d.sides()
	if !o.Hands { // else each thing says of itself what it is
		d.describe()
	}
	d.Definitions(d.c)
	d.follows()
	d.tethers()
	d.links()
	// Where cards stand in several rows, what travels passes over them.
	// Where hands come in, what travels also comes last of what the focus goes through.
	over := d.plan.above || d.plan.lowerRow < d.n || d.plan.rails || o.Hands
	if !over {
		d.messages()
		d.signs() // what passes may not cover their words
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
	d.linkTabs()
	if over {
		d.messages()
		d.signs()
	}
	d.violations()
}

// drawing is one call of Redraw.
type drawing struct {
	*draw.Picture
	o    Options
	st   *trace.State
	t    trace.Time
	n, c int // how many nodes and clients
	plan plan

	side   [mostMachines]int // of the machines, in a partition
	parted bool              // there is one that leaves several on either side

	// Of the message being drawn:
	upright bool  // it travels up or down
	origin  point // its middle
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
