package scenario

import (
	"cmp"

	"lockstep/sim/choice"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// Play runs r on e, to its natural end or up to and including until unless that
// is 0, and returns its trace. A run that cannot be played, because it is of
// another engine or edition or names what does not exist, is an [InputError].
func (l *Library) Play(e *world.Engine, r *run.Run, until trace.Time) ([]trace.Event, error) {
	if r.Engine != "" && r.Engine != world.Version {
		return nil, sorted{ErrOutdated, inputf("this run was made by engine %s and would look different on engine %s, the one here", r.Engine, world.Version)}
	}
	s, ok := l.Get(r.Scenario)
	if !ok {
		return nil, l.unknown(r.Scenario)
	}
	if r.Edition != 0 && r.Edition != s.Edition {
		return nil, sorted{ErrOutdated, inputf("this run was made with another edition of the scenario %q and would look different with the one here", s.ID)}
	}
	if len(r.Actions) > run.MaxActions || len(r.Params) > run.MaxParams || len(r.Choices) > run.MaxChoices {
		return nil, inputf("a run has at most %d actions, %d parameters and %d choices", run.MaxActions, run.MaxParams, run.MaxChoices)
	}
	c, err := s.Compile(r.Params)
	if err != nil {
		return nil, s.clash(r.Params, err)
	}
	named := *r
	named.Engine, named.Edition = "", 0 // the engine stands in the Start event by itself
	c.Run = named.Link()
	return e.Run(c, chooser(r), r.Actions, until)
}

// Link is [run.Run.Link], to keep or to share: where r names no engine or edition it names
// those that are here. Once they are others, whoever opens it is told so.
func (l *Library) Link(r *run.Run) string {
	named := *r
	named.Engine = cmp.Or(r.Engine, world.Version)
	if s, ok := l.Get(r.Scenario); ok {
		named.Edition = cmp.Or(r.Edition, s.Edition)
	}
	return named.Link()
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
