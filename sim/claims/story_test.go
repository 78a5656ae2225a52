package claims_test

import (
	"cmp"
	"slices"
	"testing"

	"lockstep/sim/choice"
	"lockstep/sim/lock"
	"lockstep/sim/redis"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

const (
	ms     = trace.Millisecond
	s      = trace.Second
	minute = trace.Minute
)

// part adds something to a world: machines, clients, faults.
type part func(*plot)

// plot is a world in the making.
type plot struct {
	world.Config
	until trace.Time
	alone bool // nobody knows of the sentinels
}

// story is a world that was played, and all that happened in it.
type story struct {
	t      *testing.T
	config world.Config
	events []trace.Event
}

// played are the stories of this process, in order.
var played []*story

// play plays a world to its end. If the test fails, the journal of it is shown.
func play(t *testing.T, parts ...part) *story {
	t.Helper()
	var p plot
	for _, add := range parts {
		add(&p)
	}
	for i := range p.Clients {
		p.introduce(&p.Clients[i])
	}
	e := world.NewEngine()
	defer e.Close()
	events, err := e.Run(&p.Config, choice.Seeded(1), nil, p.until)
	if err != nil {
		t.Fatal(err)
	}
	st := &story{t, p.Config, events}
	played = append(played, st)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("it went\n%s\n%s", st.journal(), st.findings())
		}
	})
	return st
}

// introduce tells a client of the machines that it has to do with.
func (p *plot) introduce(c *world.Client) {
	o := &c.Lock
	named, known := o.Nodes != nil, o.Members != nil
	for i := range p.Nodes {
		switch n := &p.Nodes[i]; n.Role {
		case trace.RoleMaster, trace.RolePrimary:
			if !named {
				o.Nodes = append(o.Nodes, n.ID)
			}
		case trace.RoleSentinel:
			if !p.alone {
				o.Sentinels = append(o.Sentinels, n.ID)
			}
		case trace.RoleConsensus:
			if !known {
				o.Members = append(o.Members, n.ID)
			}
		}
	}
	if len(p.Resources) > 0 {
		c.Job.Resource, c.Job.Kind = p.Resources[0].ID, p.Resources[0].Kind.String()
	}
}

// nodes adds Redis nodes that know nothing of each other: n1, n2 and so on.
func nodes(n int) part {
	return func(p *plot) {
		for _, id := range []trace.NodeID{"n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9"}[:n] {
			p.Nodes = append(p.Nodes, world.Node{ID: id})
		}
	}
}

// members adds the three members of a linearizable lock service.
func members(p *plot) {
	for _, id := range []trace.NodeID{"c1", "c2", "c3"} {
		p.Nodes = append(p.Nodes, world.Node{ID: id, Role: trace.RoleConsensus})
	}
}

// replicated adds a primary n1 with some replicas, n2 and so on, and three sentinels.
// A change stays in the primary for 100 ms before it leaves.
func replicated(replicas int) part {
	return func(p *plot) {
		p.Nodes = append(p.Nodes, world.Node{ID: "n1", Role: trace.RolePrimary, Priority: 100})
		for _, id := range []trace.NodeID{"n2", "n3", "n4"}[:replicas] {
			p.Nodes = append(p.Nodes, world.Node{ID: id, Role: trace.RoleReplica, Priority: 100})
		}
		for _, id := range []trace.NodeID{"s1", "s2", "s3"} {
			p.Nodes = append(p.Nodes, world.Node{ID: id, Role: trace.RoleSentinel})
		}
		p.Replication = world.Replication{Lag: 100 * ms, DownAfter: s, Quorum: 2}
	}
}

// fsync gives nodes a persistence; they have none otherwise.
func fsync(policy redis.Persistence, nodes ...string) part {
	return func(p *plot) {
		for i := range p.Nodes {
			if slices.Contains(nodes, string(p.Nodes[i].ID)) {
				p.Nodes[i].Fsync = policy
			}
		}
	}
}

// What they work on: an invoice to be charged once, the last item in stock, a file.
func ledger(g resource.Guard) part { return asset("invoice", resource.Ledger, g) }
func stock(g resource.Guard) part  { return asset("item", resource.Stock, g) }
func file(g resource.Guard) part   { return asset("file", resource.File, g) }

func asset(id string, k resource.Kind, g resource.Guard) part {
	return func(p *plot) { p.Resources = append(p.Resources, resource.Config{ID: id, Kind: k, Guard: g}) }
}

// client adds one that wants the lock at start, is inside for as long as its work
// takes, and writes at writeAt of that.
func client(id trace.ClientID, start trace.Duration, o lock.Options, takes, writeAt trace.Duration) part {
	return func(p *plot) {
		p.Clients = append(p.Clients, world.Client{
			ID: id, Start: trace.Time(start), Lock: o, Job: lock.Job{Takes: takes, WriteAt: writeAt},
		})
	}
}

// option changes one thing about a lock.
type option func(*lock.Options)

