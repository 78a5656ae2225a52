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

// The stage by ear, without motion, without telling colours apart, and by whatever hand.
func TestStageForEverybody(t *testing.T) {
	t.Parallel()
	f := serve(t)
	together(t, "announcements", func(t *testing.T) { stageAnnouncements(t, f) })
	together(t, "no motion", func(t *testing.T) { noMotion(t, f) })
	together(t, "never colour alone", func(t *testing.T) { neverColourAlone(t, f) })
	together(t, "the scrubber by finger, mouse and keys", func(t *testing.T) { scrubberOnStage(t, f) })
}

// listening collects what assistive technology is told: changes of live regions, whose
// roles say that they are, or an attribute does.
const listening = `(() => {
	window.said = [];
	const live = [...document.querySelectorAll("[aria-live], [role=status], [role=alert], [role=log], output")].filter(e => e.ariaLive !== "off");
	for (const e of live) new MutationObserver(() => e.checkVisibility() && e.textContent.trim() && said.push((e.dataset.part ?? "") + ": " + e.textContent.trim())).observe(e, {childList: true, characterData: true, subtree: true});
	return live.length;
})()`

// tellsWhereItStands holds that a step is told once, ten quick steps by the last of them,
// and the ticks of a clock not at all.
func (g figure) tellsWhereItStands() {
	g.t.Helper()
	if n := eval[int](g.tab, listening); n == 0 {
		g.t.Fatal("there are no live regions")
	}
	told := func(after string) {
		g.t.Helper()
		g.wait("said.length > 0")
		if got, now := eval[[]string](g.tab, "said"), g.text("now"); len(got) != 1 || !strings.HasSuffix(got[0], now) {
			g.t.Errorf("after %s is told: %q; the page says %q", after, got, now)
		}
		eval[bool](g.tab, "(said.length = 0, true)")
	}
	g.press(kb.Home)
	told("Home")
	g.choose("10")
	g.press("k")
	g.waitMode("playing")
	g.waitMode("ended")
	if got := eval[[]string](g.tab, "said"); len(got) > 0 {
		g.t.Errorf("told while it plays: %q", got)
	}
	g.press("0")
	for range 10 {
		g.press(kb.ArrowRight)
	}
	told("ten quick steps")
	g.press(kb.ArrowRight)
	told("one step")
}

// A lesson's figure tells where it stands.
func TestAnnouncements(t *testing.T) {
	t.Parallel()
	lesson(t, serve(t), desk).tellsWhereItStands()
}

// The stage does, too, and tells what was done with what it made of the run.
func stageAnnouncements(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.tellsWhereItStands()
	g.act(keys, "client:A", "Pause the whole process for: 2s")
	g.wait("said.length > 0")
	if got, now := eval[[]string](g.tab, "said"), g.text("now"); !strings.HasSuffix(got[len(got)-1], now) {
		t.Errorf("after an action is told: %q; the page says %q", got, now)
	}
}

// Who wants no motion sees pictures of instants at which something happened, and nothing
// that fades or slides.
func noMotion(t *testing.T, f *front) {
	s := desk
	s.still = true
	g := onStage(t, f, "failover", s)
	shown := map[trace.Time]bool{g.microseconds(): true}
	for _, e := range g.trace() {
		shown[e.T/1000*1000] = true
	}
	eval[bool](g.tab, fmt.Sprintf(`(clock => {
		window.seen = new Set(), window.moved = new Set();
		new MutationObserver(() => {
			seen.add(clock.textContent);
			for (const a of document.getAnimations()) if (a.effect.getComputedTiming().duration > 1) moved.add((a.transitionProperty ?? a.animationName) + " of " + a.effect.target.className);
		}).observe(clock, {childList: true, characterData: true, subtree: true});
		return true;
	})(%s)`, g.part("clock")))
	g.press(kb.Home)
	g.choose("10")
	g.press("k")
	g.waitMode("ended")
	seen := eval[[]float64](g.tab, "[...seen].map(text => Math.round(parseFloat(text) * 1e6))")
	if len(seen) < 10 {
		t.Errorf("only %d instants were shown", len(seen))
	}
	for _, at := range seen {
		if !shown[trace.Time(at)] {
			t.Errorf("%v us were shown, when nothing happened", at)
		}
	}
	if moved := eval[[]string](g.tab, "[...moved]"); len(moved) > 0 {
		t.Errorf("this moves: %q", moved)
	}
}

