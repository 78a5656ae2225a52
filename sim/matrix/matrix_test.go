package matrix_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"lockstep/lessons"
	"lockstep/sim/matrix"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// cells plays the whole matrix once for all tests.
var cells = sync.OnceValues(func() ([]*matrix.Cell, error) {
	m, err := matrix.Load(lessons.FS, &scenario.Library{})
	if err != nil {
		return nil, err
	}
	e := world.NewEngine()
	defer e.Close()
	return m.All(e)
})

func all(t *testing.T) []*matrix.Cell {
	t.Helper()
	list, err := cells()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestEveryCellComesOut(t *testing.T) {
	seen := make(map[string]int)
	for _, c := range all(t) {
		name := matrix.Name(c.Scenario, c.Variant)
		seen[name]++
		switch {
		case !slices.Contains(matrix.Outcomes, c.Outcome):
			t.Errorf("%s: %q is no outcome", name, c.Outcome)
		case c.Lacks != "" && c.Outcome != matrix.NotApplicable:
			t.Errorf("%s lacks %s, and yet it is %s", name, c.Lacks, c.Outcome)
		case c.Outcome == trace.VerdictBroken && !slices.ContainsFunc(c.Why.Events, damages):
			t.Errorf("%s is broken, and nothing shows the damage", name)
		case c.Outcome == trace.VerdictBroken && !slices.ContainsFunc(c.Why.Events, excludes):
			t.Errorf("%s is broken, and nothing shows how it came to that", name)
		case c.Outcome == trace.VerdictGuarded && len(c.Why.Events) == 0:
			t.Errorf("%s is guarded, and nothing shows it", name)
		case c.Outcome == trace.VerdictStuck && c.Why.Wait.To <= c.Why.Wait.From:
			t.Errorf("%s is stuck, and nobody waits", name)
		case c.Outcome != matrix.NotApplicable && c.Hash == "":
			t.Errorf("%s has no hash", name)
		}
	}
	if len(seen) != 26*13 {
		t.Errorf("there are %d cells, want 26 scenarios by 13 variants", len(seen))
	}
}

func damages(e *trace.Event) bool {
	return e.Rule == trace.RuleDoubleCharge || e.Rule == trace.RuleOversold || e.Rule == trace.RuleLostUpdate
}

func excludes(e *trace.Event) bool {
	return e.Rule == trace.RuleMutualExclusion || e.Rule == trace.RuleForeignRelease
}

// A link to a cell opens the cell's run, in any library that has the matrix.
func TestLinksOpenTheRun(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := matrix.Load(lessons.FS, library); err != nil {
		t.Fatal(err)
	}
	e := world.NewEngine()
	defer e.Close()
	for _, c := range all(t) {
		if c.Lacks != "" {
			continue
		}
		r, err := run.Parse(c.Run.Link())
		if err != nil {
			t.Fatal(err)
		}
		events, err := library.Play(e, r, 0)
		if err != nil {
			t.Fatal(err)
		}
		end := events[len(events)-1]
		if end.Hash != c.Hash || end.Verdict != c.Outcome {
			t.Errorf("%s: its link opens a run that ends %s with %s, not %s with %s", c.Run.Scenario, end.Verdict, end.Hash, c.Outcome, c.Hash)
		}
		if end.Why != trace.EndNothingLeft {
			t.Errorf("%s: the run stops because of %s: what came of it is not known", c.Run.Scenario, end.Why)
		}
	}
}

// What "Locks", the collection of facts that Lockstep rests on, says of single cells.
// From-to is a row's variants in order.
func TestAnswersThatAreKnown(t *testing.T) {
	order := []string{"A", "B", "C", "D", "E", "F", "F+", "G", "G-", "H", "I", "K", "KF"}
	outcomes := make(map[string]string)
	for _, c := range all(t) {
		outcomes[matrix.Name(c.Scenario, c.Variant)] = c.Outcome
	}
	for _, row := range []struct{ scenario, from, to, want, because string }{
		{"S1", "A", "H", "stuck", "A for ever, every lock with a TTL for one TTL"},
		{"S1", "K", "KF", "stuck", "a lease is a TTL too"},
		{"S2", "A", "B", "stuck", "a key without a TTL stays for ever"},
		{"S2", "C", "KF", "ok", "the key and its TTL come in one command"},
		{"S4", "A", "A", "ok", "there is no TTL to outlive"},
		{"S4", "B", "D", "broken", "nobody renews"},
		{"S4", "E", "E", "ok", "it is renewed"},
		{"S5", "B", "G-", "broken", "the watchdog is paused too"},
		{"S5", "H", "H", "guarded", "the store has seen a higher number"},
		{"S10", "A", "E", "broken", "the single node comes back empty"},
		{"S10", "F", "F", "broken", "the replica knows nothing"},
		{"S10", "G", "G", "ok", "four of five know it yet"},
		{"S12", "C", "G-", "broken", "the third node has forgotten"},
		{"S12", "H", "H", "guarded", "the store has seen a higher number"},
		{"S13", "G", "G", "ok", "four of five know it yet"},
		{"S15", "G", "G", "broken", "the third node's key has run out"},
		{"S16", "G", "G", "ok", "four of five know it yet"},
		{"S21", "G", "G", "stuck", "for one retry"},
		{"S25", "G", "G-", "broken", "one node has two votes"},
	} {
		for _, v := range order[slices.Index(order, row.from) : slices.Index(order, row.to)+1] {
			if got := outcomes[row.scenario+"."+v]; got != row.want {
				t.Errorf("%s.%s: %s, want %s: %s", row.scenario, v, got, row.want, row.because)
			}
		}
	}
}

// Without jitter the three of a split vote meet again and again.
func TestSplitVoteInLockStep(t *testing.T) {
	library := &scenario.Library{}
	if _, err := matrix.Load(lessons.FS, library); err != nil {
		t.Fatal(err)
	}
	e := world.NewEngine()
	defer e.Close()
	wins := func(jitter string) (n int) {
		events, err := library.Play(e, &run.Run{Scenario: "S21.G", Params: []run.Param{{Name: "lock.retry_jitter", Value: jitter}, {Name: "lock.retries", Value: "20"}}}, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, ev := range events {
			if ev.Kind == trace.Hold {
				n++
			}
		}
		return n
	}
	if n := wins("100ms"); n == 0 {
		t.Error("with jitter nobody gets the lock")
	}
	if n := wins("0ms"); n != 0 {
		t.Errorf("without jitter %d get the lock, and votes should split for ever", n)
	}
}

const (
	goodVariants = `
common:
  clients: [{id: A, work: {on: invoice-42, takes: 1s}}]
  resources: {invoice-42: {kind: ledger}}
variants:
  - id: X
    topology: single
    title: {en: x, ms: x, zh: x}
    world: {cluster: {single: {}}, lock: {kind: token}}
`
	goodScenario = `
id: S1
title: {en: t, ms: t, zh: t}
summary: {en: s, ms: s, zh: s}
story: {faults: [{at: 1s, crash: {client: A}}]}
`
)

// What is wrong with a file is told with file and line.
func TestBadFiles(t *testing.T) {
	for name, row := range map[string]struct{ variants, scenario, want string }{
		"no Malay title":      {goodVariants, strings.Replace(goodScenario, "ms: t, ", "", 1), `matrix/S1.yaml:3: title: "ms" is missing`},
		"no Chinese summary":  {goodVariants, strings.Replace(goodScenario, ", zh: s", "", 1), `matrix/S1.yaml:4: summary: "zh" is missing`},
		"another id":          {goodVariants, strings.Replace(goodScenario, "id: S1", "id: S2", 1), `matrix/S1.yaml:2: id: there is no "S2"; there is S1`},
		"an unknown need":     {goodVariants, goodScenario + "needs: [vote]\n", `matrix/S1.yaml:6: needs.0: there is no "vote"; did you mean votes? There is lock, expiry, key, expiry on the wire, votes, renewal, re-creation, client clock`},
		"an unknown variant":  {goodVariants, goodScenario + "on: {Y: {}}\n", `matrix/S1.yaml:6: on.Y: there is no topology or variant "Y"; there is single, replicated, independent, consensus, X`},
		"a fault on nobody":   {goodVariants, strings.Replace(goodScenario, "client: A", "client: Z", 1), `matrix/S1.yaml:5: story.faults.0.crash.client: there is no client "Z" in this scenario; there is A (in S1.X)`},
		"an unknown topology": {strings.Replace(goodVariants, "topology: single", "topology: simple", 1), goodScenario, `matrix/variants.yaml:7: variants.X.topology: there is no "simple"; did you mean single? There is single, replicated, independent, consensus`},
		"nothing to guard":    {strings.Replace(strings.Replace(goodVariants, "  resources: {invoice-42: {kind: ledger}}\n", "", 1), "topology: single", "topology: single\n    guard: fencing", 1), goodScenario, `matrix/variants.yaml:7: variants.X.guard: there are no resources to guard; want some, such as resources: {invoice-42: {kind: ledger}}`},
		"nobody to assume":    {goodVariants, goodScenario + "assumed: [{en: a, ms: a, zh: a}]\n", `matrix/S1.yaml:6: assumed.0: "for" is missing`},
	} {
		fsys := fstest.MapFS{"matrix/variants.yaml": {Data: []byte(row.variants)}, "matrix/S1.yaml": {Data: []byte(row.scenario)}}
		_, err := matrix.Load(fsys, &scenario.Library{})
		if fmt.Sprint(err) != row.want {
			t.Errorf("%s:\n  %v, want\n  %v", name, err, row.want)
		}
		var bad *strictyaml.Error
		if !errors.As(err, &bad) {
			t.Errorf("%s: %T says no place", name, err)
		}
	}
	alone := fstest.MapFS{"matrix/variants.yaml": {Data: []byte(goodVariants)}}
	if _, err := matrix.Load(alone, &scenario.Library{}); fmt.Sprint(err) != "matrix/variants.yaml:2: there is no scenario beside it; want one, such as matrix/S1.yaml" {
		t.Errorf("variants with no scenario: %v", err)
	}
	fsys := fstest.MapFS{"matrix/variants.yaml": {Data: []byte(goodVariants)}, "matrix/S1.yaml": {Data: []byte(goodScenario)}}
	if _, err := matrix.Load(fsys, &scenario.Library{}); err != nil {
		t.Errorf("the files that the others are made of: %v", err)
	}
}
