package scene

import "lockstep/sim/trace"

// How a crowd of messages is drawn that is seen in passing: each where it is and as what it
// is, all that look alike in one path. Nothing of it moves or can be taken hold of.

// flight is a message in passing.
type flight struct {
	look int // of the client whose it is
	kind messageKind
	at   point

	back, vertical bool
}

func (d *drawing) flightOf(m *trace.Message, w *way) flight {
	reply := isReply(m)
	x, y := d.courseOf(m, w, reply, arrowLength, arrowAcross)(d.t)
	return flight{
		look: w.look % len(messageClasses), kind: kindOf(m, reply), at: point{x, y},
		back: reply != w.back, vertical: w.vertical,
	}
}

// glimpse draws what is seen in passing.
func (d *drawing) glimpse(seen []flight) {
	d.Until(d.t)
	d.Begin("glimpse", "", "glimpse", 0, 0)
	for look := range messageClasses {
		for kind := request; kind <= copied; kind++ {
			d.alike(seen, look, kind)
		}
	}
	d.End()
	d.origin = point{}
}

// alike draws those of one look and kind.
func (d *drawing) alike(seen []flight, look int, kind messageKind) {
	some := false
	for i := range seen {
		f := &seen[i]
		if f.look != look || f.kind != kind {
			continue
		}
		if !some {
			d.S(`<g class="`)
			d.S(messageClasses[look][kind])
			d.S(`"><path class="body" d="`)
			some = true
		}
		d.origin = f.at
		d.outline(arrowLength, arrowAcross, f.back, f.vertical, look)
	}
	if some {
		d.S(`"/></g>`)
	}
}
