package check_test

import (
	"strings"
	"testing"

	"lockstep/sim/check"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/sweep"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// violations plays a run and returns what broke in it.
func violations(t *testing.T, params []run.Param, actions ...run.Action) []trace.Event {
	t.Helper()
	l, err := scenario.Open(sweep.Files())
	if err != nil {
		t.Fatal(err)
	}
	e := world.NewEngine()
	defer e.Close()
	events, err := l.Play(e, &run.Run{Scenario: "sweep", Seed: 1, Params: params, Actions: actions}, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []trace.Event
	for _, e := range events {
		if e.Kind == trace.Violation {
			found = append(found, e)
		}
	}
	return found
}

const (
	ms = trace.Time(trace.Millisecond)
	s  = trace.Second
)

var (
	short  = run.Param{Name: "ttl", Value: "1s"}
	byDel  = run.Param{Name: "release", Value: "del"}
	asleep = run.Action{At: 50 * ms, Verb: run.Pause, Who: "A", For: 2 * s}
	crash  = func(node trace.NodeID, d run.Data) run.Action {
		return run.Action{At: 50 * ms, Verb: run.Crash, Node: node, Data: d}
	}
	restart = func(node trace.NodeID) run.Action { return run.Action{At: 60 * ms, Verb: run.Restart, Node: node} }
)

// Canaries: runs in which each rule must break, beside runs that differ in one
// thing and must not.
func TestCanaries(t *testing.T) {
	for _, row := range []struct {
		name     string
		params   []run.Param
		actions  []run.Action
		rule     string // none if empty
		promised bool
		detail   string
	}{
		{name: "nothing is done to the world"},
		{name: "A sleeps past its validity inside the critical section, and B comes in",
			params: []run.Param{short, {Name: "retries", Value: "20"}}, actions: []run.Action{asleep},
			rule: check.MutualExclusion, detail: "A is inside invoice-42 too"},
		{name: "A sleeps, but not past its validity",
			params: []run.Param{{Name: "ttl", Value: "5s"}}, actions: []run.Action{asleep}},
		{name: "three of five nodes lose A's key while A is inside",
			actions: []run.Action{crash("n1", run.Lose), crash("n2", run.Lose), crash("n3", run.Lose), restart("n1"), restart("n2"), restart("n3")},
			rule:    check.MutualExclusion, detail: "A is inside"},
		{name: "the same three crash and keep it",
			actions: []run.Action{crash("n1", run.Keep), crash("n2", run.Keep), crash("n3", run.Keep), restart("n1"), restart("n2"), restart("n3")}},
		{name: "two of five lose it, which is no majority",
			actions: []run.Action{crash("n1", run.Lose), crash("n2", run.Lose), restart("n1"), restart("n2")}},
		{name: "B lets go after a failed attempt with a plain DEL, on every node", params: []run.Param{byDel},
			rule: check.ForeignRelease, promised: true, detail: "was A's"},
	} {
		t.Run(row.name, func(t *testing.T) {
			found := violations(t, row.params, row.actions...)
			if row.rule == "" {
				if len(found) > 0 {
					t.Fatalf("this broke: %+v", found)
				}
				return
			}
			for _, v := range found {
				if v.Rule == row.rule {
					if v.Promised != row.promised || !strings.Contains(v.Detail, row.detail) || v.Who == "" {
						t.Errorf("it broke as %+v", v)
					}
					return
				}
			}
			t.Errorf("%s did not break, but %+v", row.rule, found)
		})
	}
}

// What the rules say of single events.
func TestFeed(t *testing.T) {
	set := func(who, token string) trace.Event {
		return trace.Event{Kind: trace.Exec, Node: "n1", Who: who, Keys: []trace.Key{{Name: "k", Value: token, PTTL: 1000}}}
	}
	del := func(who string) trace.Event {
		return trace.Event{Kind: trace.Exec, Node: "n1", Who: who, Keys: []trace.Key{{Name: "k", PTTL: trace.Gone}}}
	}
	enter := func(who string) trace.Event { return trace.Event{Kind: trace.Enter, Who: who, Resource: "r"} }
	for _, row := range []struct {
		name   string
		events []trace.Event
		broke  []string
	}{
		{"one after the other", []trace.Event{enter("A"), {Kind: trace.Leave, Who: "A", Resource: "r"}, enter("B")}, nil},
		{"both at once", []trace.Event{enter("A"), enter("B")}, []string{check.MutualExclusion}},
		{"three at once break it twice more", []trace.Event{enter("A"), enter("B"), enter("C")}, []string{check.MutualExclusion, check.MutualExclusion, check.MutualExclusion}},
		{"two resources", []trace.Event{enter("A"), {Kind: trace.Enter, Who: "B", Resource: "other"}}, nil},
		{"the first one crashed inside", []trace.Event{enter("A"), {Kind: trace.Fault, What: "crash", Who: "A"}, enter("B")}, nil},
		{"a crash that did nothing", []trace.Event{enter("A"), {Kind: trace.Fault, What: "crash", Who: "A", Why: "already down"}, enter("B")}, []string{check.MutualExclusion}},
		{"its own key", []trace.Event{set("A", "a"), del("A")}, nil},
		{"another's key", []trace.Event{set("A", "a"), del("B")}, []string{check.ForeignRelease}},
		{"another's key, by a person", []trace.Event{set("A", "a"), del(trace.Operator)}, nil},
		{"a person's key", []trace.Event{set(trace.Operator, "x"), del("A")}, nil},
		{"a key that ran out first", []trace.Event{set("A", "a"), {Kind: trace.Expire, Node: "n1", Key: "k"}, del("B")}, nil},
		{"a key taken over", []trace.Event{set("A", "a"), set("B", "b"), del("A")}, []string{check.ForeignRelease}},
		{"a key extended by another hand is still its owner's", []trace.Event{set("A", "a"), set("B", "a"), del("A")}, nil},
		{"a node that lost all", []trace.Event{set("A", "a"), {Kind: trace.Fault, What: "crash", Who: "n1", Data: "lose"}, del("B")}, nil},
	} {
		c := check.New()
		var broke []string
		for i := range row.events {
			for _, v := range c.Feed(&row.events[i]) {
				broke = append(broke, v.Rule)
			}
		}
		if strings.Join(broke, " ") != strings.Join(row.broke, " ") {
			t.Errorf("%s: broke %q, want %q", row.name, broke, row.broke)
		}
	}
}

// No random run breaks what was promised: a violation is either outside of what
// Redlock guarantees under the faults of its run, or due to the plain DEL.
func TestPromisesHold(t *testing.T) {
	l, err := scenario.Open(sweep.Files())
	if err != nil {
		t.Fatal(err)
	}
	e := world.NewEngine()
	defer e.Close()
	broken := 0
	for seed := range uint64(500) {
		r := sweep.Random(seed)
		r.Params = append(r.Params, run.Param{Name: "release", Value: "script"})
		events, err := l.Play(e, r, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range events {
			if v.Kind == trace.Violation {
				broken++
				if v.Promised || v.Rule == check.ForeignRelease {
					t.Errorf("seed %d broke a promise: %+v", seed, v)
				}
			}
		}
	}
	if broken == 0 {
		t.Error("nothing broke in any run, so this proves nothing")
	}
}
