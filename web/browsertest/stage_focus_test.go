package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Wherever the focus is on the stage, keys lead on from there.
func TestStageFocus(t *testing.T) {
	t.Parallel()
	f := serve(t)
	together(t, "from a dialog's text", func(t *testing.T) { fromADialogsText(t, f) })
	together(t, "from nowhere in a menu", func(t *testing.T) { fromNowhereInAMenu(t, f) })
	together(t, "from what is gone", func(t *testing.T) { fromWhatIsGone(t, f) })
	together(t, "by the link to the main part", func(t *testing.T) { byTheSkipLink(t, f) })
}

// fromADialogsText tries a dialog whose text was clicked, so that nothing in it has the
// focus, and the console's log, which has keys of its own.
func fromADialogsText(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	for _, key := range []string{kb.Tab, kb.Escape} {
		g.press("a")
		g.waitOpen("menu")
		eval[bool](g.tab, "document.activeElement.blur(), true")
		clock := g.text("clock")
		g.press("k")
		g.press(key)
		if key == kb.Tab {
			g.wait(`document.activeElement.closest("dialog") !== null`)
			g.press(kb.Escape)
		}
		g.waitClosed()
		g.frame()
		if got := g.text("clock"); got != clock {
			t.Errorf("behind the dialog time went from %s to %s", clock, got)
		}
	}
	g.take(keys, "node:n1")
	g.offer(keys, "Type a command")
	g.waitOpen("console")
	eval[bool](g.tab, `document.querySelector("[data-part=console-log]").focus(), true`)
	g.press(kb.Tab)
	if got := eval[string](g.tab, "document.activeElement.name ?? document.activeElement.localName"); got != "line" {
		t.Errorf("from the log Tab leads to %s", got)
	}
	g.press(kb.Escape)
	g.waitClosed()
}

// fromNowhereInAMenu goes to either end of a menu.
func fromNowhereInAMenu(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	for key, place := range map[string]string{kb.ArrowUp: "-1", kb.ArrowDown: "0"} {
		g.press("a")
		g.waitOpen("menu")
		eval[bool](g.tab, "document.activeElement.blur(), true")
		g.press(key)
		g.wait(`document.activeElement === [...document.querySelectorAll("[data-part=menu-list] button")].at(` + place + `)`)
		g.press(kb.Escape)
		g.waitClosed()
	}
}

// fromWhatIsGone follows a message until it has arrived.
func fromWhatIsGone(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.seek("n2 has no such key yet")
	const message = `[data-part=stage] [data-thing="msg:A/1/set>n1"]`
	eval[bool](g.tab, "document.querySelector('"+message+"').focus(), true")
	for range 20 {
		if g.count(message) == 0 {
			break
		}
		g.press(kb.ArrowRight)
		g.frame()
	}
	if g.count(message) != 0 || eval[bool](g.tab, "document.activeElement === document.body") {
		t.Errorf("the message is there %d times, and %s has the focus", g.count(message), eval[string](g.tab, named))
	}
}

// byTheSkipLink leaves the branches as they are, and the address as it was.
func byTheSkipLink(t *testing.T, f *front) {
	g := onStage(t, f, "redlock", desk)
	g.branching(func() { g.use(keys, "seed") })
	g.wait(`location.hash.includes("p=1")`)
	before := eval[string](g.tab, runs)
	g.enterOn(".skip")
	g.wait(runs + ` === "` + before + `"`)
	g.frame()
	if got := g.branches(); len(got) != 2 {
		t.Errorf("the branches are %q", got)
	}
}
