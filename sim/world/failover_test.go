package world_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/redis"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// shop is a primary with a replica and three sentinels. A and B want to sell the
// last item.
func shop(change func(*lock.Options)) *world.Config {
	c := &world.Config{
		Nodes: []world.Node{
			{ID: "n1", Role: trace.RolePrimary, Priority: 100}, {ID: "n2", Role: trace.RoleReplica, Priority: 100},
			{ID: "s1", Role: trace.RoleSentinel}, {ID: "s2", Role: trace.RoleSentinel}, {ID: "s3", Role: trace.RoleSentinel},
		},
		Replication: world.Replication{Lag: 100 * trace.Millisecond, DownAfter: trace.Second, Quorum: 2},
		Resources:   []resource.Config{{ID: "item", Kind: resource.Stock}},
		Network:     world.Network{Usual: world.Link{Min: trace.Millisecond, Max: trace.Millisecond}},
	}
	o := lock.Defaults(trace.LockToken)
	o.Key, o.Nodes, o.Sentinels = "k", []trace.NodeID{"n1"}, []trace.NodeID{"s1", "s2", "s3"}
	o.Retries = 1000
	if change != nil {
		change(&o)
	}
	for _, id := range []trace.ClientID{"A", "B"} {
		c.Clients = append(c.Clients, world.Client{
			ID: id, Start: 10 * ms, Lock: o,
			Job: lock.Job{Resource: "item", Kind: "stock", Takes: 8 * trace.Second, WriteAt: 8 * trace.Second},
		})
	}
	c.Clients[1].Start = second
	return c
}

// failed is a crash of the primary as soon as A holds the lock, for 20 s.
var failed = run.Action{
	When: &run.Trigger{Kind: trace.Hold, Who: "A", Nth: 1}, Verb: run.Crash, Target: "n1", Restart: 20 * trace.Second,
}

// The primary dies before its replica has the lock. The sentinels promote the
// replica, B gets the same lock, and the old primary comes back as a replica, and
// loses what it alone knew.
func TestFailoverLosesALock(t *testing.T) {
	c := shop(nil)
	for i := range c.Nodes[:2] {
		c.Nodes[i].Fsync = redis.Always
	}
	events := play(t, c, failed)
	seen := func(k trace.Kind, who string) trace.Time {
		for _, e := range events {
			if e.Kind == k && (e.Who == who || string(e.Node) == who) {
				return e.T
			}
		}
		t.Fatalf("nothing of kind %v befell %s", k, who)
		return 0
	}
	order := []trace.Time{
		seen(trace.Enter, "A"), seen(trace.SDown, "s1"), seen(trace.ODown, "n1"), seen(trace.Promote, "n2"),
		seen(trace.Enter, "B"), seen(trace.Leave, "A"), seen(trace.Heal, "n1"), seen(trace.Demote, "n1"), seen(trace.Replicate, "n1"),
	}
	if !slices.IsSorted(order) {
		t.Errorf("it came in the order %v", order)
	}
	after := trace.Fold(events, 10*trace.Time(trace.Minute))
	if n := after.Node("n1"); n.Role != trace.RoleReplica || n.Follows != "n2" || len(n.Keys) != 0 {
		t.Errorf("in the end n1 is %q of %q and holds %v", n.Role, n.Follows, n.Keys)
	}
	if r := after.Resource("item"); r.Value != "0" || r.Version != 2 {
		t.Errorf("in the end %q are left after %d sales", r.Value, r.Version)
	}
}

// A change reaches the replica after the lag, and its acknowledgement the primary;
// WAIT counts it.
func TestWaitCountsAcknowledgements(t *testing.T) {
	c := shop(func(o *lock.Options) { o.Wait.Replicas, o.Wait.Timeout = 1, 150*trace.Millisecond })
	c.Clients = c.Clients[:1]
	events := playUntil(t, c, 116*ms)
	expect(t, brief(events, trace.Exec, trace.Replicate, trace.Deliver, trace.Hold), `
		11ms deliver A/1/locate>s1
		11ms exec s1 A SENTINEL "n1"
		12ms deliver A/1/locate<s1
		13ms deliver A/1/set>n1
		13ms exec n1 A SET OK
		14ms deliver A/1/set<n1
		15ms deliver A/1/wait>n1
		114ms deliver n1/1/replicate>n2
		114ms replicate n2 n1
		115ms deliver n1/1/replicate<n2
		115ms exec n1 A WAIT (integer) 1
		116ms deliver A/1/wait<n1
		116ms hold A`)

	cut := run.Action{Verb: run.Partition, Cut: [][]string{{"n1"}, {"n2"}}}
	events = playUntil(t, c, 200*ms, cut)
	expect(t, brief(events, trace.Drop, trace.Decide, trace.Exec, trace.Replicate), `
		11ms exec s1 A SENTINEL "n1"
		13ms exec n1 A SET OK
		114ms drop n1/1/replicate>n2 cut
		165ms exec n1 A WAIT (integer) 0
		166ms decide A 1 not enough replicas 10s
		167ms exec n1 A EVAL (integer) 1`)
}

