package lock_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lockstep/sim/choice"
	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// Redlock against a reference. The real redsync over five miniredis in a bubble
// of virtual time, and ours in a world, meet the same prepared nodes by the same
// roads. What the nodes were told and when, what they answered and were left with,
// what came of each attempt and until when the lock is believed in, must be the
// same line for line.
//
// Where the two differ on purpose, they are given what makes them alike:
//
//   - redsync subtracts no constant from the validity: DriftConst is 0.
//   - redsync draws one token for all attempts of one call of Lock: our draws are
//     overridden to be that one.
//   - redsync asks all nodes at once, always: Order is Parallel.
//   - redsync draws its retry delay: both wait a fixed time.
//   - redsync's Unlock waits for silent nodes as long as its context says: it is
//     given the timeout that ours has for a node.
//   - redsync with WithFailFast stops listening at a majority: it is left out, as
//     it is by default.

// compare plays p in both worlds and returns the journal.
func (p *prepared) compare(t *testing.T, e *world.Engine) string {
	t.Helper()
	ref := &reference{prepared: p}
	ref.play(t)
	want, got := ref.journal.String(), p.ours(t, e)
	if want != got {
		t.Errorf("%+v\nours differs from redsync:\n%s", p, differ(got, want))
	}
	if strings.Contains(want, tie) {
		t.Errorf("%+v\nthis case proves nothing:\n%s", p, want)
	}
	return want
}

// differ puts two journals into one: + is ours, - redsync's.
func differ(ours, theirs string) string {
	var b strings.Builder
	a, c := strings.Split(ours, "\n"), strings.Split(theirs, "\n")
	for len(a) > 0 || len(c) > 0 {
		switch {
		case len(a) > 0 && len(c) > 0 && a[0] == c[0]:
			fmt.Fprintln(&b, " ", a[0])
			a, c = a[1:], c[1:]
		case len(c) == 0 || len(a) > 0 && a[0] < c[0]:
			fmt.Fprintln(&b, "+", a[0])
			a = a[1:]
		default:
			fmt.Fprintln(&b, "-", c[0])
			c = c[1:]
		}
	}
	return b.String()
}

// The comparison can fail: each of these would be a mistake in ours.
func TestComparisonCanary(t *testing.T) {
	e := world.NewEngine()
	defer e.Close()
	p := usual()
	p.actions = append(taken("n1", "n2"), down("n3")...)
	p.roads = roadsOf(3*ms, 2*ms)
	right := p.compare(t, e)
	for name, change := range map[string]func(*lock.Options){
		"a release that does not look whose key it is": func(r *lock.Options) { r.ReleaseBy = lock.ByDel },
		"one attempt too few":                          func(r *lock.Options) { r.Retries-- },
		"a key that lives a millisecond less":          func(r *lock.Options) { r.TTL -= ms },
		"nodes asked in turn":                          func(r *lock.Options) { r.Order = lock.Sequential },
		"a timeout of a microsecond more":              func(r *lock.Options) { r.NodeTimeout++ },
		"a node forgotten":                             func(r *lock.Options) { r.Nodes = r.Nodes[:4] },
	} {
		if p.ours(t, e, change) == right {
			t.Errorf("%s goes unnoticed", name)
		}
	}
	p.actions = nil
	held := p.compare(t, e)
	if p.ours(t, e, func(r *lock.Options) { r.DriftConst = us }) == held {
		t.Error("another drift allowance goes unnoticed")
	}
}

// plight is what a node can be like when the client comes to it.
type plight struct {
	name    string
	actions []run.Action
	delay   map[string]trace.Duration // of a step's message: "set>", "set<", "del>", "del<"
	lost    string                    // a step's message that never arrives
}

var plights = []plight{
	{name: "free"},
	{name: "taken", actions: []run.Action{{Verb: run.Command, Args: []string{"SET", "lock", "somebody"}}}},
	{name: "soon free", actions: []run.Action{{Verb: run.Command, Args: []string{"SET", "lock", "somebody", "PX", "90"}}}},
	{name: "down", actions: []run.Action{{Verb: run.Crash}}},
	{name: "answer lost", lost: "set<"},
	{name: "answer late", delay: map[string]trace.Duration{"set<": 70 * ms}},
	{name: "question late", delay: map[string]trace.Duration{"set>": 80 * ms}},
}

// TestEveryPlightOfFiveNodes plays every combination of what five nodes can be
// like. Which of the five is like what makes no difference.
func TestEveryPlightOfFiveNodes(t *testing.T) {
	e := world.NewEngine()
	defer e.Close()
	var came outcomes
	var combine func(chosen []plight, from int)
	combine = func(chosen []plight, from int) {
		if len(chosen) == 5 {
			came.count(suffering(chosen).compare(t, e))
			return
		}
		for i := from; i < len(plights) && !t.Failed(); i++ {
			combine(append(chosen[:len(chosen):len(chosen)], plights[i]), i)
		}
	}
	combine(nil, 0)
	came.require(t, 462)
}

