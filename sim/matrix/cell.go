package matrix

import (
	"slices"

	"lockstep/sim/because"
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
	Why      because.Why
}

// Run plays one cell on e.
func (m *Matrix) Run(e *world.Engine, s *Scenario, v *Variant) (*Cell, error) {
	if n, lacks := s.lacks(v); lacks {
		return &Cell{Scenario: s, Variant: v, Outcome: NotApplicable, Lacks: n.Name}, nil
	}
	c := newCell(s, v)
	events, err := m.library.Play(e, &c.Run, 0)
	if err != nil {
		return nil, err
	}
	c.judge(events)
	return c, nil
}

// newCell is a cell that is to be played.
func newCell(s *Scenario, v *Variant) *Cell {
	return &Cell{Scenario: s, Variant: v, Run: run.Run{Scenario: Name(s, v)}, Options: s.sets(v), Assumed: s.assumes(v)}
}

// Of returns the cell whose run r is, judged by the events of it, all of them. A run
// that was changed, be it by its seed alone, is no cell's.
func (m *Matrix) Of(r *run.Run, events []trace.Event) (*Cell, bool) {
	c, ok := m.cells[r.Scenario]
	if !ok || len(r.Params) > 0 || len(r.Choices) > 0 || len(r.Actions) > 0 || r.Seed != 0 {
		return nil, false
	}
	judged := *c
	judged.judge(events)
	return &judged, true
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
	c.Why = because.Of(because.Pointers(events))
	c.Promised = slices.ContainsFunc(c.Why.Events, func(e *trace.Event) bool { return e.Promised })
}