// of returns the usual options of a kind of lock, and those changed. Nobody gives
// up: a client tries again, each 200 ms and nothing more, until it is inside.
func of(kind string, change ...option) lock.Options {
	o := lock.Defaults(kind)
	o.Key, o.Retries, o.RetryJitter = "lock", 10_000, 0
	for _, c := range change {
		c(&o)
	}
	return o
}

func redlock(change ...option) lock.Options { return of(trace.LockRedlock, change...) }

// once makes a client try once only.
func once(o *lock.Options) { o.Retries = 0 }

// fenced takes fencing numbers from the linearizable service, and shows them when
// reading too.
func fenced(o *lock.Options) { o.Fence, o.FenceOnRead = lock.FromConsensus, true }

// careless leaves out the look at the clock while working: most programs have none.
func careless(o *lock.Options) { o.StopAtValidity = false }

// takes makes every message take as long.
func takes(d trace.Duration) part {
	return func(p *plot) { p.Network.Usual = world.Link{Min: d, Max: d} }
}

// link gives the links between a client and some nodes another length.
func link(client string, d trace.Duration, nodes ...string) part {
	return func(p *plot) {
		for _, n := range nodes {
			l := world.LinkException{Between: [2]string{client, n}, Link: world.Link{Min: d, Max: d}}
			p.Network.Links = append(p.Network.Links, l)
		}
	}
}

// until ends the story early.
func until(d trace.Duration) part { return func(p *plot) { p.until = trace.Time(d) } }

// at lets something happen at an instant, before all else that happens then.
func at(d trace.Duration, deeds ...run.Action) part {
	return func(p *plot) {
		for _, a := range deeds {
			a.At = trace.Time(d)
			p.Faults = append(p.Faults, a)
		}
	}
}

// on lets something happen right after an event, before whoever caused it takes
// the next step.
func on(event run.Trigger, deeds ...run.Action) part {
	return func(p *plot) {
		for _, a := range deeds {
			w := event
			w.Nth = cmp.Or(w.Nth, 1)
			a.When = &w
			p.Faults = append(p.Faults, a)
		}
	}
}

// step is the event that a client comes to a step of its algorithm.
func step(client, phase string) run.Trigger {
	return run.Trigger{Kind: trace.Phase, Who: client, Phase: phase}
}

// sent is the event that a message leaves, the nth from there to there.
func sent(from, to string, nth int) run.Trigger {
	return run.Trigger{Kind: trace.Send, Who: from, Node: to, Nth: nth}
}

// holds is the event that a client begins to believe.
func holds(client string) run.Trigger { return run.Trigger{Kind: trace.Hold, Who: client} }

func pause(client string, d trace.Duration) run.Action {
	return run.Action{Verb: run.Pause, Of: run.OfClient, Target: client, For: d}
}

func stall(client string, d trace.Duration) run.Action {
	return run.Action{Verb: run.Stall, Of: run.OfClient, Target: client, For: d}
}

func kill(client string) run.Action {
	return run.Action{Verb: run.Crash, Of: run.OfClient, Target: client}
}

// crash takes a node down; it loses what its persistence does not keep, and comes
// back after a while, unless that is 0.
func crash(node string, back trace.Duration) run.Action {
	return run.Action{Verb: run.Crash, Target: node, Restart: back}
}

func jump(node string, d trace.Duration) run.Action {
	return run.Action{Verb: run.Clock, Target: node, Jump: d}
}

func jumpOf(client string, d trace.Duration) run.Action {
	return run.Action{Verb: run.Clock, Of: run.OfClient, Target: client, Jump: d}
}

func rate(node string, ppm int64) run.Action {
	return run.Action{Verb: run.Clock, Target: node, Rate: ppm}
}

func rateOf(client string, ppm int64) run.Action {
	return run.Action{Verb: run.Clock, Of: run.OfClient, Target: client, Rate: ppm}
}

// cut separates some machines from others, both ways.
func cut(some []string, others ...string) run.Action {
	return run.Action{Verb: run.Partition, Cut: [][]string{some, others}}
}

func heal() run.Action { return run.Action{Verb: run.Heal, Heal: run.HealAll} }

func drop(msg string) run.Action { return run.Action{Verb: run.Drop, Msg: msg} }

func delay(msg string, by trace.Duration) run.Action {
	return run.Action{Verb: run.Delay, Msg: msg, By: by}
}

func slow(from, to string, by trace.Duration) run.Action {
	return run.Action{Verb: run.Slow, Link: [2]string{from, to}, By: by}
}

// command is what a person types at a node.
func command(node string, args ...string) run.Action {
	return run.Action{Verb: run.Command, Target: node, Args: args}
}

// taken puts somebody else's key on nodes before anything else happens.
func taken(where ...string) part {
	var deeds []run.Action
	for _, n := range where {
		deeds = append(deeds, command(n, "SET", "lock", "somebody"))
	}
	return at(0, deeds...)
}

// names is a group of machines, for a cut.
func names(list ...string) []string { return slices.Clone(list) }
