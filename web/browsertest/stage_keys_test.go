package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// The stage by keys alone.
func TestStageByKeys(t *testing.T) {
	t.Parallel()
	f := serve(t)
	together(t, "Tab leads to everything, and out", func(t *testing.T) { tabLeadsToEverything(t, f) })
	together(t, "menus by arrow keys", func(t *testing.T) { menusByArrowKeys(t, f) })
	together(t, "Escape leaves every dialog", func(t *testing.T) { escapeLeaves(t, f) })
	together(t, "an input method's Enter", func(t *testing.T) { inputMethodsEnter(t, f) })
}

// named says what has the focus: what it stands for, does or is.
const named = `(e => e.dataset?.thing ?? (e.dataset?.do ? (e.dataset.do + " " + (e.dataset.arg ?? "")).trim() : e.dataset?.part ?? e.localName))(document.activeElement)`

// focusSeen tells whether what has the focus shows it. The scrubber shows it at its thumb,
// which no script can look at, and by the time beside it.
const focusSeen = `(e => {
	const style = getComputedStyle(e);
	return e.checkVisibility() && (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 || style.strokeWidth === "2px" && style.stroke !== "none" ||
		e.type === "range" && getComputedStyle(document.querySelector("[data-part=scrub-time]")).visibility === "visible");
})(document.activeElement)`

// Tab goes through everything that can be used, shows where it is, and goes on; each
// thing's menu opens by Enter, and Escape leads back to it.
func tabLeadsToEverything(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.seek("n2 has no such key yet")
	eval[bool](g.tab, "document.activeElement.blur(), true")
	// Of several events or branches, one is as good as the other.
	want := eval[[]string](g.tab, `[...new Set([...document.querySelectorAll("#stage [data-thing], #stage button[data-do]:not(:disabled), #stage summary, #stage :is(input, select)")]
		.filter(e => e.checkVisibility() && e.tabIndex >= 0).map(e => e.dataset.thing ?? e.dataset.do ?? e.dataset.part ?? e.localName))]`)
	reached := make(map[string]bool)
	left := false
	for range 150 {
		g.press(kb.Tab)
		at := eval[struct {
			Name, Within string
			Seen         bool
		}](g.tab, `({Name: `+named+`, Within: document.activeElement.closest("#stage") ? "stage" : document.activeElement.localName, Seen: `+focusSeen+`})`)
		if at.Within != "stage" {
			if len(reached) > 0 {
				left = true
				break
			}
			continue
		}
		name, _, _ := strings.Cut(at.Name, " ")
		if !at.Seen {
			t.Errorf("the focus on %s is not to be seen", at.Name)
		}
		if kind, _, _ := strings.Cut(name, ":"); !reached[name] && (kind == "client" || kind == "node" || kind == "msg" || kind == "resource") {
			g.press(kb.Enter)
			g.waitOpen("menu")
			if !eval[bool](g.tab, `document.activeElement.closest("`+dialog("menu")+`") !== null`) {
				t.Errorf("the menu of %s is open, and %s has the focus", name, eval[string](g.tab, named))
			}
			if len(g.offers()) == 0 {
				t.Errorf("the menu of %s is empty", name)
			}
			g.press(kb.Escape)
			g.waitClosed()
			if back := eval[string](g.tab, named); back != name {
				t.Fatalf("Escape from the menu of %s leads to %s", name, back)
			}
		}
		reached[name] = true
	}
	if !left {
		t.Error("Tab does not lead out of the stage")
	}
	for _, name := range want {
		if !reached[name] {
			t.Errorf("Tab does not lead to %s", name)
		}
	}
	if len(want) < 20 || !slices.Contains(want, "msg:A/1/set>n1") {
		t.Errorf("there is too little to be reached: %q", want)
	}
}

// Arrow keys go through all lines of a menu, Enter goes deeper or chooses, and from below
// there is a way back.
func menusByArrowKeys(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.seek("n2 has no such key yet")
	for _, thing := range []string{"node:n2", "client:A", "msg:A/1/set>n1", "resource:invoice-42"} {
		g.take(keys, thing)
		deeper := 0
		// The lines by the arrow keys, as far as they lead.
		walk := func(where string) (lines []string) {
			for range 40 {
				label := eval[string](g.tab, `document.activeElement.ariaLabel ?? document.activeElement.textContent`)
				if slices.Contains(lines, label) {
					break
				}
				lines = append(lines, label)
				g.press(kb.ArrowDown)
				g.frame()
			}
			buttons := eval[[]string](g.tab, `[...document.querySelectorAll("`+dialog("menu")+` [data-part=menu-list] button")].map(b => b.ariaLabel ?? b.textContent)`)
			for _, b := range buttons {
				if !slices.Contains(lines, b) {
					g.t.Errorf("%s: arrow keys do not lead to %q, but to %q", where, b, lines)
				}
			}
			return lines
		}
		walk(thing)
		for i := range g.count(dialog("menu") + " .deeper") {
			deeper++
			g.enterOn(dialog("menu") + fmt.Sprintf(" li:nth-child(%d of :has(.deeper)) .deeper", i+1))
			g.frame()
			if lines := walk(fmt.Sprintf("%s, %d", thing, i)); !slices.Contains(lines, "Back") {
				t.Errorf("%s: there is no way back among %q", thing, lines)
			}
			g.enterOn(dialog("menu") + " .back")
			g.frame()
		}
		if deeper == 0 && strings.HasPrefix(thing, "node") {
			t.Errorf("the menu of %s has no menus within", thing)
		}
		g.press(kb.Escape)
		g.waitClosed()
	}
}

