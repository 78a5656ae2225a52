package cells_test

import (
	"testing"

	"lockstep/lessons"
	"lockstep/server/cells"
	"lockstep/sim/because"
	"lockstep/sim/matrix"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

func english(t *testing.T) phrase.Catalog {
	t.Helper()
	c, err := lessons.Phrases(lessons.FS, "en")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestReason(t *testing.T) {
	const s = trace.Time(1_000_000)
	words := english(t)
	for name, row := range map[string]struct {
		cell matrix.Cell
		want string
	}{
		"it lacks something": {matrix.Cell{Outcome: matrix.NotApplicable, Lacks: "expiry on the wire"}, "No client tells a node at what time a key is to end."},
		"a wait":             {matrix.Cell{Outcome: "stuck", Why: because.Why{Wait: because.Wait{Who: "B", From: 2 * s, To: 10*s + 184_999}}}, "B wants in from 2 s to 10.18 s, and nobody inside is working."},
		"a wait in vain":     {matrix.Cell{Outcome: "stuck", Why: because.Why{Wait: because.Wait{Who: "B", From: 2 * s, To: 9 * s, Open: true}}}, "B wants in from 2 s on, in vain, and nobody inside is working."},
		"until it gives up":  {matrix.Cell{Outcome: "stuck", Why: because.Why{Wait: because.Wait{Who: "B", From: 2 * s, To: 9 * s, GaveUp: true}}}, "B wants in from 2 s to 9 s, when it gives up, and nobody inside is working."},
		"somebody inside":    {matrix.Cell{Outcome: "stuck", Why: because.Why{Inside: "A", Wait: because.Wait{Who: "B", From: 11 * s, To: 14 * s}}}, "B wants in from 11 s to 14 s, and A, who is inside, stands still."},
		"nobody inside":      {matrix.Cell{Outcome: "ok"}, "Nobody is ever inside."},
		"stays": {matrix.Cell{Outcome: "ok", Why: because.Why{Stays: []because.Stay{
			{Who: "A", From: 5_000, To: s, Crashed: true}, {Who: "B", From: s, To: 2*s + 100_000, Cut: true}, {Who: "C", From: 3 * s}}}},
			"A is inside from 0.01 s to 1 s, when it crashes; B is inside from 1 s to 2.1 s, when it stops because its lock has ended; C is inside from 3 s on."},
		"broken": {matrix.Cell{Outcome: "broken", Why: because.Why{Events: []*trace.Event{
			{Kind: trace.Violation, Rule: trace.RuleForeignRelease, Who: "A", With: "B", T: 15 * s}, {Kind: trace.Violation, Rule: trace.RuleOversold, Who: "B", T: 16 * s}}}},
			"At 15 s A deletes B's key; B sells at 16 s what is no longer there."},
		"refused": {matrix.Cell{Outcome: "guarded", Why: because.Why{Events: []*trace.Event{
			{Kind: trace.Write, Who: "A", T: 14 * s, Resource: "invoice-42", Fence: 33, Why: trace.WhyStaleNumber}}}},
			"A comes to invoice-42 at 14 s with number 33, and a higher one has been seen: refused."},
		"refused otherwise": {matrix.Cell{Outcome: "guarded", Why: because.Why{Events: []*trace.Event{
			{Kind: trace.Write, Who: "A", T: 14 * s, Resource: "invoice-42", Why: trace.WhyChanged}}}},
			"A's write to invoice-42 at 14 s is refused."},
		"done already": {matrix.Cell{Outcome: "guarded", Why: because.Why{Events: []*trace.Event{
			{Kind: trace.Write, Who: "A", T: 14 * s, Resource: "invoice-42", OK: true, Why: trace.WhyDoneAlready}}}},
			"A's write to invoice-42 at 14 s has been done already and changes nothing."},
		"broken by nothing that is known": {matrix.Cell{Outcome: "broken"}, "The data is damaged: something was charged, sold or overwritten that should not have been."},
		"together, and intact": {matrix.Cell{Outcome: "guarded", Why: because.Why{Events: []*trace.Event{
			{Kind: trace.Violation, Rule: trace.RuleMutualExclusion, Who: "B", With: "A", T: 14 * s}}}},
			"B goes in at 14 s while A is still inside; the data is intact."},
	} {
		if got := cells.Reason(words, &row.cell); got != row.want {
			t.Errorf("%s: %q, want %q", name, got, row.want)
		}
	}
}

func TestPromise(t *testing.T) {
	words := english(t)
	for name, row := range map[string]struct {
		cell matrix.Cell
		want string
	}{
		"broken against its promise": {matrix.Cell{Outcome: "broken", Promised: true}, "This lock had promised otherwise: it is a fault of its own habits."},
		"broken as it may be":        {matrix.Cell{Outcome: "broken"}, "In such a case this lock promises nothing better."},
		"stuck":                      {matrix.Cell{Outcome: "stuck"}, ""},
	} {
		if got := cells.Promise(words, &row.cell); got != row.want {
			t.Errorf("%s: %q, want %q", name, got, row.want)
		}
	}
}
