package sweep_test

import (
	"testing"
	"time"

	"lockstep/lessons"
	"lockstep/sim/redis"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// BenchmarkRun holds a whole run of the scenario redlock, with checks on and the trace hashed, against a
// floor measured in the same breath: the run's own commands on ready nodes. It
// reports their ratio, which is to stay at 5 or below.
func BenchmarkRun(b *testing.B) {
	l, err := scenario.Open(lessons.FS)
	if err != nil {
		b.Fatal(err)
	}
	e := world.NewEngine()
	defer e.Close()
	r := &run.Run{Scenario: "redlock", Seed: 1}
	var commands []trace.Event
	for _, ev := range play(b, l, e, r) {
		if ev.Kind == trace.Exec {
			commands = append(commands, ev)
		}
	}
	nodes := make(map[trace.NodeID]*redis.Node)
	for _, ev := range commands {
		if nodes[ev.Node] == nil {
			n, err := redis.New(ev.Node)
			if err != nil {
				b.Fatal(err)
			}
			defer n.Close()
			nodes[ev.Node] = n
		}
	}
	var whole, floor time.Duration
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		if _, err := l.Play(e, r, 0); err != nil {
			b.Fatal(err)
		}
		ran := time.Now()
		for i := range commands {
			c := &commands[i]
			nodes[c.Node].Exec(c.At.Local, c.Cmd)
		}
		done := time.Now()
		whole += ran.Sub(start)
		floor += done.Sub(ran)
	}
	b.ReportMetric(float64(whole)/float64(floor), "x/floor")
	b.ReportMetric(float64(floor.Nanoseconds())/float64(b.N), "floor-ns/op")
	b.ReportMetric(float64(len(commands)), "commands")
}
