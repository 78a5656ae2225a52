package live

import (
	"strings"
	"testing"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// ages is longer than any test.
const ages = 10 * trace.Minute

// ending is a way in which a session of one client on five servers ends.
type ending struct {
	name    string
	client  lock.Options
	takes   trace.Duration
	before  func(t *testing.T, servers []*real.Process)
	meet    func(t *testing.T, g *stage, servers []*real.Process) // what happens meanwhile
	want    []string                                              // what a stranger has and keeps, on the first three
	phase   string                                                // the last that the client tells
	removed int
}

var endings = []ending{
	{
		name: "done", client: options(trace.LockRedlock), takes: trace.Millisecond, phase: trace.PhaseDone,
		meet: func(t *testing.T, g *stage, _ []*real.Process) { g.Wait() },
	},
	{
		name: "interrupted at work", client: options(trace.LockRedlock), takes: ages, phase: trace.PhaseDone,
		meet: func(t *testing.T, g *stage, _ []*real.Process) {
			g.await("work", of(trace.Enter, "A"))
			g.Interrupt()
			g.Wait()
		},
	},
	{
		name: "interrupted at work that is longer than its lease, which is renewed",
		client: options(trace.LockRedlock, func(o *lock.Options) {
			o.TTL, o.Watchdog = 30*trace.Second, 20*trace.Millisecond
		}),
		takes: ages, phase: trace.PhaseDone,
		meet: func(t *testing.T, g *stage, _ []*real.Process) {
			g.await("a renewal", of(trace.Extend, "A"))
			g.Interrupt()
			g.Wait()
			if g.has(of(trace.Lost, "A")) > 0 {
				t.Errorf("its lease is said to have ended")
			}
		},
	},
	{
		name: "interrupted while it asks", client: options(trace.LockRedlock), takes: ages, phase: trace.PhaseDone,
		before: func(t *testing.T, servers []*real.Process) { pause(t, servers[4]) },
		meet: func(t *testing.T, g *stage, servers []*real.Process) {
			g.await("a request", of(trace.Send, "A"))
			g.Interrupt()
			realtest.Must(t, servers[4].Resume())
			g.Wait()
		},
	},
	{
		name: "interrupted while it waits",
		client: options(trace.LockRedlock, func(o *lock.Options) {
			o.RetryDelay, o.CleanUp = ages, lock.CleanNone
		}),
		before: take, want: []string{key}, phase: trace.PhaseGaveUp, removed: 2,
		meet: func(t *testing.T, g *stage, _ []*real.Process) {
			g.await("a wait", phase("A", trace.PhaseWait))
			g.Interrupt()
			g.Wait()
		},
	},
	{
		name: "interrupted while nobody can have it",
		client: options(trace.LockRedlock, func(o *lock.Options) {
			o.Nodes, o.PendOnSplit, o.Deadline, o.CleanUp = []trace.NodeID{"n1", "n2", "n4", "n5"}, true, ages, lock.CleanNone
		}),
		before: take, want: []string{key}, phase: trace.PhaseGaveUp, removed: 2,
		meet: func(t *testing.T, g *stage, _ []*real.Process) {
			g.await("a wait", phase("A", trace.PhaseUndecided))
			g.Interrupt()
			g.Wait()
		},
	},
	{
		name: "a habit of leaving keys",
		client: options(trace.LockRedlock, func(o *lock.Options) {
			o.Retries, o.CleanUp = 0, lock.CleanNone
		}),
		before: take, want: []string{key}, phase: trace.PhaseGaveUp, removed: 2,
		meet: func(t *testing.T, g *stage, _ []*real.Process) { g.Wait() },
	},
	{
		name: "a habit of leaving hashes",
		client: options(trace.LockReentrant, func(o *lock.Options) {
			o.NodeTimeout, o.Retries, o.CleanUp = 20*trace.Millisecond, 0, lock.CleanNone
		}),
		before: func(t *testing.T, servers []*real.Process) { pause(t, servers[0]) },
		meet: func(t *testing.T, g *stage, servers []*real.Process) {
			g.Wait()
			realtest.Must(t, servers[0].Resume())
			g.await("the late answer", of(trace.Exec, "A"))
		},
		phase: trace.PhaseGaveUp, removed: 1,
	},
	{
		name: "killed at work", client: options(trace.LockToken), takes: ages, phase: trace.PhaseRead, removed: 1,
		meet: func(t *testing.T, g *stage, _ []*real.Process) { g.await("a reading", of(trace.Read, "A")) },
	},
	{
		name: "killed at work, a hash", client: options(trace.LockReentrant), takes: ages, phase: trace.PhaseRead, removed: 1,
		meet: func(t *testing.T, g *stage, _ []*real.Process) { g.await("a reading", of(trace.Read, "A")) },
	},
	{
		name: "never begun", client: options(trace.LockToken),
		meet: func(t *testing.T, g *stage, _ []*real.Process) {
			g.Interrupt()
			g.Start("A")
			g.Wait()
		},
	},
}

// However a session ends, nothing of its clients' is left on the servers, and nothing
// of it runs any more.
func TestNothingIsLeft(t *testing.T) {
	for _, c := range endings {
		t.Run(c.name, func(t *testing.T) {
			servers := realtest.Cluster(t, 5, real.Settings{})
			g := open(t, Config{Redis: addrsOf(servers), Clients: []Client{{"A", c.client, job(c.takes)}}})
			if c.before != nil {
				c.before(t, servers)
			}
			if c.phase != "" {
				g.Start("A")
			}
			c.meet(t, g, servers)
			r := g.Close()
			settled(t)
			if len(r.Left) > 0 || len(r.Removed) != c.removed {
				t.Errorf("left %+v, removed %+v, want %d removed", r.Left, r.Removed, c.removed)
			}
			for i, p := range servers {
				if i < 3 {
					holdsOnly(t, p, c.want...)
				} else {
					holdsOnly(t, p)
				}
			}
			if last := c.lastPhase(g.told()); last != c.phase {
				t.Errorf("its last phase is %q, want %q; it told\n%s", last, c.phase, lines(g.told()))
			}
		})
	}
}

// lastPhase is the last that the client told. Whether one that is killed after its reading
// has begun to work is chance.
func (c *ending) lastPhase(told []trace.Event) (last string) {
	for _, e := range told {
		if e.Kind == trace.Phase && e.Activity == "" && !(c.phase == trace.PhaseRead && e.Phase == trace.PhaseWork) {
			last = e.Phase
		}
	}
	return last
}

func pause(t *testing.T, p *real.Process) {
	t.Helper()
	realtest.Must(t, p.Pause())
}

// take lets a stranger have the lock on the first three servers.
func take(t *testing.T, servers []*real.Process) {
	t.Helper()
	for _, p := range servers[:3] {
		if got := realtest.Dial(t, p.Addr()).Ask("SET " + key + " stranger"); got != "OK" {
			t.Fatal(got)
		}
	}
}

// A server that stands still has its requests in its socket: the SET, and the release
// behind it. Its answers come too late for who asked, and are told all the same.
func TestLateAnswers(t *testing.T) {
	servers := realtest.Cluster(t, 3, real.Settings{})
	o := options(trace.LockRedlock, func(o *lock.Options) { o.NodeTimeout = trace.Second })
	g := open(t, Config{Redis: addrsOf(servers), Clients: []Client{{"A", o, job(trace.Millisecond)}}})
	pause(t, servers[2])
	g.Start("A")
	g.Wait()
	realtest.Must(t, servers[2].Resume())
	late := func(e *trace.Event) bool { return e.Kind == trace.Deliver && e.Msg == "A/1/del<n3" && e.Who == "A" }
	g.await("the late answer", late)
	if r := g.Close(); len(r.Left)+len(r.Removed) > 0 {
		t.Errorf("keys stayed behind: %+v", r)
	}
	holdsOnly(t, servers[2])
	var fate []string
	for _, e := range g.told() {
		if strings.HasSuffix(e.Msg, "n3") {
			fate = append(fate, e.Kind.String()+" "+e.Msg)
		}
		if e.Rule == trace.RuleOrphanKey && e.Msg == "" {
			t.Errorf("nobody knew yet whether n3 had let go, and %s is said to be left there", e.Key)
		}
	}
	want := "send A/1/set>n3, timeout A/1/set>n3, send A/1/del>n3, timeout A/1/del>n3, " +
		"deliver A/1/set>n3, exec A/1/set>n3, send A/1/set<n3, deliver A/1/set<n3, " +
		"deliver A/1/del>n3, exec A/1/del>n3, send A/1/del<n3, deliver A/1/del<n3"
	got := strings.Join(fate, ", ")
	got = strings.Replace(got, ", violation A/1/set>n3", "", 1) // the key came when A had done with it
	if got != want {
		t.Errorf("n3: %s\nwant %s", got, want)
	}
}

// A server that is killed is told of, and what it may hold if it comes back is named.
func TestKilledServer(t *testing.T) {
	servers := realtest.Cluster(t, 3, real.Settings{})
	g := open(t, Config{Redis: addrsOf(servers), Clients: []Client{{"A", options(trace.LockRedlock), job(ages)}}})
	g.Start("A")
	g.await("work", of(trace.Enter, "A"))
	servers[2].Kill()
	g.Interrupt()
	g.Wait()
	r := g.Close()
	settled(t)
	if len(r.Left) != 1 || r.Left[0].Node != "n3" || r.Left[0].Name != key || !strings.Contains(r.Left[0].Why, "refuses connections") || r.Left[0].Lasts <= 0 {
		t.Errorf("left %+v, want the key on n3", r.Left)
	}
	if g.has(func(e *trace.Event) bool {
		return e.Kind == trace.Drop && e.Msg == "A/1/del>n3" && e.Why == trace.WhyNodeDown
	}) != 1 {
		t.Errorf("nobody is told what became of the release:\n%s", lines(g.told()))
	}
	holdsOnly(t, servers[0])
	holdsOnly(t, servers[1])
	if end := g.told()[len(g.told())-1]; end.Kind != trace.End || end.Why != trace.EndAsked || r.Verdict != trace.VerdictOK {
		t.Errorf("it ends with %s", lines([]trace.Event{end}))
	}
}

// A server that comes back is connected to again.
func TestServerComesBack(t *testing.T) {
	servers := realtest.Cluster(t, 1, real.Settings{})
	o := options(trace.LockToken, func(o *lock.Options) { o.Retries, o.RetryDelay, o.RetryJitter = 100_000, trace.Millisecond, 0 })
	g := open(t, Config{Redis: addrsOf(servers), Clients: []Client{{"A", o, job(0)}}})
	port := servers[0].Port()
	servers[0].Kill()
	g.Start("A")
	g.await("a refusal", of(trace.Drop, "n1"))
	realtest.Server(t, real.Settings{Port: port})
	g.await("the lock", of(trace.Hold, "A"))
	g.Wait()
	if r := g.Close(); len(r.Left)+len(r.Removed) > 0 {
		t.Errorf("keys stayed behind: %+v", r)
	}
}

// A watchdog that is stopped while it waits for an answer does nothing any more, whatever
// it had asked for.
func TestStoppedWatchdog(t *testing.T) {
	servers := realtest.Cluster(t, 1, real.Settings{})
	o := options(trace.LockWatchdog, func(o *lock.Options) { o.Watchdog, o.StopAtValidity = 10*trace.Millisecond, false })
	g := open(t, Config{Redis: addrsOf(servers), Clients: []Client{{"A", o, job(ages)}}})
	g.Start("A")
	g.await("work", of(trace.Read, "A"))
	pause(t, servers[0])
	asked := len(g.told())
	g.await("a renewal without an answer", func(e *trace.Event) bool {
		return e.Kind == trace.Send && e.Activity == trace.WatchdogActivity && e.Seq >= asked
	})
	g.Interrupt()
	g.await("the giving back", phase("A", trace.PhaseGiveBack))
	realtest.Must(t, servers[0].Resume())
	g.Wait()
	g.Close()
	settled(t)
	holdsOnly(t, servers[0])
	gave := false
	for _, e := range g.told() {
		gave = gave || e.Kind == trace.Phase && e.Phase == trace.PhaseGiveBack
		if gave && e.Activity == trace.WatchdogActivity {
			t.Errorf("after it was stopped: %s", lines([]trace.Event{e}))
		}
	}
	if g.has(of(trace.Release, "A")) != 1 {
		t.Errorf("no release is told of:\n%s", lines(g.told()))
	}
}