// A connection that lost something breaks; the replica asks for all there is until
// it gets it.
func TestReplicaCatchesUp(t *testing.T) {
	c := shop(func(o *lock.Options) { o.TTL = trace.Minute })
	c.Clients = c.Clients[:1]
	events := playUntil(t, c, 4*second,
		run.Action{Verb: run.Partition, Cut: [][]string{{"n1"}, {"n2"}}},
		run.Action{At: 2500 * ms, Verb: run.Heal, Heal: run.HealAll})
	expect(t, brief(events, trace.Replicate, trace.Heal), `
		2.5s heal partition  by action 2
		3.116s replicate n2 n1 full copy`)
	if n := trace.Fold(events, 4*second).Node("n2"); len(n.Keys) != 1 || n.Keys[0].Owner != "A" {
		t.Errorf("n2 holds %+v", n.Keys)
	}
}

// A replica keeps what runs out until its primary says so, or until it is one.
func TestReplicaExpiry(t *testing.T) {
	c := shop(func(o *lock.Options) { o.TTL = trace.Second })
	c.Clients = c.Clients[:1]
	events := play(t, c)
	expect(t, brief(events, trace.Expire, trace.Replicate), `
		114ms replicate n2 n1
		1.014s expire n1
		1.115s replicate n2 n1`)
}

// A member of the lock service answers as long as it and enough others can reach
// each other.
func TestConsensusNeedsAMajority(t *testing.T) {
	c := service()
	crash := func(node string) run.Action { return run.Action{Verb: run.Crash, Target: node} }
	cut := run.Action{Verb: run.Partition, Cut: [][]string{{"c1"}, {"c2", "c3"}}}
	for _, row := range []struct {
		name    string
		actions []run.Action
		want    string
	}{
		{"all up", nil, "12ms hold A 1"},
		{"one is down", []run.Action{crash("c1")}, "62ms hold A 1"},
		{"one is cut off from the others", []run.Action{cut}, "62ms hold A 1"},
		{"two are down", []run.Action{crash("c1"), crash("c2")}, ""},
	} {
		var got []string
		for _, e := range playUntil(t, c, second, row.actions...) {
			if e.Kind == trace.Hold {
				got = append(got, fmt.Sprintf("%v hold %s %d", trace.Duration(e.T), e.Who, e.Fence))
			}
		}
		if strings.Join(got, "\n") != row.want {
			t.Errorf("%s: %v and should be %q", row.name, got, row.want)
		}
	}
}

// service is three members of a lock service, and A, whose lock it gives.
func service() *world.Config {
	c := small(nil, "A")
	c.Nodes = nil
	o := lock.Defaults(trace.LockConsensus)
	o.Key, o.Retries, o.Fence = "k", 0, lock.FromConsensus
	for _, id := range []trace.NodeID{"c1", "c2", "c3"} {
		c.Nodes = append(c.Nodes, world.Node{ID: id, Role: trace.RoleConsensus})
		o.Members = append(o.Members, id)
	}
	c.Clients[0].Lock = o
	return c
}

// Whoever acquires from one member and releases at another speaks to one service.
func TestConsensusIsOneState(t *testing.T) {
	events := play(t, service(), run.Action{At: 500 * ms, Verb: run.Crash, Target: "c1"})
	s := trace.Fold(events, second-1)
	for _, n := range s.Nodes {
		if len(n.Keys) != 1 {
			t.Errorf("%s holds %v", n.ID, n.Keys)
		}
	}
	if s := trace.Fold(events, 10*trace.Time(trace.Minute)); len(s.Nodes[0].Keys)+len(s.Nodes[1].Keys) != 0 {
		t.Errorf("in the end c1 holds %v and c2 %v", s.Nodes[0].Keys, s.Nodes[1].Keys)
	}
}
