package browsertest

import (
	"bytes"
	_ "embed"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"lockstep/server/cli"
	"lockstep/web/phrase"
)

//go:embed testdata/cut.js
var cutScript string

// cut lists what of the page, or of the dialog that is open over it, one cannot read or
// hit whole.
func (b *tab) cut() []string {
	b.t.Helper()
	return eval[[]string](b, drawn+`.then(() => `+cutScript+`(document.querySelector("dialog[open]") ?? document.body))`)
}

// whole complains of what is cut, and of a page that scrolls sideways.
func (b *tab) whole(s screen, where string) {
	b.t.Helper()
	for _, found := range b.cut() {
		b.t.Errorf("%s: %s", where, found)
	}
	b.fits(s)
}

// screens are those that every label has to fit.
var screens = []screen{phone, {width: 768, height: 1024, dark: true}, desk}

// Every label is inside its box, in every language and on every screen: on the stage as
// it stands, in each of its views, and in whatever opens over it.
func TestStageLabelsFit(t *testing.T) {
	t.Parallel()
	f := serve(t)
	for _, lang := range phrase.Languages {
		for _, s := range screens {
			together(t, fmt.Sprintf("%s at %d", lang, s.width), func(t *testing.T) {
				g := stageAt(open(t, f.address+lang+"/play/failover", s))
				g.labelsFit(s)
			})
		}
	}
}

func (g stage) labelsFit(s screen) {
	g.t.Helper()
	g.viewsFit(s, "at first")
	if g.sees("#stage .unfold") {
		g.trigger("#stage .unfold")
		g.whole(s, "unfolded")
		g.trigger("#stage .unfold")
	}
	if g.sees("#stage .more") {
		g.clickOn("#stage .more")
		g.wait(`document.querySelector("#tools").matches(":popover-open")`)
		g.whole(s, "tools")
		g.press(kb.Escape)
	}
	for _, sheet := range []string{"params", "keys", "share"} {
		g.opens(sheet, sheet)
		g.whole(s, sheet)
		g.shut()
	}
	g.opens("hands", "menu")
	g.whole(s, "hands")
	g.shut()
	for _, name := range []string{"client:A", "node:s1", "resource:stock-7", "node:n2"} {
		g.menusFit(s, name)
	}
	g.consoleFits(s) // at n2
	g.nameFits(s)

	g.settled()
	g.press(kb.Home)
	g.frame()
	for range 20 {
		if g.count("#stage [data-part=stage] [data-thing^=msg]") > 0 {
			break
		}
		g.click("step")
	}
	g.menusFit(s, eval[string](g.tab, `document.querySelector("#stage [data-part=stage] [data-thing^=msg]").dataset.thing`))
	g.branching(func() { g.trigger(dialog("menu") + " .offer:not(.deeper):not([aria-disabled]):is(button)") })
	g.opens("compare", "menu")
	g.whole(s, "branches to compare with")
	g.trigger(dialog("menu") + " [data-do=compare-to]")
	g.wait("!" + g.part("compare") + ".hidden")
	g.press(kb.End)
	g.waitMode("ended")
	g.viewsFit(s, "two branches at the end")
}

// viewsFit looks at the views, one after the other where one at a time is shown.
func (g stage) viewsFit(s screen, when string) {
	g.t.Helper()
	for _, view := range []string{"time", "events", "code", "topology"} {
		alone := g.sees("#tab-" + view)
		if alone {
			g.trigger("#tab-" + view)
		}
		g.whole(s, when+", view "+view)
		if !alone {
			return
		}
	}
}

// menusFit opens the menu of a thing, and the menus in it. It leaves it open.
func (g stage) menusFit(s screen, name string) {
	g.t.Helper()
	if g.count("dialog[open]") > 0 {
		g.shut()
	}
	g.trigger(thing(name))
	g.waitOpen("menu")
	g.whole(s, "menu of "+name)
	for i := range g.count(dialog("menu") + " .deeper") {
		g.trigger(fmt.Sprintf(`%s li:nth-child(%d of :has(.deeper)) .deeper`, dialog("menu"), i+1))
		g.whole(s, fmt.Sprintf("menu %d of %s", i+1, name))
		if g.count(dialog("menu")+" [data-do=other]") > 0 {
			g.trigger(dialog("menu") + " [data-do=other]")
			g.waitOpen("amount")
			g.whole(s, fmt.Sprintf("amount of menu %d of %s", i+1, name))
			g.shut()
			g.trigger(thing(name))
			g.waitOpen("menu")
			continue
		}
		g.trigger(dialog("menu") + " [data-do=menu-back]")
	}
}

// consoleFits opens the console of the node whose menu is open, and has it say what it
// can say at length.
func (g stage) consoleFits(s screen) {
	g.t.Helper()
	g.trigger(dialog("menu") + " li:last-child .offer")
	g.waitOpen("console")
	g.whole(s, "console")
	for _, line := range []string{"GET lock:stock-7", "SUBSCRIBE " + strings.Repeat("a-long-channel-", 8)} {
		log := g.count(dialog("console") + " .log li")
		g.enter(line)
		g.wait(fmt.Sprintf("document.querySelectorAll(%q).length > %d", dialog("console")+" .log li", log))
	}
	g.whole(s, "console with answers")
	g.shut()
}

