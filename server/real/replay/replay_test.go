package replay

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/matrix"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/sweep"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// A stage has the simulator on one side and the servers on the other.
type stage struct {
	t       *testing.T
	library *scenario.Library
	cells   []string // the names of those scenarios that are cells of the matrix
	engine  *world.Engine
	real    *replayer
}

func newStage(t *testing.T) *stage {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	m, err := matrix.Load(lessons.FS, library)
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{t: t, library: library, engine: world.NewEngine(), real: newReplayer(t)}
	t.Cleanup(s.engine.Close)
	for _, row := range m.Scenarios {
		for _, v := range m.Variants {
			if _, ok := library.Get(matrix.Name(row, v)); ok {
				s.cells = append(s.cells, matrix.Name(row, v))
			}
		}
	}
	return s
}

func (s *stage) play(r *run.Run) []trace.Event {
	s.t.Helper()
	events, err := s.library.Play(s.engine, r, 0)
	if err != nil {
		s.t.Fatalf("%s: %v", r.Link(), err)
	}
	return events
}

// compare plays a run and acts it out. It returns how many commands were compared.
func (s *stage) compare(r *run.Run) int {
	s.t.Helper()
	before := s.real.commands
	if err := s.real.replay(s.play(r)); err != nil {
		s.t.Errorf("%s: %v", r.Link(), err)
	}
	return s.real.commands - before
}

// atLeast logs what was compared, and fails if that was less than there should be: some
// four fifths of what there was when the figure was set.
func (s *stage) atLeast(least tally) {
	s.t.Helper()
	got := &s.real.tally
	for _, c := range []struct {
		got, least int
		what       string
	}{
		{got.commands, least.commands, "commands"},
		{got.keys, least.keys, "keys after commands"},
		{got.inTime, least.inTime, "keys that ran out in their time"},
		{got.overtaken, least.overtaken, "keys that a jump ahead ended"},
		{got.prolonged, least.prolonged, "keys that a jump back gave more time"},
	} {
		s.t.Logf("%d %s were alike", c.got, c.what)
		if c.got < c.least {
			s.t.Errorf("that is too few: want %d", c.least)
		}
	}
	s.t.Logf("not compared: %v", got.skipped)
}

// TestScenarios compares every scenario that there is a file of.
func TestScenarios(t *testing.T) {
	s := newStage(t)
	for _, name := range s.library.Names() {
		for seed := range uint64(3) {
			s.compare(&run.Run{Scenario: name, Seed: seed})
		}
	}
	s.atLeast(tally{commands: 1080, keys: 1080, inTime: 75, overtaken: 2})
}

// TestMatrix compares every cell; and of those about lost keys and clocks that have
// a Redis node of their own there is none in which nothing could be compared.
func TestMatrix(t *testing.T) {
	s := newStage(t)
	rows := map[string]int{}
	for _, name := range s.cells {
		compared := s.compare(&run.Run{Scenario: name})
		if row, _, _ := strings.Cut(name, "."); s.alone(name) && about[row] {
			if rows[row]++; compared == 0 {
				t.Errorf("of %s nothing was compared", name)
			}
		}
	}
	for row := range about {
		if rows[row] == 0 {
			t.Errorf("no cell of row %s was compared", row)
		}
	}
	s.atLeast(tally{commands: 14_000, keys: 14_000, inTime: 160, overtaken: 14, prolonged: 7})
}

// about are the rows of the matrix about nodes that restart or lose keys, and about
// clocks.
var about = map[string]bool{"S12": true, "S13": true, "S15": true, "S16": true, "S17": true, "S18": true, "S19": true}

// TestJumps compares scenarios in which clocks jump at any instant, both ways.
func TestJumps(t *testing.T) {
	s := newStage(t)
	names := slices.DeleteFunc(append(s.library.Names(), "S19.G", "S19.D", "S17.G", "S17.D", "S12.G"), func(name string) bool { return !s.alone(name) })
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 0))
		name := names[seed%uint64(len(names))]
		s.compare(&run.Run{Scenario: name, Seed: seed, Actions: s.jumps(rnd, name)})
	}
	s.atLeast(tally{commands: 6000, keys: 6000, inTime: 180, overtaken: 90, prolonged: 340})
}

// alone tells whether all nodes of a scenario are Redis servers that know of no other.
func (s *stage) alone(name string) bool {
	for _, n := range s.config(name).Nodes {
		if n.Role != trace.RoleMaster {
			return false
		}
	}
	return true
}

func (s *stage) config(name string) *world.Config {
	sc, ok := s.library.Get(name)
	if !ok {
		s.t.Fatalf("there is no scenario %s", name)
	}
	c, err := sc.Compile(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// jumps draws what happens to the clocks of a scenario's machines: nodes mostly.
func (s *stage) jumps(rnd *rand.Rand, name string) []run.Action {
	c := s.config(name)
	var list []run.Action
	for range 8 {
		a := run.Action{Verb: run.Clock, Of: run.OfNode, At: trace.Time(rnd.Int64N(int64(12 * trace.Second)))}
		a.Target = string(c.Nodes[rnd.IntN(len(c.Nodes))].ID)
		if rnd.IntN(8) == 0 {
			a.Of, a.Target = run.OfClient, string(c.Clients[rnd.IntN(len(c.Clients))].ID)
		}
		// A part of a millisecond, of a TTL, or more than one.
		most := []trace.Duration{trace.Millisecond, 5 * trace.Second, 40 * trace.Second}[rnd.IntN(3)]
		a.Jump = 1 + trace.Duration(rnd.Int64N(int64(most)))
		if rnd.IntN(2) == 0 {
			a.Jump = -a.Jump
		}
		if rnd.IntN(6) == 0 {
			a.Rate = 900_000 + rnd.Int64N(200_001)
		}
		list = append(list, a)
	}
	return list
}

// TestSweep compares worlds in which everything is drawn.
func TestSweep(t *testing.T) {
	s := newStage(t)
	for seed := range uint64(300) {
		w := sweep.Random(seed)
		events, err := w.Play(s.engine)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.real.replay(events); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	s.atLeast(tally{commands: 3600, keys: 3600, inTime: 125, overtaken: 3})
}
