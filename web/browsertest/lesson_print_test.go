package browsertest

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// On paper nothing asks to be pressed, and an answer is there if its reader has unfolded it.
func TestLessonsOnPaper(t *testing.T) {
	t.Parallel()
	f := serveBelow(t, "/", "--data", "testdata/course")
	b := handsOn(t, f, desk)
	b.clickOn("#some [value='1']")
	b.clickOn("#some [data-do=check]")
	b.replies("some", "≠")
	b.do(command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
	defer b.as(desk)
	if got := eval[[]string](b, `[...document.querySelectorAll("main button, .progress, .bar, summary")].filter(e => e.checkVisibility()).map(e => e.outerHTML.slice(0, 120))`); len(got) > 0 {
		t.Errorf("on paper are %q", got)
	}
	for _, there := range []string{"#some .option", "#some .reply", "#order .option", "#left input", "#code-1 .code[data-lang=go]", "#which [data-node] h3", "#two svg"} {
		if !b.sees(there) {
			t.Errorf("on paper there is no %s", there)
		}
	}
	eval[bool](b, "(document.querySelector('#order details').hidden = false, document.querySelector('#order details').open = true)")
	if !b.sees("#order details li") {
		t.Error("what its reader has unfolded is not on paper")
	}
}
