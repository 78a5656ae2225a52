package course

import (
	"slices"
	"strings"
	"testing"

	"lockstep/sim/trace"
	"lockstep/wasm/viewer"
	"lockstep/web/running"
	"lockstep/web/wall"
	"lockstep/web/wire"
)

// window is a viewer.Page whose time passes when a test says so.
type window struct {
	asks  []wire.Ask
	now   wall.Span
	later func()
}

func (w *window) Dial()                           {}
func (w *window) Hangup()                         {}
func (w *window) Wake(wall.Span)                  {}
func (w *window) Random(int64) int64              { return 0 }
func (w *window) Changed()                        {}
func (w *window) RequestFrame()                   {}
func (w *window) CallAfter(_ wall.Span, f func()) { w.later = f }

func (w *window) Send(frame []byte) {
	q, err := wire.ReadQuestion(frame)
	if err != nil {
		panic(err)
	}
	w.asks = append(w.asks, *q.(*wire.Ask))
}

// figureView is a viewer.View of which only what is read out matters here.
type figureView struct{ said string }

func (v *figureView) SetAttr(viewer.Part, string, string) {}
func (v *figureView) DropAttr(viewer.Part, string)        {}
func (v *figureView) SetSlider(int, int)                  {}
func (v *figureView) SetSpeed(int)                        {}
func (v *figureView) Draw(*trace.State, trace.Time, bool) {}
func (v *figureView) Unfold(viewer.Part)                  {}
func (v *figureView) Mark([]running.Line, string)         {}
func (v *figureView) SetText(p viewer.Part, text string) {
	if p == viewer.Said {
		v.said = text
	}
}

// sceneView remembers what is shown around a figure.
type sceneView struct {
	stop, step int
	waits, id  string
	approached bool
}

func (v *sceneView) Stop(i int)            { v.stop = i }
func (v *sceneView) Light(step int)        { v.step = step }
func (v *sceneView) Wait(words, id string) { v.waits, v.id = words, id }
func (v *sceneView) Approach()             { v.approached = true }

// stage is a lesson of one scene, and of one prediction about it.
type stage struct {
	t       *testing.T
	browser *browser
	window  *window
	viewer  *viewer.Viewer
	figure  *viewer.Figure
	said    *figureView
	scene   *sceneView
	ask     *questionView
	lesson  *Lesson
}

// story is a run of one client: a phase every 10 ms.
func story() []trace.Event {
	events := []trace.Event{{Kind: trace.Start, Clients: []trace.ClientInfo{{ID: "A"}}}}
	for i, phase := range []string{trace.PhaseReadClock, trace.PhaseAsk, trace.PhaseCount, trace.PhaseWork, trace.PhaseGiveBack, trace.PhaseDone} {
		events = append(events, trace.Event{Kind: trace.Phase, Seq: i + 1, T: trace.Time(i+1) * 10_000, Who: "A", Phase: phase, File: "f.go", Line: i + 1})
	}
	return append(events, trace.Event{Kind: trace.End, Seq: len(events), T: 80_000, Verdict: trace.VerdictOK, Hash: "00"})
}

func play(t *testing.T, b *browser, still bool) *stage {
	if b.kept == nil {
		b.kept = make(map[string]string)
	}
	s := &stage{t: t, browser: b, window: new(window), said: new(figureView), scene: &sceneView{stop: 9, step: -1}, ask: new(questionView)}
	s.viewer = viewer.New(s.window, english(t), still)
	s.figure = s.viewer.Add(s.said, viewer.Scene{Run: "run", Speeds: []int{100}})
	s.lesson = New(b, english(t), "first", "e")
	s.lesson.AddQuestion(&Question{
		ID: "who", Kind: Single, Ask: "Who?", Scene: "two", At: 35_000,
		Options: []string{"A", "B"}, Keys: []Key{{"0", true, ""}, {"1", false, "B waits."}},
	}, s.ask)
	s.lesson.AddScene(&Scene{
		ID: "two", Stops: []Stop{{20_000, "A asks."}, {50_000, "A gives back."}},
		Steps: []string{trace.PhaseReadClock, trace.PhaseAsk, trace.PhaseCount + " " + trace.PhaseWork},
	}, s.scene, s.figure)
	s.lesson.Begin()
	s.viewer.Start(false)
	s.viewer.Link().Opened()
	s.viewer.Link().Received(wire.AppendBatch(nil, wire.Batch{ID: s.window.asks[0].ID, Events: story()}))
	s.frame()
	return s
}

