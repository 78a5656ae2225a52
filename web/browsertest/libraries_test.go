package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"lockstep/web/phrase"
)

// The page of lock libraries fits any screen, and its links do what they say.
func TestLibraries(t *testing.T) {
	f := serve(t)
	for _, lang := range phrase.Languages {
		screens := []screen{phone, {width: 1240, height: 800}}
		if lang == "ms" { // which has the longest words
			screens = append(screens, screen{width: 768, height: 1024}, desk)
		}
		for _, s := range screens {
			b := open(t, f.address+lang+"/libraries", s)
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
	t.Run("a habit opens its run", func(t *testing.T) { habitOpensItsRun(t, f) })
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
