package truth_test

import (
	"testing"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/truth"
)

// What A believes, and what is so, at telling instants of runs.
func TestBeliefBesideTruth(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	const ms = trace.Time(trace.Millisecond)
	for _, row := range []struct {
		about       string
		scenario    string
		at          trace.Time
		count, need int
		agrees      bool
		never       bool
		parted      trace.Time
	}{
		{"three of five have its key", "clock-jump", 500 * ms, 3, 3, true, false, 0},
		{"one of them has lost it to a clock", "clock-jump", 1500 * ms, 2, 3, false, false, 1000 * ms},
		{"the primary is down, and the replica never had it", "failover", 2000 * ms, 0, 1, false, false, 0},
		{"one node was counted twice", "habit-counted-twice", 500 * ms, 1, 2, false, true, 0},
	} {
		events, err := library.Play(engine, &run.Run{Scenario: row.scenario}, row.at)
		if err != nil {
			t.Fatal(err)
		}
		s := trace.Fold(events, row.at)
		c := s.Client("A")
		if c.Belief == nil {
			t.Fatalf("%s: A believes nothing", row.about)
		}
		if n, need := truth.Count(s, c), truth.Need(s, c); n != row.count || need != row.need {
			t.Errorf("%s: %d of %d needed, want %d of %d", row.about, n, need, row.count, row.need)
		}
		if got := truth.Agrees(s, c); got != row.agrees {
			t.Errorf("%s: agrees is %v", row.about, got)
		}
		if got := truth.Never(s, c); got != row.never {
			t.Errorf("%s: never is %v", row.about, got)
		}
		if got := truth.PartedSince(s, c); !row.agrees && got != row.parted {
			t.Errorf("%s: parted since %v, want %v", row.about, trace.Duration(got), trace.Duration(row.parted))
		}
	}
}
