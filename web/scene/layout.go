package scene

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// Lengths are written often, so their words are short.
type (
	unit = draw.Unit
	box  = draw.Box
)

const (
	px   = draw.Px
	half = draw.Half
)

// plan is where things stand. It depends on the cast and the layout alone, so
// nothing jumps while a run plays.
type plan struct {
	w, h     unit
	vertical bool // messages travel down and up, not right and left
	client   clientForm
	rows     cardRows // of a client's whole card
	node     nodeForm

	dog  bool // some client has a watchdog
	rail bool // machines speak with each other, along a rail beside them

	rails     bool // clients' messages travel along rails at the edges
	railsFrom unit // where nothing but the machines is between the rails

	first          box // the first client
	cols           int // clients in a row
	stepX, stepY   unit
	afterX, afterY unit // what the resource takes up after the first client
	doors          bool // the only resource has a client on either side
	above          bool // the resources stand above the clients

	resource       box // the first resource
	resourceCols   int
	resourceX      unit // from one resource to the next
	resourceY      unit
	nodes          []box
	lowerRow       int  // the first node of a lower row; as many as there are nodes if there is none
	railAt, bottom unit // where the rail runs; where the row of nodes above it ends
}

// clientForm says how much of a client is shown: with many, less.
type clientForm uint8

const (
	card    clientForm = iota // everything
	compact                   // what it does, or its belief
	chip                      // one line
)

// nodeForm says how a node's key is arranged.
type nodeForm uint8

const (
	tall   nodeForm = iota // the bar below token and time
	flat                   // the same, with less air
	roomy                  // with the key's name and room for a ghost
	narrow                 // one below the other
	row                    // beside the node's name
)

const (
	figureWidth  = 400 * px
	stageWidth   = 928 * px
	columnWidth  = 146 * px
	compactSize  = 48 * px
	chipSize     = 24 * px
	figureMargin = 3 * px
	stageMargin  = 8 * px
	tabHeight    = 8 * px // by which a tab stands out of its card's upper edge
	gutterHeight = 98 * px
	nodeHeight   = 106 * px
	dogHeight    = 18 * px // of a watchdog's row
	roleHeight   = 16 * px // of the line that says what a node is
	railWidth    = 26 * px
	lensHeight   = 24 * px // of a sentinel in a column
)

func (d *drawing) arrange() {
	d.plan = plan{cols: 1, resourceCols: 1, nodes: make([]box, 0, 16), rows: fullRows}
	switch {
	case d.c <= 3:
		d.plan.client = card
	case d.c <= 8:
		d.plan.client = compact
	default:
		d.plan.client = chip
	}
	for i := range d.st.Nodes {
		if d.st.Nodes[i].Role != trace.RoleMaster {
			d.plan.rail = true
		}
		d.plan.nodes = append(d.plan.nodes, box{})
	}
	for i := range d.st.Clients {
		d.plan.dog = d.plan.dog || d.st.Clients[i].Watchdog > 0
	}
	switch d.o.Layout {
	case Stage:
		d.Class = "scene-stage"
		d.arrangeStage()
	case Narrow:
		d.Class = "scene-narrow"
		d.arrangeNarrow()
	default:
		d.Class, d.Small = "scene-figure", 1230 // no text under 10.5 px where it is narrowest
		d.arrangeFigure()
	}
	d.Width, d.Height = int(d.plan.w/px), int((d.plan.h+px-1)/px)
}

// isSentinel tells whether node i watches others and holds no keys.
func (d *drawing) isSentinel(i int) bool { return d.st.Nodes[i].Role == trace.RoleSentinel }

// sentinels counts them.
func (d *drawing) sentinels() int {
	n := 0
	for i := range d.st.Nodes {
		if d.isSentinel(i) {
			n++
		}
	}
	return n
}

// clientHeight is how high a client's card is.
func (d *drawing) clientHeight() unit {
	if d.plan.dog {
		return d.plan.rows.height + dogHeight
	}
	return d.plan.rows.height
}

// resourceHeight is how high a resource's low card is: with a line for its kind
// and value, and one for its guard, where any has them.
func (d *drawing) resourceHeight() unit {
	h := 70 * px
	if d.resourcesHave(func(r *trace.ResourceState) bool { return r.Kind != "" }) {
		h += 16 * px
	}
	if d.resourcesHave(guarded) {
		h += 20 * px
	}
	return h
}

