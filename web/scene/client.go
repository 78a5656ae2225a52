package scene

import (
	"math"
	"strconv"
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

// clientTabs shows a client's fencing number, and what its clock is like.
func (d *drawing) clientTabs(c *trace.ClientState, b box) {
	edge := tabs{d: d, right: b.w - 8*px, least: 4 * px}
	if c.Belief != nil && c.Belief.Fence > 0 {
		edge.ticket(c.Belief.Fence)
	}
	edge.clock(c.WallClock, c.Clock.Rate())
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

// verdict says whether belief and truth agree, or, before there is a belief,
// how the count stands. It is a part of its own: a sign that has faded in shall
// not do so again because something else on the card changed.
func (d *drawing) verdict(c *trace.ClientState, who *identity, b box) {
	if c.Down {
		return
	}
	row := box{b.x + 6*px, b.y + 130*px, b.w - 12*px, 21 * px}
	room := row.w - 23*px
	switch {
	case c.Belief == nil:
		v := d.standing(c)
		if v.key == "" {
			return
		}
		d.begin("count", string(c.ID), "verdict", 0, 0)
		d.text("", b.x+pad, row.y+15*px, b.w-2*pad+2*px, v.key, v.a, v.b, count("need", d.need(c)))
	case c.Lock == trace.LockFencing:
		return
	case d.agrees(c):
		d.begin("agree", string(c.ID), "verdict agreeing", 0, 0)
		d.rect("agree", row, 6*px)
		d.path("eq-bars", "M-5-2.6H5M-5 2.6H5", row.x+11*px, row.midY())
		if primary := d.primary(); primary >= 0 && c.Lock != trace.LockConsensus {
			d.text("small", row.x+21*px, row.y+14*px+half, room, "scene.agrees-on", word("node", string(d.st.Nodes[primary].ID)))
		} else {
			d.text("small", row.x+21*px, row.y+14*px+half, room, "scene.agrees", count("need", d.need(c)))
		}
	default:
		d.begin("part", string(c.ID), "verdict parting", 0, 0)
		d.rect("neq", row, 6*px)
		d.path("neq-bars", "M-5-2.6H5M-5 2.6H5M3-6.4-3 6.4", row.x+11*px, row.midY())
		if never(c) {
			d.text("small neq-text", row.x+21*px, row.y+14*px+half, room, "scene.never")
		} else if since := d.partedSince(c); since > 0 && b.w > 230*px {
			d.text("small neq-text", row.x+21*px, row.y+14*px+half, room, "scene.parted-since", at("time", int64(since)))
		} else {
			d.text("small neq-text", row.x+21*px, row.y+14*px+half, room, "scene.parted")
		}
	}
	d.end()
}

// standing says how the count of this attempt stands, before the first one too:
// what a client will need is known then.
func (d *drawing) standing(c *trace.ClientState) said {
	n := 0
	for _, v := range c.Votes {
		if v == trace.Granted {
			n++
		}
	}
	n1, of := count("n", n), count("of", d.concerned(c))
	switch {
	case c.Phase == trace.PhaseDone || c.Phase == trace.PhaseGiveBack:
		return said{}
	case c.Count != nil && !c.Count.OK && standingKeys[c.Count.Why] != "":
		return said{standingKeys[c.Count.Why], n1, of}
	case c.Lock == trace.LockFencing:
		return said{}
	case votes(c):
		return said{"scene.needed", n1, of}
	case n > 0:
		return said{key: "scene.has-yes"}
	}
	return said{key: "scene.needs-yes"}
}

var standingKeys = map[string]string{
	trace.WhyNoMajority: "scene.too-few",
	trace.WhyTooLate:    "scene.too-late",
	trace.WhyRefused:    "scene.was-refused",
	trace.WhyNoAnswer:   "scene.no-answer",
	trace.WhyNotCopied:  "scene.not-copied",
	trace.WhyNoNumber:   "scene.no-number",
	trace.WhyNoPrimary:  "scene.no-primary",
}

// compactOf draws what matters most of a client in two rows.
func (d *drawing) compactOf(c *trace.ClientState, who *identity, w unit, title, line said) {
	d.badge(who, 17*px, 17*px, small, c.Down)
	d.text("strong", 31*px, 21*px, w-31*px-24*px, title.key, title.a, title.b)
	if c.Belief == nil || c.Down {
		d.text("small muted", pad, 40*px, w-2*pad+2*px, line.key, line.a, line.b)
		return
	}
	d.sign(c, w-14*px, 16*px)
	room := 58 * px
	bar := box{pad, 31 * px, w - 2*pad - room, 9 * px}
	d.rect("belief-track", bar, 3*px)
	d.beliefBar(c, bar)
	if endless(c) {
		d.text("small end", w-pad, 40*px, room-3*px, "scene.no-end")
	} else {
		d.text("num end", w-pad, 40*px, room-3*px, "scene.seconds", left(d.remains(c)))
	}
}

// chipOf draws a client in one row.
func (d *drawing) chipOf(c *trace.ClientState, who *identity, w unit, title said) {
	d.badge(who, 14*px, 12*px, small, c.Down)
	if c.Belief == nil || c.Down {
		d.text("small muted", 28*px, 16*px, w-28*px-6*px, title.key, title.a, title.b)
		return
	}
	right := w - 26*px
	if c.Belief.Fence > 0 {
		text := strconv.FormatInt(c.Belief.Fence, 10)
		size, mono := d.sizeOf("num")
		t := box{y: 4 * px, w: textWidth(text, size, mono) + 12*px, h: 16 * px}
		t.x = right - t.w
		d.ticketIn(t, text)
		right = t.x - 4*px
	}
	bar := box{28 * px, 8 * px, right - 28*px, 8 * px}
	d.rect("belief-track", bar, 3*px)
	d.beliefBar(c, bar)
	if c.Stalled && !c.Paused {
		d.line("strokes", bar.x, 20*px, bar.right(), 20*px)
	}
	d.sign(c, w-13*px, 12*px)
}

// sign draws = or ≠ by itself.
func (d *drawing) sign(c *trace.ClientState, x, y unit) {
	if c.Lock == trace.LockFencing {
		return // it believes in no lock
	}
	if d.agrees(c) {
		d.path("eq-bars", "M-5-2.6H5M-5 2.6H5", x, y)
		return
	}
	d.neq(x, y)
}

func (p *Picture) neq(x, y unit) {
	p.s(`<g class="sign-neq"`)
	p.moved(x, y, "")
	p.s(`><circle class="neq" r="9"/><path class="neq-bars" d="M-4.2-2.2H4.2M-4.2 2.2H4.2M2.8-5.4-2.8 5.4"/></g>`)
}

// faultChip says in words what somebody did to a thing.
func (p *Picture) faultChip(b box, what said) {
	p.rect("fault", b, 5*px)
	p.path("fault-mark", "M1.4-6.3-4.2 1.4H-.7L-1.4 6.3 4.2-1.4H.7Z", b.x+11*px, b.midY())
	p.text("fault-text", b.x+20*px, b.midY()+4*px, b.w-22*px, what.key, what.a, what.b)
}
