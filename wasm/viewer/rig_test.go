package viewer

import (
	"strconv"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
	"lockstep/web/running"
	"lockstep/web/wall"
	"lockstep/web/wire"
)

// fakePage is a page whose time passes when a test says so.
type fakePage struct {
	asks      []wire.Ask
	requested bool
	frames    int
	later     func()
	now       wall.Span
}

func (p *fakePage) Dial()                           {}
func (p *fakePage) Hangup()                         {}
func (p *fakePage) Wake(wall.Span)                  {}
func (p *fakePage) Random(int64) int64              { return 0 }
func (p *fakePage) Changed()                        { p.requested = true }
func (p *fakePage) RequestFrame()                   { p.requested = true }
func (p *fakePage) CallAfter(_ wall.Span, f func()) { p.later = f }

func (p *fakePage) Send(frame []byte) {
	q, err := wire.ReadQuestion(frame)
	if err != nil {
		panic(err)
	}
	p.asks = append(p.asks, *q.(*wire.Ask))
}

// settle lets what waits for quiet happen.
func (p *fakePage) settle() {
	if f := p.later; f != nil {
		p.later = nil
		f()
	}
}

// fakeView remembers what was written.
type fakeView struct {
	text        [Parts]string
	writes      [Parts]int
	attr        [Parts]map[string]string
	value, most int
	speed       int
	draws       int
	state       *trace.State
	time        trace.Time
	lines       []running.Line
	follow      string
	unfolded    [Parts]bool
	passing     bool // what is drawn
	marks       int  // how often lines were marked
}

func (v *fakeView) SetText(p Part, text string) { v.text[p] = text; v.writes[p]++ }

func (v *fakeView) SetAttr(p Part, name, value string) {
	if v.attr[p] == nil {
		v.attr[p] = make(map[string]string)
	}
	v.attr[p][name] = value
}

func (v *fakeView) DropAttr(p Part, name string) { delete(v.attr[p], name) }
func (v *fakeView) SetSlider(value, most int)    { v.value, v.most = value, most }
func (v *fakeView) SetSpeed(percent int)         { v.speed = percent }
func (v *fakeView) Draw(s *trace.State, t trace.Time, passing bool) {
	v.draws++
	v.state, v.time, v.passing = s, t, passing
}
func (v *fakeView) Unfold(p Part) { v.unfolded[p] = true }
func (v *fakeView) Mark(lines []running.Line, follow string) {
	v.marks++
	v.lines, v.follow = lines, follow
}
func (v *fakeView) has(p Part, name string) bool { _, ok := v.attr[p][name]; return ok }

// rig is a viewer of one figure.
type rig struct {
	t    *testing.T
	page *fakePage
	view *fakeView
	v    *Viewer
	f    *Figure
}

// english is what English pages carry.
func english(t *testing.T) phrase.Catalog {
	t.Helper()
	say, err := lessons.Phrases(lessons.FS, "en")
	if err != nil {
		t.Fatal(err)
	}
	say["phase"] = "{who}: {phase}."
	return say
}

// story is a run in which every event is a step of its own.
func story() []trace.Event {
	events := []trace.Event{{Kind: trace.Start, Clients: []trace.ClientInfo{{ID: "A"}, {ID: "B"}}}}
	for i := 1; i <= 20; i++ {
		events = append(events, trace.Event{
			Kind: trace.Phase, Seq: i, T: trace.Time(i) * 10_000, Who: "A", Phase: strconv.Itoa(i), File: "redlock.go", Line: 40 + i,
		})
	}
	return append(events, trace.Event{Kind: trace.End, Seq: 21, T: 210_000, Verdict: "ok", Hash: "0123456789abcdef0123456789abcdef"})
}

func newRig(t *testing.T) *rig {
	r := &rig{t: t, page: &fakePage{}, view: &fakeView{}}
	r.v = New(r.page, english(t), false)
	r.f = r.v.Add(r.view, Scene{Run: "run", Seed: "7", Speeds: []int{10, 50, 100, 200, 1000}})
	r.v.Start(false)
	r.frame()
	return r
}

// loaded is a rig with the whole story.
func loaded(t *testing.T) *rig {
	r := newRig(t)
	r.v.Link().Opened()
	r.answer(story(), false)
	r.frame()
	return r
}

func (r *rig) answer(events []trace.Event, more bool) {
	for len(events) > wire.MaxBatch {
		r.answer(events[:wire.MaxBatch], true)
		events = events[wire.MaxBatch:]
	}
	r.v.Link().Received(wire.AppendBatch(nil, wire.Batch{ID: r.page.asks[len(r.page.asks)-1].ID, Events: events, More: more}))
}

// frame draws the next frame, if one was asked for, 16 ms after the last.
func (r *rig) frame() bool {
	r.page.now += 16 * wall.Millisecond
	if !r.page.requested {
		return false
	}
	r.page.requested = false
	r.page.frames++
	r.v.Frame(r.page.now)
	return true
}

func (r *rig) press(name string) bool {
	handled := r.v.Press(r.f, Key{Name: name}, nil)
	r.frame()
	return handled
}
