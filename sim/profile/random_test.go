package profile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/choice"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// TestRandomSituations plays situations in which anything may be in the way.
func TestRandomSituations(t *testing.T) {
	e := world.NewEngine()
	defer e.Close()
	var came outcomes
	for _, row := range []struct {
		name    string
		library *library
		client  goRedis
	}{
		{"redsync", redsyncLibrary, heedful},
		{"redsync as it comes", redsyncLibrary, asItComes},
		{"redislock", redislockLibrary, heedful},
	} {
		t.Run(row.name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				s := anySituation(r, row.library, row.client)
				journal, differ := s.compare(t, e, row.library)
				if strings.Contains(journal, tie) {
					r.Skip(tie)
				}
				if len(differ) > 0 {
					r.Fatalf("the profile (+) differs from the library (-):\n%s\n\nThe library:\n%s", strings.Join(differ, "\n"), journal)
				}
				came.count(journal)
			})
		})
	}
	came.require(t)
}

// anySituation draws a situation for a library.
func anySituation(r *rapid.T, l *library, client goRedis) *situation {
	n := 1
	if l == redsyncLibrary {
		n = rapid.IntRange(3, 5).Draw(r, "nodes")
	}
	s := usual(n)
	s.client = client
	s.draws = choice.Seeded(rapid.Uint64().Draw(r, "delays"))
	s.ttl = trace.Duration(rapid.IntRange(10, 400).Draw(r, "ttl/10ms")) * 10 * ms
	s.tries = rapid.SampledFrom([]int{1, 4, 8}).Draw(r, "tries")
	s.work = trace.Duration(rapid.IntRange(0, 2000).Draw(r, "work/2ms")) * 2 * ms
	if l == redislockLibrary {
		s.every = trace.Duration(rapid.IntRange(10, 100).Draw(r, "every/2ms")) * 2 * ms
	}
	if client == heedful {
		s.patience = anyPatience(r)
	}
	// Who extends late, or waits longer for that than a watchdog, is in the tables.
	if client == heedful && l == redsyncLibrary && rapid.Bool().Draw(r, "extends") {
		s.extends = s.ttl / 2
		s.work = s.extends * 3 / 2
	}
	anyNodes(r, s)
	anyRoads(r, s, l)
	s.looks = looks(s.ttl/4, s.ttl/2, s.ttl*3/4, s.ttl, s.ttl*5/4, s.ttl*3/2, s.ttl*2, s.ttl*3, s.ttl*5)
	return s
}

func anyPatience(r *rapid.T) trace.Duration {
	d := rapid.SampledFrom([]trace.Duration{0, 0, 0, 0, 0, 0, 8 * ms, 40 * ms, 200 * ms, 1000 * ms}).Draw(r, "patience")
	if d == 0 {
		return 0
	}
	return d + trace.Duration(rapid.IntRange(0, 9000).Draw(r, "and/4us"))*4*us + us
}

// anyNodes draws what the nodes are like, and what people do to them.
func anyNodes(r *rapid.T, s *situation) {
	var busy []trace.NodeID
	kinds := slices.Concat(slices.Repeat([]string{"fine"}, rapid.SampledFrom([]int{9, 60}).Draw(r, "fine")), []string{"refuses", "mute", "full"})
	for _, n := range nodes(s.nodes) {
		switch rapid.SampledFrom(kinds).Draw(r, string(n)) {
		case "refuses":
			s.refuse = append(s.refuse, n)
			s.dead(n)
		case "mute":
			s.mute = append(s.mute, n)
			s.silent(n)
		case "full":
			s.full(n)
		default:
			busy = append(busy, n)
		}
	}
	if s.client == asItComes || s.nodes == 1 {
		s.refuse = nil // connecting heeds the context, which a world cannot tell from reading
	}
	if rapid.Bool().Draw(r, "taken") {
		s.do(0, busy, "SET", "lock", "B", "PX", fmt.Sprint(rapid.SampledFrom([]int{20, 100, 300}).Draw(r, "until/ms")))
	}
	for range rapid.SampledFrom([]int{0, 0, 2, 10}).Draw(r, "actions") {
		if len(busy) > 0 {
			s.act(anyAction(r, busy))
		}
	}
}

// anyAction is somebody else's command, a crash or a restart.
func anyAction(r *rapid.T, busy []trace.NodeID) run.Action {
	a := run.Action{Target: string(rapid.SampledFrom(busy).Draw(r, "node")), Verb: run.Command}
	if rapid.Bool().Draw(r, "later") {
		a.At = trace.Time(rapid.IntRange(0, 400).Draw(r, "at/2ms")) * trace.Time(2*ms)
	}
	ttl := fmt.Sprint(rapid.IntRange(1, 500).Draw(r, "theirs"))
	switch rapid.SampledFrom([]string{"SET PX", "SET PX", "SET PX", "SET", "DEL", "RPUSH", "lose", "keep", "restart", "restart"}).Draw(r, "what") {
	case "SET PX":
		a.Args = []string{"SET", "lock", "somebody", "PX", ttl}
	case "SET":
		a.Args = []string{"SET", "lock", "somebody"}
	case "DEL":
		a.Args = []string{"DEL", "lock"}
	case "RPUSH":
		a.Args = []string{"RPUSH", "lock", "x"}
	case "lose":
		a.Verb, a.Data = run.Crash, run.DataLose
	case "keep":
		a.Verb, a.Data = run.Crash, run.DataKeep
	case "restart":
		a.Verb = run.Restart
	}
	return a
}

// anyRoads draws how messages fare: in time or not, and some are lost.
func anyRoads(r *rapid.T, s *situation, l *library) {
	seed := choice.Seeded(rapid.Uint64().Draw(r, "roads"))
	loss := rapid.SampledFrom([]uint64{0, 0, 0, 10, 30}).Draw(r, "loss in %")
	most := s.ttl / 50
	switch {
	case !rapid.Bool().Draw(r, "slow"):
	case s.client == asItComes:
		most = s.ttl / 2
	case l == redsyncLibrary:
		most = s.ttl / 30 // of the twentieth that a node has
	default:
		most = s.ttl
	}
	closed := s.roads // to nodes that are mute
	s.roads = func(m trace.MsgName) fate {
		if f := closed(m); f.lost || slices.Contains(s.mute, m.Node) {
			return f
		}
		f := takes(8*us + trace.Duration(seed.Choose("latency "+m.String(), uint64(most))))
		f.lost = seed.Choose("loss "+m.String(), 100) < loss
		return f
	}
}

// outcomes counts what came up, so that the situations cannot all be of one kind.
type outcomes struct{ all, first, later, never, leftovers int }

func (o *outcomes) count(journal string) {
	o.all++
	switch {
	case !strings.Contains(journal, "A holds"):
		o.never++
	case strings.Contains(journal, "attempt 1 failed"):
		o.later++
	default:
		o.first++
	}
	over := max(strings.LastIndex(journal, "A gives up"), strings.LastIndex(journal, "A gives back"))
	if over >= 0 && strings.Contains(journal[over:], " has lock=token") {
		o.leftovers++
	}
}

func (o *outcomes) require(t *testing.T) {
	t.Helper()
	t.Logf("%d situations: %d held at once, %d later, %d never; in %d of them a key of the client's was left behind", o.all, o.first, o.later, o.never, o.leftovers)
	for _, n := range []int{o.first, o.later, o.never, o.leftovers} {
		if n == 0 && !t.Failed() {
			t.Error("some outcome is in none of them")
		}
	}
}
