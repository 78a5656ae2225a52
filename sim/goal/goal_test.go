package goal_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"lockstep/sim/goal"
	"lockstep/sim/trace"
)

// events is a run of A and B over n1 and n2, in which most things happen.
var events = []trace.Event{
	{Kind: trace.Start, Clients: []trace.ClientInfo{{ID: "A"}, {ID: "B"}, {ID: "C"}}, Nodes: []trace.NodeInfo{{ID: "n1"}, {ID: "n2"}}},
	{Kind: trace.Hold, T: 2_000_000, Who: "A"},
	{Kind: trace.Promote, T: 3_000_000, Node: "n2"},
	{Kind: trace.Hold, T: 4_000_000, Who: "B"},
	{Kind: trace.Violation, T: 4_000_000, Rule: trace.RuleTwoBelievers, Who: "B"},
	{Kind: trace.Write, T: 5_000_000, Who: "B", OK: true},
	{Kind: trace.Write, T: 6_000_000, Who: "A"},
	{Kind: trace.End, T: 7_000_000, Verdict: trace.VerdictGuarded},
}

func TestMet(t *testing.T) {
	for text, want := range map[string]bool{
		"violated(two-believers)":             true,
		"violated(mutual-exclusion)":          false,
		"never(two-believers)":                false,
		"never(mutual-exclusion)":             true,
		"holds(A)":                            true,
		"holds(C)":                            false,
		"holds(A, before 2s)":                 false,
		"holds(A, before 2000.001ms)":         true,
		"holds(A, after 2s)":                  true,
		"holds(A, after 2000.001ms)":          false,
		"outcome(guarded)":                    true,
		"outcome(ok)":                         false,
		"writes(B)":                           true,
		"writes(A)":                           false,
		"refused(A)":                          true,
		"refused(B)":                          false,
		"promoted(n2)":                        true,
		"promoted(n1)":                        false,
		"not holds(C)":                        true,
		"not not holds(C)":                    false,
		"holds(A) and holds(C)":               false,
		"holds(A) or holds(C)":                true,
		"holds(A) or holds(A) and holds(C)":   true,
		"(holds(A) or holds(A)) and holds(C)": false,
		"not holds(C) and holds(A)":           true,
		"not (holds(C) and holds(A))":         true,
		"not (holds(A) or holds(C))":          false,
		"never(oversold) and violated(two-believers) and holds(B, after 3s)": true,
	} {
		g, err := goal.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := g.Met(events); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

// A goal is written as it is read, and means the same then.
func TestString(t *testing.T) {
	for text, want := range map[string]string{
		" holds( A ,before  0.5s ) ":              "holds(A, before 500ms)",
		"((holds(A)))":                            "holds(A)",
		"not (holds(A))":                          "not holds(A)",
		"(holds(A) and holds(B)) or holds(C)":     "holds(A) and holds(B) or holds(C)",
		"holds(A) and (holds(B) or holds(C))":     "holds(A) and (holds(B) or holds(C))",
		"not (holds(A) or holds(B))":              "not (holds(A) or holds(B))",
		"not (holds(A) and holds(B))":             "not (holds(A) and holds(B))",
		"not(outcome(ok))and\nnever(stale-write)": "not outcome(ok) and never(stale-write)",
	} {
		g, err := goal.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := g.String(); got != want {
			t.Errorf("%s: it is written %s, want %s", text, got, want)
		}
		again, err := goal.Parse(g.String())
		if err != nil || again.String() != g.String() || again.Met(events) != g.Met(events) {
			t.Errorf("%s: read again it is %v, %v", g, again, err)
		}
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                           ", column 1: it ends here, where there should be one of violated, never, holds, outcome, writes, refused, promoted, not or (",
		"wins(A)":                    "wins(A), column 1: want one of violated, never, holds, outcome, writes, refused, promoted, not or ( here, not wins",
		"holds":                      "holds, column 6: it ends here, where there should be (",
		"holds A":                    "holds A, column 7: want ( here, not A",
		"holds()":                    "holds(), column 7: want the name of a client, such as A here, not )",
		"promoted(":                  "promoted(, column 10: it ends here, where there should be the name of a node, such as n2",
		"holds(A":                    "holds(A, column 8: it ends here, where there should be )",
		"holds(A, 5s)":               "holds(A, 5s), column 10: want before or after, and how long since the run began: before 500ms here, not 5s",
		"holds(A, before)":           "holds(A, before), column 16: want how long since the run began, such as 500ms here, not )",
		"holds(A, before 5)":         "holds(A, before 5), column 17: 5: it has no unit: write 10s, 400ms, 1.5s or 250us",
		"writes(A, before 5s)":       "writes(A, before 5s), column 9: want ) here, not ,",
		"outcome(good)":              "outcome(good), column 9: want one of ok, stuck, guarded, broken here, not good",
		"holds(A) holds(B)":          "holds(A) holds(B), column 10: want and, or, or the end here, not holds",
		"holds(A) and":               "holds(A) and, column 13: it ends here, where there should be one of violated, never, holds, outcome, writes, refused, promoted, not or (",
		"(holds(A)":                  "(holds(A), column 10: it ends here, where there should be )",
		"holds(A))":                  "holds(A)), column 9: want and, or, or the end here, not )",
		"violated(mutual-exclusion,": "violated(mutual-exclusion,, column 26: want ) here, not ,",
	} {
		g, err := goal.Parse(text)
		var at *goal.Error
		if !errors.As(err, &at) || err.Error() != want {
			t.Errorf("%q: got  %v, %v\nwant %s", text, g, err, want)
		}
	}
	if _, err := goal.Parse("violated(mutual)"); err == nil || !strings.HasPrefix(err.Error(), "violated(mutual), column 10: want one of mutual-exclusion, ") {
		t.Errorf("a rule that is none: %v", err)
	}
}

// What nobody reads to its end is quoted by whole letters.
func TestTooLong(t *testing.T) {
	_, err := goal.Parse(strings.Repeat("锁", goal.MaxText))
	if want := "锁锁锁锁锁锁…, column 1: it is too long: a goal has room for 400 bytes"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Of somebody who does not exist nothing would ever be true.
func TestCheck(t *testing.T) {
	for text, want := range map[string]string{
		"holds(A) and promoted(n2)":   "",
		"outcome(ok)":                 "",
		"not holds(a)":                "not holds(a), column 11: there is no client a in this run; there is A, B, C",
		"holds(A) or promoted(n3)":    "holds(A) or promoted(n3), column 22: there is no node n3 in this run; there is n1, n2",
		"writes(A) and refused(n1)":   "writes(A) and refused(n1), column 23: there is no client n1 in this run; there is A, B, C",
		"violated(oversold)":          "",
		"promoted(s1) or promoted(A)": "promoted(s1) or promoted(A), column 10: there is no node s1 in this run; there is n1, n2",
	} {
		g, err := goal.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := g.Check(events); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestRules(t *testing.T) {
	g, err := goal.Parse("violated(oversold) and not (holds(A) or never(stale-write)) and violated(oversold)")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := g.Rules(), []string{trace.RuleOversold, trace.RuleStaleWrite}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Whatever somebody writes is a goal or an error, and a goal can be written down.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"not (holds(A, before 5s) or promoted(n2)) and never(oversold)", "((", "not not", "holds(,)", "\xff(é)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := goal.Parse(text)
		if err != nil {
			return
		}
		g.Met(events)
		if len(g.String()) > goal.MaxText {
			return // it was written more briefly
		}
		again, err := goal.Parse(g.String())
		if err != nil || again.String() != g.String() {
			t.Errorf("%q is written %q, and that is %v, %v", text, g, again, err)
		}
	})
}

// plain are the words of goals as they are written.
type plain struct{}

func (plain) Claim(c goal.Claim) string {
	text := c.Kind + " " + c.Name
	if c.Bound != "" {
		text += " " + c.Bound + " " + c.Span.String()
	}
	if c.Not {
		return "no " + text
	}
	return text
}
func (plain) Both(a, b string) string   { return "(" + a + " & " + b + ")" }
func (plain) Either(a, b string) string { return "(" + a + " | " + b + ")" }

// A goal is met if all its parts are, and each says for itself whether it is so.
func TestParts(t *testing.T) {
	for text, want := range map[string]string{
		"holds(A)":                                       "+holds A",
		"not not holds(A)":                               "+holds A",
		"never(oversold) and holds(C)":                   "+no violated oversold, -holds C",
		"not never(oversold)":                            "-violated oversold",
		"holds(A) and (holds(B) or holds(C))":            "+holds A, +(holds B | holds C)",
		"not (holds(A) or holds(C)) and writes(B)":       "-no holds A, +no holds C, +writes B",
		"not (holds(A) and (holds(C) or writes(B)))":     "-(no holds A | (no holds C & no writes B))",
		"holds(A, before 2s) and not holds(B, after 3s)": "-holds A before 2s, -no holds B after 3s",
	} {
		g, err := goal.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		all := true
		for _, p := range g.Parts() {
			sign := "+"
			if !p.Met(events) {
				sign, all = "-", false
			}
			told = append(told, sign+p.Tell(plain{}))
		}
		if got := strings.Join(told, ", "); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
		if g.Met(events) != all {
			t.Errorf("%s: it is met: %t, its parts: %t", text, g.Met(events), all)
		}
	}
}
