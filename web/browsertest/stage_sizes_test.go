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

// In every window the smallest text of the picture can be read: in the arrangement for
// desks, for tablets and for telephones, and alone or beside another picture.
func TestStageTextsCanBeRead(t *testing.T) {
	t.Parallel()
	const least = 10.5 // pixels of the screen
	b := open(t, serve(t).address+"en/play/failover", desk)
	stage{figure{b, "stage"}}.waitMode("paused")
	var layouts []string
	for _, width := range []int64{340, 360, 480, 639, 640, 768, 1024, 1239, 1240, 1339, 1440, 1600, 1920} {
		for _, height := range []int64{700, 879, 880, 960, 1200} {
			b.do(chromedp.EmulateViewport(width, height))
			// The picture is drawn anew once the page has told of its size.
			b.frame()
			b.frame()
			size := eval[float64](b, `Math.min(...[...document.querySelectorAll("#stage [data-part=stage] > svg text")]
				.map(text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))`)
			if size < least {
				t.Errorf("in a window of %d by %d the smallest text is %.2f pixels high", width, height, size)
			}
			if box := eval[string](b, `document.querySelector("#stage [data-part=stage] > svg").getAttribute("viewBox")`); !slices.Contains(layouts, box) {
				layouts = append(layouts, box)
			}
			if got := eval[int64](b, "document.documentElement.scrollWidth"); got > width {
				t.Errorf("in a window of %d by %d the page is %d wide", width, height, got)
			}
		}
	}
	if len(layouts) != 2 {
		t.Errorf("one arrangement for desks and one for the rest, but there are %s", fmt.Sprint(layouts))
	}
}

// A window of 1440 by 900 holds all three views of a failover, in every language: the
// diagram's last row is what the lock protects, and the controls do not cover it.
func TestStageHoldsItsViews(t *testing.T) {
	t.Parallel()
	f := serve(t)
	for _, lang := range []string{"en", "ms", "zh"} {
		b := open(t, f.address+lang+"/play/failover", screen{width: 1440, height: 900})
		stage{figure{b, "stage"}}.waitMode("paused")
		b.frame()
		if under := eval[float64](b, `document.querySelector("#stage [data-part=space]").getBoundingClientRect().bottom - document.querySelector("#stage > .controls").getBoundingClientRect().top`); under > 0 {
			t.Errorf("%s: %v pixels of the space-time diagram are under the controls", lang, under)
		}
	}
}

// The first screen of a telephone shows the controls and, whole, the first node: where the
// truth is, that clients have beliefs of.
func TestPhoneShowsANodeAtOnce(t *testing.T) {
	t.Parallel()
	f := serve(t)
	for _, lang := range phrase.Languages {
		for _, scenario := range []string{"failover", "redlock", "clock-jump", "paused-writer"} {
			b := open(t, f.address+lang+"/play/"+scenario, phone)
			stage{figure{b, "stage"}}.waitMode("paused")
			b.frame()
			if under := eval[float64](b, `document.querySelector("#stage [data-thing^='node:']").getBoundingClientRect().bottom -
				document.querySelector("#stage > .now").getBoundingClientRect().top`); under > 0 {
				t.Errorf("%s, %s: the lower %.0f pixels of the first node are out of sight", lang, scenario, under)
			}
			if below := eval[float64](b, `document.querySelector("#stage > .controls").getBoundingClientRect().bottom - innerHeight`); below > 0 {
				t.Errorf("%s, %s: %.0f pixels of the controls are out of sight", lang, scenario, below)
			}
		}
	}
}

// However long the scrubber is, of the marks on it none covers another of its lane. Where
// there is room, more of them are seen.
func TestMarksStandApart(t *testing.T) {
	t.Parallel()
	f := serve(t)
	seen := map[int64]int{}
	for _, s := range []screen{phone, desk} {
		g := onStage(t, f, "clock-jump", s)
		g.press(kb.End)
		g.waitMode("ended")
		g.frame()
		places := eval[map[string][]float64](g.tab, `[...document.querySelectorAll("#stage [data-part=lanes] svg svg[y]")]
			.filter(mark => mark.checkVisibility({visibilityProperty: true}))
			.reduce((lanes, mark) => {
				const {left, right} = mark.firstElementChild.getBoundingClientRect();
				(lanes[mark.getAttribute("y")] ??= []).push(left, right);
				return lanes;
			}, {})`)
		for lane, at := range places {
			for i := 2; i < len(at); i += 2 {
				if at[i] < at[i-1] {
					t.Errorf("%d wide, in the lane at %s: a mark from %.1f covers one to %.1f", s.width, lane, at[i], at[i-1])
				}
			}
			seen[s.width] += len(at) / 2
		}
	}
	if seen[phone.width] == 0 || seen[phone.width] >= seen[desk.width] {
		t.Errorf("so many marks are seen, by width: %v", seen)
	}
}

// Of a verdict that is all in sight nothing is offered to be unfolded.
func TestOnlyWhatIsFoldedUnfolds(t *testing.T) {
	t.Parallel()
	f := serve(t)
	for scenario, folds := range map[string]bool{"failover": true, "redlock": false} {
		g := onStage(t, f, scenario, phone)
		if got := g.sees("#stage .unfold"); got != folds {
			t.Errorf("%s: more is offered: %v", scenario, got)
		}
	}
}

// No line ends within the name of a thing, and the text is what it was.
func TestNamesAreNotBroken(t *testing.T) {
	t.Parallel()
	g := onStage(t, serve(t), "failover", phone)
	g.trigger("#stage .unfold")
	g.trigger("#tab-events")
	for range 3 {
		g.press(kb.ArrowRight)
	}
	g.frame()
	names := eval[[]struct {
		Text  string
		Lines int
	}](g.tab, `[...document.querySelectorAll("#stage .verdict .unbroken, #stage .story .unbroken")]
		.map(e => ({Text: e.textContent, Lines: e.getClientRects().length}))`)
	for _, name := range names {
		if name.Lines != 1 || name.Text != "stock-7" && name.Text != "lock:stock-7" {
			t.Errorf("%q is on %d lines", name.Text, name.Lines)
		}
	}
	if len(names) < 10 {
		t.Errorf("only %d names were found", len(names))
	}
	if text := g.text("verdict-why"); !strings.Contains(text, "inside stock-7") {
		t.Errorf("the verdict says %q", text)
	}
}
