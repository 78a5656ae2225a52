package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lockstep/sim/run"
	"lockstep/web/tree"
)

// stage is a scenario's page, on which one takes the world into one's hands.
type stage struct{ figure }

// onStage opens a scenario on the stage, in English, and waits until it can be played.
func onStage(t testing.TB, f *front, scenario string, s screen) stage {
	t.Helper()
	return stageAt(open(t, f.address+"en/play/"+scenario, s))
}

// stageAt waits until the stage that a tab shows can be played.
func stageAt(b *tab) stage {
	b.t.Helper()
	g := stage{figure{b, "stage"}}
	g.wait(`["paused", "ended"].includes(document.getElementById("stage")?.dataset.mode)`)
	g.frame()
	return g
}

// ---- What one sees --------------------------------------------------------------

// sight is what the stage's views show, as markup, and what its clock says.
type sight struct{ Topology, Space, Events, Now, Clock string }

func (g stage) look() sight {
	g.t.Helper()
	g.frame()
	return eval[sight](g.tab, fmt.Sprintf(`({
		Topology: %s.innerHTML.trim(), Space: %s.innerHTML.trim(), Events: %s.innerHTML.trim(), Now: %s.textContent, Clock: %s.textContent,
	})`, g.part("stage"), g.part("space"), g.part("events"), g.part("now"), g.part("clock")))
}

// differs says which views differ, so that nobody has to compare markup by eye.
func (s sight) differs(other sight) string {
	var parts []string
	for _, v := range []struct{ name, a, b string }{
		{"topology", s.Topology, other.Topology}, {"space-time", s.Space, other.Space}, {"events", s.Events, other.Events},
		{"sentence", s.Now, other.Now}, {"clock", s.Clock, other.Clock},
	} {
		if v.a != v.b {
			from := 0
			for from < min(len(v.a), len(v.b)) && v.a[from] == v.b[from] {
				from++
			}
			from = max(0, from-40)
			parts = append(parts, fmt.Sprintf("%s: …%.160s… is …%.160s…", v.name, v.a[min(from, len(v.a)):], v.b[min(from, len(v.b)):]))
		}
	}
	return strings.Join(parts, "\n")
}

// texts are the texts of the elements that a selector finds on the page.
func (b *tab) texts(selector string) []string {
	b.t.Helper()
	return eval[[]string](b, fmt.Sprintf(`[...document.querySelectorAll(%q)].map(e => e.textContent.trim())`, selector))
}

// count is how many elements a selector finds on the page.
func (b *tab) count(selector string) int {
	b.t.Helper()
	return eval[int](b, fmt.Sprintf(`document.querySelectorAll(%q).length`, selector))
}

// events are the sentences of the list of events, in order.
func (g stage) events() []string { return g.texts("#stage [data-part=events] [data-do=event] .text") }

// branches are the names of the branches, in order; present is which of them is shown.
func (g stage) branches() []string { return g.texts("#stage [data-part=branches] .btn") }

func (g stage) present() int {
	g.t.Helper()
	return eval[int](g.tab, `[...document.querySelectorAll("#stage [data-part=branches] .btn")].findIndex(e => e.ariaPressed === "true")`)
}

// verdict is what the page says of how the run comes out, once that is known.
func (g stage) verdict() string {
	g.t.Helper()
	g.wait(g.part("verdict") + `.dataset.outcome !== ""`)
	return strings.TrimSpace(g.text("verdict-headline") + " " + g.text("verdict-why"))
}

// hash is the hash of the run, at whose end the stage has to be.
func (g stage) hash() string {
	g.t.Helper()
	g.wait(g.part("hash") + `.dataset.hash !== undefined`)
	return eval[string](g.tab, g.part("hash")+".dataset.hash")
}

// fragment is what the address holds after its #, as soon as it holds anything.
func (g stage) fragment() string {
	g.t.Helper()
	g.wait("location.hash.length > 1")
	return eval[string](g.tab, "location.hash.slice(1)")
}

