package scene

import "lockstep/web/draw"

// How the stage is arranged: clients and resources above, machines below.

const (
	lensWidth   = 58 * px // of a sentinel in a row
	lensTall    = 82 * px
	lensGap     = 7 * px
	groupGap    = 26 * px // between nodes and sentinels
	leastNode   = 86 * px // narrower, a node says nothing
	rowGap      = 46 * px // between two rows of machines, where the rail is
	stageTop    = stageMargin + 2*px
	railDepth   = 26 * px // below the only row
	widestNode  = 200 * px
	nodeSpacing = 14 * px
)

func (d *drawing) arrangeStage() {
	pl := &d.plan
	pl.w, pl.vertical = stageWidth, true
	inner := stageWidth - 2*stageMargin
	var top unit
	if pl.client == card && len(d.st.Resources) <= 1 {
		top = d.arrangeCards(inner)
	} else {
		top = d.arrangeGrid(inner)
	}
	y := stageTop + top + gutterHeight
	if pl.rail {
		y -= 14 * px // half of what the rail needs
	}
	pl.lowerRow = d.n
	watching := d.sentinels()
	n := d.n - watching
	if room := inner - lensesWide(watching); n == 0 || nodeWidth(room, n) >= leastNode {
		pl.h = d.arrangeRow(y, inner, 0, d.n)
	} else {
		pl.h = d.arrangeTwoRows(y, inner)
	}
	pl.h += stageMargin
}

// lensesWide is how wide so many sentinels are, with the gap before them.
func lensesWide(n int) unit {
	if n == 0 {
		return 0
	}
	return unit(n)*(lensWidth+lensGap) - lensGap + groupGap
}

func nodeWidth(room unit, n int) unit {
	return min((room-unit(n-1)*nodeSpacing)/unit(max(n, 1)), widestNode)
}

// arrangeRow stands the nodes from..to in a row, sentinels last, and returns where
// it ends.
func (d *drawing) arrangeRow(y, inner unit, from, to int) unit {
	pl := &d.plan
	watching := 0
	for i := from; i < to; i++ {
		if d.isSentinel(i) {
			watching++
		}
	}
	n := to - from - watching
	room := inner - lensesWide(watching)
	w, gap := nodeWidth(room, n), unit(nodeSpacing)
	if from == 0 {
		pl.node = roomy
	}
	if w < 160*px {
		pl.node = narrow
	}
	used := unit(n)*(w+gap) - gap
	if n > 1 && used < room {
		gap = min((room-unit(n)*w)/unit(n-1), 60*px)
		used = unit(n)*(w+gap) - gap
	}
	if n == 0 {
		used = -groupGap
	}
	h := unit(nodeHeight)
	for i := from; i < to; i++ {
		h = max(h, nodeHeight+d.roleLine(i))
	}
	x := (stageWidth - used - lensesWide(watching)) / 2
	lens := x + used + groupGap
	for i := from; i < to; i++ {
		if d.isSentinel(i) {
			pl.nodes[i] = draw.At(lens, y, lensWidth, lensTall)
			lens += lensWidth + lensGap
			continue
		}
		pl.nodes[i] = draw.At(x, y, w, h)
		x += w + gap
	}
	if pl.bottom = y + h; pl.rail {
		pl.railAt = pl.bottom
		return pl.bottom + railDepth
	}
	return pl.bottom
}

// arrangeTwoRows stands sentinels and members of the lock service below the other
// nodes, where one row is too narrow for all. The rail runs between the rows.
func (d *drawing) arrangeTwoRows(y, inner unit) unit {
	pl := &d.plan
	rail := pl.rail
	pl.rail = false
	pl.lowerRow = d.firstApart()
	end := d.arrangeRow(y, inner, 0, pl.lowerRow)
	bottom := end
	end = d.arrangeRow(end+rowGap, inner, pl.lowerRow, d.n)
	pl.rail, pl.railAt, pl.bottom = rail, bottom, bottom
	return end
}

// firstApart is the first node that holds no keys of its own: a cast lists
// sentinels and members last.
func (d *drawing) firstApart() int {
	for i := range d.st.Nodes {
		if d.apart(i) {
			return i
		}
	}
	return d.n
}

// arrangeCards stands up to three clients in a row, the resource second, and
// returns how high that is.
func (d *drawing) arrangeCards(inner unit) unit {
	pl := &d.plan
	places := unit(d.c)
	if len(d.st.Resources) > 0 {
		places++
	}
	w, gap := 272*px, 48*px
	if places == 4 {
		w, gap = 216*px, 16*px
	}
	h := d.cardHeight(w)
	if len(d.st.Resources) > 0 {
		h = max(h, d.tallResource())
	}
	x := stageMargin + (inner-(places*(w+gap)-gap))/2
	pl.first = draw.At(x, stageTop, w, h)
	pl.cols, pl.stepX = max(d.c, 1), w+gap
	if len(d.st.Resources) > 0 {
		pl.afterX = w + gap
		pl.resource = draw.At(x+w+gap, stageTop, w, h)
		if d.c == 0 {
			pl.resource.X = x
		}
		pl.doors = d.c <= 2
	}
	return h
}

// cardHeight is how high the whole card of a client is when it is so wide.
func (d *drawing) cardHeight(w unit) unit {
	if w >= leastWide {
		d.plan.rows = wideRows
	}
	return d.clientHeight()
}

// tallResource is how high a resource's card is in a row of high ones: its name and
// kind, the room, who is inside, and its guard, where it has one.
func (d *drawing) tallResource() unit {
	h := 139 * px
	if d.resourcesHave(guarded) {
		h += 23 * px
	}
	return h
}

// arrangeGrid stands many clients, or those of several resources, in rows below
// the resources, and returns how high that is.
func (d *drawing) arrangeGrid(inner unit) unit {
	pl := &d.plan
	gap := 14 * px
	var h unit
	switch pl.client {
	case card:
		pl.cols = max(d.c, 1)
	case compact:
		pl.cols, h = 4, compactSize
	default:
		pl.cols, gap, h = 6, 7*px, chipSize
	}
	w := min((inner-unit(pl.cols-1)*gap)/unit(pl.cols), 420*px)
	if pl.client == card {
		h = d.cardHeight(w)
	}
	y := unit(stageTop)
	if n := len(d.st.Resources); n > 0 {
		pl.above = true
		pl.resourceCols = min(n, 4)
		cols := unit(pl.resourceCols)
		rw := min((inner-(cols-1)*14*px)/cols, 420*px)
		pl.resource = draw.At(stageMargin+(inner-cols*(rw+14*px)+14*px)/2, y, rw, d.resourceHeight())
		pl.resourceX, pl.resourceY = rw+14*px, pl.resource.H+14*px
		rows := unit((n + pl.resourceCols - 1) / pl.resourceCols)
		y += rows*pl.resourceY + 26*px // where reads and writes are seen to come and go
	}
	used := unit(min(pl.cols, max(d.c, 1)))*(w+gap) - gap
	pl.first = draw.At(stageMargin+(inner-used)/2, y, w, h)
	pl.stepX, pl.stepY = w+gap, h+gap
	rows := unit((d.c + pl.cols - 1) / pl.cols)
	return y + rows*(h+gap) - gap - stageTop
}
