package course

import (
	"math"
	"strconv"
	"strings"

	"lockstep/sim/trace"
	"lockstep/wasm/viewer"
	"lockstep/web/running"
)

// Scene is a figure of the lesson: a viewer.Companion.
type Scene struct {
	ID    string
	Stops []Stop
	Steps []string // the phases that light each item of the list of steps, parted by spaces

	lesson  *Lesson
	view    SceneView
	figure  *viewer.Figure
	stops   instants
	predict []*Question // in the order of the page

	playing bool // when it was last drawn
	stop    int  // whose sentence is shown
	step    int  // that is lit
	waiting *Question
}

// Stop is where the author has playing halt, and what is said there, without markup.
type Stop struct {
	At  trace.Time
	Say string
}

// begin puts the scene around its figure, which goes to where it stood.
func (s *Scene) begin(where string) {
	for _, stop := range s.Stops {
		s.stops = s.stops.with(stop.At)
	}
	s.stop, s.step = -1, -1
	s.view.Stop(-1)
	s.figure.Accompany(s)
	s.halts()
	s.back(where)
}

// halts has the figure halt at the stops, and at predictions that nobody has made.
func (s *Scene) halts() {
	at := append(instants(nil), s.stops...)
	for _, q := range s.predict {
		if !q.Answered() {
			at = at.with(q.At)
		}
	}
	s.figure.Player().SetHalts(at)
}

// Framed shows what belongs to the instant that the figure shows.
func (s *Scene) Framed() {
	p := s.figure.Player()
	if !p.Ready() {
		return
	}
	now := p.Reached()
	stop := s.stops.passed(now) - 1
	if stop != s.stop {
		s.stop = stop
		s.view.Stop(stop)
	}
	s.light(p.State())
	s.wait(now)
	if s.playing && !p.Playing() { // it halted, or was paused
		var told []string
		if stop >= 0 && s.stops[stop] == now {
			told = append(told, s.Stops[stop].Say)
		}
		if s.waiting != nil {
			told = append(told, s.lesson.say.Say("course.waits", "ask", s.waiting.Ask))
		}
		if len(told) > 0 {
			s.figure.Refresh(strings.Join(told, " "))
		}
	}
	s.playing = p.Playing()
}

// light lights the item whose phase the client runs that the figure follows.
func (s *Scene) light(state *trace.State) {
	if len(s.Steps) == 0 {
		return
	}
	step := -1
	if c := state.Client(trace.ClientID(running.Client(state))); c != nil && c.Line != 0 {
		for i, phases := range s.Steps {
			if step < 0 && strings.Contains(" "+phases+" ", " "+c.Phase+" ") {
				step = i
			}
		}
	}
	if step != s.step {
		s.step = step
		s.view.Light(step)
	}
}

// wait leads to the prediction at whose instant the figure stands.
func (s *Scene) wait(now trace.Time) {
	var waiting *Question
	for _, q := range s.predict {
		if waiting == nil && !q.Answered() && q.At == now && !s.figure.Player().Playing() {
			waiting = q
		}
	}
	if waiting == s.waiting {
		return
	}
	if s.waiting = waiting; waiting == nil {
		s.view.Wait("", "")
		return
	}
	s.view.Wait(s.lesson.say.Say("course.waits", "ask", waiting.Ask), waiting.ID)
}

// watch plays on from an instant.
func (s *Scene) watch(t trace.Time) {
	p := s.figure.Player()
	p.SeekTo(t, -1)
	p.Play()
	s.view.Approach()
	s.figure.Update()
}

// Pressed leaves all keys to the figure.
func (s *Scene) Pressed(viewer.Key) bool { return false }

// Retry has nothing of its own to ask for.
func (s *Scene) Retry() {}

// where writes where the figure stands, if anybody has moved it.
func (s *Scene) where() string {
	p := s.figure.Player()
	if !p.Ready() || !p.Moved() {
		return ""
	}
	return s.lesson.edition + " " + strconv.Itoa(int(p.Time())) + " " + strconv.Itoa(p.Happened())
}

// back goes to where it stood, if the lesson is the same and so its run.
func (s *Scene) back(where string) {
	edition, where, _ := strings.Cut(where, " ")
	t, happened, _ := strings.Cut(where, " ")
	at, ok := trace.ParseWhole(t, math.MaxInt64)
	n, _ := trace.ParseWhole(happened, math.MaxInt32)
	if ok && edition == s.lesson.edition {
		s.figure.Player().SeekTo(trace.Time(at), int(n))
	}
}

// instants are rising and each there once.
type instants []trace.Time

// with adds an instant.
func (list instants) with(t trace.Time) instants {
	i := list.passed(t)
	if i > 0 && list[i-1] == t {
		return list
	}
	list = append(list, t)
	copy(list[i+1:], list[i:]) // slices.Insert would be 4 KB of the viewer
	list[i] = t
	return list
}

// passed counts those not after t.
func (list instants) passed(t trace.Time) int {
	n := 0
	for n < len(list) && list[n] <= t {
		n++
	}
	return n
}
