package scenario

import (
	"lockstep/sim/choice"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// Play runs r on e, to its natural end or up to and including until unless that
// is 0, and returns its trace. A run that cannot be played, because it is of
// another engine or names what does not exist, is an [InputError].
func (l *Library) Play(e *world.Engine, r *run.Run, until trace.Time) ([]trace.Event, error) {
	s, ok := l.Get(r.Scenario)
	if !ok {
		return nil, l.unknown(r.Scenario)
	}
	if r.Engine != "" && r.Engine != world.Version {
		return nil, inputf("this run was made by engine %s and would look different on engine %s, the one here", r.Engine, world.Version)
	}
	if len(r.Actions) > run.MaxActions || len(r.Params) > run.MaxParams || len(r.Choices) > run.MaxChoices {
		return nil, inputf("a run has at most %d actions, %d parameters and %d choices", run.MaxActions, run.MaxParams, run.MaxChoices)
	}
	c, err := s.Compile(r.Params)
	if err != nil {
		return nil, s.clash(r.Params, err)
	}
	named := *r
	named.Engine = "" // it stands in the Start event by itself
	c.Run = named.Link()
	return e.Run(c, chooser(r), r.Actions, until)
}

func chooser(r *run.Run) choice.Chooser {
	if len(r.Choices) == 0 {
		return choice.Seeded(r.Seed)
	}
	picks := make(map[string]uint64, len(r.Choices))
	for _, c := range r.Choices {
		picks[c.Key] = c.Pick
	}
	return choice.Overridden{Picks: picks, Else: choice.Seeded(r.Seed)}
}
