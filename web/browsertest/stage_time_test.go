package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lockstep/sim/trace"
)

// Time is virtual, and in the reader's hands alone. That every scenario comes to the
// same end at every speed, and that steps on and back lead where they began, is also
// held without a browser, in web/player and wasm/viewer.
func TestStageTime(t *testing.T) {
	t.Parallel()
	f := serve(t)
	for scenario, speeds := range map[string][]string{"failover": {"0.5", "10"}, "clock-jump": {"1", "5"}, "watchdog": {"2", "10"}} {
		together(t, scenario+" by every route", func(t *testing.T) { everyRoute(t, f, scenario, speeds) })
	}
	together(t, "a hidden tab", func(t *testing.T) { hiddenTab(t, f) })
	together(t, "fifty drags", func(t *testing.T) { fiftyDrags(t, f) })
	together(t, "back from the end in one go", func(t *testing.T) { backInOneGo(t, f) })
	together(t, "it is called virtual", func(t *testing.T) { calledVirtual(t, f) })
	together(t, "keys live by their node's clock", func(t *testing.T) { keysByTheirNodesClock(t, f) })
}

// pumpedStage is a stage whose frames come when turn asks for them, and in whose page
// the functions of stageScript are.
func pumpedStage(t *testing.T, f *front, scenario string) stage {
	t.Helper()
	b := spied(t, desk)
	b.show(f.address + "en/play/" + scenario)
	g := stageAt(b)
	g.press(kb.End)
	g.wait(g.part("hash") + ".dataset.hash !== undefined")
	g.use(mouse, "fit") // or the diagram lies where the way to an instant has left it
	eval[bool](b, stageScript)
	return g
}

// stageScript lets a test press buttons and look at all views in one go.
const stageScript = `(() => {
	const figure = document.getElementById("stage");
	const part = name => figure.querySelector("[data-part=" + name + "]");
	const views = ["stage", "space", "events", "now", "clock"];
	globalThis.press = name => { figure.querySelector("[data-do=" + name + "]").click(); spy.turn(0); };
	// Names that no line breaks are marked later than the viewer's own turn.
	globalThis.see = () => views.map(name => part(name).innerHTML.replace(/<span class="unbroken">([^<]*)<\/span>/g, "$1"));
	globalThis.same = (a, b, how, into) => views.forEach((view, i) => { if (a[i] !== b[i]) into.push(how + ": the " + view); });
	globalThis.place = () => Number(part("scrubber").value);
	globalThis.drag = to => {
		part("scrubber").value = to;
		part("scrubber").dispatchEvent(new Event("input", {bubbles: true}));
		for (let frames = 0; frames < 4; frames++) spy.turn(0); // the thumb rests, so that all views are there
	};
	globalThis.speed = factor => {
		part("speed").value = factor;
		part("speed").dispatchEvent(new Event("input", {bubbles: true}));
		spy.turn(0);
	};
	// What the views say of the instant shown: the clock, the list of events, the diagram.
	globalThis.instants = () => [
		part("clock").textContent, part("events").querySelector("[aria-current=step] .num").textContent,
		part("space").querySelector(".now-text").textContent,
	].map(parseFloat);
	spy.pumped = true;
	return true;
})()`

