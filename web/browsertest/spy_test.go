package browsertest

import (
	"context"
	_ "embed"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

//go:embed testdata/spy.js
var spyScript string

// spied is a blank tab with a spy in every page that it will show.
func spied(t testing.TB, s screen) *tab {
	t.Helper()
	b := blank(t, s)
	b.beforehand(spyScript)
	return b
}

// spyReport is what a spy saw of the viewer.
type spyReport struct {
	Callbacks int `json:"callbacks"` // how many functions it has ever given to the page
	Held      int `json:"held"`      // how many of the page's values it holds
	Memory    int `json:"memory"`    // its memory, in bytes
	Elements  int `json:"elements"`  // how many there are on the page
	Heap      int `json:"-"`         // what the page's values take that something holds, in bytes
}

func (b *tab) report() spyReport {
	b.t.Helper()
	r := eval[spyReport](b, `({
		callbacks: spy.callbacks, held: spy.held(), memory: spy.memory(), elements: document.querySelectorAll("*").length,
	})`)
	b.do(command(heapprofiler.CollectGarbage, cdp.Empty{}))
	r.Heap = int(result(b, runtime.GetHeapUsage, cdp.Empty{}).UsedSize)
	return r
}

// countBusy begins to count how long the page keeps its thread busy.
func (b *tab) countBusy() {
	b.t.Helper()
	b.do(command(performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}))
}

// busy is how many ms the page's thread has been busy: with scripts, and with all that a
// person waits for, which is style, layout and paint as well.
func (b *tab) busy() (script, whole float64) {
	b.t.Helper()
	said := 0
	for _, m := range result(b, performance.GetMetrics, cdp.Empty{}).Metrics {
		switch m.Name {
		case "ScriptDuration":
			script, said = m.Value*1000, said+1
		case "TaskDuration":
			whole, said = m.Value*1000, said+1
		}
	}
	if said != 2 {
		b.t.Fatal("the browser does not say how long its thread is busy")
	}
	return script, whole
}

// result is what a command of the protocol answers.
func result[P, R any](b *tab, c cdp.Command[P, R], params P) (r R) {
	b.t.Helper()
	b.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) (err error) {
		r, err = cdp.Call(ctx, t, c, params)
		return err
	}))
	return r
}

// pump has the viewer's frames come from the spy alone, as soon as those are over that it
// has asked the browser for.
func (b *tab) pump() {
	b.t.Helper()
	eval[bool](b, "spy.pumped = true")
	b.frame()
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
	t.Parallel()
	f := serve(t)
	b := spied(t, desk)
	b.show(f.address + lessonPath)
	b.wait(`document.querySelector("figure.player").dataset.mode === "paused"`)
	b.pump()
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
