package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lockstep/web/phrase"
)

// cellOf is a JavaScript expression for the link of a cell in the table.
func cellOf(scenario, variant string) string {
	return fmt.Sprintf(`(() => {
		const table = document.querySelector(".grid table");
		const column = [...table.tHead.rows[0].cells].findIndex(th => th.textContent.trim() === %q);
		const row = [...table.tBodies[0].rows].find(tr => tr.querySelector("th b").textContent === %q);
		return row.cells[column].querySelector("a");
	})()`, variant, scenario)
}

// The matrix is played once for a server, so its tests share one.
func TestMatrix(t *testing.T) {
	t.Parallel()
	f := serve(t)
	together(t, "a cell opens its run", func(t *testing.T) { cellOpensItsRun(t, f) })
	for _, lang := range phrase.Languages {
		together(t, lang+" on a phone", func(t *testing.T) { matrixOnAPhone(t, f, lang) })
	}
}

// A cell of the table opens its run: by the mouse, and by keys alone. The run
// plays, tells its steps in words, and comes to what the cell says.
func cellOpensItsRun(t *testing.T, f *front) {
	b := open(t, f.address+"en/matrix", desk)
	cell := cellOf("S5", "G")
	outcome := eval[string](b, cell+".textContent.trim()")
	if !strings.HasSuffix(outcome, "broken") {
		t.Errorf("S5 of G is %q", outcome)
	}
	// One tab beyond the row's heading is the first cell, which is A's.
	eval[bool](b, `document.querySelector(".grid tbody a[href='#S5']").focus(), true`)
	for column := range 8 {
		b.press(kb.Tab)
		if eval[bool](b, "document.activeElement === "+cell) {
			break
		}
		if column == 7 {
			t.Fatalf("eight tabs beyond S5 %s has the focus", eval[string](b, focus))
		}
	}
	if !eval[bool](b, `(r => r.left >= 0 && r.right <= innerWidth && r.top >= 0 && r.bottom <= innerHeight)(document.activeElement.getBoundingClientRect())`) {
		t.Error("the cell that has the focus is out of sight")
	}
	b.goes(func() { b.press(kb.Enter) })
	run := eval[string](b, "location.pathname")

	g := figure{b, "scene-1"}
	g.waitMode("paused")
	still := g.picture()
	if got := eval[string](b, "document.querySelector('.verdict .outcome').textContent"); got != outcome {
		t.Errorf("the cell says %q, its run %q", outcome, got)
	}
	steps := eval[[]string](b, "[...document.querySelectorAll('.events li > span:last-child')].map(e => e.textContent)")
	if len(steps) < 20 {
		t.Fatalf("the run is told in %d steps", len(steps))
	}
	for _, want := range []string{"A stands still for 12 s", "charge number 2", "The run ends"} {
		if !strings.Contains(strings.Join(steps, "\n"), want) {
			t.Errorf("no step tells that %q:\n%s", want, strings.Join(steps, "\n"))
		}
	}
	g.click("step")
	if g.picture() == still {
		t.Error("a step changes nothing that one can see")
	}
	if now := g.text("now"); !slices.Contains(steps, now) {
		t.Errorf("the figure says %q, which is none of the steps", now)
	}
	g.press(kb.End)
	g.waitMode("ended")
	if now := g.text("now"); now != steps[len(steps)-1] {
		t.Errorf("the figure ends with %q, the steps with %q", now, steps[len(steps)-1])
	}

	b.goes(func() { b.do(chromedp.Click(chromedp.CSS(".kind a"))) })
	b.wait("document.querySelector('.grid') !== null")
	b.goes(func() { eval[bool](b, "setTimeout(() => "+cell+".click()) > 0") })
	if got := eval[string](b, "location.pathname"); got != run {
		t.Errorf("a click leads to %s, the Enter key to %s", got, run)
	}
}

// On a phone the table scrolls and the page does not; a finger hits a cell; and a
// run's page fits, its picture and its steps too.
func matrixOnAPhone(t *testing.T, f *front, lang string) {
	b := open(t, f.address+lang+"/matrix", phone)
	b.fits(phone)
	if !eval[bool](b, `(g => g.scrollWidth > g.clientWidth)(document.querySelector(".grid"))`) {
		t.Error("the table does not scroll, so it is not all there")
	}
	cell := cellOf("S15", "KF")
	if small := eval[float64](b, cell+".getBoundingClientRect().height"); small < 44 {
		t.Errorf("a cell is %v pixels high: too small for a finger", small)
	}
	// Whoever scrolls to the last column still sees which row it is in.
	eval[bool](b, cell+`.scrollIntoView({block: "center", inline: "end"}), true`)
	if !eval[bool](b, `(th => th.left >= 0 && th.right <= innerWidth)(`+cell+`.closest("tr").cells[0].querySelector("b").getBoundingClientRect())`) {
		t.Error("the row's name is out of sight")
	}
	b.goes(func() { b.do(chromedp.Click(chromedp.CSS(`.grid a[href*="run/"]`))) })
	g := figure{b, "scene-1"}
	g.wait("!" + g.at("[data-do=play]") + ".disabled")
	b.fits(phone)
	g.press(kb.Home)
	g.waitMode("paused")
	b.fits(phone)
	g.press(kb.End)
	g.waitMode("ended")
	b.fits(phone)
}
