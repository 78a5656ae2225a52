package scene

import (
	"math"
	"strings"

	"lockstep/sim/trace"
)

// client draws client i.
func (d *drawing) client(i int) {
	c := &d.st.Clients[i]
	who := identify(i, string(c.ID))
	b := d.plan.clientBox(i)
	d.begin("client", string(c.ID), d.clientClass(c, &who), b.x, b.y)
	d.rect("card", box{w: b.w, h: b.h}, cornerOf(d.plan.client))
	if c.Paused {
		d.hatch(box{1 * px, 1 * px, b.w - 2*px, b.h - 2*px}, cornerOf(d.plan.client)-px)
	}
	if d.plan.client != chip {
		d.clientTabs(c, b)
	}
	title, line := d.doing(c)
	switch d.plan.client {
	case card:
		d.cardOf(c, &who, b.w, title, line)
	case compact:
		d.compactOf(c, &who, b.w, title, line)
	case chip:
		d.chipOf(c, &who, b.w, title)
	}
	d.end()
	if d.plan.client == card {
		d.verdict(c, &who, b)
	}
}

// clientTabs shows a client's fencing number, what its clock is like, and the library
// whose habits its lock has.
func (d *drawing) clientTabs(c *trace.ClientState, b box) {
	edge := tabs{d: d, right: b.w - 8*px, least: 4 * px}
	if c.Belief != nil && c.Belief.Fence > 0 {
		edge.ticket(c.Belief.Fence)
	}
	edge.clock(c.WallClock, c.Clock.Rate())
	edge.library(c.Profile)
}

func cornerOf(f clientForm) unit {
	if f == card {
		return 10 * px
	}
	return 7 * px
}

func (d *drawing) clientClass(c *trace.ClientState, who *identity) string {
	parted := c.Belief != nil && !d.agrees(c)
	of := &classes[who.index%6]
	if d.justNow(string(c.ID)) {
		of = &classesNow[who.index%6]
	}
	switch {
	case c.Down:
		return of[1]
	case c.Paused && parted:
		return of[4]
	case c.Paused:
		return of[2]
	case parted:
		return of[3]
	}
	return of[0]
}

// classes are spelt out so that drawing a frame joins no strings; classesNow are
// those of whom the last event is about.
var classes, classesNow = func() (all, now [6][5]string) {
	for i := range all {
		for j, state := range [5]string{"", " off", " paused", " parted", " paused parted"} {
			all[i][j] = "thing client " + looks[i].class + state
			now[i][j] = all[i][j] + " just"
		}
	}
	return
}()

func (d *drawing) hatch(b box, radius unit) {
	d.s(`<rect class="hatch"`)
	d.place(b)
	d.attr("width", b.w)
	d.attr("rx", radius)
	d.s(` fill="url(#`)
	d.escape(d.o.ID)
	d.s(`-hatch)"/>`)
}

const pad = 10 * px

// cardOf draws the whole card of a client.
func (d *drawing) cardOf(c *trace.ClientState, who *identity, w unit, title, line said) {
	d.badge(who, 22*px, 21*px, large, c.Down)
	class := "title"
	if c.Down {
		class = "title muted"
	}
	d.text(class, 41*px, 26*px, w-41*px-4*px, title.key, title.a, title.b)
	if c.Stalled && !c.Paused {
		d.line("strokes", 41*px, 31*px, w-pad, 31*px)
	}
	if c.Down || c.Paused || c.Stalled {
		d.faultChip(box{pad, 36 * px, w - 2*pad, 19 * px}, line)
	} else {
		d.text("muted", pad, 48*px, w-2*pad+2*px, line.key, line.a, line.b)
	}
	if c.Down {
		d.text("small muted", pad, 78*px, w-2*pad+2*px, "scene.keys-stay")
		return
	}
	d.belief(c, w)
	if c.Lock == trace.LockFencing {
		d.text("muted", pad, 100*px, w-2*pad, "scene.no-lock")
	} else {
		d.answers(c, w)
	}
	if c.Watchdog > 0 {
		d.watchdog(c, w)
	}
}

// watchdog says what the client's watchdog does, which lives beside its work.
func (d *drawing) watchdog(c *trace.ClientState, w unit) {
	y := cardHeight + 10*px
	var dog *trace.ActivityState
	for i := range c.Others {
		if c.Others[i].Name == trace.WatchdogActivity {
			dog = &c.Others[i]
		}
	}
	if dog == nil {
		d.text("small muted", pad, y, w-2*pad, "scene.no-watchdog")
		return
	}
	d.path("pulse", "M-7 1H-3L-1-5 2 5 4 1H7", pad+7*px, y-4*px)
	x := pad + 19*px
	switch {
	case dog.Phase == trace.PhaseRest:
		now := d.t
		if c.Paused {
			now = c.PausedAt
		}
		gone := c.Clock.At(now).Sub(c.Clock.At(dog.Since))
		d.text("small", x, y, w-x-6*px, "scene.renews-in", left(dog.Waits-gone))
	default:
		d.text("small strong", x, y, w-x-6*px, "scene.renews")
	}
}

