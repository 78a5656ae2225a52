package lesson

import (
	"fmt"
	"slices"

	"lockstep/sim/run"
)

// Breach is what a run does that its challenge does not allow.
type Breach struct {
	Of   string // what it breaks: BreachRun and its like
	Name string // of the parameter or the verb; empty for a breach of neither
}

// What a breach is of.
const (
	BreachRun   = "run"   // it is another scenario, another seed, or its chance was tampered with
	BreachKnobs = "knobs" // it changes a parameter that may not be changed
	BreachAllow = "allow" // it does what may not be done
	BreachMost  = "most"  // it does too much
)

// Breach returns the first thing that a run does and the challenge does not allow, or
// nil. Whether the goal is met is another question.
func (x *Challenge) Breach(r *run.Run) *Breach {
	if r.Scenario != x.Run.Scenario || r.Seed != x.Run.Seed || len(r.Choices) > 0 {
		return &Breach{Of: BreachRun}
	}
	for _, p := range r.Params {
		if !slices.Contains(x.Run.Params, p) && !slices.Contains(x.Knobs, p.Name) {
			return &Breach{BreachKnobs, p.Name}
		}
	}
	// One that is left out is changed, too: back to what the scenario has.
	for _, p := range x.Run.Params {
		same := func(q run.Param) bool { return q.Name == p.Name }
		if !slices.ContainsFunc(r.Params, same) && !slices.Contains(x.Knobs, p.Name) {
			return &Breach{BreachKnobs, p.Name}
		}
	}
	for i := range r.Actions {
		if v := r.Actions[i].Verb; x.Allow != nil && !slices.Contains(x.Allow, v) {
			return &Breach{BreachAllow, v.String()}
		}
	}
	if x.Most > 0 && len(r.Actions) > x.Most {
		return &Breach{Of: BreachMost}
	}
	return nil
}

// text says it to the author of a solution; package attempt says it to readers.
func (b *Breach) text(x *Challenge) string {
	switch b.Of {
	case BreachKnobs:
		return fmt.Sprintf("%s is none of its knobs", b.Name)
	case BreachAllow:
		return fmt.Sprintf("%s is not among what it allows", b.Name)
	case BreachMost:
		return fmt.Sprintf("more than %d actions", x.Most)
	}
	return "it is another run"
}
