package browsertest

import (
	_ "embed"
	"testing"

	"github.com/chromedp/cdproto/page"
)

//go:embed testdata/spy.js
var spyScript string

// spied is a blank tab with a spy in every page that it will show.
func spied(t testing.TB, s screen) *tab {
	t.Helper()
	b := blank(t, s)
	b.do(command(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: spyScript}))
	return b
}

// spyReport is what a spy saw of the viewer.
type spyReport struct {
	Callbacks int `json:"callbacks"` // how many functions it has ever given to the page
	Held      int `json:"held"`      // how many of the page's values it holds
	Memory    int `json:"memory"`    // its memory, in bytes
	Elements  int `json:"elements"`  // how many there are on the page
}

func (b *tab) report() spyReport {
	b.t.Helper()
	return eval[spyReport](b, `({
		callbacks: spy.callbacks, held: spy.held(), memory: spy.memory(), elements: document.querySelectorAll("*").length,
	})`)
}

// playThrough plays the page's first figure from its beginning to its end, a frame
// every so many ms of a time that only the spy has, and tells how many frames it took.
const playThrough = `(ms => {
	const figure = document.querySelector("figure.player");
	spy.pumped = true;
	if (figure.dataset.mode !== "playing") figure.querySelector("[data-do=play]").click();
	let frames = 0;
	while (spy.turn(ms)) frames++;
	return figure.dataset.mode === "ended" ? frames : -frames;
})`

// Playing over and over gives the page no more functions to call, and leaves no more
// elements on it.
func TestPlayingLeavesNothingBehind(t *testing.T) {
	f := serve(t)
	b := spied(t, desk)
	b.show(f.address + lessonPath)
	b.wait(`document.querySelector("figure.player").dataset.mode === "paused"`)
	b.frame()
	var first spyReport
	for i := range 5 {
		if frames := eval[int](b, playThrough+"(50)"); frames < 100 {
			t.Fatalf("round %d does not end, or after %d frames", i, frames)
		}
		r := b.report()
		switch {
		case i == 0:
			first = r
		case r.Callbacks != first.Callbacks || r.Elements != first.Elements:
			t.Errorf("round %d leaves %d functions and %d elements, the first one left %d and %d", i, r.Callbacks, r.Elements, first.Callbacks, first.Elements)
		}
	}
	if first.Callbacks == 0 {
		t.Error("the spy sees no functions, though frames are drawn by one")
	}
}
