package browsertest

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/world"
	"lockstep/wasm/player"
	"lockstep/wasm/wall"
)

// crowded is the run of testdata/crowd: as much as a picture may have to show.
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
	var own, floor []float64
	for b.Loop() {
		eval[bool](g, fmt.Sprintf(`(figure => {
			const scrubber = figure.querySelector("[data-part=scrubber]");
			scrubber.value = %d;
			return scrubber.dispatchEvent(new Event("input", {bubbles: true}));
		})(document.querySelector("figure.player"))`, at))
		g.frame()
		click := `document.querySelector("figure.player [data-do=play]").click()`
		own = append(own, eval[[]float64](g, fmt.Sprintf(`(%s, spy.frames(%d))`, click, frames))...)
		eval[bool](g, click+" || true")
		floor = append(floor, eval[[]float64](g, fmt.Sprintf(`spy.floor(document.querySelector("figure.player [data-part=stage] svg"), %d)`, frames))...)
	}
	// The middle one says what a frame takes, the mean also what else the machine did.
	b.ReportMetric(hundredth(own, 50), "ms/frame")
	b.ReportMetric(mean(own), "mean-ms/frame")
	b.ReportMetric(hundredth(own, 99), "p99-ms/frame")
	b.ReportMetric(hundredth(floor, 50), "floor-ms/frame")
	b.ReportMetric(hundredth(own, 50)/hundredth(floor, 50), "x/floor")
}

// BenchmarkPlayback plays half an hour of the lesson's scene and says what the viewer
// holds after the first minute and at the end.
func BenchmarkPlayback(b *testing.B) {
	const step = 100 // ms of a frame: no longer one is taken for time that passed
	f := serve(b)
	for b.Loop() {
		g := spied(b, desk)
		g.show(f.address + lessonPath)
		g.wait(`document.querySelector("figure.player").dataset.mode === "paused"`)
		g.frame()
		var first spyReport
		for frames := 0; frames < 30*60*1000/step; {
			n := eval[int](g, fmt.Sprintf("%s(%d)", playThrough, step))
			if n <= 0 {
				b.Fatalf("a round that does not end, after %d frames", -n)
			}
			if frames += n; frames >= 60*1000/step && first.Held == 0 {
				first = g.report()
			}
		}
		last := g.report()
		b.ReportMetric(float64(last.Callbacks)/float64(first.Callbacks), "x/callbacks")
		b.ReportMetric(float64(last.Held)/float64(first.Held), "x/held")
		b.ReportMetric(float64(last.Memory)/float64(first.Memory), "x/memory")
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