// belief draws the row that says for how long the client takes the lock for its
// own, by its own clock.
func (d *drawing) belief(c *trace.ClientState, w unit) {
	bar := box{pad, 73 * px, w - 2*pad, 10 * px}
	d.rect("belief-track", bar, 3*px)
	if c.Belief == nil {
		d.text("muted", pad, 68*px, bar.w, "scene.believes-nothing")
		return
	}
	room := 58 * px
	d.text("muted", pad, 68*px, bar.w-room, "scene.believes")
	if endless(c) {
		d.text("small end", bar.right(), 68*px, room, "scene.no-end")
	} else {
		d.text("num end", bar.right(), 68*px, room, "scene.seconds", left(d.remains(c)))
	}
	d.beliefBar(c, bar)
}

// endless tells whether the client sees no end to its lock.
func endless(c *trace.ClientState) bool { return c.Belief.Until >= trace.Forever }

// beliefBar fills as much of a bar as is left of the client's belief.
func (d *drawing) beliefBar(c *trace.ClientState, b box) {
	part := int64(trace.Million)
	if !endless(c) {
		part = share(d.remains(c), c.Belief.Until.Sub(c.Belief.From))
	}
	d.bar("belief", b, part, nil)
}

// remains is how long the client still believes, as of its last look at its
// clock: a paused or stalled client does not look.
func (d *drawing) remains(c *trace.ClientState) trace.Duration {
	now := d.t
	switch {
	case c.Paused && c.Stalled:
		now = min(c.PausedAt, c.StallAt)
	case c.Paused:
		now = c.PausedAt
	case c.Stalled:
		now = c.StallAt
	}
	return c.Belief.Until.Sub(c.Clock.At(now))
}

// share returns part of whole in millionths, from none to all of it.
func share(part, whole trace.Duration) int64 {
	if whole <= 0 || part <= 0 {
		return 0
	}
	if part >= whole {
		return trace.Million
	}
	if part > math.MaxInt64/trace.Million {
		return int64(part) / (int64(whole) / trace.Million)
	}
	return int64(part) * trace.Million / int64(whole)
}

// answers draws a cell for each node: while the client asks, what the node
// answered; while it believes, whether its key is there.
func (d *drawing) answers(c *trace.ClientState, w unit) {
	room := w - 2*pad
	if showsTruth(c) {
		d.text("muted", pad, 100*px, room-54*px, "scene.true")
		d.text("small end", w-pad, 100*px, 54*px, "scene.of", count("n", d.trueCount(c)), count("of", d.concerned(c)))
	} else {
		d.text("muted", pad, 100*px, room-62*px, "scene.answers")
		if c.Attempt > 0 {
			d.text("small muted end", w-pad, 100*px, 62*px, "scene.try", count("n", c.Attempt))
		}
	}
	gap := 2 * px
	n := unit(max(d.concerned(c), 1))
	cell := box{pad, 106 * px, (room - (n-1)*gap) / n, 18 * px}
	for i := range d.st.Nodes {
		if d.concerns(c, i) {
			d.cell(c, i, cell)
			cell.x += cell.w + gap
		}
	}
}

// showsTruth tells whether the cells say where the client's key is: while it
// believes, and while it gives the lock back, as one key after another goes.
func showsTruth(c *trace.ClientState) bool { return c.Belief != nil || c.Phase == trace.PhaseGiveBack }

func (d *drawing) cell(c *trace.ClientState, i int, b box) {
	class, sign := "cell-none", ""
	switch v := c.Votes[i]; {
	case showsTruth(c) && d.holds(c, i):
		class = "cell-held"
	case c.Belief != nil && d.counted(c, i) && d.st.Nodes[i].Role != trace.RoleConsensus:
		class = "cell-parted"
	case showsTruth(c) || c.Phase == trace.PhaseDone || c.Phase == trace.PhaseGaveUp:
	case v == trace.Granted:
		class = "cell-held"
	case v == trace.Asked:
		class = "cell-asked"
	case v == trace.Refused:
		class = "cell-refused"
	case v == trace.NoAnswer:
		class, sign = "cell-silent", "?"
	}
	d.s(`<g class="`)
	d.s(class)
	d.s(`">`)
	d.rect("cell", b, 4*px)
	if sign == "" {
		sign = d.cellName(i, b.w)
	}
	if class == "cell-refused" { // below the name, which stays legible
		d.line("strike", b.x+3*px, b.bottom()-3*px, b.right()-3*px, b.y+3*px)
	}
	d.named("cell-text", b.midX(), b.y+13*px, b.w, sign)
	d.s("</g>")
}

// cellName is the node's name, or its number where that is all there is room
// for.
func (d *drawing) cellName(i int, room unit) string {
	name := string(d.st.Nodes[i].ID)
	size, mono := d.sizeOf("cell-text")
	if textWidth(name, size, mono) > room-2*px {
		name = strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz-")
	}
	return name
}

// faultChip says in words what somebody did to a thing.
func (p *Picture) faultChip(b box, what said) {
	p.rect("fault", b, 5*px)
	p.path("fault-mark", "M1.4-6.3-4.2 1.4H-.7L-1.4 6.3 4.2-1.4H.7Z", b.x+11*px, b.midY())
	p.text("fault-text", b.x+20*px, b.midY()+4*px, b.w-22*px, what.key, what.a, what.b)
}
