package spacetime

import "lockstep/web/draw"

// describe says in words how things stand, for those who cannot see it: who believes,
// who is inside, what broke. What has happened one by one, the list of events tells.
func (d *drawing) describe() {
	d.BeginDescription()
	for i := range d.spans[beliefSpan] {
		if s := &d.spans[beliefSpan][i]; d.lasts(s) {
			d.Say("space.tell-believes", d.client(s), draw.Seconds("time", int64(s.since)))
			if s.parted {
				d.S("; ")
				d.Say("scene.parted")
			}
			d.S(". ")
		}
	}
	for i := range d.spans[insideSpan] {
		if s := &d.spans[insideSpan][i]; d.lasts(s) {
			d.Say("space.tell-inside", d.client(s), draw.Word("resource", d.rows[s.row].name), draw.Seconds("time", int64(s.from)))
			d.S(". ")
		}
	}
	for i := range d.marks {
		if m := &d.marks[i]; m.seq < d.n && m.kind == broken {
			d.Say(m.key)
			d.S(", ")
			d.Say("scene.at", draw.Seconds("time", int64(m.at)))
			d.S(". ")
		}
	}
	d.EndDescription()
}

// lasts tells whether a span has begun and has not ended.
func (d *drawing) lasts(s *span) bool { return s.began < d.n && (s.ended == 0 || s.ended >= d.n) }

func (d *drawing) client(s *span) draw.Fill {
	return draw.Word("client", d.rows[d.clients[s.who]].name)
}
