package lock_test

import (
	"slices"
	"testing"

	"lockstep/sim/choice"
	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// Each kind of lock among several clients, where its nodes are what it is for.

// town is a world with everything that any kind of lock asks, and with sentinels
// where there is a replica.
func town(kind string, replicas int, clients ...trace.ClientID) *world.Config {
	c := &world.Config{
		Network:   world.Network{Usual: world.Link{Min: ms, Max: 4 * ms}},
		Resources: []resource.Config{{ID: "stock", Kind: resource.Stock, Initial: "9"}},
	}
	o := lock.Defaults(kind)
	o.Key, o.Retries = "lock:stock", 200
	o.Members = []trace.NodeID{"c1", "c2", "c3"}
	for _, id := range o.Members {
		c.Nodes = append(c.Nodes, world.Node{ID: id, Role: trace.RoleConsensus})
	}
	switch {
	case replicas > 0:
		o.Sentinels = []trace.NodeID{"s1", "s2", "s3"}
		c.Replication = world.Replication{Lag: 100 * ms, DownAfter: trace.Second, Quorum: 2}
		for _, id := range o.Sentinels {
			c.Nodes = append(c.Nodes, world.Node{ID: id, Role: trace.RoleSentinel})
		}
		c.Nodes = append(c.Nodes, world.Node{ID: "n1", Role: trace.RolePrimary})
		for _, id := range nodes(replicas + 1)[1:] {
			c.Nodes = append(c.Nodes, world.Node{ID: id, Role: trace.RoleReplica, Priority: 100})
		}
	case kind == trace.LockRedlock:
		o.Nodes = nodes(5)
	default:
		o.Nodes = nodes(1)
	}
	c.Nodes = append(c.Nodes, masters(o.Nodes)...)
	for i, id := range clients {
		c.Clients = append(c.Clients, world.Client{
			ID: id, Start: trace.Time(i) * trace.Time(10*ms), Lock: o,
			Job: lock.Job{Resource: "stock", Kind: "stock", WriteAt: trace.Second, Takes: 2 * trace.Second},
		})
	}
	return c
}

func live(t *testing.T, c *world.Config, actions ...run.Action) []trace.Event {
	t.Helper()
	e := world.NewEngine()
	defer e.Close()
	events, err := e.Run(c, choice.Seeded(1), actions, 0)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// left returns what is in stock at the end.
func left(events []trace.Event) string {
	return trace.Fold(events, events[len(events)-1].T).Resources[0].Value
}

// Under a lock of any kind, while nothing fails, each of three clients sells one
// item. Numbers alone exclude nobody: they sell what they read together.
func TestEveryKindAmongThree(t *testing.T) {
	for _, kind := range []string{
		trace.LockSetNX, trace.LockSetNXExpire, trace.LockSetPX, trace.LockToken, trace.LockWatchdog,
		trace.LockReentrant, trace.LockRedlock, trace.LockConsensus, trace.LockFencing,
	} {
		for replicas := range 2 {
			if replicas > 0 && (kind == trace.LockRedlock || kind == trace.LockConsensus || kind == trace.LockFencing) {
				continue // they ask no primary
			}
			events := live(t, town(kind, replicas, "A", "B", "C"))
			want := "6"
			if kind == trace.LockFencing {
				want = "8"
			}
			if got := left(events); got != want {
				t.Errorf("%s, %d replicas: %s are left and not %s", kind, replicas, got, want)
			}
			inside := 0
			for _, e := range events {
				switch e.Kind {
				case trace.Enter:
					inside++
				case trace.Leave:
					inside--
				}
				if inside > 1 && kind != trace.LockFencing {
					t.Fatalf("%s, %d replicas: two are inside at %v", kind, replicas, trace.Duration(e.T))
				}
			}
			s := trace.Fold(events, events[len(events)-1].T)
			for _, n := range s.Nodes {
				if len(n.Keys) > 0 && n.Role != trace.RoleConsensus {
					t.Errorf("%s, %d replicas: %s has %+v at the end", kind, replicas, n.ID, n.Keys)
				}
			}
		}
	}
}

// A primary dies with the lock before its replica has heard of it. The next client
// asks the sentinels, finds the new primary, and gets the lock a second time.
func TestFailoverLosesALock(t *testing.T) {
	c := town(trace.LockToken, 1, "A", "B")
	c.Replication.Lag = 5 * trace.Second
	c.Clients[0].Job.Takes, c.Clients[0].Job.WriteAt = 9*trace.Second, 9*trace.Second
	c.Clients[1].Start = trace.Time(trace.Second)
	events := live(t, c, run.Action{At: trace.Time(500 * ms), Verb: run.Crash, Target: "n1"})
	hold, promote := of(events, trace.Hold, "B"), of(events, trace.Promote, "")
	if len(promote) != 1 || promote[0].Node != "n2" {
		t.Fatalf("n2 was to be promoted: %+v", promote)
	}
	release := of(events, trace.Release, "A")
	if len(hold) != 1 || len(release) != 1 || hold[0].T < promote[0].T || hold[0].T > release[0].T {
		t.Fatalf("B was to hold before A gives back: %+v, %+v", hold, release)
	}
	if got := left(events); got != "8" {
		t.Errorf("two were sold, and %s are left", got)
	}
}

// An old primary that is back takes renewals until a sentinel makes it a replica, for
// it knows nothing of the other. Then it has what the new one has, where nobody
// renewed the key; it says so itself, for a script that does not come to a write
// runs on a replica, too.
func TestOldPrimaryBecomesAReplica(t *testing.T) {
	c := town(trace.LockWatchdog, 1, "A")
	c.Clients[0].Job.Takes, c.Clients[0].Job.WriteAt = 20*trace.Second, 20*trace.Second
	events := live(t, c, run.Action{
		At: trace.Time(500 * ms), Verb: run.Crash, Target: "n1", Data: run.DataKeep, Restart: 2400 * ms,
	})
	var renewals []string
	for _, e := range of(events, trace.Exec, "A") {
		if e.Purpose == trace.ToExtend {
			renewals = append(renewals, string(e.Node)+" "+e.Reply)
		}
	}
	want := []string{"n1 (integer) 1", "n1 (integer) 1", "n1 (integer) 1", "n1 (integer) 0"}
	if !slices.Equal(renewals, want) {
		t.Errorf("A's renewals: %q", renewals)
	}
	lost := of(events, trace.Lost, "A")
	if len(lost) != 1 || lost[0].Why != trace.WhyRenewalRefused || len(of(events, trace.Extend, "A")) != 3 {
		t.Errorf("A was to lose its lock after three renewals: %+v", lost)
	}
}
