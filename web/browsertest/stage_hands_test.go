package browsertest

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// Whatever the picture shows can be taken hold of, by mouse, finger and keys. What each
// line of a menu does to the world is held without a browser, in wasm/hands.
func TestStageHands(t *testing.T) {
	t.Parallel()
	f := serve(t)
	for _, c := range []struct {
		hand   hand
		screen screen
		deeds  []deed
	}{
		{mouse, desk, deeds}, {touch, phone, deeds[:6]}, {keys, desk, deeds[:6]},
	} {
		together(t, c.hand.name, func(t *testing.T) {
			g := onStage(t, f, "redlock", c.screen)
			g.seek("n2 has no such key yet")
			for _, d := range c.deeds {
				g.does(c.hand, d)
			}
		})
	}
	together(t, "a crash with and without data", func(t *testing.T) { crashWithAndWithout(t, f) })
	together(t, "what cannot be done says why", func(t *testing.T) { blockedOffers(t, f) })
	together(t, "an open menu holds the playhead", func(t *testing.T) { menuHoldsThePlayhead(t, f) })
	together(t, "links are in a list of their own", func(t *testing.T) { linksInTheList(t, f) })
}

// deed is something done to a thing, and what comes of it.
type deed struct {
	thing   string
	lines   []string // of its menus, in turn
	verb    run.Verb
	branch  string // what the branch is called that it makes
	happens string // what the list of events says of it last; nothing if it says what follows
}

// deeds are done while A's SETs travel: n1's is under way, n2's has just arrived.
var deeds = []deed{
	{"client:A", []string{"Pause the whole process for: 2 s"}, run.Pause, "A pauses 2 s, 0.011 s", "A stands still"},
	{"node:n2", []string{"Crash", "It stays down; its keys are lost"}, run.Crash, "n2 crashes, 0.011 s", "n2 crashes"},
	{"msg:A/1/set>n1", []string{"Drop it"}, run.Drop, "A’s SET to n1 lost", "is lost"},
	{"msg:A/1/set>n1", []string{"Hold it up for: 1 s"}, run.Delay, "A’s SET to n1 held 1 s", "held up for 1 s: A’s SET to n1"},
	{"node:n2", []string{"Clock", "Set the wall clock forward by: 10 s"}, run.Clock, "n2’s clock +10 s", "n2’s clock"},
	{"client:A", []string{"Links", "To and from n2", "Cut both ways between A and n2"}, run.Partition, "cut: A | n2", "A"},
	{"msg:A/1/set>n1", []string{"Send it twice"}, run.Duplicate, "A’s SET to n1 twice", "a second copy of A’s SET to n1"},
	{"client:A", []string{"Stall its work, while its timers go on, for: 2 s"}, run.Stall, "A stalls 2 s", "A"},
	{"client:A", []string{"Crash", "It comes back after: 1 s"}, run.Crash, "A crashes", ""},
	{"node:n2", []string{"Crash", "It comes back with its keys after: 5 s"}, run.Crash, "n2 crashes", "n2 crashes"},
	{"node:n2", []string{"Clock", "Set the wall clock back by: 10 s"}, run.Clock, "n2’s clock −10 s", "n2’s clock"},
	{"node:n2", []string{"Clock", "Let the clocks run at 1.02 times true speed"}, run.Clock, "n2’s clock ×1.02", "n2’s clock"},
	{"node:n2", []string{"Links", "To and from A", "Lose what n2 sends to A", "50 % of the messages"}, run.Lose, "n2→A loses 50 %", "n2"},
	{"node:n2", []string{"Links", "To and from A", "Slow what n2 sends to A down by: 1 s"}, run.Slow, "n2→A slower by 1 s", "n2"},
	{"node:n2", []string{"Empty it (FLUSHALL)"}, run.Flush, "n2 emptied", "n2"},
	{"node:n2", []string{"Evict a key", "lock:invoice-42"}, run.Evict, "n2 evicts lock:invoice-", "n2"},
}