// runs is a JavaScript expression for what the address holds of runs and branches,
// without the instant and the view.
const runs = `location.hash.slice(1).split("&").filter(part => /^[ranp]=/.test(part)).join("&")`

// run is the run that the address says is shown.
func (g stage) run() *run.Run {
	g.t.Helper()
	t, _, err := tree.Parse(g.fragment())
	if err != nil {
		g.t.Fatalf("the address holds %s: %v", g.fragment(), err)
	}
	return t.Branches()[t.Present()].Run
}

// ---- What one does --------------------------------------------------------------

// A hand does to an element what opens or presses it.
type hand struct {
	name string
	on   func(b *tab, selector string)
}

var (
	mouse = hand{"mouse", (*tab).clickOn}
	touch = hand{"touch", (*tab).tapOn}
	keys  = hand{"keys", (*tab).enterOn}
)

type point struct{ X, Y float64 }

// aim is a place where a pointer hits the first element that a selector finds, having
// been brought into sight. One that lies all behind others cannot be hit.
func (b *tab) aim(selector string) point {
	b.t.Helper()
	b.wait(fmt.Sprintf("document.querySelector(%q) !== null", selector))
	found := eval[*point](b, fmt.Sprintf(`(el => {
		if (!el.checkVisibility()) return null;
		const hittable = () => {
			const r = el.getBoundingClientRect();
			for (const part of [0.5, 0.3, 0.7, 0.1, 0.9]) for (const across of [0.5, 0.3, 0.7, 0.1, 0.9]) {
				const X = r.left + across * r.width, Y = r.top + part * r.height;
				const hit = document.elementFromPoint(X, Y);
				if (hit && (el === hit || el.contains(hit))) return {X, Y};
			}
			return null;
		};
		const seen = r => r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth;
		const at = seen(el.getBoundingClientRect()) ? hittable() : null;
		if (at) return at;
		el.scrollIntoView({block: "center", inline: "center", behavior: "instant"}); // within its panel, too
		return hittable();
	})(document.querySelector(%q))`, selector))
	if found == nil {
		b.t.Fatalf("no pointer can hit %s", selector)
	}
	return *found
}

// clickOn clicks with the mouse where one sees the element.
func (b *tab) clickOn(selector string) {
	b.t.Helper()
	p := b.aim(selector)
	b.do(chromedp.MouseClickXY(p.X, p.Y))
}

// tapOn taps with a finger where one sees the element.
func (b *tab) tapOn(selector string) {
	b.t.Helper()
	p := b.aim(selector)
	b.finger(input.DispatchTouchEventTypeTouchStart, p)
	b.finger(input.DispatchTouchEventTypeTouchEnd)
}

// enterOn focuses the element, as Tab would, and presses Enter.
func (b *tab) enterOn(selector string) {
	b.t.Helper()
	b.wait(fmt.Sprintf("document.querySelector(%q) !== null", selector))
	if !eval[bool](b, fmt.Sprintf(`(el => (el.focus(), document.activeElement === el))(document.querySelector(%q))`, selector)) {
		b.t.Fatalf("%s takes no focus", selector)
	}
	b.press(kb.Enter)
}

// finger puts a finger down, moves it or, without a place, takes it up.
func (b *tab) finger(kind input.DispatchTouchEventType, at ...point) {
	b.t.Helper()
	params := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
	for _, p := range at {
		params.TouchPoints = append(params.TouchPoints, &input.TouchPoint{X: p.X, Y: p.Y})
	}
	b.do(command(input.DispatchTouchEvent, params))
}

// use presses one of the stage's buttons, wherever it is.
func (g stage) use(h hand, do string) {
	g.t.Helper()
	h.on(g.tab, "#stage [data-do="+do+"]:not(dialog *)")
	g.frame()
}

// dialog is an open dialog's selector.
func dialog(part string) string { return "dialog[open][data-part=" + part + "]" }

func (g stage) waitOpen(part string) {
	g.t.Helper()
	g.wait(fmt.Sprintf("document.querySelector(%q) !== null", dialog(part)))
	g.frame()
}

