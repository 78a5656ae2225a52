package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web/words"
)

// The views show one instant, and each of them leads to others. That a step's events
// are the same by every route is held in wasm/stage.
func TestStageViews(t *testing.T) {
	t.Parallel()
	f := serve(t)
	together(t, "the verdict leads to what decides", func(t *testing.T) { verdictLeads(t, f) })
	together(t, "marks come once seen", func(t *testing.T) { marksComeOnceSeen(t, f) })
	together(t, "the list of events", func(t *testing.T) { listOfEvents(t, f) })
	together(t, "the space-time diagram", func(t *testing.T) { spaceTime(t, f) })
	together(t, "a console", func(t *testing.T) { consoleAtANode(t, f) })
	for _, h := range []hand{touch, keys} {
		together(t, "one view at a time, by "+h.name, func(t *testing.T) { oneViewAtATime(t, f, h) })
	}
}

// One cursor: the clock, the list and the diagram show the same instant.
func (g stage) oneCursor(when string) {
	g.t.Helper()
	g.frame()
	said := eval[[]float64](g.tab, `[`+g.part("clock")+`, `+g.part("events")+`.querySelector("[aria-current=step] .num"), `+g.part("space")+`.querySelector(".now-text")].map(e => parseFloat(e.textContent))`)
	if said[0] != said[2] || said[1] > said[0] {
		g.t.Errorf("%s: the clock, the last event told and the diagram are at %v", when, said)
	}
}

// The sentence of the outcome has a button that goes to the event that decides it.
func verdictLeads(t *testing.T, f *front) {
	g := onStage(t, f, "failover", desk)
	var broke *trace.Event
	events := g.trace()
	for i := range events {
		if e := &events[i]; e.Kind == trace.Violation && e.Rule == trace.RuleMutualExclusion {
			broke = e
			break
		}
	}
	for name, how := range map[string]func(){
		"mouse": func() { g.use(mouse, "verdict") }, "keys": func() { g.use(keys, "verdict") }, "v": func() { g.press("v") },
	} {
		g.press(kb.Home)
		g.frame()
		how()
		g.oneCursor("by " + name)
		if got, want := g.text("clock"), words.Clocked(broke.T); got != want || !strings.Contains(g.verdict(), strings.TrimSuffix(want, " s")) {
			t.Errorf("by %s it leads to %s, want %s; the verdict is %q", name, got, want, g.verdict())
		}
		if got := g.text("now"); !strings.Contains(got, "inside stock-7 at the same time") {
			t.Errorf("by %s it leads to %q", name, got)
		}
	}
	// Whatever broke is said by a shape and a word, too.
	for _, view := range []string{"stage", "space"} {
		if got := g.text(view); !strings.Contains(got, "two are inside") {
			t.Errorf("the %s says in no word what is broken: %q", view, got)
		}
	}
}

// The lanes at the scrubber mark what was seen, and give away nothing ahead.
func marksComeOnceSeen(t *testing.T, f *front) {
	g := stageAt(open(t, f.address+"en/play/failover#r="+(&run.Run{Scenario: "failover"}).Link()+"&t=0", desk))
	marks := func() map[string]int {
		return eval[map[string]int](g.tab, `Object.fromEntries(["broken", "decision", "fault"].map(kind => [kind, `+g.part("lanes")+`.querySelectorAll(".tick-" + kind).length]))`)
	}
	ahead := func() int {
		return eval[int](g.tab, `(s => [...`+g.part("lanes")+`.querySelectorAll("svg svg")].filter(m => parseFloat(m.getAttribute("x")) > s.value / s.max * 100 + 0.2).length)(`+g.part("scrubber")+`)`)
	}
	if got := marks(); got["broken"]+got["fault"]+got["decision"] != 0 {
		t.Errorf("at the beginning the lanes give away %v", got)
	}
	g.press("v")
	g.frame()
	seen := marks()
	if seen["broken"] == 0 || seen["fault"] == 0 || seen["decision"] == 0 || ahead() != 0 {
		t.Errorf("where the rule breaks the lanes hold %v, of which %d lie ahead", seen, ahead())
	}
	g.press(kb.Home)
	g.frame()
	if got := marks(); got["broken"] != seen["broken"] {
		t.Errorf("back at the beginning the lanes hold %v, and held %v", got, seen)
	}
	shapes := eval[int](g.tab, `new Set(["broken", "decision", "fault"].map(kind => `+g.part("lanes")+`.querySelector(".tick-" + kind).getAttribute("d"))).size`)
	if shapes != 3 {
		t.Errorf("three kinds of marks have %d shapes", shapes)
	}
}

