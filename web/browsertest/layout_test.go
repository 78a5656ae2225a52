package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"lockstep/sim/run"
)

// cell opens the run of a cell of the matrix, and waits until it can be played.
func cell(t *testing.T, f *front, name string, s screen) figure {
	t.Helper()
	g := figure{open(t, f.address+"en/run/"+(&run.Run{Scenario: name}).Link(), s), "scene-1"}
	g.wait("!" + g.at("[data-do=play]") + ".disabled")
	return g
}

// At the end of a run its hash has a row of its own: it covers no text and no
// control, and nothing covers it.
func TestHashStandsAlone(t *testing.T) {
	t.Parallel()
	f := serve(t)
	for _, s := range []screen{{width: 1440, height: 900}, {width: 1280, height: 720}, phone} {
		g := cell(t, f, "S1.A", s)
		g.press(kb.End)
		g.waitMode("ended")
		covered := eval[[]string](g.tab, fmt.Sprintf(`(hash => {
			const text = new Range();
			text.selectNodeContents(%s);
			const mine = hash.getBoundingClientRect();
			if (!mine.height) return ["the hash is not there"];
			const others = [["the sentence", ...text.getClientRects()],
				...[...%s.querySelectorAll("button, input, select, .source")].map(e => [e.outerHTML.slice(0, 60), e.getBoundingClientRect()])];
			return others.filter(([, ...rects]) => rects.some(r => r.height && r.left < mine.right && mine.left < r.right && r.top < mine.bottom && mine.top < r.bottom))
				.map(([name]) => name);
		})(%s)`, g.part("now"), "document.querySelector('#scene-1')", g.part("hash")))
		if len(covered) > 0 {
			t.Errorf("%d by %d: the hash lies over %q", s.width, s.height, covered)
		}
	}
}

// Two sources are shown where both can be read, and else the one of the client that
// the last event was about, with its running line in sight.
func TestSourcesCanBeRead(t *testing.T) {
	t.Parallel()
	f := serve(t)
	for _, s := range []screen{{width: 1440, height: 900}, {width: 1440, height: 1400}} {
		g := cell(t, f, "S21.G", s)
		g.press(kb.Home)
		g.waitMode("paused")
		atOnce := map[int]int{}
		for range 70 {
			shown := eval[[]float64](g.tab, `[...document.querySelectorAll("#scene-1 .source")].map(e => e.getBoundingClientRect().height).filter(h => h)`)
			if running := eval[int](g.tab, `document.querySelectorAll("#scene-1 .source:has(.now)").length`); running > 1 {
				atOnce[len(shown)]++
				room := eval[float64](g.tab, `document.querySelector("#scene-1 .sources").getBoundingClientRect().height`)
				if (len(shown) > 1) != (room > 140) {
					t.Errorf("%d by %d, at %s: %d sources share %v pixels", s.width, s.height, g.text("clock"), len(shown), room)
				}
				if len(shown) == 1 && !eval[bool](g.tab, `document.querySelector("#scene-1 .followed").checkVisibility()`) {
					t.Errorf("%d by %d, at %s: the source shown is not that of the last event", s.width, s.height, g.text("clock"))
				}
			}
			g.click("next")
		}
		if len(atOnce) != 1 {
			t.Errorf("%d by %d: where two sources run, so many are shown, so often: %v", s.width, s.height, atOnce)
		}
	}
}

// A lesson's picture takes the room that it fills: none is left empty above or below it.
func TestPictureFillsItsRoom(t *testing.T) {
	t.Parallel()
	f := serve(t)
	for _, s := range []screen{{width: 1440, height: 900}, phone} {
		g := lesson(t, f, s)
		if room := eval[float64](g.tab, `(scene => {
			const [, , width, height] = scene.getAttribute("viewBox").split(" ").map(Number);
			const box = scene.getBoundingClientRect();
			return box.height / (box.width * height / width);
		})(document.querySelector("#scene-1 .scene"))`); room > 1.05 {
			t.Errorf("%d by %d: the picture has %.2f times the height that it fills", s.width, s.height, room)
		}
	}
}
