package scene

import (
	"lockstep/sim/trace"
	"lockstep/web/draw"
)

// lastLost tells whether no later message was lost on the same way: two crosses
// would cover each other.
func (d *drawing) lastLost(k int) bool {
	m := &d.st.Messages[k]
	for i := k + 1; i < len(d.st.Messages); i++ {
		if o := &d.st.Messages[i]; o.Lost && o.From == m.From && o.To == m.To {
			return false
		}
	}
	return true
}

// freshFor is how long a loss is news of which nobody makes another attempt.
const freshFor = 500 * trace.Millisecond

// settled tells whether a lost message is no news any more: its attempt at the lock
// was decided without it, or something else has happened long after. A vote that is lost
// still later is news until its client goes on.
func (d *drawing) settled(m *trace.Message) bool {
	if m.Purpose != trace.ToAcquire && d.st.T.Sub(m.LostAt) > freshFor {
		return true
	}
	name, ok := trace.ParseMsg(m.Name)
	c := d.st.Client(name.Client)
	if !ok || c == nil || c.Count == nil || name.Activity != "" {
		return false
	}
	return m.LostAt <= c.Count.T || m.Purpose == trace.ToAcquire && m.LostAt < c.Since
}

// lost draws a message that broke off on its way.
func (d *drawing) lost(m *trace.Message, w *way) {
	from := w.at[0]
	if isReply(m) {
		from = w.at[w.n-1]
	}
	x, y := w.along(progress(m, isReply(m), m.LostAt), 0)
	kind := byChance
	if m.By != "" || m.Why == trace.WhyNodeDown || m.Why == trace.WhyClientDown {
		kind = byFault
	}
	classes := &machineClasses
	if w.look >= 0 {
		classes = &messageClasses[w.look%6]
	}
	d.begin("lost", m.Name, classes[kind], 0, 0)
	if w.n == 2 {
		d.Line("way", from.x, from.y, x, y)
	}
	d.Path("cross", draw.Cross, x, y)
	if !w.bead {
		d.lostLabel(m, w, x, y)
	}
	d.end()
}

func (d *drawing) lostLabel(m *trace.Message, w *way, x, y unit) {
	below := y + 18*px
	if below > d.plan.h-4*px {
		below = y - 12*px
	}
	room, key := 100*px, "scene.lost"
	name := messageName(m)
	switch a, b := w.at[0], w.at[w.n-1]; {
	case w.railed:
		room, key = railGutter, "scene.ghost-lost" // the word alone
		x = d.inside(x, room)
	case w.vertical || d.plan.vertical:
		x = d.inside(x, room)
	default: // between the cards, not across an edge
		size, mono := d.SizeOf("small")
		size += size / 10 // it is in bold
		if draw.TextWidth(d.o.Words.Say(key, "name", name), size, mono) > b.x-a.x-6*px {
			key = "scene.ghost-lost" // the word alone
		}
		half := draw.TextWidth(d.o.Words.Say(key, "name", name), size, mono)/2 + 2*px
		x = min(max(x, a.x+half), b.x-half)
	}
	d.Text("small lost-label halo mid", x, below, room, key, draw.Word("name", name))
}