// An event of the list leads to its instant; what went before can be had.
func listOfEvents(t *testing.T, f *front) {
	g := onStage(t, f, "failover", desk)
	g.press(kb.End)
	g.waitMode("ended")
	g.frame()
	all := len(g.events())
	g.clickOn("#stage [data-do=earlier]")
	g.frame()
	if more := len(g.events()); more <= all {
		t.Errorf("of what went before %d events are told, and then %d", all, more)
	}
	for i, h := range []hand{mouse, keys} {
		g.press(kb.End)
		g.frame()
		nth := 12 + 7*i
		button := fmt.Sprintf(`#stage [data-part=events] li:nth-child(%d) [data-do=event]`, nth)
		want := eval[[]string](g.tab, fmt.Sprintf(`(b => [b.querySelector(".num").textContent, b.querySelector(".text").firstChild.textContent])(document.querySelector(%q))`, button))
		h.on(g.tab, button)
		g.oneCursor("by " + h.name)
		if g.text("clock") != want[0] || g.text("now") != want[1] {
			t.Errorf("by %s the event %q leads to %q at %s", h.name, want, g.text("now"), g.text("clock"))
		}
		if n := eval[int](g.tab, g.part("events")+`.querySelectorAll("[aria-current]").length`); n != 1 {
			t.Errorf("%d events are the present one", n)
		}
	}
	// The present one is in sight, wherever the list is scrolled.
	g.press(kb.End)
	g.frame()
	if !eval[bool](g.tab, `(list => {
		const now = list.querySelector("[aria-current]").getBoundingClientRect(), room = list.getBoundingClientRect();
		return now.top >= room.top - 1 && now.bottom <= room.bottom + 1;
	})(`+g.part("events")+`)`) {
		t.Error("the present event is out of sight")
	}
}

