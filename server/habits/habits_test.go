package habits_test

import (
	"testing"

	"lockstep/lessons"
	"lockstep/server/habits"
	"lockstep/sim/scenario"
)

// builtIn is the habits of the embedded files, and the library that they are played in.
func builtIn(t *testing.T) (*habits.List, *scenario.Library) {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	list, err := habits.Load(lessons.FS, library)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Habits) == 0 {
		t.Fatal("there are no habits")
	}
	return list, library
}

// Every habit comes in order and is whole.
func TestBuiltIn(t *testing.T) {
	list, _ := builtIn(t)
	for _, h := range list.Habits {
		if h.Run().Scenario != "habit-"+h.ID {
			t.Errorf("%s is played in %s", h.ID, h.Run().Scenario)
		}
	}
}
