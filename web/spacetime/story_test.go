package spacetime_test

import (
	"testing"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/phrase"
	"lockstep/web/spacetime"
)

const (
	ms  = trace.Time(trace.Millisecond)
	sec = trace.Time(trace.Second)
)

// played returns the events of a scenario.
func played(t testing.TB, name string) []*trace.Event {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	events, err := library.Play(engine, &run.Run{Scenario: name}, 0)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]*trace.Event, len(events))
	for i := range events {
		all[i] = &events[i]
	}
	return all
}

// told returns the story of events.
func told(events []*trace.Event) *spacetime.Story {
	s := new(spacetime.Story)
	s.Add(events, true)
	return s
}

// happened counts the events up to and including t.
func happened(events []*trace.Event, t trace.Time) int {
	n := 0
	for n < len(events) && events[n].T <= t {
		n++
	}
	return n
}

// words returns the catalog of one language.
func words(t testing.TB, lang string) phrase.Catalog {
	t.Helper()
	c, err := lessons.Phrases(lessons.FS, lang)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