// nameFits gives the branch a name as long as a name may be.
func (g stage) nameFits(s screen) {
	g.t.Helper()
	g.trigger(`#stage [data-part=branches] [aria-pressed="true"]`)
	g.waitOpen("menu")
	g.trigger(dialog("menu") + " [data-do=rename]")
	g.waitOpen("name")
	g.whole(s, "name")
	g.enter(strings.Repeat("長い名前 ", 8))
	g.waitClosed()
	g.whole(s, "a long name")
}

// sees tells whether an element is shown.
func (b *tab) sees(selector string) bool {
	b.t.Helper()
	return eval[bool](b, fmt.Sprintf(`document.querySelector(%q)?.checkVisibility() ?? false`, selector))
}

// trigger presses a button, wherever it is: that hands reach it is another test's.
func (b *tab) trigger(selector string) {
	b.t.Helper()
	if !eval[bool](b, fmt.Sprintf(`(e => e !== null && !e.disabled && e.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true})) !== null)(document.querySelector(%q))`, selector)) {
		b.t.Fatalf("%s cannot be pressed", selector)
	}
	b.frame()
}

// opens presses the button that opens a dialog.
func (g stage) opens(do, part string) {
	g.t.Helper()
	g.trigger("#stage [data-do=" + do + "]:not(dialog *)")
	g.waitOpen(part)
}

// shut closes the dialog that is open.
func (g stage) shut() {
	g.t.Helper()
	g.press(kb.Escape)
	g.waitClosed()
}

// What is cut is found where something is.
func TestCutsAreFound(t *testing.T) {
	t.Parallel()
	g := onStage(t, serve(t), "failover", desk)
	if found := g.cut(); len(found) > 0 {
		t.Fatalf("on a sound page: %q", found)
	}
	for name, c := range map[string]struct{ fault, found string }{
		"a label too long for its button": {`document.querySelector("#stage [data-do=undo]").style.width = "20px"`, "“Undo” is not all in button"},
		"a sentence cut off":              {`document.querySelector(".verdict p").style.cssText = "height: 20px; overflow: hidden"`, "is not all in p"},
		"a panel that scrolls sideways":   {`document.querySelector("#view-events .story").firstElementChild.style.width = "900px"`, "scrolls sideways"},
		"a choice wider than its box":     {`document.querySelector("#stage [data-part=speed]").style.width = "30px"`, "wide in select"},
		"a text beyond its card":          {`document.querySelector("[data-part=stage] .client text.title").textContent = "working ".repeat(9)`, "is out of its card"},
		"a text upon another":             {`(t => t.after(t.cloneNode(true)))(document.querySelector("[data-part=stage] .client text.title"))`, "lies over “working”"},
		"a control upon another":          {`document.querySelector("#stage [data-do=undo]").style.marginRight = "-60px"`, "lie over each other"},
	} {
		g.reload()
		eval[bool](g.tab, "("+c.fault+", true)")
		if found := strings.Join(g.cut(), "\n"); !strings.Contains(found, c.found) {
			t.Errorf("%s is not found: %q", name, found)
		}
	}
}

// A picture that was written into a file has its colours, its letters and all its labels
// when it is opened alone, in every language.
func TestExportedPictureStandsAlone(t *testing.T) {
	t.Parallel()
	f := serve(t)
	font := eval[string](onStage(t, f, "failover", desk).tab, `getComputedStyle(document.querySelector("[data-part=stage] text.title")).fontFamily`)
	for _, lang := range phrase.Languages {
		together(t, lang, func(t *testing.T) {
			var picture, complaint bytes.Buffer
			if status := cli.Run(t.Context(), []string{"run", "--format", "svg", "--lang", lang, "--until", "3.1s", "failover"}, &picture, &complaint); status != 0 {
				t.Fatal(complaint.String())
			}
			b := open(t, listen(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "image/svg+xml")
				w.Write(picture.Bytes())
			})).String(), desk)
			for _, found := range eval[[]string](b, cutScript+"(document.documentElement)") {
				t.Error(found)
			}
			if got := eval[string](b, `getComputedStyle(document.querySelector("text.title")).fontFamily`); got != font {
				t.Errorf("its letters are %s, those of the stage %s", got, font)
			}
			colours := eval[[]string](b, `[...new Set([...document.querySelectorAll("rect, circle, path, line")].flatMap(e => [getComputedStyle(e).fill, getComputedStyle(e).stroke]))]`)
			if len(colours) < 6 {
				t.Errorf("its colours are only %q", colours)
			}
			if got := eval[string](b, `getComputedStyle(document.querySelector("rect.card")).fill`); got == "rgb(0, 0, 0)" {
				t.Error("its cards are black, as without any style")
			}
			if got := eval[[]string](b, `performance.getEntriesByType("resource").map(e => e.name).filter(name => !name.endsWith("favicon.ico"))`); len(got) > 0 {
				t.Errorf("it fetches %q", got)
			}
		})
	}
}
