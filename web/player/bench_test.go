package player_test

import (
	"os"
	"runtime"
	"testing"
	"time"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/draw"
	"lockstep/web/narrate"
	"lockstep/web/phrase"
	"lockstep/web/player"
	"lockstep/web/scene"
	"lockstep/web/spacetime"
	"lockstep/web/wall"
)

// crowd is as much as a picture may have to show, in more than 10,000 events.
func crowd(b *testing.B) []trace.Event {
	b.Helper()
	library, err := scenario.Open(os.DirFS("../../web/browsertest/testdata/crowd/lessons"))
	if err != nil {
		b.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	events, err := library.Play(engine, &run.Run{Scenario: "crowd"}, 0)
	if err != nil {
		b.Fatal(err)
	}
	if len(events) < 10_000 {
		b.Fatalf("the crowd's run has %d events", len(events))
	}
	return events
}

// screen is what a viewer draws of a run, without a page to draw it on.
type screen struct {
	p     *player.Player
	say   phrase.Catalog
	story *spacetime.Story // nil where no diagram is shown
	view  spacetime.View

	topology, diagram draw.Screen
	told              int // events that the topology was drawn after
	seen              stretch
	words             int // the length of what was told, so that telling is not left out
}

// stretch is what a diagram shows.
type stretch struct {
	happened int
	view     spacetime.View
}

func newScreen(b *testing.B, events []trace.Event, diagram bool) *screen {
	b.Helper()
	say, err := lessons.Phrases(lessons.FS, "en")
	if err != nil {
		b.Fatal(err)
	}
	s := &screen{p: player.New(0, 0), say: say}
	s.p.Add(events, true)
	if diagram {
		s.story = new(spacetime.Story)
		for step := range s.p.Steps() {
			s.story.Add(s.p.StepEvents(step), step+1 == s.p.Steps())
		}
		s.view = spacetime.View{Width: 900}
	}
	return s
}

// frame draws what the playhead shows.
func (s *screen) frame() {
	t, happened := s.p.Time(), s.p.Happened()
	state := s.p.State()
	s.topology.Show(s.told == happened, t, func(p *draw.Picture) { scene.Redraw(p, state, t, scene.Options{Words: s.say, Lang: "en"}) })
	if s.story != nil {
		s.view = s.story.Follow(s.view, t)
		now := stretch{happened, s.view}
		same := s.seen == now
		s.seen = now
		s.diagram.Show(same, t, func(p *draw.Picture) {
			spacetime.Redraw(p, s.story, happened, t, s.view, spacetime.Options{Words: s.say, Lang: "en"})
		})
	}
	if s.told != happened {
		s.told = happened
		before, events := s.p.Told()
		s.words += len(narrate.Group(s.say, before, events))
	}
}

// BenchmarkScrub drags the playhead all over a run of more than 10,000 events and
// draws every place, and holds that against one fold of the run.
func BenchmarkScrub(b *testing.B) {
	events := crowd(b)
	b.Run("topology", func(b *testing.B) { scrub(b, events, false) })
	b.Run("both", func(b *testing.B) { scrub(b, events, true) })
}

func scrub(b *testing.B, events []trace.Event, diagram bool) {
	s := newScreen(b, events, diagram)
	const places = 997 // a prime: every place comes before any comes twice
	place := 0
	s.p.End() // after which going anywhere folds little
	s.frame()
	var floor, own time.Duration
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		place = (place + 610) % places
		s.p.Seek(s.p.Length() * wall.Span(place) / places)
		s.frame()
		drawn := time.Now()
		trace.Fold(events, events[len(events)-1].T)
		own += drawn.Sub(start)
		floor += time.Since(drawn)
	}
	b.ReportMetric(float64(own)/float64(floor), "x/fold")
	b.ReportMetric(own.Seconds()*1000/float64(b.N), "ms/frame")
}

// BenchmarkHalfAnHour plays for half an hour of wall time, in ticks as long as a tick
// may be, and says how many bytes live once the run was played to its end and when the
// time is over.
func BenchmarkHalfAnHour(b *testing.B) {
	events := crowd(b)
	const (
		tick  = 100 * wall.Millisecond
		ticks = int(30 * 60 * wall.Second / tick)
	)
	for b.Loop() {
		s := newScreen(b, events, true)
		s.p.SetSpeed(player.Fastest)
		first, rounds := uint64(0), 0
		start := time.Now()
		for range ticks {
			if !s.p.Playing() {
				if s.p.AtEnd() {
					rounds++
				}
				if rounds == 1 && first == 0 {
					first = live()
				}
				s.p.Play()
			}
			s.p.Tick(tick)
			s.frame()
		}
		if rounds < 2 {
			b.Fatalf("half an hour is enough for %d rounds", rounds)
		}
		last := live()
		b.ReportMetric(time.Since(start).Seconds()*1000/float64(ticks), "ms/frame")
		b.ReportMetric(float64(first), "live-B/first-round")
		b.ReportMetric(float64(last), "live-B/end")
		b.ReportMetric(float64(last)/float64(first), "x/first-round")
		b.ReportMetric(float64(rounds), "rounds")
		runtime.KeepAlive(s)
	}
}

// live returns how many bytes are in use.
func live() uint64 {
	runtime.GC()
	runtime.GC() // what the first one finalised
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
