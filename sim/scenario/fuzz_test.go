package scenario

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/lock"
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
	f.Add(on("{replicated: {replicas: 2, sentinels: 3, quorum: 2, priorities: {n2: 0}}}", "{kind: token, fence: redis, wait: {replicas: 1, timeout: 1s}}"))
	f.Add(locked("{kind: consensus, fence: consensus}"))
	f.Add(locked("{profile: redsync, deadline: ttl/4, node_timeout: ttl-7s, quorum: 1, token: attempt, errors: raise, split: pend, spent: zero, cleanup: last}"))
	f.Add(strings.Replace(locks("{profile: redlock-rb}", "{profile: node-redlock, ttl: 2s}"), "takes: 1s", "takes: 1s, look: after", 1))
	e := world.NewEngine()
	f.Cleanup(e.Close)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse("x.yaml", []byte(text))
		if err != nil {
			mustBeInput(t, err, "x.yaml")
			return
		}
		play(t, e, alone(t, s), &run.Run{Scenario: s.ID})
	})
}

// FuzzParameter sets one parameter to anything: that is refused with an InputError
// or it plays.
func FuzzParameter(f *testing.F) {
	paths := []string{"lock", "clients", "clients.A", "clients.A.start", "cluster", "cluster.independent", "network.latency",
		"network.links.0", "resources.invoice.guard", "resources", "faults.0", "faults.0.at", "id", "ttl", "", "....",
		"clients.A.lock.profile", "clients.A.work.look"}
	options := (&told{}).fields(&lock.Options{})
	for _, name := range slices.Sorted(maps.Keys(options)) {
		paths = append(paths, "lock."+name)
	}
	for _, path := range paths {
		for _, value := range []string{"", "0", "1", "-1", "10s", "1us..10m", "0.01", "876000h", "redlock", "redsync", "ttl", "ttl/3", "ttl-1s", "lock", "after", "[n1, n1]", "{independent: 9}", "{a: {b: c}}", "\xff"} {
			f.Add(path, value)
		}
	}
	l := alone(f, parsed(f, faulty("at: 1s, flush: {node: n3}")))
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
