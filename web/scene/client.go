package scene

import (
	"math"
	"strings"

	"lockstep/sim/trace"
	"lockstep/web/draw"
	"lockstep/web/thing"
)

// client draws client i.
func (d *drawing) client(i int) {
	c := &d.st.Clients[i]
	who := draw.Identify(i, string(c.ID))
	b := d.plan.clientBox(i)
	d.beginThing(thing.Thing{Kind: thing.Client, Name: string(c.ID)}, "client", d.clientClass(c, &who), b.X, b.Y)
	d.Rect("card", box{W: b.W, H: b.H}, cornerOf(d.plan.client))
	if c.Paused {
		d.Hatch(draw.At(1*px, 1*px, b.W-2*px, b.H-2*px), cornerOf(d.plan.client)-px)
	}
	if d.plan.client != chip {
		d.clientTabs(c, b)
	}
	title, line := d.doing(c)
	switch d.plan.client {
	case card:
		d.cardOf(c, &who, b.W, title, line)
	case compact:
		d.compactOf(c, &who, b.W, title, line)
	case chip:
		d.chipOf(c, &who, b, title)
	}
	d.holdClient(c, b.W, b.H)
	d.End()
	if d.plan.client == card {
		d.verdict(c, &who, b)
	}
}

// clientTabs shows a client's fencing number, what its clock is like, and the library
// whose habits its lock has.
func (d *drawing) clientTabs(c *trace.ClientState, b box) {
	edge := tabs{d: d, right: b.W - 8*px, least: 4 * px}
	if c.Belief != nil && c.Belief.Fence > 0 {
		edge.ticket(c.Belief.Fence)
	}
	edge.side(string(c.ID))
	edge.clock(c.WallClock, c.Clock.Rate())
	edge.library(c.Profile)
}

func cornerOf(f clientForm) unit {
	if f == card {
		return 10 * px
	}
	return 7 * px
}

func (d *drawing) clientClass(c *trace.ClientState, who *draw.Identity) string {
	parted := c.Belief != nil && !d.agrees(c)
	of := &classes[who.Index%6]
	if d.justNow(string(c.ID)) {
		of = &classesNow[who.Index%6]
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
			all[i][j] = "thing client " + draw.ClassOf(i) + state
			now[i][j] = all[i][j] + " just"
		}
	}
	return
}()

const pad = 10 * px

// cardOf draws the whole card of a client.
func (d *drawing) cardOf(c *trace.ClientState, who *draw.Identity, w unit, title, line said) {
	d.Badge(who, 22*px, 21*px, draw.Large, c.Down)
	class := "title"
	if c.Down {
		class = "title muted"
	}
	d.Text(class, 41*px, 26*px, w-41*px-4*px, title.key, title.a, title.b)
	if c.Stalled && !c.Paused {
		d.Line("strokes", 41*px, 31*px, w-pad, 31*px)
	}
	rows := &d.plan.rows
	if c.Down || c.Paused || c.Stalled {
		d.faultChip(draw.At(pad, rows.line-11*px, w-2*pad, 18*px), line)
	} else {
		d.Text("muted", pad, rows.line, w-2*pad+2*px, line.key, line.a, line.b)
	}
	if c.Down {
		d.Text("small muted", pad, rows.line+30*px, w-2*pad+2*px, "scene.keys-stay")
		return
	}
	d.belief(c, w)
	if c.Lock == trace.LockFencing {
		y := rows.truth
		if y == 0 {
			y = rows.cells + 12*px
		}
		d.Text("muted", pad, y, w-2*pad, "scene.no-lock")
	} else {
		d.answers(c, w)
	}
	if c.Watchdog > 0 {
		d.watchdog(c, w)
	}
}

// watchdog says what the client's watchdog does, which lives beside its work.
func (d *drawing) watchdog(c *trace.ClientState, w unit) {
	y := d.plan.rows.height + 10*px
	var dog *trace.ActivityState
	for i := range c.Others {
		if c.Others[i].Name == trace.WatchdogActivity {
			dog = &c.Others[i]
		}
	}
	if dog == nil {
		d.Text("small muted", pad, y, w-2*pad, "scene.no-watchdog")
		return
	}
	d.Path("pulse", "M-7 1H-3L-1-5 2 5 4 1H7", pad+7*px, y-4*px)
	x := pad + 19*px
	switch {
	case dog.Phase == trace.PhaseRest:
		d.Text("small", x, y, w-x-6*px, "scene.renews-in", draw.Left(func(t trace.Time) trace.Duration {
			if c.Paused {
				t = c.PausedAt
			}
			return dog.Waits - c.Clock.At(t).Sub(c.Clock.At(dog.Since))
		}))
	default:
		d.Text("small strong", x, y, w-x-6*px, "scene.renews")
	}
}

