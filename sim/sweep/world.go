package sweep

import (
	"lockstep/sim/choice"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

const ms = trace.Millisecond

// World is a world, what is done to it, and the seed that answers for chance in
// it.
type World struct {
	Seed    uint64
	Config  world.Config
	Actions []run.Action
	Until   trace.Time // when its run ends at the latest
}

// Play runs the world on an engine and returns its trace.
func (w *World) Play(e *world.Engine) ([]trace.Event, error) {
	return e.Run(&w.Config, choice.Seeded(w.Seed), w.Actions, w.Until)
}

// Random returns the random world of that seed.
func Random(seed uint64) *World {
	d := seeded(seed)
	w := &World{Seed: seed, Until: trace.Time(d.span("until", 1500*ms, 4000*ms))}
	w.addNodes(d.of("nodes"))
	w.addResources(d.of("resources"))
	w.addClients(d.of("clients"))
	w.addNetwork(d.of("network"))
	f := newFaults(w)
	for i := range d.upTo("faults", 4) {
		w.Config.Faults = append(w.Config.Faults, f.draw(d.ofNth("fault", i))...)
	}
	for i := range d.upTo("actions", 7) {
		w.Actions = append(w.Actions, f.draw(d.ofNth("action", i))...)
	}
	w.Config.Run = w.Run().Link()
	return w
}

// Run returns the world's run as a link carries it. No file holds the scenario: its
// seed draws it.
func (w *World) Run() *run.Run {
	return &run.Run{Scenario: "sweep", Seed: w.Seed, Actions: w.Actions}
}

// Fault returns one more random fault, the nth, and mostly what ends it.
func (w *World) Fault(nth int) []run.Action {
	return newFaults(w).draw(seeded(w.Seed).ofNth("another", nth))
}
