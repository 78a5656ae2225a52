package stage

import (
	"cmp"
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/wasm/viewer"
	"lockstep/web/phrase"
	"lockstep/web/verdict"
	"lockstep/web/wall"
	"lockstep/web/wire"
)

// rig is a stage on a page without a browser, whose server plays real runs.
type rig struct {
	*testing.T
	page *fakePage
	fig  *fakeFigure
	view *fakeView
	v    *viewer.Viewer
	f    *viewer.Figure
	s    *Stage

	challenge Challenge // of the page
	room      string    // that it is of

	library *scenario.Library
	engine  *world.Engine
	traces  map[string][]trace.Event
	busy    bool                            // the server answers nothing
	silent  bool                            // the server judges nothing
	refuses bool                            // the server knows no run
	until   trace.Time                      // where runs end by their limit; 0 for never
	met     func(events []trace.Event) bool // the goal of the challenge
	problem string                          // what the server says of a run that cannot be
}

// jump is a scenario of five nodes and more steps than the list of events holds.
const jump = "clock-jump"

// newRig is a stage of that scenario, at an address with that fragment, connected.
func newRig(t *testing.T, name, fragment string) *rig {
	t.Helper()
	return newRoomRig(t, "", name, fragment)
}

// newRoomRig is newRig on a page of a room.
func newRoomRig(t *testing.T, room, name, fragment string) *rig {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{T: t, page: &fakePage{}, fig: &fakeFigure{}, view: newFakeView(), room: room, library: library, engine: world.NewEngine(), traces: make(map[string][]trace.Event)}
	t.Cleanup(r.engine.Close)
	r.view.rig = r
	r.open(name, fragment)
	return r
}

// open loads the page anew.
func (r *rig) open(name, fragment string) {
	r.page.address = "http://example.org/en/play/" + name
	if fragment != "" {
		r.page.address += "#" + fragment
	}
	r.v = viewer.New(r.page, english(r.T), false)
	own := run.Run{Scenario: name}
	r.s, r.f = New(r.v, r.fig, r.view, r.page, viewer.Scene{Run: own.Link(), Lang: "en", Speeds: []int{100}}, r.challenge, r.room)
	r.v.Start(false)
	r.v.Link().Opened()
	r.settle()
}

func english(t *testing.T) phrase.Catalog {
	t.Helper()
	say, err := lessons.Phrases(lessons.FS, "en")
	if err != nil {
		t.Fatal(err)
	}
	return say
}

// settle answers all that was asked, and draws until nothing more is asked for.
func (r *rig) settle() {
	r.Helper()
	for range 200 {
		switch {
		case len(r.page.asked) > 0:
			q := r.page.asked[0]
			r.page.asked = r.page.asked[1:]
			r.answer(q)
		case r.page.requested, len(r.view.closing) > 0:
			r.frame()
		default:
			return
		}
	}
	r.Fatal("nothing settles")
}

// frame draws the next frame, 16 ms after the last.
func (r *rig) frame() {
	closed := r.view.closing
	r.view.closing = nil
	for _, p := range closed {
		if r.view.open != p { // else it is open again
			r.s.Closed(p)
		}
	}
	r.page.requested = false
	r.page.now += 16 * wall.Millisecond
	r.v.Frame(r.page.now)
}

// trace is what the server has of a run.
func (r *rig) trace(link string) []trace.Event {
	r.Helper()
	if events, ok := r.traces[link]; ok {
		return events
	}
	of, err := run.Parse(link)
	if err != nil {
		r.Fatal(err)
	}
	events, err := r.library.Play(r.engine, of, r.until)
	if err != nil {
		return nil
	}
	r.traces[link] = events
	return events
}

