package browsertest

import (
	"fmt"
	"testing"
)

// The stage fits: at a desk all of it at once, and nowhere does the page scroll sideways,
// in any language, with script or without.
func TestStageFits(t *testing.T) {
	t.Parallel()
	f := serve(t)
	for _, lang := range []string{"en", "ms", "zh"} {
		for _, s := range []screen{phone, {width: 768, height: 1024, dark: true}, desk, {width: 360, height: 740, noScript: true}} {
			together(t, fmt.Sprintf("%s at %d", lang, s.width), func(t *testing.T) {
				b := open(t, f.address+lang+"/play/habit-renewal-overtaken", s)
				if s.noScript {
					b.fits(s)
					return
				}
				g := figure{b, "stage"}
				g.waitMode("paused")
				b.fits(s)
				if s != desk {
					return
				}
				if got := eval[int64](b, "document.documentElement.scrollHeight"); got > s.height {
					t.Errorf("the page is %d high in a window of %d", got, s.height)
				}
				if lost := eval[[]string](b, `[...document.querySelectorAll("#stage .stage-main > section, #stage > .controls > .row, #stage > .verdict")]
					.filter(e => { const r = e.getBoundingClientRect(); return r.height < 30 || r.top < 0 || r.bottom > innerHeight + 1; }).map(e => e.className)`); len(lost) > 0 {
					t.Errorf("out of sight, or squeezed: %q", lost)
				}
			})
		}
	}
}

// On a phone one view is shown at a time, and its tab says which.
func TestStageOnAPhone(t *testing.T) {
	t.Parallel()
	g := figure{open(t, serve(t).address+"en/play/failover", phone), "stage"}
	g.waitMode("paused")
	for _, view := range []string{"time", "events", "code", "topology"} {
		eval[bool](g.tab, fmt.Sprintf(`(b => { b.click(); return true; })(document.querySelector("#tab-%s"))`, view))
		g.wait(fmt.Sprintf(`document.querySelector("#tab-%s").getAttribute("aria-selected") === "true"`, view))
		shown := eval[[]string](g.tab, `[...document.querySelectorAll("#stage .stage-main > section")].filter(e => e.checkVisibility()).map(e => e.id)`)
		if len(shown) != 1 || shown[0] != "view-"+view {
			t.Errorf("with the tab %s one sees %q", view, shown)
		}
	}
}

// A figure's way to the stage opens the same run at the same instant.
func TestFigureOpensOnTheStage(t *testing.T) {
	t.Parallel()
	f := serve(t)
	g := lesson(t, f, desk)
	clock := g.text("clock")
	b := open(t, eval[string](g.tab, `document.querySelector("#scene-1 .onward a").href`), desk)
	h := figure{b, "stage"}
	h.waitMode("paused")
	h.wait(fmt.Sprintf("%s.textContent === %q", h.part("clock"), clock))
}
