package narrate_test

import (
	"strconv"
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/matrix"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/narrate"
	"lockstep/web/phrase"
)

// Whatever the engine tells in the course's scenarios, under faults too, and in
// every cell of the matrix, the catalogs know its reasons, nothing in a sentence is
// left unfilled, and every sentence ends once.
func TestScenariosInEveryLanguage(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := matrix.Load(lessons.FS, library); err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	l := listener{t: t, seen: make(map[string]bool), told: make(map[string]bool), catalogs: make(map[string]phrase.Catalog)}
	for _, lang := range phrase.Languages {
		l.catalogs[lang] = catalog(t, lang)
	}
	for _, name := range library.Names() {
		l.hear(library, engine, &run.Run{Scenario: name}, 0)
		l.hear(library, engine, &run.Run{Scenario: name}, trace.Time(trace.Second))
		l.hear(library, engine, &run.Run{Scenario: name, Actions: mischief}, 0)
	}
	for _, name := range cells(library) {
		l.hear(library, engine, &run.Run{Scenario: name}, 0)
	}
	for _, want := range []string{
		"replicate", "sdown", "odown", "promote", "demote", "read", "write", "clock", "extend", "lost", "violation", "heal",
	} {
		if !l.told[want] {
			t.Errorf("no scenario has an event %s", want)
		}
	}
	if len(l.seen) < 60 {
		t.Errorf("only %d reasons came up: %v", len(l.seen), l.seen)
	}
}

// mischief is what somebody may do to any world of a lesson.
var mischief = []run.Action{
	{At: 12_000, Verb: run.Crash, Of: run.OfNode, Target: "n1", Data: run.DataLose},
	{At: 13_000, Verb: run.Crash, Of: run.OfNode, Target: "n1"},
	{At: 14_000, Verb: run.Restart, Of: run.OfClient, Target: "A"},
	{At: 15_000, Verb: run.Pause, Of: run.OfClient, Target: "A", For: trace.Second},
	{At: 16_000, Verb: run.Command, Of: run.OfNode, Target: "n9", Args: []string{"PING"}},
	{At: 17_000, Verb: run.Command, Of: run.OfNode, Target: "n3", Args: []string{"EVAL", "error('no.')", "0"}},
	{At: 17_000, Verb: run.Command, Of: run.OfNode, Target: "n3", Args: []string{"GETT"}},
	{At: 18_000, Verb: run.Drop, Msg: "A/9/set>n1"},
	{At: 19_000, Verb: run.Lose, Link: [2]string{"A", "n3"}, PPM: 125_000},
	{At: 19_000, Verb: run.Slow, Link: [2]string{"A", "n2"}, By: trace.Second},
	{At: 20_000, Verb: run.Partition, Cut: [][]string{{"A"}, {"n3"}}, OneWay: true},
	{At: 21_000, Verb: run.Clock, Of: run.OfNode, Target: "n2", Rate: 1_020_000},
	{At: 22_000, Verb: run.Clock, Of: run.OfClient, Target: "A", Jump: -5 * trace.Second},
	{At: 23_000, Verb: run.Flush, Of: run.OfNode, Target: "n3"},
	{At: 24_000, Verb: run.Evict, Of: run.OfNode, Target: "n3", Key: "nothing"},
	{At: 102_000, Verb: run.Heal, Heal: run.HealAll},
	{At: 103_000, Verb: run.Heal, Heal: run.HealAll},
	{At: 2_000_000, Verb: run.Crash, Of: run.OfClient, Target: "A"},
	{At: 2_100_000, Verb: run.Restart, Of: run.OfClient, Target: "A"},
	{At: 3_000_000, Verb: run.Restart, Of: run.OfNode, Target: "n1"},
}

// cells lists the matrix's scenarios.
func cells(library *scenario.Library) []string {
	var names []string
	for s := 1; s <= 26; s++ {
		for _, v := range []string{"A", "B", "C", "D", "E", "F", "F+", "G", "G-", "H", "I", "K", "KF"} {
			name := "S" + strconv.Itoa(s) + "." + v
			if _, ok := library.Get(name); ok {
				names = append(names, name)
			}
		}
	}
	return names
}

// listener hears whole runs.
type listener struct {
	t        *testing.T
	seen     map[string]bool // reasons
	told     map[string]bool // kinds of event
	catalogs map[string]phrase.Catalog
}

func (l *listener) hear(library *scenario.Library, engine *world.Engine, r *run.Run, until trace.Time) {
	l.t.Helper()
	events, err := library.Play(engine, r, until)
	if err != nil {
		l.t.Fatal(err)
	}
	before := &trace.State{}
	for i := range events {
		e := &events[i]
		l.told[e.Kind.String()] = true
		for _, key := range reasons(e) {
			l.seen[key] = true
			for lang, c := range l.catalogs {
				if !c.Has(key) {
					l.t.Errorf("%s, %s: no phrase %q", r.Scenario, lang, key)
				}
			}
		}
		for lang, c := range l.catalogs {
			if s := narrate.Event(c, before, e); !endsOnce(s) || unfilled(s) {
				l.t.Errorf("%s, %s: %q", r.Scenario, lang, s)
			}
		}
		before.Apply(e)
	}
}

// unfilled tells whether a sentence holds a placeholder or a phrase's key.
func unfilled(s string) bool {
	for _, sign := range []string{"{", "}", "event.", "phase.", "word.", "unit."} {
		if strings.Contains(s, sign) {
			return true
		}
	}
	return false
}

// endsOnce tells whether s ends like a sentence, with one full stop.
func endsOnce(s string) bool {
	for _, stop := range []string{".", "。"} {
		if body, ok := strings.CutSuffix(s, stop); ok {
			return !strings.ContainsAny(body[len(body)-1:], ".:,") && !strings.HasSuffix(body, "。")
		}
	}
	return false
}

// reasons lists the keys of the reasons that e gives.
func reasons(e *trace.Event) []string {
	slug := strings.NewReplacer(" ", "-", ",", "", "'", "")
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
