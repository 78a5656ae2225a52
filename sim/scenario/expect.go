package scenario

import (
	"errors"
	"slices"
	"strings"

	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
)

// Expect is what a scenario's run should come to.
type Expect struct {
	Outcome string   // the verdict: trace.VerdictOK and its like
	Rules   []string // those that must break; others may
}

func (s *Scenario) readExpect(v strictyaml.Value) error {
	s.Expect = &Expect{}
	return v.Fields(map[string]strictyaml.Reader{
		"outcome": strictyaml.Into(&s.Expect.Outcome, oneOf(themselves(trace.Verdicts[:]...)...)),
		"rules": func(v strictyaml.Value) error {
			return v.Each("[mutual-exclusion]", strictyaml.Set(func(text string) error {
				rule, err := oneOf(themselves(trace.Rules[:]...)...)(text)
				if slices.Contains(s.Expect.Rules, rule) {
					err = errors.New("it stands in the list already")
				}
				s.Expect.Rules = append(s.Expect.Rules, rule)
				return err
			}))
		},
	}, "outcome")
}

// Miss says how a run that has ended came out otherwise than expected; or nothing.
// A run that was stopped before its end has not come out yet.
func (x *Expect) Miss(events []trace.Event) string {
	if x == nil || len(events) == 0 {
		return ""
	}
	end := &events[len(events)-1]
	if end.Kind != trace.End || end.Why == trace.EndAsked {
		return ""
	}
	var held []string
	for _, rule := range x.Rules {
		broke := func(e trace.Event) bool { return e.Kind == trace.Violation && e.Rule == rule }
		if !slices.ContainsFunc(events, broke) {
			held = append(held, rule)
		}
	}
	var miss []string
	if end.Why != trace.EndNothingLeft && x.Outcome == trace.VerdictOK {
		// What went wrong before a limit did go wrong; that all went well nobody knows.
		miss = append(miss, "the run reached a limit before its end: "+end.Why)
	}
	if end.Verdict != x.Outcome {
		miss = append(miss, "expected "+x.Outcome+", came out "+end.Verdict)
	}
	if len(held) > 0 {
		miss = append(miss, "expected to break and did not: "+strings.Join(held, ", "))
	}
	return strings.Join(miss, "; ")
}
