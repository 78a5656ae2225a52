package scene

// How things stand where there is the width of a telephone: clients on top, two in a
// row, what they work on below them, and the machines as rows beneath. A client's
// messages travel down its own rail at the edge, the first client's at the left, the
// second one's at the right, and so on.

const (
	narrowWidth  = 350 * px
	narrowMargin = 6 * px
	railGutter   = 44 * px // beside the rows of machines: where rails and messages are
	innerRail    = 20 * px // of the only client on its side: a message's name has room around it
	outerRails   = 5 * px  // from one rail to the next where there are several
	railTracks   = 4       // rails on a side; more clients share them
	insetCards   = 27 * px // of cards that stand several rows high: rails pass beside them
	rowHeight    = 48 * px
	narrowLens   = 40 * px
	narrowChip   = 38 * px
	betweenRows  = 8 * px
	errandGap    = 32 * px // between clients and resources: reads and writes come and go there
	besideCards  = 15 * px // from a card to the middle of a message that covers none of it
	keyIndent    = 78 * px // where a row shows its key, right of name and clock

	// A message is seen on the last stretch of its rail, beside the row that it goes to or
	// comes from: what goes to another row at the same time covers none of it.
	ownStretch = rowHeight + betweenRows - uprightLength
)

func (d *drawing) arrangeNarrow() {
	pl := &d.plan
	pl.w, pl.rails = narrowWidth, true
	pl.rows, pl.node = shortRows, row
	y := d.narrowClients(narrowMargin + tabHeight/2)
	pl.railsFrom = y + besideCards
	y = d.narrowResources(y)
	pl.h = d.narrowNodes(y) + narrowMargin
}

// narrowClients stands the clients two in a row and returns where they end.
func (d *drawing) narrowClients(y unit) unit {
	pl := &d.plan
	gap := unit(betweenRows)
	h := d.clientHeight()
	switch pl.client {
	case compact:
		h = compactSize
	case chip:
		h = narrowChip
	}
	x := unit(narrowMargin)
	if d.c > 2 {
		x = insetCards
	}
	pl.cols = min(max(d.c, 1), 2)
	w := (narrowWidth - 2*x - unit(pl.cols-1)*gap) / unit(pl.cols)
	pl.first = box{X: x, Y: y, W: w, H: h}
	pl.stepX = w + gap
	if pl.client == card {
		gap += tabHeight
	}
	pl.stepY = h + gap
	rows := unit((d.c + 1) / 2)
	return y + rows*pl.stepY - gap
}

// narrowResources stands the resources below y, two in a row if there are several,
// and returns where they end.
func (d *drawing) narrowResources(y unit) unit {
	pl := &d.plan
	n := len(d.st.Resources)
	if n == 0 {
		return y + errandGap/2
	}
	y += errandGap
	h := d.resourceHeight()
	pl.resource = box{X: railGutter, Y: y, W: narrowWidth - 2*railGutter, H: h}
	pl.doors = 0 < d.c && d.c <= 2 && n == 1
	if n > 1 {
		const w = (narrowWidth - 2*insetCards - betweenRows) / 2
		pl.resource.X, pl.resource.W = insetCards, w
		pl.resourceCols, pl.resourceX = 2, w+betweenRows
		pl.railsFrom = y + unit((n+1)/2)*(h+betweenRows) - betweenRows + besideCards
	}
	pl.resourceY = h + betweenRows
	rows := unit((n + pl.resourceCols - 1) / pl.resourceCols)
	return y + rows*pl.resourceY + betweenRows
}

// narrowNodes stands the machines below each other from y on, sentinels last, and
// returns where they end.
func (d *drawing) narrowNodes(y unit) unit {
	pl := &d.plan
	left, right := unit(railGutter), unit(railGutter)
	if d.c < 2 {
		right = narrowMargin
	}
	if d.c < 1 {
		left = narrowMargin
	}
	if pl.rail {
		right += railWidth
	}
	w := narrowWidth - left - right
	pl.railAt = left + w
	stand := func(sentinels bool) {
		for i := range pl.nodes {
			if d.isSentinel(i) != sentinels {
				continue
			}
			h, gap := rowHeight+d.roleLine(i), unit(betweenRows)
			if sentinels {
				h, gap = narrowLens, finger-narrowLens
			}
			pl.nodes[i] = box{X: left, Y: y, W: w, H: h}
			y += h + gap
		}
	}
	stand(false)
	stand(true)
	return y - betweenRows
}

// railOf returns where client i's rail runs, whether it does so at the right, how many
// clients have theirs on that side, and which of them it is.
func (d *drawing) railOf(i int) (x unit, atRight bool, side, of int) {
	atRight, side, of = i%2 == 1, i/2, (d.c+1)/2
	if atRight {
		of = d.c / 2
	}
	x = innerRail
	if d.c > 2 {
		x = outerRails * unit(1+side%railTracks)
	}
	if atRight {
		x = narrowWidth - x
	}
	return x, atRight, side, of
}

// railLane is the way from client i to node j: out to its rail, down, and in to the
// node.
func (d *drawing) railLane(i, j int) way {
	c, n := d.plan.clientBox(i), d.plan.nodeBox(j)
	x, atRight, side, of := d.railOf(i)
	y := n.Y + n.H*unit(side+1)/unit(of+1)
	w := way{n: 4, vertical: true, railed: true, look: i, clear: max(d.plan.railsFrom, y-ownStretch)}
	w.at = [4]point{{c.X, c.MidY()}, {x, c.MidY()}, {x, y}, {n.X, y}}
	if atRight {
		w.at[0].x, w.at[3].x = c.Right(), n.Right()
	}
	if d.c <= 2 { // straight down from the card
		w.at[0], w.at[1] = point{x, c.Bottom()}, point{x, c.Bottom()}
	}
	return w
}

// narrowErrand is the way from client i to resource k: straight down, or, where others
// stand between, down the middle.
func (d *drawing) narrowErrand(i, k int) way {
	c, r := d.plan.clientBox(i), d.plan.resourceBox(k)
	if d.plan.doors {
		x := d.doorAt(c, r)
		return way{n: 2, vertical: true, look: i, at: [4]point{{x, c.Bottom()}, {x, r.Y + 22*px}}}
	}
	const middle = narrowWidth / 2
	w := way{n: 4, vertical: true, railed: true, look: i, clear: d.clientsEnd() + besideCards}
	w.at = [4]point{{c.Right(), c.MidY()}, {middle, c.MidY()}, {middle, r.Y - besideCards}, {middle, r.Y}}
	switch {
	case c.X < middle && middle < c.Right(): // it is the only one
		w.at[0], w.at[1] = point{middle, c.Bottom()}, point{middle, c.Bottom()}
	case c.X > middle:
		w.at[0].x = c.X
	}
	switch {
	case r.X > middle:
		w.at[2].y, w.at[3] = r.MidY(), point{r.X, r.MidY()}
	case r.Right() < middle:
		w.at[2].y, w.at[3] = r.MidY(), point{r.Right(), r.MidY()}
	}
	return w
}

// doorAt is where a client goes in and out of the only resource.
func (d *drawing) doorAt(c, r box) unit {
	if c.MidX() < r.MidX() {
		return r.X + 42*px
	}
	return r.Right() - 42*px
}

// clientsEnd is where the last row of clients ends.
func (d *drawing) clientsEnd() unit { return d.plan.clientBox(d.c - 1).Bottom() }
