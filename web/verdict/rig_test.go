package verdict_test

import (
	"testing"

	"lockstep/lessons"
	"lockstep/sim/because"
	"lockstep/sim/matrix"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/phrase"
)

func catalog(t *testing.T, lang string) phrase.Catalog {
	t.Helper()
	c, err := lessons.Phrases(lessons.FS, lang)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// courses plays every scenario of the course, habits among them, and every cell of the
// matrix.
func courses(t *testing.T, each func(name string, events []*trace.Event)) {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	m, err := matrix.Load(lessons.FS, library)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	for _, name := range append(library.Names(), cells(m, library)...) {
		events, err := library.Play(engine, &run.Run{Scenario: name}, 0)
		if err != nil {
			t.Fatal(err)
		}
		each(name, because.Pointers(events))
	}
}

// cells lists the matrix's scenarios.
func cells(m *matrix.Matrix, library *scenario.Library) []string {
	var names []string
	for _, s := range m.Scenarios {
		for _, v := range m.Variants {
			if _, ok := library.Get(matrix.Name(s, v)); ok {
				names = append(names, matrix.Name(s, v))
			}
		}
	}
	return names
}

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

// mischief is what somebody may do to any world of a lesson.
var mischief = []run.Action{
	{At: 15_000, Verb: run.Pause, Of: run.OfClient, Target: "A", For: trace.Second},
	{At: 18_000, Verb: run.Drop, Msg: "A/9/set>n1"},
	{At: 19_000, Verb: run.Slow, Link: [2]string{"A", "n2"}, By: trace.Second},
	{At: 20_000, Verb: run.Partition, Cut: [][]string{{"A"}, {"n3"}}, OneWay: true},
	{At: 21_000, Verb: run.Clock, Of: run.OfNode, Target: "n2", Rate: 1_020_000},
	{At: 22_000, Verb: run.Clock, Of: run.OfClient, Target: "A", Jump: -5 * trace.Second},
	{At: 23_000, Verb: run.Flush, Of: run.OfNode, Target: "n3"},
	{At: 103_000, Verb: run.Heal, Heal: run.HealAll},
	{At: 2_000_000, Verb: run.Crash, Of: run.OfClient, Target: "A"},
	{At: 3_000_000, Verb: run.Restart, Of: run.OfNode, Target: "n1"},
}
