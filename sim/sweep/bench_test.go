package sweep_test

import (
	"container/heap"
	"iter"
	"testing"
	"time"

	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/sweep"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// BenchmarkRun holds whole runs, with checks on and the trace hashed, against a floor
// measured in the same breath: a bare heap and coroutines that do as many things as
// the run has events. Heartbeats of sentinels are in no trace, so a failover looks
// dearer by the event than it is.
func BenchmarkRun(b *testing.B) {
	b.Run("lesson", func(b *testing.B) { benchmark(b, func(uint64) *sweep.World { return lesson() }) })
	b.Run("failover", func(b *testing.B) { benchmark(b, func(uint64) *sweep.World { return failover() }) })
	b.Run("random", func(b *testing.B) { benchmark(b, sweep.Random) })
	b.Run("within", func(b *testing.B) { benchmark(b, sweep.Within) })
	b.Run("limits", func(b *testing.B) { benchmark(b, func(uint64) *sweep.World { return crowd() }) })
}

func benchmark(b *testing.B, make func(seed uint64) *sweep.World) {
	e := world.NewEngine()
	defer e.Close()
	var whole, floor time.Duration
	events, seed := 0, uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		w := make(seed % 1000)
		seed++
		start := time.Now()
		trace, err := w.Play(e)
		if err != nil {
			b.Fatal(err)
		}
		ran := time.Now()
		bare(len(trace), len(w.Config.Clients))
		whole += ran.Sub(start)
		floor += time.Since(ran)
		events += len(trace)
	}
	b.ReportMetric(float64(whole)/float64(floor), "x/floor")
	b.ReportMetric(float64(whole.Nanoseconds())/float64(events), "ns/event")
	b.ReportMetric(float64(floor.Nanoseconds())/float64(events), "floor-ns/event")
	b.ReportMetric(float64(b.N)/whole.Seconds(), "runs/s")
	b.ReportMetric(float64(events)/float64(b.N), "events/run")
}

// bare does n things in the order of their times, each in one of some coroutines.
func bare(n, coroutines int) {
	var q agenda
	coroutines = max(coroutines, 1)
	next := make([]func() (int64, bool), coroutines)
	for i := range next {
		resume, stop := iter.Pull(func(yield func(int64) bool) {
			for t := int64(i); yield(t); t += int64(coroutines) {
			}
		})
		defer stop()
		next[i] = resume
		heap.Push(&q, thing{int64(i), i})
	}
	for range n {
		it := heap.Pop(&q).(thing)
		t, _ := next[it.who]()
		heap.Push(&q, thing{t + 1, it.who})
	}
}

type thing struct {
	at  int64
	who int
}

type agenda []thing

func (a agenda) Len() int           { return len(a) }
func (a agenda) Less(i, j int) bool { return a[i].at < a[j].at }
func (a agenda) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(x any)        { *a = append(*a, x.(thing)) }
func (a *agenda) Pop() any {
	last := len(*a) - 1
	x := (*a)[last]
	*a = (*a)[:last]
	return x
}

// lesson is a world as a lesson has it: two clients, five nodes.
func lesson() *sweep.World {
	w := masters(5)
	for i, id := range []trace.ClientID{"A", "B"} {
		o := lock.Defaults(trace.LockRedlock)
		o.Key, o.Nodes = "lock:invoice:42", ids(w)
		w.Config.Clients = append(w.Config.Clients, world.Client{
			ID: id, Start: trace.Time(10 * (1 + 9*i) * 1000), Lock: o,
			Job: lock.Job{Resource: "invoice-42", Kind: "ledger", Takes: 400 * trace.Millisecond, WriteAt: 300 * trace.Millisecond},
		})
	}
	return w
}

// failover is a world in which the primary dies under the lock's holder.
func failover() *sweep.World {
	w := &sweep.World{Seed: 1, Config: world.Config{
		Nodes: []world.Node{
			{ID: "n1", Role: trace.RolePrimary},
			{ID: "n2", Role: trace.RoleReplica, Priority: 100}, {ID: "n3", Role: trace.RoleReplica, Priority: 100},
			{ID: "s1", Role: trace.RoleSentinel}, {ID: "s2", Role: trace.RoleSentinel}, {ID: "s3", Role: trace.RoleSentinel},
		},
		Replication: world.Replication{Lag: 100 * trace.Millisecond, DownAfter: trace.Second, Quorum: 2},
		Resources:   []resource.Config{{ID: "item", Kind: resource.Stock}},
		Network:     world.Network{Usual: world.Link{Min: trace.Millisecond, Max: 6 * trace.Millisecond}},
	}, Actions: []run.Action{{
		When: &run.Trigger{Kind: trace.Hold, Nth: 1}, Verb: run.Crash, Target: "n1", Restart: 5 * trace.Second,
	}}}
	for _, id := range []trace.ClientID{"A", "B"} {
		o := lock.Defaults(trace.LockToken)
		o.Key, o.Nodes, o.Sentinels, o.Retries = "lock:item", []trace.NodeID{"n1"}, []trace.NodeID{"s1", "s2", "s3"}, 40
		w.Config.Clients = append(w.Config.Clients, world.Client{
			ID: id, Lock: o, Job: lock.Job{Resource: "item", Kind: "stock", Takes: 5 * trace.Second, WriteAt: 4 * trace.Second},
		})
	}
	return w
}

// crowd is as much as a world may be: nine nodes, 24 clients that never give up,
// keys and replies by the megabyte, until the trace is full.
func crowd() *sweep.World {
	w := masters(world.MaxNodes)
	for i := range world.MaxClients {
		o := lock.Defaults(trace.LockRedlock)
		o.Key, o.Nodes, o.Retries = "lock:invoice:42", ids(w), 1_000_000
		w.Config.Clients = append(w.Config.Clients, world.Client{
			ID: trace.ClientID(rune('A' + i)), Lock: o,
			Job: lock.Job{Resource: "invoice-42", Kind: "ledger", Takes: trace.Minute},
		})
	}
	for _, n := range w.Config.Nodes[:6] {
		w.Actions = append(w.Actions, run.Action{Verb: run.Command, Target: string(n.ID), Args: []string{
			"EVAL", "for i = 1, 55 do redis.call('set', i, i .. ('v'):rep(16000)) end", "0",
		}})
	}
	return w
}

// masters is a world of that many nodes that know nothing of each other.
func masters(n int) *sweep.World {
	w := &sweep.World{Seed: 1, Config: world.Config{
		Resources: []resource.Config{{ID: "invoice-42"}},
		Network:   world.Network{Usual: world.Link{Min: trace.Millisecond, Max: 6 * trace.Millisecond}},
	}}
	for i := range n {
		w.Config.Nodes = append(w.Config.Nodes, world.Node{ID: trace.NodeID("n" + string(rune('1'+i)))})
	}
	return w
}

func ids(w *sweep.World) []trace.NodeID {
	var list []trace.NodeID
	for _, n := range w.Config.Nodes {
		list = append(list, n.ID)
	}
	return list
}
