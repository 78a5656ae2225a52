package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lockstep/sim/trace"
)

// focus says what has the focus: a button's command, a part, or the element.
const focus = `(e => e.dataset?.do ?? e.dataset?.part ?? e.localName)(document.activeElement)`

// Everything works by keyboard alone, and Tab leads in and out again.
func TestKeyboardAlone(t *testing.T) {
	t.Parallel()
	g := lesson(t, serve(t), desk)
	tab := func(until string) {
		t.Helper()
		for range 60 {
			g.press(kb.Tab)
			if eval[string](g.tab, focus) == until {
				return
			}
		}
		t.Fatalf("Tab does not lead to %s", until)
	}
	tab("play")
	if got := eval[string](g.tab, "getComputedStyle(document.activeElement).outlineStyle"); got == "none" {
		t.Error("the focus is not to be seen")
	}
	g.press(" ")
	g.waitMode("playing")
	g.press("k")
	g.waitMode("paused")

	at := g.place
	g.press("0")
	start, picture := at(), g.picture()
	g.press(kb.ArrowRight)
	g.press(kb.ArrowRight)
	after := at()
	g.press(kb.ArrowLeft)
	g.press(kb.ArrowLeft)
	if back := at(); after <= start || back != start || g.picture() != picture {
		t.Errorf("two steps from %d lead to %d, and back to %d", start, after, back)
	}
	g.press(kb.ArrowRight, chromedp.ModifierShift)
	if notable := at(); notable <= after || g.text("now") == "" {
		t.Errorf("the next notable event is at %d", notable)
	}
	g.press(kb.End)
	g.waitMode("ended")
	g.press(kb.Home)
	if got := at(); got != 0 {
		t.Errorf("Home leads to %d", got)
	}
	g.press("]")
	g.wait(g.part("speed") + `.value === "2"`)
	g.press("-")
	g.press("-")
	g.wait(g.part("speed") + `.value === "0.5"`)

	// A select has keys of its own.
	tab("speed")
	before := at()
	g.press(kb.ArrowRight)
	if got := at(); got != before {
		t.Errorf("an arrow key in the select moves the playhead from %d to %d", before, got)
	}
	for range 60 {
		g.press(kb.Tab)
		if !eval[bool](g.tab, `document.getElementById("scene-1").contains(document.activeElement)`) {
			return
		}
	}
	t.Error("Tab does not lead out of the figure")
}

// Keys work from the page's body, too, and leave text fields and the browser's
// own shortcuts alone.
func TestKeysOnTheBody(t *testing.T) {
	t.Parallel()
	g := lesson(t, serve(t), desk)
	start := g.place()
	g.press(kb.ArrowRight)
	at := g.place()
	if at <= start {
		t.Fatalf("an arrow key leads from %d to %d", start, at)
	}
	eval[bool](g.tab, `(f => { document.body.append(f); f.focus(); return true; })(document.createElement("input"))`)
	for _, key := range []string{"k", "n", "0", kb.ArrowLeft, " "} {
		g.press(key)
	}
	if got := eval[string](g.tab, "document.activeElement.value"); got != "kn 0" && got != "kn0 " {
		t.Errorf("the text field holds %q", got)
	}
	if g.place() != at {
		t.Error("typing in a text field moves the playhead")
	}
}

