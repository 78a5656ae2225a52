package scene

import "lockstep/web/draw"

// A partition that leaves several machines on either side would stand on their rail as
// a row of walls that cover each other. Instead everybody's card says on which side it
// is: who has the same number can talk.

// mostMachines bounds how many nodes, sentinels and members a world has.
const mostMachines = 32

// sides numbers the sides that the machines have fallen into, from 1 on. It returns
// false where there is no such partition, or where all but one side are single
// machines, which have a wall around them.
func (d *drawing) sides() (of [mostMachines]int, parted bool) {
	if len(d.st.Links) == 0 || !d.plan.rail || d.n > mostMachines {
		return of, false
	}
	large, sides := 0, 0
	for i := range d.n {
		if of[i] > 0 {
			continue
		}
		sides++
		if d.gather(&of, i, sides) > 1 {
			large++
		}
	}
	return of, large > 1
}

// gather puts machine i on that side, and all that it can talk to, be it through
// others. It returns how many they are.
func (d *drawing) gather(of *[mostMachines]int, i, side int) int {
	of[i] = side
	n := 1
	for j := range d.n {
		if of[j] == 0 && !d.shut(d.nodeName(i), d.nodeName(j)) {
			n += d.gather(of, j, side)
		}
	}
	return n
}

// sideOf returns the side of a client or machine, or 0 where there are no sides, or it
// can reach several.
func (d *drawing) sideOf(name string) int {
	if !d.parted {
		return 0
	}
	if j := d.nodeIndex(name); j >= 0 {
		return d.side[j]
	}
	side := 0
	for j := range d.n {
		switch {
		case d.shut(name, d.nodeName(j)):
		case side > 0 && side != d.side[j]:
			return 0
		default:
			side = d.side[j]
		}
	}
	return side
}

// side says on which side of a partition a thing is.
func (t *tabs) side(name string) {
	n := t.d.sideOf(name)
	if n == 0 {
		return
	}
	d := t.d
	size, mono := d.SizeOf("fault-text")
	text := d.o.Words.Say("scene.side", "n", string(rune('0'+n)))
	if b, ok := t.room(draw.TextWidth(text, size, mono) + 7*px); ok {
		d.Rect("fault", b, 5*px)
		d.Text("fault-text mid", b.MidX(), b.MidY()+4*px, b.W, "scene.side", draw.Count("n", n))
	}
}