func (s *stage) frame() {
	s.window.now += 16 * wall.Millisecond
	s.viewer.Frame(s.window.now)
}

// press presses Space and lets time pass until the figure halts; what it halts at is read
// out then.
func (s *stage) press() {
	s.t.Helper()
	s.figure.Do(viewer.Toggle)
	s.run()
}

func (s *stage) run() {
	s.t.Helper()
	for range 10_000 {
		if s.frame(); !s.figure.Player().Playing() {
			s.window.later()
			return
		}
	}
	s.t.Fatal("plays for ever")
}

func TestPlayingHaltsAtStopsAndPredictions(t *testing.T) {
	for _, still := range []bool{false, true} {
		s := play(t, new(browser), still)
		if s.scene.stop != -1 || s.scene.step != -1 || s.scene.waits != "" {
			t.Errorf("before it is played: %+v", s.scene)
		}
		for _, want := range []struct {
			at    trace.Time
			scene sceneView
			said  string
		}{
			{20_000, sceneView{stop: 0, step: 1}, "A asks. "},
			{35_000, sceneView{stop: 0, step: 2, waits: "A prediction waits for you: Who?", id: "who"}, "A prediction waits for you: Who? "},
			{50_000, sceneView{stop: 1, step: -1}, "A gives back. "},
			{80_000, sceneView{stop: 1, step: -1}, "The run ends"},
		} {
			s.press()
			if at := s.figure.Player().Reached(); at != want.at || *s.scene != want.scene {
				t.Errorf("still %t: halts at %d with %+v, want %d with %+v", still, at, *s.scene, want.at, want.scene)
			}
			if !strings.HasPrefix(s.said.said, want.said) {
				t.Errorf("reads out %q, want %q first", s.said.said, want.said)
			}
		}
	}
}

func TestAPredictionThatIsMadeLetsTimePass(t *testing.T) {
	b := new(browser)
	s := play(t, b, false)
	s.lesson.Do("who", "check", "", "1")
	if s.ask.headline != "≠ Your guess and the run have parted." || !slices.Equal(s.ask.why, []string{"B waits."}) || s.ask.watch != "Watch it from 0.035 s" {
		t.Errorf("the reply: %+v", s.ask)
	}
	if s.ask.marks[0] != "filled = the run" || s.ask.marks[1] != "outlined ≠ your guess" {
		t.Errorf("marks %v", s.ask.marks)
	}
	if s.press(); s.figure.Player().Reached() != 20_000 {
		t.Errorf("halts at %d first", s.figure.Player().Reached())
	}
	if s.press(); s.figure.Player().Reached() != 50_000 || s.scene.waits != "" {
		t.Errorf("halts at %d, %q", s.figure.Player().Reached(), s.scene.waits)
	}
	s.lesson.Do("who", "watch", "", "")
	if at := s.figure.Player().Reached(); at != 35_000 || !s.figure.Player().Playing() || !s.scene.approached {
		t.Errorf("watches from %d, %+v", at, s.scene)
	}
	if s.run(); s.figure.Player().Reached() != 50_000 {
		t.Errorf("watched until %d", s.figure.Player().Reached())
	}
}

func TestStepsShowTheLastStopPassed(t *testing.T) {
	s := play(t, new(browser), false)
	for i, want := range []int{-1, 0, 0, 0, 1, 1, 1} {
		s.figure.Do(viewer.Step)
		if s.frame(); s.scene.stop != want {
			t.Errorf("after %d steps stop %d, want %d", i+1, s.scene.stop, want)
		}
	}
	s.figure.Do(viewer.Home)
	if s.frame(); s.scene.stop != -1 || s.scene.step != -1 {
		t.Errorf("at the beginning: %+v", s.scene)
	}
}

func TestAFigureStandsWhereItStoodBefore(t *testing.T) {
	b := new(browser)
	s := play(t, b, false)
	s.lesson.Leave("why")
	if got := b.kept["lockstep.lesson.first.figure.two"]; got != "" {
		t.Errorf("kept %q of a figure that nobody has moved", got)
	}
	s.press()
	s.press()
	s.lesson.Leave("why")
	again := play(t, b, false)
	if p := again.figure.Player(); p.Time() != 35_000 || p.Playing() || again.scene.waits == "" {
		t.Errorf("stands at %d, %+v", p.Time(), again.scene)
	}
	b.kept["lockstep.lesson.first.figure.two"] = "another-edition 35000 4"
	if p := play(t, b, false).figure.Player(); p.Time() != 0 {
		t.Errorf("the run of another edition stands at %d", p.Time())
	}
}