// Whatever opens over the page takes the focus, Escape closes it, and the focus is where
// it was.
func escapeLeaves(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	for do, part := range map[string]string{"hands": "menu", "params": "params", "keys": "keys", "share": "share"} {
		g.use(keys, do)
		g.waitOpen(part)
		// From the last one Tab leads to the browser's own controls, and then in again.
		last := `[...document.activeElement.closest("dialog").querySelectorAll("a, button, input, select")].filter(e => e.checkVisibility()).at(-1) === document.activeElement`
		for range 3 {
			if eval[bool](g.tab, last) {
				break
			}
			g.press(kb.Tab)
			if !eval[bool](g.tab, `document.activeElement.closest("`+dialog(part)+`") !== null`) {
				t.Fatalf("from %s Tab leads to %s", part, eval[string](g.tab, named))
			}
		}
		g.press(kb.Escape)
		g.waitClosed()
		if got := eval[string](g.tab, named); got != do {
			t.Errorf("after Escape from %s %s has the focus", part, got)
		}
	}
	for _, key := range []string{"?", "a"} {
		eval[bool](g.tab, "document.activeElement.blur(), true")
		g.press(key)
		g.waitOpen(map[string]string{"?": "keys", "a": "menu"}[key])
		g.press(kb.Escape)
		g.waitClosed()
	}
	g.press("?")
	g.waitOpen("keys")
	if got := strings.Join(g.texts(dialog("keys")+" kbd"), " "); !strings.Contains(got, "Space") || !strings.Contains(got, "Esc") || !strings.Contains(got, "Ctrl Z") {
		t.Errorf("the list of keys holds %s", got)
	}
	if got := g.texts(dialog("keys") + " dd"); slices.Contains(got, "") {
		t.Errorf("a key is listed without what it does: %q", got)
	}
	g.press(kb.Escape)
	g.waitClosed()
	// One dialog after another: the focus comes back to what was taken hold of.
	g.take(keys, "node:n1")
	g.offer(keys, "Clock")
	g.offer(keys, "Set the wall clock forward by", "other…")
	g.waitOpen("amount")
	g.press(kb.Escape)
	g.waitClosed()
	if got := eval[string](g.tab, named); got != "node:n1" {
		t.Errorf("after a chain of dialogs %s has the focus", got)
	}
}

// Enter that confirms a candidate of an input method sends nothing off: neither while
// something is being composed, nor where the browser says so by the key code alone.
func inputMethodsEnter(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.act(mouse, "client:A", "Pause the whole process for: 2s")
	confirm := func(code int64) {
		g.do(
			command(input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeRawKeyDown, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: code}),
			command(input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeChar, Key: "Enter", Code: "Enter", Text: "\r", UnmodifiedText: "\r"}),
			command(input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyUp, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: code}),
		)
		g.frame()
	}
	compose := func(text string) {
		g.do(command(input.ImeSetComposition, input.ImeSetCompositionParams{Text: text, SelectionStart: int64(len([]rune(text))), SelectionEnd: int64(len([]rune(text)))}))
	}
	for _, field := range []struct {
		part string
		open func()
	}{
		{"console", func() { g.take(mouse, "node:n1"); g.offer(mouse, "Type a command…") }},
		{"name", func() {
			g.clickOn("#stage [data-part=branches] [aria-pressed=true]")
			g.waitOpen("menu")
			g.offer(mouse, "Rename")
		}},
		{"amount", func() {
			g.take(mouse, "node:n1")
			g.offer(mouse, "Clock")
			g.offer(mouse, "Set the wall clock forward by", "other…")
		}},
		{"params", func() {
			g.use(mouse, "params")
			g.waitOpen("params")
			eval[bool](g.tab, `document.querySelector('[data-form=params] [name="lock.ttl"]').focus(), true`)
		}},
	} {
		field.open()
		g.waitOpen(field.part)
		before := eval[string](g.tab, runs)
		eval[bool](g.tab, "document.activeElement.value = '1s', document.activeElement.select(), true")
		eval[bool](g.tab, `(window.submitted = 0, document.addEventListener("submit", () => submitted++, {capture: true}), true)`)
		compose("2s")
		confirm(13)
		compose("")
		confirm(229)
		if n := eval[int](g.tab, "submitted"); n != 0 || g.count(dialog(field.part)) != 1 || eval[string](g.tab, runs) != before {
			t.Errorf("an input method’s Enter sends the %s off, %d times", field.part, n)
		}
		if got := eval[string](g.tab, "document.activeElement.form?.dataset.form"); got != field.part {
			t.Errorf("after it the focus is in %s", got)
		}
		// And the Enter that is meant does.
		eval[bool](g.tab, "document.activeElement.value = '2s', true")
		g.press(kb.Enter)
		g.wait("submitted > 0")
		if field.part == "console" {
			g.wait(`document.querySelector("[data-part=console-log] .reply")?.textContent.includes("ERR") === true`)
			g.press(kb.Escape)
		}
		g.waitClosed()
		g.frame()
	}
}