// The scrubber works by mouse, by touch and by keys, all in one session.
func TestScrubber(t *testing.T) {
	t.Parallel()
	g := lesson(t, serve(t), phone)
	eval[bool](g.tab, g.part("controls")+" ?? "+g.part("scrubber")+`.scrollIntoView({block: "center"}), true`)
	g.frame()
	type box struct{ X, Y, Width, Height float64 }
	b := eval[box](g.tab, g.part("scrubber")+".getBoundingClientRect().toJSON()")
	if b.Height < 24 {
		t.Errorf("the scrubber is %v pixels high: too small for a finger", b.Height)
	}
	y := b.Y + b.Height/2
	x := func(part float64) float64 { return b.X + 10 + part*(b.Width-20) }
	value := func() float64 {
		return eval[float64](g.tab, fmt.Sprintf("%[1]s.value / %[1]s.max", g.part("scrubber")))
	}
	near := func(how string, want float64) {
		t.Helper()
		g.frame()
		if got := value(); got < want-0.1 || got > want+0.1 {
			t.Errorf("%s to %v leaves the scrubber at %v", how, want, got)
		}
		text := eval[string](g.tab, g.part("scrubber")+`.getAttribute("aria-valuetext")`)
		if clock := fmt.Sprintf("%.3f seconds", float64(g.microseconds())/1e6); text != clock {
			t.Errorf("%s: the scrubber reads out %q while the clock shows %q", how, text, clock)
		}
	}

	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		t.Helper()
		g.do(command(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points}))
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x(0.2), Y: y})
	for _, part := range []float64{0.3, 0.45, 0.6} {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x(part), Y: y})
		g.frame()
		if !eval[bool](g.tab, fmt.Sprintf(`(e => {
			const r = e.getBoundingClientRect();
			return getComputedStyle(e).visibility === "visible" && r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth;
		})(%s)`, g.part("scrub-time"))) {
			t.Error("the time is out of sight while a finger drags")
		}
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
	near("dragging", 0.6)
	if eval[string](g.tab, "getComputedStyle("+g.part("scrub-time")+").visibility") != "hidden" {
		t.Error("the time beside the thumb stays when the finger has gone")
	}

	g.do(chromedp.MouseClickXY(x(0.3), y))
	near("clicking", 0.3)

	g.press(kb.End)
	g.waitMode("ended")
	near("End", 1)
	at := g.place()
	for range 6 { // the last steps share an instant
		g.press(kb.ArrowLeft)
	}
	if got := g.place(); got >= at {
		t.Errorf("arrow keys on the scrubber lead from %d to %d", at, got)
	}

	// Fifty drags while it plays: the button says what is so.
	g.press(kb.Home)
	g.choose("0.1")
	g.click("play")
	for i := range 50 {
		eval[bool](g.tab, fmt.Sprintf(`(s => { s.value = s.max * %d / 60; return s.dispatchEvent(new Event("input", {bubbles: true})); })(%s)`, i*7%50, g.part("scrubber")))
	}
	g.frame()
	if !eval[bool](g.tab, g.modeIs("playing")) || eval[string](g.tab, g.at("[data-do=play]")+".ariaLabel") != "Pause (Space)" {
		t.Error("it plays, and the button says otherwise")
	}
}

// With reduced motion nothing moves between two events.
func TestReducedMotion(t *testing.T) {
	t.Parallel()
	s := desk
	s.still = true
	g := lesson(t, serve(t), s)
	shown := map[trace.Time]bool{g.microseconds(): true} // where the scene begins
	for _, e := range g.trace() {
		shown[e.T/1000*1000] = true
	}
	eval[bool](g.tab, fmt.Sprintf(`(clock => {
		window.seen = new Set([clock.textContent]);
		new MutationObserver(() => seen.add(clock.textContent)).observe(clock, {childList: true, characterData: true, subtree: true});
		return true;
	})(%s)`, g.part("clock")))
	g.choose("10")
	g.click("play")
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
}

// ? opens the list of keys, Escape closes it, and so it does what lies over the
// picture.
func TestKeysAreListed(t *testing.T) {
	t.Parallel()
	g := lesson(t, serve(t), desk)
	legend := g.part("legend")
	g.press("?")
	g.wait(legend + ".open")
	g.wait(fmt.Sprintf(`(r => r.top >= 0 && r.top < innerHeight)(%s.getBoundingClientRect())`, g.part("keys")))
	g.press(kb.Escape)
	g.wait("!" + legend + ".open")
	g.frame() // or the mouse meets the page as it lay while the list was open
	about := g.at(".about-clock")
	g.do(chromedp.Click(chromedp.CSS("#" + g.id + " .about-clock summary")))
	g.wait(about + ".open")
	g.press(kb.Escape)
	g.wait("!" + about + ".open")
	if got := eval[string](g.tab, focus); got != "summary" {
		t.Errorf("after Escape %s has the focus", got)
	}
	for do, key := range map[string]string{"restart": "0", "back": "←", "play": "Space", "step": "→", "next": "N"} {
		names := eval[[]string](g.tab, fmt.Sprintf("(b => [b.title, b.ariaLabel])(%s)", g.at("[data-do="+do+"]")))
		for _, name := range names {
			if !strings.HasSuffix(name, " ("+key+")") {
				t.Errorf("the button %s is called %q, without its key %s", do, name, key)
			}
		}
	}
}
