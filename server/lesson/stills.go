package lesson

import (
	"fmt"
	"html/template"

	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/narrate"
	"lockstep/web/phrase"
	"lockstep/web/scene"
)

// Stills draws scenes of that library as they begin: it plays the run on engine,
// which nobody else may use meanwhile, and draws the instant at which the scene
// starts.
func Stills(library *scenario.Library, engine *world.Engine) func(*Scene, phrase.Catalog) (Frame, error) {
	return func(s *Scene, c phrase.Catalog) (Frame, error) {
		events, err := library.Play(engine, &s.Run, s.Until)
		if err != nil {
			return Frame{}, err
		}
		if end := events[len(events)-1].T; s.Start > end {
			return Frame{}, fmt.Errorf("the scene starts at %v, but its run ends at %v", trace.Duration(s.Start), trace.Duration(end))
		}
		first, last := lastInstant(events, s.Start)
		var st trace.State
		for i := range first {
			st.Apply(&events[i])
		}
		now := narrate.Group(c, &st, events[first:last])
		for i := first; i < last; i++ {
			st.Apply(&events[i])
		}
		svg := scene.Draw(&st, s.Start, scene.Options{Layout: scene.Figure, Words: c, Lang: s.Lang, ID: s.ID}).SVG()
		return Frame{SVG: template.HTML(svg), Now: now}, nil
	}
}

// lastInstant returns which events are of the last instant, not after t, at
// which anything happened: events[first:last].
func lastInstant(events []trace.Event, t trace.Time) (first, last int) {
	for last < len(events) && events[last].T <= t {
		if events[last].T != events[first].T {
			first = last
		}
		last++
	}
	return first, last
}
