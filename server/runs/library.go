package runs

import (
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// Worlds makes worlds for a [Pool] that play runs of a library's scenarios, each on an
// engine of its own.
func Worlds(library *scenario.Library) func() World {
	return func() World { return libraryWorld{library, world.NewEngine()} }
}

type libraryWorld struct {
	library *scenario.Library
	engine  *world.Engine
}

func (w libraryWorld) Play(r *run.Run) ([]trace.Event, error) { return w.library.Play(w.engine, r, 0) }

func (w libraryWorld) Close() { w.engine.Close() }