// answer is the server's, as package socket gives it.
func (r *rig) answer(q wire.Question) {
	if r.busy {
		r.v.Link().Received(wire.AppendProblem(nil, wire.Problem{ID: q.Number(), Reason: wire.ReasonBusy, Text: "Busy."}))
		return
	}
	if c, ok := q.(*wire.Compare); ok {
		a, b := r.trace(c.A), r.trace(c.B)
		if a == nil || b == nil {
			r.refuse(q)
			return
		}
		x := verdict.Compare(r.s.say, pointers(a), pointers(b), c.NameA, c.NameB)
		r.v.Link().Received(wire.AppendComparison(nil, wire.Comparison{
			ID: c.ID, Same: x.Same, FirstA: x.FirstA, FirstB: x.FirstB, At: x.At,
			A: outcomeOf(x.OutcomeA), B: outcomeOf(x.OutcomeB), Changed: x.Changed,
		}))
		return
	}
	a := q.(*wire.Ask)
	events := r.trace(a.Run)
	if r.refuses {
		events = nil
	}
	if events == nil {
		r.refuse(q)
		return
	}
	b := wire.Batch{ID: a.ID}
	from := a.From
	if a.Have > 0 {
		b.Same = same(r.trace(a.Base)[:a.Have], events)
		from = b.Same
	}
	for from < len(events) {
		to := min(from+wire.MaxBatch, len(events))
		b.Events, b.More = events[from:to], to < len(events)
		r.v.Link().Received(wire.AppendBatch(nil, b))
		from, b.Same = to, 0
	}
	if a.Lang != "" && !r.silent {
		r.v.Link().Received(wire.AppendVerdict(nil, wire.Verdict{
			ID: a.ID, Outcome: outcomeOf(verdict.Judge(r.s.say, pointers(events))), Attempt: r.attempt(a.Challenge, events),
		}))
	}
}

// attempt judges a run as an attempt at the page's challenge.
func (r *rig) attempt(challenge string, events []trace.Event) wire.Attempt {
	switch {
	case challenge != r.challenge.Name:
		r.Errorf("asked about the challenge %q of a page that has %q", challenge, r.challenge.Name)
	case challenge == "":
		return wire.Attempt{}
	case r.met(events):
		return wire.Attempt{Met: true, Judge: "Met."}
	}
	return wire.Attempt{Judge: "Not met."}
}

// refuse says that there is no such run.
func (r *rig) refuse(q wire.Question) {
	r.v.Link().Received(wire.AppendProblem(nil, wire.Problem{ID: q.Number(), Reason: wire.ReasonInput, Text: cmp.Or(r.problem, "There is no such thing.")}))
}

func outcomeOf(v verdict.Verdict) wire.Outcome {
	return wire.Outcome{Verdict: v.Outcome, Headline: v.Headline, Why: v.Why, Promise: v.Promise, At: v.At, Seq: v.Seq}
}

func pointers(events []trace.Event) []*trace.Event {
	list := make([]*trace.Event, len(events))
	for i := range events {
		list[i] = &events[i]
	}
	return list
}

// same counts the events that two runs begin with alike, but for the run's name.
func same(a, b []trace.Event) int {
	n := 0
	for n < min(len(a), len(b)-1) {
		x, y := a[n], b[n]
		x.Run, y.Run, x.Line, y.Line = "", "", 0, 0
		if string(x.AppendJSON(nil)) != string(y.AppendJSON(nil)) {
			break
		}
		n++
	}
	return n
}

func (r *rig) do(name, arg string) {
	r.Helper()
	if !r.s.Do(name, arg) {
		r.Fatalf("nothing is called %s", name)
	}
	r.settle()
}

func (r *rig) key(name string) bool {
	handled := r.v.Press(r.f, viewer.Key{Name: name}, nil)
	r.settle()
	return handled
}

// turn goes to another address of the page, as the browser does.
func (r *rig) turn(fragment string) {
	r.page.address = "http://example.org/en/play/" + jump + "#" + fragment
	r.s.Restore()
	r.settle()
}

// seek goes to an instant.
func (r *rig) seek(t trace.Time) {
	r.f.Player().SeekTo(t, -1)
	r.f.Refresh("")
	r.settle()
}

// pick chooses the line of the open menu that begins so.
func (r *rig) pick(label string) {
	r.Helper()
	menu := r.view.html[MenuList]
	for _, item := range strings.Split(menu, "<li>")[1:] {
		if text := plain(item); strings.HasPrefix(text, label) {
			_, rest, _ := strings.Cut(item, `data-do="`)
			do, rest, _ := strings.Cut(rest, `"`)
			_, rest, _ = strings.Cut(rest, `data-arg="`)
			arg, _, _ := strings.Cut(rest, `"`)
			r.do(do, arg)
			return
		}
	}
	r.Fatalf("the menu has no %q: %s", label, menu)
}

// plain is the text of markup.
func plain(markup string) string {
	var b strings.Builder
	for {
		text, rest, ok := strings.Cut(markup, "<")
		b.WriteString(text)
		if _, markup, _ = strings.Cut(rest, ">"); !ok {
			return b.String()
		}
	}
}

// escape closes the dialog that is open, as the key does.
func (r *rig) escape() {
	r.view.Close(r.view.open)
	r.frame()
}

// present is the run that the tree has chosen.
func (r *rig) present() *run.Run { return r.s.tree.Branches()[r.s.tree.Present()].Run }