// Forward k, back k, for every k; by the scrubber; by playing at each speed: all views
// show one instant, and the same of it by every route. The run is the command line's.
func everyRoute(t *testing.T, f *front, scenario string, speeds []string) {
	g := pumpedStage(t, f, scenario)
	type walk struct {
		Steps, Sights int
		Wrong         []string
	}
	walked := eval[walk](g.tab, `(() => {
		globalThis.sights = [], globalThis.places = [];
		globalThis.one = (how, into) => { const [clock, ...rest] = instants(); if (rest.some(t => t !== clock)) into.push(how + ": instants " + instants()); };
		const wrong = [];
		press("restart");
		for (;;) {
			sights.push(see()), places.push(place());
			one("step " + sights.length, wrong);
			if (stage.dataset.mode === "ended") break;
			press("step");
		}
		return {Steps: sights.length, Sights: new Set(sights.map(String)).size, Wrong: wrong};
	})()`)
	if walked.Steps < 20 || walked.Sights != walked.Steps {
		t.Errorf("%d steps are %d different sights", walked.Steps, walked.Sights)
	}
	back := eval[[]string](g.tab, `(() => {
		const wrong = [];
		for (let k = sights.length - 2; k >= 0; k--) {
			press("back");
			same(see(), sights[k], "back to step " + k, wrong);
		}
		return wrong;
	})()`)
	// A value of the scrubber is a millisecond, of which the last step is shown.
	dragged := eval[[]string](g.tab, `(() => {
		const wrong = [];
		for (let k = sights.length - 1; k > 0; k -= 7) {
			if (places[k + 1] === places[k]) continue;
			drag(places[k]);
			one("dragged to " + places[k], wrong);
			press("back"), press("step");
			if (place() === places[k]) same(see(), sights[k], "dragged to step " + k, wrong);
		}
		return wrong;
	})()`)
	wrong := slices.Concat(walked.Wrong, back, dragged)
	for _, w := range wrong[:min(5, len(wrong))] {
		t.Error(w)
	}

	hash := commandLineHash(t, scenario)
	for _, factor := range speeds {
		type played struct {
			Frames int
			Hash   string
			Wrong  []string
		}
		p := eval[played](g.tab, fmt.Sprintf(`(() => {
			press("restart");
			const wrong = [], frames = (speed(%q), %s(100));
			const now = see(), hash = stage.querySelector("[data-part=hash]").dataset.hash;
			globalThis.ended ??= now;
			same(now, ended, "at speed %[1]s", wrong);
			return {Frames: frames, Hash: hash ?? "", Wrong: wrong};
		})()`, factor, playThrough))
		if p.Frames < 5 || p.Hash != hash || len(p.Wrong) > 0 {
			t.Errorf("at speed %s, after %d frames, the run is %s, want %s: %q", factor, p.Frames, p.Hash, hash, p.Wrong)
		}
	}
}

// Behind another tab there are no frames. Nothing has run ahead when they come again,
// and nothing is made up for.
func hiddenTab(t *testing.T, f *front) {
	g := pumpedStage(t, f, "failover")
	type hidden struct {
		Least, Jump, Animations int
		Steps                   int // told of in the frame on return
		Mode, Hash              string
		Wrong                   []string
	}
	h := eval[hidden](g.tab, `(() => {
		const see_ = see();
		press("restart"), speed("1"), press("play");
		let at = place(), least = 0;
		for (let i = 0; i < 10; i++) { spy.turn(100); least = Math.max(least, place() - at); at = place(); }
		const show = state => {
			Object.defineProperty(document, "visibilityState", {value: state, configurable: true});
			document.dispatchEvent(new Event("visibilitychange"));
		};
		const told = () => stage.querySelectorAll("[data-part=events] [data-do=event]").length;
		show("hidden");
		show("visible");
		const before = told();
		at = place();
		spy.turn(60_000);
		const jump = place() - at, steps = told() - before, mode = stage.dataset.mode, animations = document.getAnimations().length;
		`+playThrough+`(100);
		const wrong = [];
		same(see(), see_, "at the end", wrong);
		return {Least: least, Jump: jump, Steps: steps, Animations: animations, Mode: mode, Hash: stage.querySelector("[data-part=hash]").dataset.hash, Wrong: wrong};
	})()`)
	switch {
	case h.Least == 0 || h.Mode != "playing":
		t.Errorf("it is %s, by %d a frame: nothing is tested", h.Mode, h.Least)
	case h.Jump > 2*h.Least+100:
		t.Errorf("after a minute in hiding the playhead jumps by %d ms, where frames go by %d", h.Jump, h.Least)
	case h.Steps > 10 || h.Animations > 10:
		t.Errorf("a burst of %d steps and %d animations on return", h.Steps, h.Animations)
	}
	if h.Hash != commandLineHash(t, "failover") || len(h.Wrong) > 0 {
		t.Errorf("the run ends otherwise than one that was always seen: %s, %q", h.Hash, h.Wrong)
	}
}