// suffering prepares five nodes.
func suffering(of []plight) *prepared {
	p := usual()
	byNode := make(map[trace.NodeID]plight)
	for i, n := range nodes(5) {
		byNode[n] = of[i]
		for _, a := range of[i].actions {
			a.Target = string(n)
			p.actions = append(p.actions, a)
		}
	}
	p.roads = func(m trace.MsgName) (trace.Duration, bool) {
		way := m.Step + ">"
		if m.Reply {
			way = m.Step + "<"
		}
		pl := byNode[m.Node]
		quick := ms + trace.Duration(choice.Seeded(7).Choose(m.String(), uint64(5*ms)))
		return travels(max(quick, pl.delay[way])), pl.lost == way
	}
	return p
}

// outcomes counts what came up, so that the cases cannot all be of one kind.
type outcomes struct{ all, first, later, never, leftovers int }

func (o *outcomes) count(journal string) {
	o.all++
	switch {
	case strings.Contains(journal, "attempt 1 holds"):
		o.first++
	case strings.Contains(journal, "holds"):
		o.later++
	default:
		o.never++
	}
	over := max(strings.LastIndex(journal, "failed"), strings.LastIndex(journal, ": release"))
	if strings.Contains(journal[over:], "has lock="+ourToken) {
		o.leftovers++
	}
}

func (o *outcomes) require(t *testing.T, all int) {
	t.Helper()
	t.Logf("%d cases: %d held at once, %d later, %d never; in %d of them a key of the client's was left behind", o.all, o.first, o.later, o.never, o.leftovers)
	if t.Failed() {
		return
	}
	if o.all != all {
		t.Errorf("%d cases were played, not %d", o.all, all)
	}
	for _, n := range []int{o.first, o.later, o.never, o.leftovers} {
		if n*50 < o.all {
			t.Error("some outcome is in fewer than 2 of 100 cases")
		}
	}
}

var worlds = flag.Int("worlds", 300, "how many random worlds to play against redsync")

// TestNamedPlights plays the cases that the literature names, and says what must
// come out.
func TestNamedPlights(t *testing.T) {
	e := world.NewEngine()
	defer e.Close()
	at := func(d trace.Duration, a ...run.Action) []run.Action {
		for i := range a {
			a[i].At = trace.Time(d)
		}
		return a
	}
	set := func(who string, where ...trace.NodeID) (a []run.Action) {
		for _, n := range where {
			a = append(a, run.Action{Verb: run.Command, Target: string(n), Args: []string{"SET", "lock", who, "PX", "150"}})
		}
		return a
	}
	for name, row := range map[string]struct {
		change func(*prepared)
		want   []string
	}{
		"votes 2:2:1, and again when they have run out": {
			func(p *prepared) { p.actions = append(set("X", "n1", "n2"), set("Y", "n3", "n4")...) },
			[]string{"n5: SET lock " + ourToken + " NX PX 1000 -> OK", "attempt 1 failed", "attempt 2 failed", "attempt 3 holds"},
		},
		"votes 3:2, the majority is somebody else's and stays": {
			func(p *prepared) { p.actions = taken("n1", "n2", "n3") },
			[]string{"attempt 1 failed", "attempt 2 failed", "attempt 3 failed", "3.000002s  n1 has lock=somebody", "3.000002s  n4 has no lock"},
		},
		"two of five down": {
			func(p *prepared) { p.actions = down("n1", "n5") },
			[]string{"attempt 1 holds"},
		},
		"three of five down": {
			func(p *prepared) { p.actions = down("n1", "n3", "n5"); p.retries = 0 },
			[]string{"attempt 1 failed", "n2: release", "n4: release"},
		},
		"all say OK, later than the time to live": {
			func(p *prepared) { p.timeoutPercent, p.retries = 300, 0; p.roads = roadsOf(600*ms, 600*ms) },
			[]string{"n1: SET lock " + ourToken + " NX PX 1000 -> OK", "attempt 1 failed"},
		},
		"all say OK, within the time to live but for the drift": {
			func(p *prepared) { p.timeoutPercent, p.retries = 300, 0; p.roads = roadsOf(500*ms, 491*ms) },
			[]string{"attempt 1 failed"},
		},
		"all say OK, just in time": {
			func(p *prepared) { p.timeoutPercent, p.retries = 300, 0; p.roads = roadsOf(500*ms, 489*ms) },
			[]string{"attempt 1 holds until 1s"},
		},
		"all answers lost, so every attempt meets the key of the one before": {
			func(p *prepared) {
				p.roads = func(m trace.MsgName) (trace.Duration, bool) { return travels(5 * ms), m.Reply && m.Step == "set" }
			},
			[]string{"attempt 3 failed", "3.000002s  n1 has no lock"},
		},
		"no release arrives, so the keys stay their whole time": {
			func(p *prepared) {
				p.retries = 1
				p.actions = taken("n1", "n2", "n3")
				p.roads = func(m trace.MsgName) (trace.Duration, bool) { return travels(5 * ms), m.Step == "del" }
			},
			[]string{"n5: SET lock " + ourToken + " NX PX 1000 -> (nil)", "500.002ms  n5 has lock=" + ourToken, "3.000002s  n5 has no lock"},
		},
		"a node comes back empty while the lock is held": {
			func(p *prepared) {
				p.actions = append(at(30*ms, run.Action{Verb: run.Crash, Target: "n3", Data: run.DataLose}), at(40*ms, run.Action{Verb: run.Restart, Target: "n3"})...)
			},
			[]string{"attempt 1 holds", "50.002ms  n3 has no lock", "n3: release " + ourToken + " -> (integer) 0"},
		},
		"work outlives the time to live, and a release finds somebody else's key": {
			func(p *prepared) {
				p.work = 5 * trace.Second
				p.actions = at(996*ms, set("B", "n1", "n2", "n3")...)
			},
			[]string{"n1: release " + ourToken + " -> (integer) 0, lock=B"},
		},
		"the key is of another type": {
			func(p *prepared) {
				for _, n := range nodes(2) {
					p.actions = append(p.actions, run.Action{Verb: run.Command, Target: string(n), Args: []string{"RPUSH", "lock", "no string"}})
				}
			},
			[]string{"attempt 1 holds", "n1: release " + ourToken + " -> error, lock=(a list)"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := usual()
			p.roads = roadsOf(3*ms, 2*ms)
			row.change(p)
			journal := p.compare(t, e)
			for _, want := range row.want {
				if !strings.Contains(journal, want) {
					t.Errorf("nothing reads %q:\n%s", want, journal)
				}
			}
		})
	}
}

