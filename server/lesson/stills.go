package lesson

import (
	"html/template"

	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/narrate"
	"lockstep/web/phrase"
	"lockstep/web/player"
	"lockstep/web/running"
	"lockstep/web/scene"
)

// Playing plays runs of that library on engine, which nobody else may use meanwhile.
func Playing(library *scenario.Library, engine *world.Engine) func(*run.Run) ([]trace.Event, error) {
	return func(r *run.Run) ([]trace.Event, error) { return library.Play(engine, r, 0) }
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
		Running: running.Lines(p.State()), Follow: running.Client(p.State()), Signs: signsOf(events),
	}
}
