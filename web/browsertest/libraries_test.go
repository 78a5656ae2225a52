package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"lockstep/web/phrase"
)

// The page of lock libraries fits any screen, and its links do what they say.
func TestLibraries(t *testing.T) {
	t.Parallel()
	f := serve(t)
	for _, lang := range phrase.Languages {
		screens := []screen{phone, {width: 1240, height: 800}}
		if lang == "ms" { // which has the longest words
			screens = append(screens, screen{width: 768, height: 1024}, desk)
		}
		for _, s := range screens {
			b := open(t, f.address+lang+"/libraries", s)
			eval[bool](b, `document.querySelectorAll(".defaults details").forEach(d => d.open = true), true`)
			b.fits(s)
			// Where there is no room for a table each default has its name beside it.
			if got, want := eval[bool](b, `document.querySelector(".defaults .label").checkVisibility()`), s.width < 1240; got != want {
				t.Errorf("%s, %d wide: defaults have their names: %t, want %t", lang, s.width, got, want)
			}
			if wide := eval[string](b, `[...document.querySelectorAll(".defaults td, .defaults th, .habit *")].filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1 && getComputedStyle(e).display !== "inline").map(e => e.localName + "." + e.className + " " + e.textContent.slice(0, 30)).slice(0, 3).join("; ")`); wide != "" {
				t.Errorf("%s, %d wide: something juts out of its place: %s", lang, s.width, wide)
			}
		}
	}
	together(t, "a phone lists libraries first", func(t *testing.T) { librariesOpen(t, f) })
	together(t, "a habit opens its run", func(t *testing.T) { habitOpensItsRun(t, f) })
}

// On a phone the page begins with the names of libraries. What one does by default is
// told when it is opened, or when a habit leads to it.
func librariesOpen(t *testing.T, f *front) {
	b := open(t, f.address+"en/libraries", phone)
	told := func(id string) bool {
		return eval[bool](b, `document.querySelector("#library-`+id+` .value").checkVisibility()`)
	}
	if told("redsync") || told("redlock-rb") {
		t.Error("it begins with all that there is to say of a library")
	}
	b.do(chromedp.Click(chromedp.CSS("#library-redsync summary")))
	if !told("redsync") || told("redlock-rb") {
		t.Error("a click does not open that library alone")
	}
	b.do(chromedp.Click(chromedp.CSS(`#counted-twice a[href="#library-redlock-rb"]`)))
	b.wait(`location.hash === "#library-redlock-rb"`)
	if !told("redlock-rb") {
		t.Error("a habit leads to a library of which nothing is told")
	}
}

// From a library to its habit, from there to the run, which comes to what was said, and
// back to the habit.
func habitOpensItsRun(t *testing.T, f *front) {
	b := open(t, f.address+"en/libraries", desk)
	b.do(chromedp.Click(chromedp.CSS(`#library-node-redlock a[href="#expired-on-arrival"]`)))
	b.wait(`location.hash === "#expired-on-arrival"`)
	if !eval[bool](b, `(r => r.top >= 0 && r.top < innerHeight)(document.querySelector("#expired-on-arrival h3").getBoundingClientRect())`) {
		t.Error("the habit is out of sight")
	}
	outcome := eval[string](b, `document.querySelector("#expired-on-arrival .outcome").textContent`)
	b.goes(func() { b.do(chromedp.Click(chromedp.CSS(`#expired-on-arrival a[href^="run/"]`))) })
	if got := eval[string](b, "document.querySelector('.verdict .outcome').textContent"); got != outcome {
		t.Errorf("the habit says %q, its run %q", outcome, got)
	}
	g := figure{b, "scene-1"}
	g.wait("!" + g.at("[data-do=play]") + ".disabled")
	if card := eval[string](b, `document.querySelector("#scene-1 .client").textContent`); !strings.Contains(card, "node-redlock") {
		t.Errorf("a client's card does not name the library: %q", card)
	}
	b.goes(func() { b.do(chromedp.Click(chromedp.CSS(`.kind a[href*="libraries"]`))) })
	if hash := eval[string](b, "location.hash"); hash != "#expired-on-arrival" {
		t.Errorf("it leads back to %q", hash)
	}
}
