package browsertest

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/world"
	"lockstep/web/player"
	"lockstep/web/wall"
)

// crowded is the run of that name in testdata/crowd: as much as a picture may have to show.
var crowded = &run.Run{Scenario: "crowd"}

// rush is where the playhead is when the most messages of that run are under way, in
// ms of the scrubber, and how many they are.
func rush(b *testing.B) (at, messages int) {
	b.Helper()
	library, err := scenario.Open(os.DirFS("testdata/crowd/lessons"))
	if err != nil {
		b.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	events, err := library.Play(engine, crowded, 0)
	if err != nil {
		b.Fatal(err)
	}
	p := player.New(0, 0)
	p.Add(events, true)
	for more := p.Ready(); more; more = p.Step() {
		flying := 0
		for _, m := range p.State().Messages {
			if !m.Lost {
				flying++
			}
		}
		if flying > messages {
			at, messages = int(p.Position()/wall.Millisecond), flying
		}
	}
	return at, messages
}

// BenchmarkCrowd plays the busiest stretch of a run with nine nodes, 24 clients and
// more than 200 messages under way in a real browser. It says how long the viewer's
// own work takes in a frame, and holds that against what it takes to move as many
// things and nothing else.
func BenchmarkCrowd(b *testing.B) {
	at, messages := rush(b)
	if messages < 200 {
		b.Fatalf("%d messages are under way at most", messages)
	}
	f := serveBelow(b, "/", "--data", "testdata/crowd")
	b.Run("figure", func(b *testing.B) { rushed(b, f.address+"en/run/"+crowded.Link(), at) })
	b.Run("stage", func(b *testing.B) { rushed(b, f.address+"en/play/"+crowded.Scenario, at) })
}

// rushed plays the figure of a page from that place of its scrubber on.
func rushed(b *testing.B, address string, at int) {
	const frames = 100
	g := spied(b, desk)
	g.show(address)
	g.wait(`["paused", "ended"].includes(document.querySelector("figure.player").dataset.mode)`)
	g.countBusy()
	var own, floor []float64
	script := 0.0
	for b.Loop() {
		eval[bool](g, fmt.Sprintf(`(figure => {
			const scrubber = figure.querySelector("[data-part=scrubber]");
			scrubber.value = %d;
			return scrubber.dispatchEvent(new Event("input", {bubbles: true}));
		})(document.querySelector("figure.player"))`, at))
		g.frame()
		before, _ := g.busy()
		click := `document.querySelector("figure.player [data-do=play]").click()`
		own = append(own, eval[[]float64](g, fmt.Sprintf(`(%s, spy.frames(%d))`, click, frames))...)
		after, _ := g.busy()
		script += after - before
		eval[bool](g, click+" || true")
		floor = append(floor, eval[[]float64](g, fmt.Sprintf(`spy.floor(document.querySelector("figure.player [data-part=stage] svg"), %d)`, frames))...)
	}
	// The middle one says what a frame takes, the mean also what else the machine did. What
	// the thread itself was busy with says it on a machine that does much else.
	b.ReportMetric(script/float64(len(own)), "script-ms/frame")
	b.ReportMetric(hundredth(own, 50), "ms/frame")
	b.ReportMetric(mean(own), "mean-ms/frame")
	b.ReportMetric(hundredth(own, 99), "p99-ms/frame")
	b.ReportMetric(hundredth(floor, 50), "floor-ms/frame")
	b.ReportMetric(hundredth(own, 50)/hundredth(floor, 50), "x/floor")
}

// BenchmarkScrub drags the scrubber through runs of more than 10,000 events, there and
// back, and says how long one place of the thumb takes: with as much in the picture as
// there may be, and with the five nodes and few clients of most lessons.
func BenchmarkScrub(b *testing.B) {
	f := serveBelow(b, "/", "--data", "testdata/crowd")
	b.Run("crowded", func(b *testing.B) { scrubbed(b, f.address+"en/play/"+crowded.Scenario) })
	b.Run("long", func(b *testing.B) { scrubbed(b, f.address+"en/play/patience") })
}

// scrubbed drags the scrubber of the stage at that address.
func scrubbed(b *testing.B, address string) {
	const places = 40
	g := spied(b, desk)
	g.show(address)
	g.wait(`["paused", "ended"].includes(document.querySelector("figure.player").dataset.mode)`)
	g.press(kb.End)
	g.wait(`document.querySelector("figure.player").dataset.mode === "ended"`)
	g.countBusy()
	var own []float64
	script, whole := 0.0, 0.0
	for b.Loop() {
		scriptBefore, wholeBefore := g.busy()
		own = append(own, eval[[]float64](g, fmt.Sprintf(`(slider => spy.drag(slider, Array.from({length: %d}, (_, i) =>
			Math.round(slider.max * (1 - Math.abs(1 - 2 * i / %[1]d))))))(document.querySelector("figure.player [data-part=scrubber]"))`, places))...)
		scriptAfter, wholeAfter := g.busy()
		script += scriptAfter - scriptBefore
		whole += wholeAfter - wholeBefore
	}
	b.ReportMetric(script/float64(len(own)), "script-ms/place")
	b.ReportMetric(whole/float64(len(own)), "thread-ms/place") // with style, layout and paint
	b.ReportMetric(hundredth(own, 50), "ms/place")
	b.ReportMetric(hundredth(own, 99), "p99-ms/place")
	b.ReportMetric(1000*float64(len(own))/whole, "places/s")
}

// BenchmarkPlayback plays half an hour of the lesson's scene, and of a stage, and says
// what the viewer holds at the end, against what it held after the first minute, and
// half-way: what grows for ever grows in the second half as well.
func BenchmarkPlayback(b *testing.B) {
	f := serve(b)
	b.Run("figure", func(b *testing.B) { playedOn(b, f.address+lessonPath) })
	b.Run("stage", func(b *testing.B) { playedOn(b, f.address+"en/play/failover") })
}

func playedOn(b *testing.B, address string) {
	const step = 100 // ms of a frame: no longer one is taken for time that passed
	for b.Loop() {
		g := spied(b, desk)
		g.show(address)
		g.wait(`["paused", "ended"].includes(document.querySelector("figure.player").dataset.mode)`)
		g.frame()
		var first, middle spyReport
		for frames := 0; frames < 30*60*1000/step; {
			n := eval[int](g, fmt.Sprintf("%s(%d)", playThrough, step))
			if n <= 0 {
				b.Fatalf("a round that does not end, after %d frames", -n)
			}
			if frames += n; frames >= 60*1000/step && first.Held == 0 {
				first = g.report()
			}
			if frames >= 15*60*1000/step && middle.Held == 0 {
				middle = g.report()
			}
		}
		last := g.report()
		b.ReportMetric(float64(last.Callbacks)/float64(first.Callbacks), "x/callbacks")
		b.ReportMetric(float64(last.Held)/float64(first.Held), "x/held")
		b.ReportMetric(float64(last.Memory)/float64(first.Memory), "x/memory")
		b.ReportMetric(float64(last.Heap)/float64(first.Heap), "x/heap")
		b.ReportMetric(float64(last.Memory)/float64(middle.Memory), "x/memory-since-half")
		b.ReportMetric(float64(last.Heap)/float64(middle.Heap), "x/heap-since-half")
		b.ReportMetric(float64(last.Elements)/float64(first.Elements), "x/elements")
		b.ReportMetric(float64(last.Memory)/(1<<20), "MiB")
	}
}

func mean(all []float64) float64 {
	sum := 0.0
	for _, v := range all {
		sum += v
	}
	return sum / float64(len(all))
}

// hundredth is the value that n of a hundred do not exceed.
func hundredth(all []float64, n int) float64 {
	slices.Sort(all)
	return all[(len(all)-1)*n/100]
}
