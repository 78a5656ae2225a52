package scene

import "lockstep/web/draw"

const (
	bodyHeight    = 20 * px
	uprightLength = bodyHeight + 8*px // of one that travels down or up
)

// bodyLength is how long a message's body is in the direction it travels.
func bodyLength(name string, vertical bool) (length, across unit) {
	w := draw.TextWidth(name, nameSize, true)
	if vertical {
		return uprightLength, w + 14*px
	}
	return w + 18*px, bodyHeight
}

// dense tells whether so many talk to so many machines that the names of messages
// would cover each other: what travels is then an arrow without one.
func (d *drawing) dense() bool { return d.plan.client == chip && d.c*d.n > 60 }

// arrowLength and arrowAcross are the size of such an arrow.
const (
	arrowLength = 17 * px
	arrowAcross = 14 * px
)

func bodyTextY(back, vertical bool) unit {
	switch {
	case !vertical:
		return 0
	case back:
		return 3 * px
	}
	return -3 * px
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

// tails are those of the six shapes of clients, which they echo.
var tails = [...]tailForm{roundTail, flatTail, notchedTail, pointedTail, slantedTail, cutTail}

// body draws the arrow of a message around the origin, right or down, or back. Its
// tail echoes the shape of the client that it belongs to, so that colour is not
// the only sign.
func (d *drawing) body(length, across unit, back, vertical bool, look int) {
	d.S(`<path class="body" d="`)
	d.outline(length, across, back, vertical, look)
	d.S(`"/>`)
}

// outline writes the path of a body around the drawing's origin.
func (d *drawing) outline(length, across unit, back, vertical bool, look int) {
	a, b, tip := length/2, across/2, 8*px
	d.upright = vertical
	if back {
		a, tip = -a, -tip
	}
	d.S("M")
	d.corner(a, 0)
	d.corner(a-tip, b)
	d.tail(-a, tip, b, look)
	d.corner(a-tip, -b)
	d.S("Z")
}

// tail draws the end at a of a body, from b on one side to b on the other; tip
// is as long as the arrow's and points the same way.
func (d *drawing) tail(a, tip, b unit, look int) {
	round := min(8*px, b)
	switch tails[look] {
	case roundTail:
		d.corner(a+tip, b)
		d.S("Q")
		d.corner(a, b)
		d.corner(a, b-round)
		d.S("L")
		d.corner(a, round-b)
		d.S("Q")
		d.corner(a, -b)
		d.corner(a+tip, -b)
		d.S("L")
	case flatTail:
		d.corner(a, b)
		d.corner(a, -b)
	case notchedTail:
		d.corner(a, b)
		d.corner(a+tip/2, 0)
		d.corner(a, -b)
	case pointedTail:
		d.corner(a+tip/2, b)
		d.corner(a, 0)
		d.corner(a+tip/2, -b)
	case slantedTail:
		d.corner(a, b)
		d.corner(a+tip/2, -b)
	case cutTail:
		d.corner(a+tip/2, b)
		d.corner(a, b-tipSide)
		d.corner(a, tipSide-b)
		d.corner(a+tip/2, -b)
	}
}

// tipSide is how much of a cut tail's side is gone.
const tipSide = 5 * px

// corner writes a point of a body: so far along its way, so far to its side.
func (d *drawing) corner(along, side unit) {
	if d.upright {
		along, side = side, along
	}
	d.Px(d.origin.x + along)
	d.S(" ")
	d.Px(d.origin.y + side)
	d.S(" ")
}
