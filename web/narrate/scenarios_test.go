package narrate_test

import (
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/narrate"
	"lockstep/web/phrase"
)

// Whatever the engine tells in the course's scenarios, under faults too, the
// catalogs know its reasons, and every sentence ends once.
func TestScenariosInEveryLanguage(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	const s = trace.Time(trace.Second)
	actions := []run.Action{
		{At: 12_000, Verb: run.Crash, Node: "n1", Data: run.Lose},
		{At: 13_000, Verb: run.Crash, Node: "n1"},
		{At: 14_000, Verb: run.Restart, Who: "A"},
		{At: 15_000, Verb: run.Pause, Who: "A", For: trace.Second},
		{At: 16_000, Verb: run.Command, Node: "n9", Args: []string{"PING"}},
		{At: 17_000, Verb: run.Command, Node: "n3", Args: []string{"EVAL", "error('no.')", "0"}},
		{At: 17_000, Verb: run.Command, Node: "n3", Args: []string{"GETT"}},
		{At: 102_000, Verb: run.Crash, Who: "B"},
		{At: 2 * s, Verb: run.Restart, Who: "B"},
		{At: 3 * s, Verb: run.Restart, Node: "n1"},
	}
	catalogs := make(map[string]phrase.Catalog)
	for _, lang := range phrase.Languages {
		catalogs[lang] = catalog(t, lang)
	}
	seen := make(map[string]bool)
	for _, name := range library.Names() {
		for _, r := range []*run.Run{{Scenario: name}, {Scenario: name, Actions: actions}, {Scenario: name, Params: []run.Param{{Name: "ttl", Value: "100ms"}}}} {
			for _, until := range []trace.Time{0, s} {
				events, err := library.Play(engine, r, until)
				if err != nil {
					t.Fatal(err)
				}
				before := &trace.State{}
				for i := range events {
					e := &events[i]
					for _, key := range reasons(e) {
						seen[key] = true
					}
					for lang, c := range catalogs {
						for _, key := range reasons(e) {
							if !c.Has(key) {
								t.Errorf("%s, %s: no phrase %q", name, lang, key)
							}
						}
						if s := narrate.Event(c, before, e); !endsOnce(s) {
							t.Errorf("%s, %s: %q", name, lang, s)
						}
					}
					before.Apply(e)
				}
			}
		}
	}
	if len(seen) < 10 {
		t.Errorf("only %d reasons came up: %v", len(seen), seen)
	}
}

// endsOnce tells whether s ends like a sentence, with one full stop.
func endsOnce(s string) bool {
	for _, stop := range []string{".", "。"} {
		if body, ok := strings.CutSuffix(s, stop); ok {
			return !strings.ContainsAny(body[len(body)-1:], ".…:,") && !strings.HasSuffix(body, "。")
		}
	}
	return false
}

// reasons lists the keys of the reasons that e gives.
func reasons(e *trace.Event) []string {
	slug := strings.NewReplacer(" ", "-", ",", "")
	var keys []string
	for of, reason := range map[string]string{"why": e.Why, "what": e.What, "rule": e.Rule, "phase": e.Phase, "verdict": e.Verdict} {
		if e.Kind == trace.End && of == "why" {
			of = "end"
		}
		if reason != "" {
			keys = append(keys, of+"."+slug.Replace(reason))
		}
	}
	return keys
}