// roadsOf takes questions and answers so long, and a little longer for each node.
func roadsOf(question, answer trace.Duration) roads {
	return func(m trace.MsgName) (trace.Duration, bool) {
		little := trace.Duration(m.Node[1]-'0') * 4 * us
		if m.Reply {
			return travels(answer + little), false
		}
		return travels(question + little), false
	}
}

// TestRandomWorlds plays worlds in which anything may be in the way.
func TestRandomWorlds(t *testing.T) {
	e := world.NewEngine()
	defer e.Close()
	var came outcomes
	for seed := range *worlds {
		came.count(random(choice.Seeded(seed)).compare(t, e))
		if t.Failed() {
			t.Logf("seed %d", seed)
			break
		}
	}
	came.require(t, *worlds)
}

// random prepares a world by a seed.
func random(seed choice.Seeded) *prepared {
	i := 0
	draw := func(n int) int { i++; return int(seed.Choose(fmt.Sprint(i), uint64(n))) }
	p := usual()
	p.ttl = trace.Duration(50+draw(1000)) * 2 * ms
	p.timeoutPercent = []int{5, 5, 20, 120}[draw(4)]
	p.retries = draw(5)
	p.delay = trace.Duration(draw(100)) * 2 * ms
	p.work = trace.Duration(draw(2000)) * 2 * ms
	for range draw(10) {
		p.actions = append(p.actions, anyAction(draw))
	}
	slices.SortStableFunc(p.actions, func(a, b run.Action) int { return int(a.At - b.At) })
	slow, loss := draw(3) == 0, uint64(draw(30))
	p.roads = func(m trace.MsgName) (trace.Duration, bool) {
		most := min(p.timeout()/2, 30*ms)
		if slow { // beyond the timeout, too
			most = p.timeout() * 2 / 3
		}
		takes := 4 + seed.Choose("latency "+m.String(), uint64(most))
		return travels(trace.Duration(takes)), seed.Choose("loss "+m.String(), 100) < loss
	}
	p.looks = looks(p.ttl/4, p.ttl/2, p.ttl*3/4, p.ttl, p.ttl*5/4, p.ttl*3/2, p.ttl*2, p.ttl*3, p.ttl*5)
	return p
}

// anyAction is somebody else's command, a crash or a restart.
func anyAction(draw func(int) int) run.Action {
	a := run.Action{At: trace.Time(draw(300)) * trace.Time(2*ms), Target: string(nodes(5)[draw(5)]), Verb: run.Command}
	if draw(2) == 0 {
		a.At = 0
	}
	ttl := fmt.Sprint(1 + draw(1000))
	switch draw(8) {
	case 0, 1:
		a.Args = []string{"SET", "lock", "somebody", "PX", ttl}
	case 2:
		a.Args = []string{"SET", "lock", "somebody", "NX", "PX", ttl}
	case 3:
		a.Args = []string{"DEL", "lock"}
	case 4:
		a.Args = []string{"RPUSH", "lock", "no", "string"}
	case 5:
		a.Verb, a.Data = run.Crash, run.DataLose
	case 6:
		a.Verb, a.Data = run.Crash, run.DataKeep
	case 7:
		a.Verb = run.Restart
	}
	return a
}