// What colours say, shapes and words say, too: who a client is, what is a fault, what
// broke, what is believed and not true, and which of several things is chosen.
func neverColourAlone(t *testing.T, f *front) {
	g := onStage(t, f, "failover", desk)
	shapes := eval[[]string](g.tab, `["A", "B"].map(id => document.querySelector('[data-part=stage] [data-part="client-' + id + '"] .shape').innerHTML)`)
	letters := eval[[]string](g.tab, `["A", "B"].map(id => document.querySelector('[data-part=stage] [data-part="client-' + id + '"] .badge-letter').textContent)`)
	if shapes[0] == shapes[1] || strings.Join(letters, "") != "AB" {
		t.Errorf("the clients have the shapes %q and the letters %q", shapes, letters)
	}
	for _, what := range []string{"crashed", "no longer true", "two are inside"} {
		if got := g.text("stage"); !strings.Contains(got, what) {
			t.Errorf("the topology does not say that something is %s", what)
		}
	}
	patterns := eval[[]string](g.tab, `[...document.querySelectorAll("[data-part=stage] pattern[id^=stage-bar]:not(.who-none)")].map(p => p.innerHTML + p.getAttribute("patternTransform"))`)
	for i, p := range patterns {
		if slices.Contains(patterns[:i], p) {
			t.Error("two bars have the same pattern")
		}
	}
	// Signs of the list of events: each kind its own.
	signs := eval[map[string]string](g.tab, `Object.fromEntries([...document.querySelectorAll("#stage [data-part=events] [data-do=event]")]
		.map(b => [b.querySelector(".text").textContent, b.querySelector(".sign").innerHTML])
		.filter(([text]) => /^Broken|takes the lock|crashes/.test(text)).map(([text, sign]) => [text.match(/^Broken|takes the lock|crashes/)[0], sign]))`)
	if len(signs) < 3 || signs["Broken"] == signs["crashes"] || signs["Broken"] == signs["takes the lock"] || signs["Broken"] == "" {
		t.Errorf("what broke, what was decided and what failed have the signs %q", signs)
	}
	// The outcome says in words whether it is good or bad, and its sign has a shape.
	if !strings.Contains(g.verdict(), "broke") || !eval[bool](g.tab, g.at(".verdict .sign")+`.getBoundingClientRect().width > 8`) {
		t.Errorf("the outcome is %q", g.verdict())
	}
	// With colours forced away all is still there: chosen tabs and buttons differ by more.
	g.act(mouse, "client:A", "Pause the whole process for: 2s")
	weights := eval[[]string](g.tab, `[...document.querySelectorAll("#stage [data-part=branches] .btn")].map(b => (s => s.fontWeight + s.borderBottomStyle + s.textDecorationLine + s.boxShadow.replace(/rgba?\([^)]*\)/g, "").trim() + s.borderBottomWidth)(getComputedStyle(b)))`)
	if weights[0] == weights[1] {
		t.Errorf("the branch that is shown differs from the other by colour alone: %q", weights)
	}
}

// The scrubber works by touch, by mouse and by keys, all in one session, and says the
// time beside the finger.
func scrubberOnStage(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", phone)
	b := eval[struct{ X, Y, Width, Height float64 }](g.tab, g.part("scrubber")+".getBoundingClientRect().toJSON()")
	if b.Height < 24 {
		t.Errorf("the scrubber is %v pixels high: too small for a finger", b.Height)
	}
	at := func(part float64) point { return point{b.X + 10 + part*(b.Width-20), b.Y + b.Height/2} }
	near := func(how string, want float64) {
		t.Helper()
		g.frame()
		if got := eval[float64](g.tab, fmt.Sprintf("%[1]s.value / %[1]s.max", g.part("scrubber"))); got < want-0.1 || got > want+0.1 {
			t.Errorf("%s to %v leaves the scrubber at %v", how, want, got)
		}
		text := eval[string](g.tab, g.part("scrubber")+`.getAttribute("aria-valuetext")`)
		if clock := fmt.Sprintf("%.3f seconds", float64(g.microseconds())/1e6); text != clock {
			t.Errorf("%s: the scrubber reads out %q while the clock shows %q", how, text, clock)
		}
	}
	label := `(e => {
		const r = e.getBoundingClientRect();
		return getComputedStyle(e).visibility === "visible" && r.width > 0 && r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth && e.textContent === ` + g.part("clock") + `.textContent;
	})(` + g.part("scrub-time") + `)`
	g.finger(input.DispatchTouchEventTypeTouchStart, at(0.2))
	for _, part := range []float64{0.3, 0.45, 0.6} {
		g.finger(input.DispatchTouchEventTypeTouchMove, at(part))
		g.frame()
		if !eval[bool](g.tab, label) {
			t.Errorf("dragged to %v, the time is out of sight", part)
		}
	}
	g.finger(input.DispatchTouchEventTypeTouchEnd)
	near("dragging", 0.6)
	g.do(chromedp.MouseClickXY(at(0.3).X, at(0.3).Y))
	near("clicking", 0.3)
	g.press(kb.End)
	g.waitMode("ended")
	near("End", 1)
	was := g.place()
	for range 6 { // the last steps share an instant
		g.press(kb.ArrowLeft)
	}
	if got := g.place(); got >= was {
		t.Errorf("arrow keys on the scrubber lead from %d to %d", was, got)
	}
}
