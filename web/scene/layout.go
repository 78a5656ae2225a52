package scene

// plan is where things stand. It depends on the cast and the layout alone, so
// nothing jumps while a run plays.
type plan struct {
	w, h     unit
	vertical bool // messages travel down and up, not right and left
	client   clientForm
	node     nodeForm

	first          box // the first client
	cols           int // clients in a row
	stepX, stepY   unit
	afterX, afterY unit // what the resource takes up after the first client
	resource       box
	doors          bool // the resource has a client on either side

	node0        box
	nodeX, nodeY unit // from one node to the next
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
)

const (
	figureWidth  = 400 * px
	stageWidth   = 928 * px
	columnWidth  = 146 * px
	cardHeight   = 156 * px
	compactSize  = 48 * px
	chipSize     = 24 * px
	figureMargin = 3 * px
	stageMargin  = 8 * px
	gutterHeight = 116 * px
	nodeHeight   = 118 * px
)

func (d *drawing) arrange() {
	d.plan = plan{cols: 1}
	switch {
	case d.c <= 3:
		d.plan.client = card
	case d.c <= 8:
		d.plan.client = compact
	default:
		d.plan.client = chip
	}
	if d.o.Layout == Stage {
		d.layout = "scene-stage"
		d.arrangeStage()
	} else {
		d.layout = "scene-figure"
		d.arrangeFigure()
	}
	d.Width, d.Height = int(d.plan.w/px), int((d.plan.h+px-1)/px)
}

// arrangeFigure puts clients into a column on the left, nodes on the right.
func (d *drawing) arrangeFigure() {
	pl := &d.plan
	pl.w = figureWidth
	pl.first = box{figureMargin, 0, columnWidth, cardHeight}
	gap := 8 * px
	switch pl.client {
	case compact:
		pl.first.h, gap = compactSize, 6*px
	case chip:
		pl.first.h, gap = chipSize, 3*px
	}
	pl.stepY = pl.first.h + gap
	left := unit(d.c)*pl.stepY - gap
	if len(d.st.Resources) > 0 {
		pl.resource = box{figureMargin, left + 8*px, columnWidth, 70 * px}
		left += 8*px + pl.resource.h
		if d.c <= 2 {
			pl.afterY = pl.resource.h + 8*px
			pl.resource.y = pl.first.h + 8*px
			pl.doors = true
		}
	}

	pl.node0 = box{pl.w - figureMargin - columnWidth, 0, columnWidth, 66 * px}
	gap = 10 * px
	if d.n > 6 {
		pl.node, pl.node0.h, gap = flat, 53*px, 7*px
	}
	n := unit(d.n)
	right := n*(pl.node0.h+gap) - gap
	if right < left && n > 1 {
		gap = min((left-n*pl.node0.h)/(n-1), 32*px)
		right = n*(pl.node0.h+gap) - gap
	}
	pl.nodeY = pl.node0.h + gap

	inner := max(left, right)
	pl.h = inner + 2*figureMargin
	pl.first.y = figureMargin + (inner-left)/2
	pl.resource.y += pl.first.y
	pl.node0.y = figureMargin + (inner-right)/2
}

// arrangeStage puts clients and resource above, nodes below.
func (d *drawing) arrangeStage() {
	pl := &d.plan
	pl.w, pl.vertical = stageWidth, true
	inner := stageWidth - 2*stageMargin
	top := unit(cardHeight)
	if pl.client == card {
		d.arrangeCards(inner)
	} else {
		top = d.arrangeGrid(inner)
	}
	n := max(unit(d.n), 1)
	gap := 14 * px
	w := min((inner-(n-1)*gap)/n, 172*px)
	pl.node = roomy
	if w < 160*px {
		pl.node = narrow
	}
	used := n*(w+gap) - gap
	if n > 1 && used < inner {
		gap = min((inner-n*w)/(n-1), 60*px)
		used = n*(w+gap) - gap
	}
	pl.node0 = box{(stageWidth - used) / 2, stageMargin + top + gutterHeight, w, nodeHeight}
	pl.nodeX = w + gap
	pl.h = pl.node0.bottom() + stageMargin
}

// arrangeCards stands up to three clients in a row, the resource second.
func (d *drawing) arrangeCards(inner unit) {
	pl := &d.plan
	places := unit(d.c)
	if len(d.st.Resources) > 0 {
		places++
	}
	w, gap := 272*px, 48*px
	if places == 4 {
		w, gap = 216*px, 16*px
	}
	x := stageMargin + (inner-(places*(w+gap)-gap))/2
	pl.first = box{x, stageMargin, w, cardHeight}
	pl.cols, pl.stepX = max(d.c, 1), w+gap
	if len(d.st.Resources) > 0 {
		pl.afterX = w + gap
		pl.resource = box{x + w + gap, stageMargin, w, cardHeight}
		pl.doors = d.c <= 2
	}
}

// arrangeGrid stands many clients in rows below the resource, and returns how
// high that is.
func (d *drawing) arrangeGrid(inner unit) unit {
	pl := &d.plan
	pl.cols = 4
	gap, h := 12*px, unit(compactSize)
	if pl.client == chip {
		pl.cols, gap, h = 6, 7*px, chipSize
	}
	w := (inner - unit(pl.cols-1)*gap) / unit(pl.cols)
	y := unit(stageMargin)
	if len(d.st.Resources) > 0 {
		pl.resource = box{stageMargin + (inner-420*px)/2, y, 420 * px, 69 * px}
		y += pl.resource.h + gap
	}
	pl.first = box{stageMargin, y, w, h}
	pl.stepX, pl.stepY = w+gap, h+gap
	rows := unit((d.c + pl.cols - 1) / pl.cols)
	return y + rows*(h+gap) - gap - stageMargin
}

func (pl *plan) clientBox(i int) box {
	b := pl.first
	b.x += unit(i%pl.cols) * pl.stepX
	b.y += unit(i/pl.cols) * pl.stepY
	if i > 0 {
		b.x += pl.afterX
		b.y += pl.afterY
	}
	return b
}

func (pl *plan) nodeBox(i int) box {
	b := pl.node0
	b.x += unit(i) * pl.nodeX
	b.y += unit(i) * pl.nodeY
	return b
}

// lane is the way between a client and a node.
type lane struct{ x1, y1, x2, y2 unit }

// lane returns the way from client i to node j. Each pair has its own, so that
// what travels does not cover what else travels.
func (d *drawing) lane(i, j int) lane {
	c, n := d.plan.clientBox(i), d.plan.nodeBox(j)
	fromPart := func(length unit) unit { return length * unit(2*j+1) / unit(2*d.n) }
	toPart := func(length unit) unit { return length * unit(i+1) / unit(d.c+1) }
	if d.plan.vertical {
		return lane{c.x + fromPart(c.w), c.bottom(), n.x + toPart(n.w), n.y}
	}
	return lane{c.right(), c.y + fromPart(c.h), n.x, n.y + toPart(n.h)}
}

// along returns the point at p per ten thousand of the lane that is left when
// margin is taken off at either end: where the middle of a thing of twice that
// length may be.
func (l lane) along(p int64, margin unit, vertical bool) (x, y unit) {
	span := l.x2 - l.x1
	if vertical {
		span = l.y2 - l.y1
	}
	margin = min(margin, span/2)
	whole := int64(max(span, 1))
	q := int64(margin) + p*int64(span-2*margin)/10_000
	return l.x1 + unit(int64(l.x2-l.x1)*q/whole), l.y1 + unit(int64(l.y2-l.y1)*q/whole)
}
