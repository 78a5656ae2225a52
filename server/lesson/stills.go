package lesson

import (
	"fmt"
	"html/template"

	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/wasm/player"
	"lockstep/wasm/viewer"
	"lockstep/web/narrate"
	"lockstep/web/phrase"
	"lockstep/web/scene"
)

// Stills draws scenes of that library as they are before anybody plays them: it
// plays the run on engine, which nobody else may use meanwhile, and draws the
// poster that the player shows too.
func Stills(library *scenario.Library, engine *world.Engine) func(*Scene, phrase.Catalog) (Frame, error) {
	return func(s *Scene, c phrase.Catalog) (Frame, error) {
		events, err := library.Play(engine, &s.Run, 0)
		if err != nil {
			return Frame{}, err
		}
		if end := events[len(events)-1].T; s.Start > end {
			return Frame{}, fmt.Errorf("the scene starts at %v, but its run ends at %v", trace.Duration(s.Start), trace.Duration(end))
		}
		return still(s, events, c), nil
	}
}

// still draws what a scene of a whole run shows first.
func still(s *Scene, events []trace.Event, c phrase.Catalog) Frame {
	return framed(s, events, c, scene.Options{Layout: scene.Figure, ID: s.ID})
}

// framed is still with a picture of that layout and id.
func framed(s *Scene, events []trace.Event, c phrase.Catalog, o scene.Options) Frame {
	p := player.New(s.Start, s.Until)
	p.Add(events, true)
	before, told := p.Told()
	o.Words, o.Lang = c, s.Lang
	return Frame{
		SVG: template.HTML(scene.Draw(p.State(), p.Time(), o).SVG()), Now: narrate.Group(c, before, told), At: p.Time(), Happened: p.Happened(),
		Running: viewer.Lit(p.State()), Follow: viewer.Concerned(p.State()), Signs: signsOf(events),
	}
}