func (g stage) waitClosed() {
	g.t.Helper()
	g.wait(`document.querySelector("dialog[open]") === null`)
	g.frame()
}

// thing is the selector of what stands in the topology for a thing, such as node:n3.
func thing(name string) string {
	return fmt.Sprintf(`#stage [data-part=stage] [data-thing="%s"]`, name)
}

// take opens the menu of a thing in the topology, such as node:n3.
func (g stage) take(h hand, name string) {
	g.t.Helper()
	h.on(g.tab, thing(name))
	g.waitOpen("menu")
}

// offers are the lines of the open menu.
func (g stage) offers() []string { return g.texts(dialog("menu") + " li > .offer") }

// offer presses the line of the open menu that begins with a text. Of one that asks how
// much, an amount is given, such as 2s, or other…, whose spaces do not matter.
func (g stage) offer(h hand, label string, amount ...string) {
	g.t.Helper()
	mark := fmt.Sprintf(`(item => {
		for (const old of document.querySelectorAll(".chosen-by-test")) old.classList.remove("chosen-by-test");
		const button = %[2]q === "" ? item?.querySelector("button") : [...item?.querySelectorAll("button") ?? []].find(b => b.textContent.replace(/\s/g, "") === %[2]q.replace(/\s/g, ""));
		button?.classList.add("chosen-by-test");
		return button !== undefined && button !== null;
	})([...document.querySelectorAll(%[1]q)].find(li => li.textContent.trim().startsWith(%[3]q)))`,
		dialog("menu")+" li", strings.Join(amount, ""), label)
	if !eval[bool](g.tab, mark) {
		g.t.Fatalf("the menu has no %q %v, but %q", label, amount, g.texts(dialog("menu")+" li"))
	}
	h.on(g.tab, ".chosen-by-test")
	g.frame()
}

// branching does what makes another run, or shows another one, and waits until it is
// shown.
func (g stage) branching(do func()) {
	g.t.Helper()
	g.fragment()
	before := eval[string](g.tab, runs)
	do()
	g.wait(fmt.Sprintf(`%s !== %q && document.querySelector("#stage").dataset.mode !== "waiting"`, runs, before))
	g.frame()
}

// act does something to a thing: what its menu says, line by line.
func (g stage) act(h hand, name string, lines ...string) {
	g.t.Helper()
	g.branching(func() {
		g.take(h, name)
		for _, line := range lines {
			label, amount, found := strings.Cut(line, ": ")
			if found {
				g.offer(h, label, amount)
			} else {
				g.offer(h, label)
			}
		}
	})
}

// enter writes a line into the focused field, as a keyboard would, and sends it off.
func (g stage) enter(line string) {
	g.t.Helper()
	g.do(command(input.InsertText, input.InsertTextParams{Text: line}))
	g.press(kb.Enter)
	g.frame()
}

// scrub drags the scrubber to a part of its length.
func (g stage) scrub(part float64) {
	g.t.Helper()
	eval[bool](g.tab, fmt.Sprintf(`(s => { s.value = s.max * %v; return s.dispatchEvent(new Event("input", {bubbles: true})) && s.dispatchEvent(new Event("change", {bubbles: true})); })(%s)`, part, g.part("scrubber")))
	g.frame()
}

// seek goes to the first step whose sentence has a text in it, stepping from the
// beginning.
func (g stage) seek(text string) {
	g.t.Helper()
	g.press(kb.Home)
	if last := eval[string](g.tab, fmt.Sprintf(`(async (now, step) => {
		const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
		for (await drawn(); !now.textContent.includes(%q); await drawn()) {
			if (document.getElementById("stage").dataset.mode === "ended") return now.textContent;
			step.click();
		}
		return "";
	})(%s, %s)`, text, g.part("now"), g.at("[data-do=step]"))); last != "" {
		g.t.Fatalf("no step says %q; the last one says %q", text, last)
	}
}
