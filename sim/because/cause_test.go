package because_test

import (
	"slices"
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/because"
	"lockstep/sim/matrix"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// course plays runs of the course and cells of the matrix, with changes or without.
type course struct {
	t       *testing.T
	library *scenario.Library
	engine  *world.Engine
}

func open(t *testing.T) *course {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := matrix.Load(lessons.FS, library); err != nil {
		t.Fatal(err)
	}
	c := &course{t, library, world.NewEngine()}
	t.Cleanup(c.engine.Close)
	return c
}

func (c *course) play(name string, actions ...run.Action) []*trace.Event {
	c.t.Helper()
	events, err := c.library.Play(c.engine, &run.Run{Scenario: name, Actions: actions}, 0)
	if err != nil {
		c.t.Fatalf("%s: %v", name, err)
	}
	return because.Pointers(events)
}

// short writes causes as their kinds, whom they are about and where.
func short(causes []because.Cause) string {
	var all []string
	for _, c := range causes {
		text := c.Kind + " " + c.Who
		if c.With != "" {
			text += "+" + c.With
		}
		for _, n := range c.Nodes {
			text += " " + string(n)
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// What a scenario or a cell was made to show is what is found in its trace.
func TestCauses(t *testing.T) {
	c := open(t)
	for _, row := range []struct{ scenario, want string }{
		{"clock-jump", "node-clock A n3"},
		{"restart-empty", "crash A n3"},
		{"failover", "promote A n2"},
		{"habit-one-copy", "promote A n3"},
		{"S11.F+", "moved A n2, outlast A n2"},
		{"paused-writer", "pause A c1"},
		{"S6.C", "stall A n1"},
		{"foreign-release", "outlast A n1"},
		{"duplicate-write", "doubled A"},
		{"habit-absolute-expiry", "own-clock A n1 n2 n3"},
		{"habit-counted-twice", "twice A n1"},
		{"habit-quorum-of-one", "quorum A n1 n2 n3"},
		{"habit-late-look", "crash A n1 n2, heedless A"},
		{"habit-zero-validity", "spent A n1 n2"},
		{"S8.G-", "uncounted A n1 n2 n3 n4 n5"},
		{"S23.E", "renewal A n1"},
		{"S24.D", "flush A n1"},
		{"S3.I", "no-lock A"},
		{"watchdog", "still A"},
		{"S8.A", "frozen A n1"},
		{"setnx-crash", "dead A n1"},
		{"habit-renewal-overtaken", "left A n1 n2 n3"},
		{"S9.D", "down B n1"},
		{"S11.D", "cut B n1"},
		{"S20.D", "missed A n1"},
		{"redlock-in-turn", "too-late A"},
		{"habit-no-jitter", "split A+B"},
		{"redlock", ""},
	} {
		events := c.play(row.scenario)
		w := because.Of(events)
		if got := short(because.Causes(events, &w)); got != row.want {
			t.Errorf("%s: %q, want %q", row.scenario, got, row.want)
		}
	}
}

// Where messages take longer than a node is waited for, that is what brought a wait about,
// without a fault; where a fault made them so, the fault is.
func TestNodesNotWaitedForLongEnough(t *testing.T) {
	c := open(t)
	for _, row := range []struct{ scenario, latency, want string }{
		{"redlock", "24ms", ""}, // 48 ms there and back, of 50
		{"redlock", "30ms", "unheard A n1 n2 n3 n4 n5"},
		{"redlock", "60ms", "unheard A n1 n2 n3 n4 n5, left A n1 n2 n3 n4 n5"},
		{"failover", "30ms", "unheard B s1 s2 s3"}, // it does not hear which node is the primary
		{"consensus", "30ms", "down B c1"},
	} {
		events, err := c.library.Play(c.engine, &run.Run{Scenario: row.scenario, Params: []run.Param{{Name: "network.latency", Value: row.latency}}}, 0)
		if err != nil {
			t.Fatal(err)
		}
		list := because.Pointers(events)
		w := because.Of(list)
		if got := short(because.Causes(list, &w)); got != row.want {
			t.Errorf("%s at %s: %q, want %q", row.scenario, row.latency, got, row.want)
		}
	}
}

// A wait shows where its client fails for what brought it about: when a wait begins with
// the run there is nothing to see yet.
func TestWaitShows(t *testing.T) {
	c := open(t)
	for _, row := range []struct {
		scenario string
		want     trace.Time
	}{
		{"lost-reply", 50_000},       // one vote of three, and one of them unheard
		{"lost-reply-left", 309_915}, // its own key refuses its second attempt
		{"habit-even-split", 6_000},  // two votes each
		{"habit-no-jitter", 16_000},
		{"setnx-crash", 12_002_751},
		{"redlock-in-turn", 36_000_000},
	} {
		events := c.play(row.scenario)
		w := because.Of(events)
		if got, ok := w.Deciding(); !ok || got != row.want {
			t.Errorf("%s: the wait shows at %v, want %v", row.scenario, got, row.want)
		}
		if e := w.Failed; e == nil || e.OK || e.Who != w.Wait.Who {
			t.Errorf("%s: the wait of %s shows at %+v", row.scenario, w.Wait.Who, e)
		}
	}
}

// What somebody does to a run is found as well.
func TestCausesOfActions(t *testing.T) {
	c := open(t)
	at := func(t trace.Time, a run.Action) run.Action { a.At, a.Target = t, "n1"; return a }
	for _, row := range []struct {
		name   string
		action run.Action
		want   string
	}{
		{"a key deleted at the console", at(1_000_000, run.Action{Verb: run.Command, Args: []string{"DEL", "lock:invoice-42"}}), "command A n1"},
		{"an eviction", at(1_000_000, run.Action{Verb: run.Evict, Key: "lock:invoice-42"}), "evict A n1"},
		{"a crash that loses all", at(1_000_000, run.Action{Verb: run.Crash, Data: run.DataLose, Restart: trace.Second}), "crash A n1"},
		{"a clock that runs fast", at(0, run.Action{Verb: run.Clock, Rate: 2_000_000}), "node-rate A n1"},
	} {
		events := c.play("S7.D", row.action)
		w := because.Of(events)
		if got := short(because.Causes(events, &w)); !strings.HasPrefix(got, row.want) {
			t.Errorf("%s: %q (%s), want %q", row.name, got, events[len(events)-1].Verdict, row.want)
		}
	}
}

// What was done to two nodes is one cause only if it was the same.
func TestCausesAtSeveralNodes(t *testing.T) {
	c := open(t)
	jump := func(node string, t trace.Time, d trace.Duration) run.Action {
		return run.Action{At: t, Verb: run.Clock, Of: run.OfNode, Target: node, Jump: d}
	}
	flush := func(node string, t trace.Time) run.Action {
		return run.Action{At: t, Verb: run.Flush, Of: run.OfNode, Target: node}
	}
	evict := func(node string, t trace.Time) run.Action {
		return run.Action{At: t, Verb: run.Evict, Of: run.OfNode, Target: node, Key: "lock:invoice-42"}
	}
	slow := run.Action{At: 1, Verb: run.Slow, Link: [2]string{"A", "n1"}, By: 20 * trace.Second}
	for _, row := range []struct {
		name, scenario string
		actions        []run.Action
		want           string
	}{
		{"one jump as the other", "clock-jump", []run.Action{jump("n1", 1_000_000, 10*trace.Second)}, "node-clock A n1 n3"},
		{"one further than the other", "clock-jump", []run.Action{jump("n1", 1_000_000, 20*trace.Second)}, "node-clock A n3, node-clock A n1"},
		{"three emptied in turn", "redlock", []run.Action{flush("n1", 28_364), flush("n2", 28_365), flush("n3", 28_366)}, "flush A n1 n2 n3"},
		{"the third takes the majority", "redlock", []run.Action{flush("n1", 28_364), flush("n2", 28_365), evict("n3", 28_366)}, "evict A n3, flush A n1 n2"},
		{"the fourth takes nothing more", "redlock", []run.Action{flush("n1", 28_364), flush("n2", 28_365), evict("n3", 28_366), flush("n4", 28_367)}, "evict A n3, flush A n1 n2 n4"},
		{"a slow link", "redlock-in-time", []run.Action{slow}, "slow A n1"},
	} {
		events := c.play(row.scenario, row.actions...)
		w := because.Of(events)
		if got := short(because.Causes(events, &w)); got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

// In every cell that came to harm something is found, all of it lies before what it
// brought about, and nothing is found where no harm came.
func TestCausesComeFirst(t *testing.T) {
	c := open(t)
	m, err := matrix.Load(lessons.FS, func() *scenario.Library { l, _ := scenario.Open(lessons.FS); return l }())
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, s := range m.Scenarios {
		for _, v := range m.Variants {
			name := matrix.Name(s, v)
			if _, ok := c.library.Get(name); !ok {
				continue
			}
			events := c.play(name)
			w := because.Of(events)
			causes := because.Causes(events, &w)
			found += len(causes)
			if harmed := events[len(events)-1].Verdict != trace.VerdictOK; harmed != (len(causes) > 0) {
				t.Errorf("%s: harm %t, causes %q", name, harmed, short(causes))
			}
			until := w.Wait.To
			if len(w.Events) > 0 {
				until = w.Events[0].T
			}
			for _, x := range causes {
				for _, e := range []*trace.Event{x.Event, x.Gone, x.Away} {
					if e != nil && (e.T > until || !slices.Contains(events, e)) {
						t.Errorf("%s: %s rests on an event of %v, after %v", name, x.Kind, e.T, until)
					}
				}
			}
		}
	}
	if found < 150 {
		t.Errorf("only %d causes are found", found)
	}
}
