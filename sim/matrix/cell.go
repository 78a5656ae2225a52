package matrix

import (
	"slices"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// NotApplicable is the outcome of a cell whose scenario has nothing to act on.
const NotApplicable = "n/a"

// Outcomes are all that a cell can come to, worst first.
var Outcomes = []string{trace.VerdictBroken, trace.VerdictGuarded, trace.VerdictStuck, trace.VerdictOK, NotApplicable}

// Cell is one scenario in one variant, and what came of it.
type Cell struct {
	Scenario *Scenario
	Variant  *Variant
	Outcome  string
	Lacks    string   // which need the variant does not meet; empty if it was run
	Options  []Option // that the scenario sets; none if it was not run
	Assumed  Text     // what it takes for granted; none for most

	// Of a cell that was run.
	Run      run.Run
	Hash     string
	Rules    []string // that were broken, in the order in which they first were
	Promised bool     // one of those that decide the outcome had been promised under the faults of the run
	Why      Why
}

// Run plays one cell on e.
func (m *Matrix) Run(e *world.Engine, s *Scenario, v *Variant) (*Cell, error) {
	c := &Cell{Scenario: s, Variant: v, Outcome: NotApplicable}
	if n, lacks := s.lacks(v); lacks {
		c.Lacks = n.Name
		return c, nil
	}
	c.Run, c.Options, c.Assumed = run.Run{Scenario: Name(s, v)}, s.sets(v), s.assumes(v)
	events, err := m.library.Play(e, &c.Run, 0)
	if err != nil {
		return nil, err
	}
	c.judge(events)
	return c, nil
}

// All plays every cell, row by row.
func (m *Matrix) All(e *world.Engine) ([]*Cell, error) {
	cells := make([]*Cell, 0, len(m.Scenarios)*len(m.Variants))
	for _, s := range m.Scenarios {
		for _, v := range m.Variants {
			c, err := m.Run(e, s, v)
			if err != nil {
				return nil, err
			}
			cells = append(cells, c)
		}
	}
	return cells, nil
}

// judge reads off a run's events what came of it.
func (c *Cell) judge(events []trace.Event) {
	end := &events[len(events)-1]
	c.Outcome, c.Hash = end.Verdict, end.Hash
	for i := range events {
		if e := &events[i]; e.Kind == trace.Violation && !slices.Contains(c.Rules, e.Rule) {
			c.Rules = append(c.Rules, e.Rule)
		}
	}
	c.Why = why(c.Outcome, events)
	c.Promised = slices.ContainsFunc(c.Why.Events, func(e trace.Event) bool { return e.Promised })
}
