package narrate_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"lockstep/lessons"
	"lockstep/sim/because"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/narrate"
	"lockstep/web/phrase"
)

// played plays a run of the course.
func played(t *testing.T, r *run.Run) []*trace.Event {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	events, err := library.Play(engine, r, 0)
	if err != nil {
		t.Fatal(err)
	}
	return because.Pointers(events)
}

// A branch is called by the first thing that makes it another than its parent.
func TestChanged(t *testing.T) {
	english := catalog(t, "en")
	at := func(t trace.Time, a run.Action) run.Action { a.At = t; return a }
	crash := at(1_200_000, run.Action{Verb: run.Crash, Of: run.OfNode, Target: "n3"})
	drop := at(202_000, run.Action{Verb: run.Drop, Msg: "A/1/set>n3"})
	for _, row := range []struct {
		name          string
		parent, child run.Run
		want          string
	}{
		{"a crash", run.Run{}, run.Run{Actions: []run.Action{crash}}, "n3 crashes, 1.200 s"},
		{"a second action", run.Run{Actions: []run.Action{crash}}, run.Run{Actions: []run.Action{crash, drop}}, "A’s SET to n3 lost, 0.202 s"},
		{"an action in the past", run.Run{Actions: []run.Action{crash}}, run.Run{Actions: []run.Action{drop}}, "A’s SET to n3 lost, 0.202 s"},
		{"a message's answer", run.Run{}, run.Run{Actions: []run.Action{at(1, run.Action{Verb: run.Drop, Msg: "A/1/set<n3"})}}, "n3’s answer to A lost"},
		{"two actions", run.Run{}, run.Run{Actions: []run.Action{crash, drop}}, "n3 crashes, 1.200 s +1"},
		{"the same action twice", run.Run{Actions: []run.Action{crash}}, run.Run{Actions: []run.Action{crash, crash}}, "n3 crashes, 1.200 s"},
		{"an action less", run.Run{Actions: []run.Action{crash}}, run.Run{}, "without: n3 crashes"},
		{"a clock", run.Run{}, run.Run{Actions: []run.Action{at(2_600_000, run.Action{Verb: run.Clock, Of: run.OfNode, Target: "n3", Jump: 10 * trace.Second})}}, "n3’s clock +10 s, 2.600 s"},
		{"a clock's rate", run.Run{}, run.Run{Actions: []run.Action{at(0, run.Action{Verb: run.Clock, Of: run.OfNode, Target: "n3", Rate: 1_020_000})}}, "n3’s clock ×1.02, 0.000 s"},
		{"a cut of many", run.Run{}, run.Run{Actions: []run.Action{at(0, run.Action{Verb: run.Partition, Cut: [][]string{{"A", "B", "C", "n1", "n2", "n3", "n6", "n7", "n8", "n9"}, {"n4", "n5"}}})}}, "cut: n4+n5 | …, 0.000 s"},
		{"a key that hides something", run.Run{}, run.Run{Actions: []run.Action{at(0, run.Action{Verb: run.Evict, Target: "n1", Key: "a\u202eb"})}}, `n1 evicts a\u202eb, 0.000 s`},
		{"a cut", run.Run{}, run.Run{Actions: []run.Action{at(0, run.Action{Verb: run.Partition, Cut: [][]string{{"A"}, {"n4", "n5"}}})}}, "cut: A | n4+n5, 0.000 s"},
		{"after an event", run.Run{}, run.Run{Actions: []run.Action{{When: &run.Trigger{}, Verb: run.Pause, Of: run.OfClient, Target: "A", For: 2 * trace.Second}}}, "A pauses 2 s"},
		{"an engine", run.Run{Engine: "2"}, run.Run{Engine: "3"}, "another engine"},
		{"an engine that is not named", run.Run{Engine: "2"}, run.Run{}, "the same run"},
		{"a seed", run.Run{Seed: 7}, run.Run{Seed: 8}, "seed 8"},
		{"a parameter", run.Run{}, run.Run{Params: []run.Param{{Name: "lock.ttl", Value: "5 s"}}}, "TTL 5 s"},
		{"the last of two values", run.Run{Params: []run.Param{{Name: "lock.ttl", Value: "5 s"}}}, run.Run{Params: []run.Param{{Name: "lock.ttl", Value: "5 s"}, {Name: "lock.ttl", Value: "6 s"}}}, "TTL 6 s"},
		{"how many nodes", run.Run{}, run.Run{Params: []run.Param{{Name: "cluster.independent", Value: "9"}}}, "Nodes 9"},
		{"a client's", run.Run{}, run.Run{Params: []run.Param{{Name: "clients.B.start", Value: "3s"}}}, "B: start 3s"},
		{"one that is given up", run.Run{Params: []run.Param{{Name: "lock.ttl", Value: "5 s"}}}, run.Run{}, "TTL as at first"},
		{"a parameter and a seed", run.Run{}, run.Run{Params: []run.Param{{Name: "lock.ttl", Value: "5 s"}}, Seed: 3}, "TTL 5 s +1"},
		{"draws", run.Run{}, run.Run{Choices: []run.Choice{{Key: "k", Pick: 1}}}, "chance drawn otherwise"},
		{"nothing", run.Run{}, run.Run{}, "the same run"},
		{"another scenario", run.Run{Scenario: "redlock"}, run.Run{Scenario: "watchdog"}, "watchdog"},
	} {
		if got := narrate.Changed(english, &row.parent, &row.child); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}

// Whatever an action says, its branch's name is short: it goes into sentences, buttons and
// questions.
func TestNamesOfBranchesAreShort(t *testing.T) {
	long := strings.Repeat("锁", 300)
	names := slices.Repeat([]string{"n1"}, 200)
	for name, a := range map[string]run.Action{
		"a key":     {Verb: run.Evict, Of: run.OfNode, Target: "n1", Key: long},
		"a command": {Verb: run.Command, Of: run.OfNode, Target: "n1", Args: []string{"SET", long}},
		"a cut":     {Verb: run.Partition, Cut: [][]string{names, names}},
		"a message": {Verb: run.Drop, Msg: long},
	} {
		for _, lang := range phrase.Languages {
			got := narrate.Changed(catalog(t, lang), &run.Run{}, &run.Run{Actions: []run.Action{a}})
			if n := utf8.RuneCountInString(got); n > 60 || !strings.Contains(got, "…") {
				t.Errorf("%s, %s: %d characters: %s", lang, name, n, got)
			}
		}
	}
}

// Every verb has a name for its branch in every language, with nothing left unfilled.
func TestChangedKnowsEveryVerb(t *testing.T) {
	for _, lang := range []string{"en", "ms", "zh"} {
		c := catalog(t, lang)
		for v := run.Crash; v.Valid(); v++ {
			a := run.Action{Verb: v, Target: "n1", Msg: "A/1/set>n3", Link: [2]string{"A", "n1"}}
			if got := narrate.Changed(c, &run.Run{}, &run.Run{Actions: []run.Action{a}}); strings.ContainsAny(got, "{}") || strings.Contains(got, "branch.") {
				t.Errorf("%s, %s: %q", lang, v, got)
			}
		}
	}
}

// A step has the sign of what matters most in it, and lists what it changed.
func TestWhat(t *testing.T) {
	english := catalog(t, "en")
	events := played(t, &run.Run{Scenario: "clock-jump"})
	seen := make(map[narrate.Mark][]string)
	before := &trace.State{}
	for i := 0; i < len(events); {
		var group []trace.Event
		for _, e := range events[i:] {
			if e.T != events[i].T {
				break
			}
			group = append(group, *e)
		}
		told := narrate.What(english, before, group)
		if told.Text != narrate.Group(english, before, group) {
			t.Errorf("at %v: the sentence is %q", group[0].T, told.Text)
		}
		seen[told.Mark] = append(seen[told.Mark], told.Changes...)
		for j := range group {
			before.Apply(events[i+j])
		}
		i += len(group)
	}
	for mark, change := range map[narrate.Mark]string{
		narrate.MarkBroken: "B is inside invoice-42",
		narrate.MarkFault:  "n3: A’s key is gone",
		narrate.MarkHeld:   "A believes until 9.898 s",
		narrate.MarkKey:    "n1: A’s key is set",
	} {
		if !slices.Contains(seen[mark], change) {
			t.Errorf("no step with the sign %s has the change %q: %q", mark, change, seen[mark])
		}
	}
}

// A key that runs out under a believer is where belief and truth part.
func TestWhatParts(t *testing.T) {
	english := catalog(t, "en")
	events := played(t, &run.Run{Scenario: "paused-writer"})
	before := &trace.State{}
	for _, e := range events {
		if e.Kind == trace.Expire {
			if got := narrate.What(english, before, []trace.Event{*e}); got.Mark != narrate.MarkParted {
				t.Errorf("at %v: the sign is %s", e.T, got.Mark)
			}
			return
		}
		before.Apply(e)
	}
	t.Fatal("no key runs out")
}