// belief draws the row that says for how long the client takes the lock for its
// own, by its own clock.
func (d *drawing) belief(c *trace.ClientState, w unit) {
	rows := &d.plan.rows
	bar, y := rows.barBox(w), rows.believes
	if c.Belief == nil {
		if rows.beside == 0 {
			d.Rect("belief-track", bar, 3*px)
		}
		d.Text("muted", pad, y, w-2*pad, "scene.believes-nothing")
		return
	}
	d.Rect("belief-track", bar, 3*px)
	const room = 58 * px
	d.Text("muted", pad, y, rows.wordRoom(w, room), "scene.believes")
	if endless(c) {
		d.Text("small end", w-pad, y, room, "scene.no-end")
	} else {
		d.Text("num end", w-pad, y, room, "scene.seconds", draw.Left(remains(c)))
	}
	d.beliefBar(c, bar)
}

// endless tells whether the client sees no end to its lock.
func endless(c *trace.ClientState) bool { return c.Belief.Until >= trace.Forever }

// beliefBar fills as much of a bar as is left of the client's belief.
func (d *drawing) beliefBar(c *trace.ClientState, b box) {
	left := remains(c)
	d.Bar("belief", b, func(t trace.Time) int64 {
		if endless(c) {
			return trace.Million
		}
		return share(left(t), c.Belief.Until.Sub(c.Belief.From))
	}, nil)
}

// remains is how long the client still believes, as of its last look at its
// clock: a paused or stalled client does not look.
func remains(c *trace.ClientState) func(t trace.Time) trace.Duration {
	return func(t trace.Time) trace.Duration {
		switch {
		case c.Paused && c.Stalled:
			t = min(c.PausedAt, c.StallAt)
		case c.Paused:
			t = c.PausedAt
		case c.Stalled:
			t = c.StallAt
		}
		return c.Belief.Until.Sub(c.Clock.At(t))
	}
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
	rows := &d.plan.rows
	if rows.truth > 0 {
		d.answered(c, w)
	}
	const gap = 2 * px
	n := unit(max(d.concerned(c), 1))
	cell := rows.cellsBox(w)
	cell.W = (cell.W - (n-1)*gap) / n
	for i := range d.st.Nodes {
		if d.concerns(c, i) {
			d.cell(c, i, cell)
			cell.X += cell.W + gap
		}
	}
}

// answered says what the cells are about: how many nodes hold the key in truth, or
// which try this is.
func (d *drawing) answered(c *trace.ClientState, w unit) {
	y := d.plan.rows.truth
	if showsTruth(c) {
		const room = 54 * px
		d.Text("muted", pad, y, d.plan.rows.wordRoom(w, room), "scene.true")
		d.Text("small end", w-pad, y, room, "scene.of", draw.Count("n", d.trueCount(c)), draw.Count("of", d.concerned(c)))
		return
	}
	const room = 62 * px
	d.Text("muted", pad, y, d.plan.rows.wordRoom(w, room), "scene.answers")
	if c.Attempt > 0 {
		d.Text("small muted end", w-pad, y, room, "scene.try", draw.Count("n", c.Attempt))
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
	d.S(`<g class="`)
	d.S(class)
	d.S(`">`)
	d.Rect("cell", b, 4*px)
	if sign == "" {
		sign = d.cellName(i, b.W)
	}
	if class == "cell-refused" { // below the name, which stays legible
		d.Line("strike", b.X+3*px, b.Bottom()-3*px, b.Right()-3*px, b.Y+3*px)
	}
	d.Named("cell-text", b.MidX(), b.Y+13*px, b.W, sign)
	d.S("</g>")
}

// cellName is the node's name, or its number where that is all there is room
// for.
func (d *drawing) cellName(i int, room unit) string {
	name := string(d.st.Nodes[i].ID)
	size, mono := d.SizeOf("cell-text")
	if draw.TextWidth(name, size, mono) > room-2*px {
		name = strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz-")
	}
	return name
}

// faultChip says in words what somebody did to a thing.
func (d *drawing) faultChip(b box, what said) {
	d.Rect("fault", b, 5*px)
	d.Path("fault-mark", draw.Bolt, b.X+11*px, b.MidY())
	d.Text("fault-text", b.X+20*px, b.MidY()+4*px, b.W-22*px, what.key, what.a, what.b)
}
