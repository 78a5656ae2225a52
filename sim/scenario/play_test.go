package scenario

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

func open(t testing.TB, text string) *Library {
	t.Helper()
	l, err := Open(fstest.MapFS{"scenarios/x.yaml": {Data: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Every scenario of the course plays to its natural end, and what a lesson says of
// it is so.
func TestLessonScenarios(t *testing.T) {
	l, err := Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	e := world.NewEngine()
	defer e.Close()
	held := map[string]string{ // who held the lock, in order
		"redlock":           "A B",
		"redlock-in-time":   "A",
		"redlock-in-turn":   "",
		"redlock-node-down": "A",
	}
	for _, name := range l.Names() {
		want, ok := held[name]
		if !ok {
			t.Errorf("no row tells who holds the lock in %s", name)
			continue
		}
		for seed := range uint64(20) {
			events, err := l.Play(e, &run.Run{Scenario: name, Seed: seed}, 0)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, ev := range events {
				if ev.Kind == trace.Hold {
					got = append(got, ev.Who)
				}
			}
			end := events[len(events)-1]
			if strings.Join(got, " ") != want || end.Why != "nothing is left to happen" || end.Verdict != "ok" {
				t.Errorf("%s, seed %d: held by %q; %s, %s", name, seed, got, end.Why, end.Verdict)
			}
		}
	}
	if len(l.Names()) < len(held) {
		t.Errorf("there is only %q", l.Names())
	}
}

// A run that cannot be played says why.
func TestBadRuns(t *testing.T) {
	l := open(t, small)
	e := world.NewEngine()
	defer e.Close()
	for name, row := range map[string]struct {
		run  run.Run
		want string
	}{
		"an unknown scenario": {run.Run{Scenario: "y"}, `there is no scenario "y"; there is x`},
		"another engine":      {run.Run{Scenario: "x", Engine: "0"}, "this run was made by engine 0 and would look different on engine " + world.Version + ", the one here"},
		"too many actions":    {run.Run{Scenario: "x", Actions: make([]run.Action, run.MaxActions+1)}, "a run has at most 500 actions, 64 parameters and 1000 choices"},
		"a bad parameter":     {run.Run{Scenario: "x", Params: []run.Param{{Name: "ttl", Value: "never"}}}, `parameter ttl: "never": it is no span of time: write 10s, 400ms, 1.5s or 250us`},
	} {
		_, err := l.Play(e, &row.run, 0)
		var input *InputError
		if !errors.As(err, &input) || err.Error() != row.want {
			t.Errorf("%s:\n got %v\nwant %s", name, err, row.want)
		}
	}
}

// A parameter that takes nodes away leaves links and faults of the file without
// an object: they do nothing, and the fault says so.
func TestFewerNodesThanTheFileSpeaksOf(t *testing.T) {
	l := open(t, `title: T
summary: S
resource: invoice
nodes: 5
network:
  latency: 1ms
  links:
    - {between: [A, n5], latency: 1s}
lock: {kind: redlock, key: lock}
clients: [{id: A, takes: 10ms}]
faults: [{at: 1ms, crash: {node: n5}}]
`)
	e := world.NewEngine()
	defer e.Close()
	events, err := l.Play(e, &run.Run{Scenario: "x", Params: []run.Param{{Name: "nodes", Value: "3"}}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(events[0].Nodes) != 3 {
		t.Errorf("there are %d nodes", len(events[0].Nodes))
	}
	i := slices.IndexFunc(events, func(e trace.Event) bool { return e.Kind == trace.Fault })
	if i < 0 || events[i].Why != "no such node" {
		t.Error("nothing says that there is no n5")
	}
	if !slices.ContainsFunc(events, func(e trace.Event) bool { return e.Kind == trace.Enter }) {
		t.Error("A got no lock")
	}
}

// A link's exception is for its client and node, both ways, and what it does not
// name is as elsewhere.
func TestLinks(t *testing.T) {
	l := open(t, `title: T
summary: S
resource: invoice
nodes: 3
network:
  latency: 2ms
  links:
    - {between: [A, n2], latency: 9ms}
    - {between: [A, n3], loss: 1000000}
lock: {kind: redlock, key: lock, retries: 0}
clients: [{id: A, takes: 10ms}]
`)
	e := world.NewEngine()
	defer e.Close()
	events, err := l.Play(e, &run.Run{Scenario: "x"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, ev := range events {
		if ev.Kind != trace.Send {
			continue
		}
		m, _ := trace.ParseMsg(ev.Msg)
		want := map[trace.NodeID]trace.Duration{"n1": 2 * trace.Millisecond, "n2": 9 * trace.Millisecond}[m.Node]
		if lost := ev.Arrive == 0; lost != (m.Node == "n3") {
			t.Errorf("%s will be lost: %v", ev.Msg, lost)
		} else if !lost && ev.Arrive.Sub(ev.T) != want {
			t.Errorf("%s takes %v", ev.Msg, ev.Arrive.Sub(ev.T))
		}
	}
}
