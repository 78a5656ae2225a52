package run

import "lockstep/sim/trace"

// Limits on what a stranger may put into a run.
const (
	MaxActions = 500
	MaxParams  = 64
	MaxChoices = 1000
	MaxLink    = 64 << 10 // bytes of a link form

	// MaxTime is how long a run lasts at most, and so when its last action may
	// be and how long a pause.
	MaxTime = 10 * trace.Minute
)

// Run says all there is to say about a run.
type Run struct {
	Engine   string  // the engine version; empty for the one that runs it
	Scenario string  // the name of one in the library
	Edition  uint32  // of the scenario: see scenario.Library; 0 for the one that is there
	Params   []Param // in the order given; a later one of the same name wins
	Seed     uint64
	Choices  []Choice
	Actions  []Action
}

// Param changes one value of the scenario, such as clients.B.start to 3s.
type Param struct{ Name, Value string }

// Choice overrides the draw that Key names: see package choice.
type Choice struct {
	Key  string
	Pick uint64
}