// The diagram can be zoomed, moved and clicked, by mouse and by keys.
func spaceTime(t *testing.T, f *front) {
	g := onStage(t, f, "failover", desk)
	const space = "#stage [data-part=space]"
	at := func() string { g.frame(); return eval[string](g.tab, g.part("space")+".innerHTML") }
	changes := func(how string, do func()) {
		t.Helper()
		before, clock := at(), g.text("clock")
		do()
		if at() == before {
			t.Errorf("%s changes nothing", how)
		}
		if got := g.text("clock"); got != clock {
			t.Errorf("%s moves the playhead from %s to %s", how, clock, got)
		}
		g.oneCursor(how)
	}
	// A row has a name that is seen: the page has words for its own classes.
	if hidden := eval[[]string](g.tab, `[...document.querySelectorAll("#stage :is([data-part=stage], [data-part=space]) text")].filter(text => !text.getClientRects().length).map(text => text.textContent)`); len(hidden) > 0 {
		t.Errorf("the pictures have %q, which nobody sees", hidden)
	}
	changes("zooming in", func() { g.use(mouse, "zoom-in") })
	changes("zooming out", func() { g.use(mouse, "zoom-out") })
	changes("the whole run", func() { g.use(mouse, "fit") })
	changes("unfolding quiet time", func() { g.use(mouse, "fold") })
	if got := eval[string](g.tab, g.at("[data-do=fold]")+".ariaPressed"); got != "false" {
		t.Errorf("unfolded, the button is pressed: %s", got)
	}
	changes("folding it again", func() { g.use(keys, "fold") })
	changes("a closer look", func() { g.use(keys, "zoom-in"); g.use(keys, "zoom-in") })
	p := g.aim(space)
	wheel := func(y float64) func() {
		return func() {
			g.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseWheel, p.X, p.Y, func(e *input.DispatchMouseEventParams) {
				e.DeltaX, e.DeltaY, e.Modifiers = 0.1, y, int64(chromedp.ModifierCtrl) // a delta of 0 is left out
			}))
		}
	}
	changes("the wheel", wheel(-100))
	changes("dragging", func() {
		held := func(e *input.DispatchMouseEventParams) { e.Buttons = 1 }
		g.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, p.X, p.Y, chromedp.Button("left"), held, func(e *input.DispatchMouseEventParams) { e.ClickCount = 1 }))
		for x := 10.0; x <= 120; x += 10 {
			g.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, p.X+x, p.Y, chromedp.Button("left"), held))
		}
		g.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, p.X+120, p.Y, chromedp.Button("left"), func(e *input.DispatchMouseEventParams) { e.ClickCount = 1 }))
	})
	eval[bool](g.tab, `document.querySelector("`+space+`").focus(), true`)
	changes("+", func() { g.press("+") })
	changes("−", func() { g.press("-") })
	changes("the right arrow", func() { g.press(kb.ArrowRight) })
	changes("the left arrow", func() { g.press(kb.ArrowLeft) })

	// What happened leads to its event; elsewhere a click leads to that instant; Enter to
	// the middle.
	g.use(mouse, "fit")
	hit := space + ` .hit[data-seq]`
	seq := eval[int](g.tab, fmt.Sprintf("Number(document.querySelector(%q).dataset.seq)", hit))
	g.press(kb.End)
	g.frame()
	g.clickOn(hit)
	g.oneCursor("a click on an event")
	if got, want := g.text("clock"), words.Clocked(g.trace()[seq].T); got != want {
		t.Errorf("a click on event %d leads to %s, want %s", seq, got, want)
	}
	// One target is of many messages: the pointer is at one of them, and near no other.
	g.press(kb.End)
	g.frame()
	on := eval[struct {
		X, Y float64
		Seq  int
	}](g.tab, `(hits => {
		for (const hit of hits) {
			const lines = hit.getAttribute("d").slice(1).split("M").map(line => line.split(/[ L]/).map(Number));
			for (const [i, [x1, y1, x2, y2]] of lines.entries()) {
				const at = new DOMPoint(x1 + (x2 - x1) * 0.3, y1 + (y2 - y1) * 0.3).matrixTransform(hit.getScreenCTM());
				const alone = lines.every(([x], j) => j === i || Math.abs(x - x1) > 20);
				if (alone && document.elementFromPoint(at.x, at.y) === hit) return {X: at.x, Y: at.y, Seq: Number(hit.dataset.seqs.split(" ")[i])};
			}
		}
	})(document.querySelectorAll('`+space+` .hit[data-seqs]'))`)
	g.do(chromedp.MouseClickXY(on.X, on.Y))
	g.oneCursor("a click on a message")
	if got, want := g.text("clock"), words.Clocked(g.trace()[on.Seq].T); got != want {
		t.Errorf("a click on the message of event %d leads to %s, want %s", on.Seq, got, want)
	}
	g.press(kb.Home)
	g.frame()
	b := eval[struct{ X, Y, Width, Height float64 }](g.tab, g.part("space")+".getBoundingClientRect().toJSON()")
	g.do(chromedp.MouseClickXY(b.X+b.Width*0.7, b.Y+b.Height-12))
	g.oneCursor("a click in the void")
	there := g.microseconds()
	if there == 0 {
		t.Error("a click in the diagram leads nowhere")
	}
	eval[bool](g.tab, `document.querySelector("`+space+`").focus(), true`)
	g.press(kb.Enter)
	g.oneCursor("Enter")
	if got := g.microseconds(); got == 0 || got >= there {
		t.Errorf("Enter leads to %d us, where seven tenths of the way are %d us", got, there)
	}
}