// does carries out a deed, which makes a branch and is told of, and undoes it.
func (g stage) does(h hand, d deed) {
	g.t.Helper()
	before, own := g.look(), g.run()
	g.act(h, d.thing, d.lines...)
	what := d.thing + " " + strings.Join(d.lines, " > ")

	r := g.run()
	if n := len(r.Actions); n != len(own.Actions)+1 || r.Actions[n-1].Verb != d.verb {
		g.t.Errorf("%s: the run has the actions %+v", what, r.Actions)
		return
	}
	if got := g.branches(); len(got) != 2 || g.present() != 1 || !strings.HasPrefix(got[1], d.branch) {
		g.t.Errorf("%s: the branches are %q, of which %d is shown", what, got, g.present())
	}
	events := g.events()
	if last := events[len(events)-1]; !strings.Contains(last, d.happens) || !strings.HasPrefix(last, g.text("now")) {
		g.t.Errorf("%s: the last event told is %q, the sentence %q", what, last, g.text("now"))
	}
	now := g.look()
	if now.Topology == before.Topology || now.Space == before.Space && eval[bool](g.tab, g.part("space")+".checkVisibility()") {
		g.t.Errorf("%s: the pictures do not show it", what)
	}
	g.branching(func() { g.use(h, "undo") })
	if got := g.branches(); len(got) != 1 {
		g.t.Errorf("%s undone: the branches are %q", what, got)
	}
	// Undone, the playhead stays a microsecond later, which is after the same events.
	if back := g.look(); back.Events != before.Events || back.Now != before.Now {
		g.t.Errorf("%s undone: %s", what, back.differs(before))
	}
}

// A node that comes back has its keys, or has lost them, as was said.
func crashWithAndWithout(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.seek(g.sentence(trace.Hold, "A"))
	card := `document.querySelector('[data-part=stage] [data-part="node-n2"]').textContent`
	if got := eval[string](g.tab, card); !strings.Contains(got, "lock:invoice-42") {
		t.Fatalf("n2 has no key yet: %q", got)
	}
	for _, c := range []struct {
		line  string
		keeps bool
	}{{"It stays down; its keys are kept", true}, {"It stays down; its keys are lost", false}} {
		g.act(mouse, "node:n2", "Crash", c.line)
		if got := eval[string](g.tab, card); !strings.Contains(got, "crashed") {
			t.Errorf("%s: the crashed node shows %q", c.line, got)
		}
		g.act(mouse, "node:n2", "Restart")
		if got := eval[string](g.tab, card); strings.Contains(got, "crashed") || strings.Contains(got, "lock:invoice-42") != c.keeps {
			t.Errorf("%s: restarted the node shows %q", c.line, got)
		}
		g.branching(func() { g.use(mouse, "undo") })
		g.branching(func() { g.use(mouse, "undo") })
	}
}

// A line that cannot be chosen now says why, in words, and does nothing.
func blockedOffers(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.fragment()
	before := eval[string](g.tab, runs)
	g.take(mouse, "client:A")
	const why = "A is up."
	i := slices.IndexFunc(g.offers(), func(line string) bool { return strings.HasPrefix(line, "Restart") })
	if i < 0 || !strings.HasSuffix(g.offers()[i], why) {
		t.Fatalf("among %q Restart does not say that %s", g.offers(), why)
	}
	for _, h := range []hand{mouse, keys} {
		g.offer(h, "Restart")
		if g.count(dialog("menu")) != 1 || eval[string](g.tab, runs) != before {
			t.Errorf("by %s a line does what it says cannot be done", h.name)
		}
	}
	g.press(kb.Escape)
	g.waitClosed()
}

// Time stands still while a menu is open, and goes on when it is put away.
func menuHoldsThePlayhead(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.press(kb.Home)
	g.choose("0.1")
	g.press("k")
	g.waitMode("playing")
	g.take(mouse, "node:n1")
	at := g.place()
	if !eval[bool](g.tab, g.modeIs("paused")) {
		t.Error("it plays on while a menu is open")
	}
	if got := g.place(); got != at {
		t.Errorf("the playhead moves from %d to %d while a menu is open", at, got)
	}
	g.do(chromedp.MouseClickXY(4, 4)) // beside it
	g.waitClosed()
	g.waitMode("playing")
}

// All that can be taken hold of is in a list, links too, which the picture has no
// targets for.
func linksInTheList(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.seek("n2 has no such key yet")
	for _, h := range []hand{mouse, keys} {
		h.on(g.tab, "#stage [data-do=hands]")
		g.waitOpen("menu")
		listed := eval[[]string](g.tab, `[...document.querySelectorAll("`+dialog("menu")+` [data-do=thing]")].map(b => b.dataset.arg)`)
		shown := eval[[]string](g.tab, `[...document.querySelectorAll("#stage [data-part=stage] [data-thing]")].map(b => b.dataset.thing)`)
		for _, name := range append(shown, "link:A>n1") {
			if !slices.Contains(listed, name) {
				t.Errorf("%s is not in the list %q", name, listed)
			}
		}
		g.branching(func() {
			h.on(g.tab, dialog("menu")+` [data-arg="link:A>n1"]`)
			g.frame()
			g.offer(h, "Cut the way from A to n1")
		})
		if r := g.run(); len(r.Actions) != 1 || r.Actions[0].Verb != run.Partition || !r.Actions[0].OneWay {
			t.Errorf("by %s the link is cut so: %+v", h.name, r.Actions)
		}
		g.branching(func() { g.use(h, "undo") })
	}
}