// While it plays the scrubber is dragged fifty times: the button says what is so, and
// the playhead goes on from where it was let go.
func fiftyDrags(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.press(kb.Home)
	g.choose("0.1")
	g.use(mouse, "play")
	g.waitMode("playing")
	type box struct{ X, Y, Width, Height float64 }
	b := eval[box](g.tab, g.part("scrubber")+".getBoundingClientRect().toJSON()")
	at := func(part float64) (x, y float64) { return b.X + 10 + part*(b.Width-20), b.Y + b.Height/2 }
	mouse := func(kind input.DispatchMouseEventType, part float64) chromedp.Action[chromedp.Void] {
		x, y := at(part)
		return chromedp.MouseEvent(kind, x, y, chromedp.Button("left"), func(p *input.DispatchMouseEventParams) {
			p.ClickCount, p.Buttons = 1, 1
		})
	}
	says := func(when, label string) {
		t.Helper()
		if got := eval[string](g.tab, g.at("[data-do=play]")+".ariaLabel"); got != label {
			t.Errorf("%s the button says %q", when, got)
		}
	}
	for range 5 {
		g.do(mouse(input.DispatchMouseEventTypeMousePressed, 0.1))
		for i := range 10 {
			g.do(mouse(input.DispatchMouseEventTypeMouseMoved, float64(i*7%10)/20+0.1))
		}
		g.do(mouse(input.DispatchMouseEventTypeMouseMoved, 0.4), mouse(input.DispatchMouseEventTypeMouseReleased, 0.4))
		says("dragged about,", "Pause (Space)")
	}
	g.frame()
	if !eval[bool](g.tab, g.modeIs("playing")) {
		t.Error("it does not play any more")
	}
	part := eval[float64](g.tab, fmt.Sprintf("%[1]s.value / %[1]s.max", g.part("scrubber")))
	if part < 0.3 || part > 0.7 {
		t.Errorf("let go at 0.4 of its way the scrubber is at %v", part)
	}
	// The list and the picture are where the scrubber is.
	g.press("k")
	g.waitMode("paused")
	says("paused,", "Play (Space)")
	here := g.look()
	g.press(kb.ArrowRight)
	g.press(kb.ArrowLeft)
	g.frame()
	if back := g.look(); back.Events != here.Events || back.Now != here.Now {
		t.Errorf("a step on and back from where it was let go:\n%s", back.differs(here))
	}
}

// From the end Left is pressed down to the start, without waiting for any picture.
func backInOneGo(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.press(kb.Home)
	start := g.look()
	g.press(kb.End)
	g.waitMode("ended")
	g.press(strings.Repeat(kb.ArrowLeft, len(g.trace())))
	if got := g.look(); g.place() != 0 || got.Clock != "0.000 s" || got.Topology != start.Topology || got.Events != start.Events {
		t.Errorf("Left, often enough, leads to %s:\n%s", got.Clock, got.differs(start))
	}
	g.press(strings.Repeat(kb.ArrowRight, len(g.trace())))
	g.waitMode("ended")
	if got, want := g.hash(), commandLineHash(t, "redlock"); got != want {
		t.Errorf("Right, often enough, leads to the run %s, want %s", got, want)
	}
}