func guarded(r *trace.ResourceState) bool { return r.Guard != "" && r.Guard != "none" }

func (d *drawing) resourcesHave(what func(*trace.ResourceState) bool) bool {
	for i := range d.st.Resources {
		if what(&d.st.Resources[i]) {
			return true
		}
	}
	return false
}

// arrangeFigure puts clients into a column on the left, nodes on the right, and
// the rail on their far side.
func (d *drawing) arrangeFigure() {
	pl := &d.plan
	pl.w = figureWidth
	left := d.arrangeLeft()
	right := d.arrangeRight(left)
	inner := max(left, right)
	top := figureMargin + tabHeight
	pl.h = top + inner + figureMargin
	pl.first.Y = top + (inner-left)/2
	pl.resource.Y += pl.first.Y
	for i := range pl.nodes {
		pl.nodes[i].Y += top + (inner-right)/2
	}
}

// arrangeLeft puts the clients and the resources into their column, from 0 on, and
// returns how high that is.
func (d *drawing) arrangeLeft() unit {
	pl := &d.plan
	pl.first = draw.At(figureMargin, 0, columnWidth, d.clientHeight())
	gap := 9 * px
	switch pl.client {
	case compact:
		pl.first.H = compactSize
	case chip:
		pl.first.H, gap = chipSize, 3*px
	}
	pl.stepY = pl.first.H + gap
	left := unit(d.c)*pl.stepY - gap
	n := unit(len(d.st.Resources))
	if n == 0 {
		return max(left, 0)
	}
	if d.c == 0 {
		left = -8 * px
	}
	pl.resource = draw.At(figureMargin, left+8*px, columnWidth, d.resourceHeight())
	pl.resourceY = pl.resource.H + 8*px
	if 0 < d.c && d.c <= 2 && n == 1 {
		pl.afterY = pl.resource.H + 9*px
		pl.resource.Y = pl.first.H + 8*px
		pl.doors = true
	}
	return left + n*pl.resourceY
}

// arrangeRight puts the nodes into theirs, sentinels last, and returns how high
// that is. A lower column is spread to the height of the other.
func (d *drawing) arrangeRight(other unit) unit {
	pl := &d.plan
	pl.lowerRow = d.n
	watching := unit(d.sentinels())
	n := unit(d.n) - watching
	h, gap := 66*px, 10*px
	if n > 6 || n > 4 && watching > 0 {
		pl.node, h, gap = flat, 53*px, 9*px
	}
	const between = 6 * px
	lenses := watching * (lensHeight + between)
	cards := n * h
	for i := range pl.nodes {
		cards += d.roleLine(i)
	}
	right := cards + (n-1)*gap + lenses
	if n == 0 {
		right = max(lenses-between, 0)
	}
	if right < other && n > 1 {
		gap = min((other-lenses-cards)/(n-1), 32*px)
		right = cards + (n-1)*gap + lenses
	}
	x := pl.w - figureMargin - columnWidth
	if pl.rail {
		x -= railWidth
		pl.railAt = x + columnWidth
	}
	y, lens := unit(0), right-lenses+between
	if n == 0 {
		lens = 0
	}
	for i := range pl.nodes {
		if d.isSentinel(i) {
			pl.nodes[i] = draw.At(x, lens, columnWidth, lensHeight)
			lens += lensHeight + between
			continue
		}
		pl.nodes[i] = draw.At(x, y, columnWidth, h+d.roleLine(i))
		y += pl.nodes[i].H + gap
	}
	return right
}

// roleLine is how much higher node i is for the line that says what it is.
func (d *drawing) roleLine(i int) unit {
	switch d.st.Nodes[i].Role {
	case trace.RoleMaster, trace.RoleSentinel:
		return 0
	}
	return roleHeight
}

func (pl *plan) clientBox(i int) box {
	b := pl.first
	b.X += unit(i%pl.cols) * pl.stepX
	b.Y += unit(i/pl.cols) * pl.stepY
	if i > 0 {
		b.X += pl.afterX
		b.Y += pl.afterY
	}
	return b
}

func (pl *plan) nodeBox(i int) box { return pl.nodes[i] }

func (pl *plan) resourceBox(i int) box {
	b := pl.resource
	b.X += unit(i%pl.resourceCols) * pl.resourceX
	b.Y += unit(i/pl.resourceCols) * pl.resourceY
	return b
}
