package scenario

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// FuzzRead feeds files that nobody would write: they are refused with an
// InputError, or they play.
func FuzzRead(f *testing.F) {
	files, _ := fs.Glob(lessons.FS, "scenarios/*.yaml")
	for _, name := range files {
		text, _ := fs.ReadFile(lessons.FS, name)
		f.Add(string(text))
	}
	f.Add(small)
	f.Add(small + "faults:\n  - {at: 1s, pause: {client: A, for: 1s}}\n  - {at: 0s, command: {node: n1, args: [SET, lock, 7, PX, 100]}}\n")
	e := world.NewEngine()
	f.Cleanup(e.Close)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := readText("scenarios/x.yaml", text)
		if err != nil {
			mustBeInput(t, err, "scenarios/x.yaml")
			return
		}
		play(t, e, &Library{scenarios: []*Scenario{s}}, &run.Run{Scenario: "x"})
	})
}

// FuzzParameter sets one parameter to anything: that is refused with an InputError
// or it plays.
func FuzzParameter(f *testing.F) {
	for _, name := range sortedKeys(parameters) {
		for _, value := range []string{"", "0", "1", "-1", "10s", "1us..10m", "0.01", "876000h", "redlock", "\xff"} {
			f.Add(name, value)
		}
	}
	l := open(f, small)
	e := world.NewEngine()
	f.Cleanup(e.Close)
	f.Fuzz(func(t *testing.T, name, value string) {
		play(t, e, l, &run.Run{Scenario: "x", Params: []run.Param{{Name: name, Value: value}}})
	})
}

func play(t *testing.T, e *world.Engine, l *Library, r *run.Run) {
	t.Helper()
	events, err := l.Play(e, r, 0)
	if err != nil {
		mustBeInput(t, err, "")
		return
	}
	if end := events[len(events)-1]; end.Kind != trace.End || end.T > world.MaxTime {
		t.Fatalf("the run ends with %+v", end)
	}
}

func mustBeInput(t *testing.T, err error, file string) {
	t.Helper()
	var input *InputError
	if !errors.As(err, &input) || input.File != file {
		t.Fatalf("%v is no InputError of %q", err, file)
	}
	if strings.Contains(input.Text, "\n") {
		t.Fatalf("%q is more than a line", input.Text)
	}
}