// The clock says that it is virtual, and why it stands or crawls; speed is no hidden
// setting.
func calledVirtual(t *testing.T, f *front) {
	for _, s := range []screen{desk, phone} {
		g := onStage(t, f, "redlock", s)
		inSight := func(selector string) bool {
			return eval[bool](g.tab, fmt.Sprintf(`(e => {
				const r = e.getBoundingClientRect();
				return e.checkVisibility() && r.width > 0 && r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth;
			})(%s)`, g.at(selector)))
		}
		for _, selector := range []string{"[data-part=clock]", ".about-clock summary", "[data-part=speed]"} {
			if !inSight(selector) {
				t.Errorf("%d wide: %s is out of sight", s.width, selector)
			}
		}
		if got := g.texts("#stage .about-clock summary"); len(got) != 1 || got[0] != "virtual time" {
			t.Errorf("the clock is labelled %q", got)
		}
		if inSight(".about-clock p") {
			t.Error("the explanation is there unasked")
		}
		hands := []hand{mouse, keys}
		if s.touch {
			hands = []hand{touch}
		}
		for _, h := range hands {
			h.on(g.tab, "#stage .about-clock summary")
			g.wait(g.at(".about-clock") + ".open")
			g.frame()
			if text := g.texts("#stage .about-clock p")[0]; !inSight(".about-clock p") || !strings.Contains(text, "stands still while you think") {
				t.Errorf("%d wide, by %s: the explanation %q is out of sight or says nothing", s.width, h.name, text)
			}
			g.press(kb.Escape)
			g.wait("!" + g.at(".about-clock") + ".open")
			if got := eval[string](g.tab, focus); got != "summary" {
				t.Errorf("after Escape %s has the focus", got)
			}
		}
		speeds := eval[[]string](g.tab, `[...`+g.part("speed")+`.options].map(o => o.textContent)`)
		if got := strings.Join(speeds, " "); got != "0.1× 0.25× 0.5× 1× 2× 5× 10×" {
			t.Errorf("the speeds on offer are %s", got)
		}
	}
}

// A node's clock is set, and what the node shows of its key goes by it: less is left, or
// more; no other node's key changes.
func keysByTheirNodesClock(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.seek(g.sentence(trace.Hold, "A"))
	left := func(node string) float64 {
		return eval[float64](g.tab, fmt.Sprintf(`parseFloat(document.querySelector('[data-part=stage] [data-part="node-%s"] [data-slot=hundredths]')?.textContent ?? -1)`, node))
	}
	bar := func(node string) float64 {
		return eval[float64](g.tab, fmt.Sprintf(`parseFloat(document.querySelector('[data-part=stage] [data-part="node-%s"] [data-slot=width]')?.getAttribute("width") ?? -1)`, node))
	}
	was, full := left("n1"), bar("n1")
	if was < 9 || full <= 0 {
		t.Fatalf("n1 has %v s left, in a bar of %v", was, full)
	}
	g.act(mouse, "node:n1", "Clock", "Set the wall clock forward by: 1 s")
	if got := left("n1"); got < was-1.1 || got > was-0.9 {
		t.Errorf("set forward by 1 s the node has %v s left, where it had %v", got, was)
	}
	if got := bar("n1") / full; got > 0.92 || got < 0.85 {
		t.Errorf("with 1 s of 10 s gone the bar is %v of what it was", got)
	}
	if other := left("n2"); other < was-0.1 {
		t.Errorf("n2 has %v s left, though its clock was not touched", other)
	}
	g.branching(func() {
		g.take(mouse, "node:n1")
		g.offer(mouse, "Clock")
		g.offer(mouse, "Set the wall clock forward by", "other…")
		g.waitOpen("amount")
		g.enter("15s")
	})
	if got := left("n1"); got != -1 {
		t.Errorf("set forward beyond its life the key has %v s left", got)
	}
	g.use(mouse, "undo")
	g.act(mouse, "node:n1", "Clock", "Set the wall clock back by: 1 s")
	if got := left("n1"); got < was-0.1 || got > was+0.1 {
		t.Errorf("forward and back again the node has %v s left, where it had %v", got, was)
	}
}