// At a node's console its commands run, and its own errors come; what was typed comes
// back by the arrow keys.
func consoleAtANode(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.seek(g.sentence(trace.Hold, "A"))
	g.take(keys, "node:n1")
	g.offer(keys, "Type a command…")
	g.waitOpen("console")
	log := func() []string { return g.texts(dialog("console") + " [data-part=console-log] li") }
	field := func() string { return eval[string](g.tab, "document.activeElement.value") }
	send := func(line, reply string) {
		t.Helper()
		before := len(log())
		g.enter(line)
		g.wait(fmt.Sprintf(`(l => l.length === %d && l[%d].querySelector(".reply").textContent !== "")(document.querySelectorAll("[data-part=console-log] li"))`, before+1, before))
		if got := log()[before]; !strings.Contains(got, "n1> "+line) || !strings.Contains(got, reply) {
			t.Errorf("%s is answered by %q, want %q", line, got, reply)
		}
		if field() != "" {
			t.Errorf("after %s the field holds %q, or has not the focus", line, field())
		}
	}
	send("GET lock:invoice-42", "0032")
	send("SET lock:invoice-42 mine NX", "(nil)")
	send("PTTL lock:invoice-42", "99")
	send("LPUSH lock:invoice-42 x", "WRONGTYPE")
	send("FOO", "ERR")
	send(`SET "a b`, "quote")
	for _, want := range []string{`SET "a b`, "FOO", "LPUSH lock:invoice-42 x"} {
		g.press(kb.ArrowUp)
		g.frame()
		if got := field(); got != want {
			t.Errorf("the arrow brings back %q, want %q", got, want)
		}
	}
	g.press(kb.ArrowDown)
	g.frame()
	if got := field(); got != "FOO" {
		t.Errorf("the other arrow brings back %q", got)
	}
	g.press(kb.Escape)
	g.waitClosed()
	if got := eval[string](g.tab, "document.activeElement.dataset.thing"); got != "node:n1" {
		t.Errorf("after Escape %q has the focus", got)
	}
	// A command is an action like any other.
	g.take(mouse, "node:n2")
	g.offer(mouse, "Type a command…")
	g.waitOpen("console")
	if got := log(); len(got) != 0 {
		t.Errorf("n2’s console tells what was said at n1: %q", got)
	}
	g.enter("DEL lock:invoice-42")
	g.wait(`document.querySelectorAll("[data-part=console-log] li .reply").length === 1`)
	g.press(kb.Escape)
	g.waitClosed()
	if got := eval[string](g.tab, g.part("stage")+`.querySelector('[data-part="node-n2"]').textContent`); strings.Contains(got, "lock:invoice-42") {
		t.Errorf("deleted, the key is still there: %q", got)
	}
	if r := g.run(); len(r.Actions) < 2 || r.Actions[len(r.Actions)-1].Target != "n2" {
		t.Errorf("the run’s actions are %+v", r.Actions)
	}
}

// On a phone one view is shown; its tabs work by finger and by keys, and the address
// holds which one it is.
func oneViewAtATime(t *testing.T, f *front, h hand) {
	g := onStage(t, f, "failover", phone)
	g.fragment()
	views := []string{"topology", "time", "events", "code"}
	for i, view := range []string{"time", "events", "code", "topology"} {
		switch {
		case h.name == "touch":
			g.tapOn("#tab-" + view)
		case i == 0:
			eval[bool](g.tab, `document.querySelector("#tab-topology").focus(), true`)
			g.press(kb.ArrowRight)
		default:
			g.press(kb.ArrowRight)
		}
		g.wait(fmt.Sprintf(`document.querySelector("#tab-%s").ariaSelected === "true"`, view))
		g.frame()
		for _, other := range views {
			if seen := eval[bool](g.tab, fmt.Sprintf(`document.querySelector("#view-%s").checkVisibility()`, other)); seen != (other == view) {
				t.Errorf("with the tab %s one sees %s: %t", view, other, seen)
			}
		}
		if h.name == "keys" && !eval[bool](g.tab, fmt.Sprintf(`document.activeElement.id === "tab-%s"`, view)) {
			t.Errorf("the focus is not on the tab %s", view)
		}
		if got := g.fragment(); !strings.Contains(got+"&", "v="+view+"&") {
			t.Errorf("the address of the view %s is %s", view, got)
		}
	}
	if h.name == "keys" {
		for i, view := range views {
			g.press(string(rune('1' + i)))
			g.wait(fmt.Sprintf(`document.querySelector("#view-%s").checkVisibility()`, view))
		}
	}
}
