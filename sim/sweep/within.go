package sweep

import (
	"strconv"

	"lockstep/sim/lock"
	"lockstep/sim/redis"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// Within returns the random world of that seed in which everything is as Redlock
// asks for, and as bad as it allows. Redlock promises mutual exclusion as long as
//
//   - no key vanishes early: nodes keep their data, or stay away for longer than the
//     longest time to live; nobody flushes, evicts or sets their clocks;
//   - clocks run at about the same rate: all are within a third of the drift
//     allowance;
//   - nodes are counted once, and all clients know the same ones;
//   - clients do all the checks, draw a token for each attempt, go by a steady clock,
//     stop when their validity ends, and are not paused beyond that while they are
//     inside. Paused at other times they may be, for as long as anybody likes;
//   - from the last look at the clock to the end of what it allows no more time
//     passes than it takes a message to get to a node: so the resource is close by.
//
// Everything else may go wrong, and does: clients and nodes crash, messages between
// them are lost, slowed, delayed beyond every timeout, delivered twice or cut off.
// Libraries may have habits that cost time alone: callers who do not wait for ever,
// errors that are raised, votes that pend, a clean-up that is left out; and a spent
// lock may be taken by a client that looks at its validity before it goes in.
func Within(seed uint64) *World { return within(seed).World }

func within(seed uint64) *promising {
	d := seeded(seed).of("within")
	w := &World{Seed: seed, Until: trace.Time(600 * ms)}
	p := &promising{World: w, ttl: d.span("ttl", 30*ms, 120*ms), timeout: d.span("timeout", 3*ms, 9*ms)}
	p.addNodes(d.of("nodes"))
	p.addClients(d.of("clients"))
	p.addNetwork(d.of("network"))
	for i := range d.upTo("faults", 7) {
		w.Actions = append(w.Actions, p.fault(d.ofNth("fault", i))...)
	}
	p.setRates(d.of("rates"))
	return p
}

// used is the breather of a client that has been paused once: two pauses might be
// too long together.
const used trace.Duration = -1

// promising is a world inside the promises, as it is being drawn.
type promising struct {
	*World
	ttl, timeout     trace.Duration
	drift            int64 // the allowance for clocks, in parts per million
	clients, masters []string
	breathers        []trace.Duration // how long each client may be paused while inside; 0 for not at all, used when it has been
}

// farthest is how long a message to the resource takes at most, and nearest how
// long one to a node takes at least: a client that has to leave is out before
// anybody else can hear that the nodes are free.
const (
	farthest = 150
	nearest  = 500
)

func (p *promising) addNodes(d draw) {
	for i := range one(d, "masters", 1, 2, 3, 3, 3, 3, 4, 5, 5, 5, 6, 7, 8, world.MaxNodes) {
		id := "n" + strconv.Itoa(i+1)
		p.masters = append(p.masters, id)
		p.Config.Nodes = append(p.Config.Nodes, world.Node{
			ID: trace.NodeID(id), Role: trace.RoleMaster, Fsync: one(d, "fsync of "+id, redis.Never, redis.EverySecond, redis.Always),
		})
	}
	p.Config.Resources = []resource.Config{{ID: "r1", Kind: one(d, "kind", resource.Ledger, resource.Stock, resource.File)}}
}

// addClients draws clients that want the same lock in the same way, but for how
// they go about it.
func (p *promising) addClients(d draw) {
	p.drift = int64(d.between("drift", 3_000, 30_000))
	for i := range one(d, "how many", 2, 2, 3) {
		id := string(rune('A' + i))
		o := p.options(d.of(id))
		p.clients = append(p.clients, id)
		p.breathers = append(p.breathers, p.breather(d.of(id), &o))
		r := p.Config.Resources[0]
		job := lock.Job{Resource: r.ID, Kind: r.Kind.String(), Takes: d.of(id).fine("takes", 0, 2*p.ttl)}
		job.WriteAt = trace.Duration(int64(job.Takes) * int64(d.of(id).upTo("write at", 5)) / 4)
		p.Config.Clients = append(p.Config.Clients, world.Client{
			ID: trace.ClientID(id), Start: trace.Time(d.of(id).fine("start", 0, 40*ms)), Lock: o, Job: job,
		})
	}
}

func (p *promising) options(d draw) lock.Options {
	o := lock.Defaults(trace.LockRedlock)
	o.Key, o.TTL, o.NodeTimeout = lockKey, p.ttl-d.span("less", 0, 10*ms), p.timeout
	o.Nodes = p.named(trace.RoleMaster)
	if d.in(50, "in another order") && len(o.Nodes) > 1 {
		o.Nodes = shuffled(d, "order of nodes", o.Nodes)
	}
	o.DriftPPM, o.DriftConst = p.drift, d.span("drift const", 0, 2*ms)
	o.Order = one(d, "order", lock.Parallel, lock.Parallel, lock.Sequential)
	o.T1 = one(d, "t1", lock.PerAttempt, lock.PerAttempt, lock.PerAttempt, lock.FirstAttempt)
	o.CleanUp = one(d, "clean-up", lock.CleanAll, lock.CleanAll, lock.CleanOK, lock.CleanNone, lock.CleanLast)
	o.ReleaseBy = one(d, "release", lock.ByScript, lock.ByDelEx)
	o.Retries, o.RetryDelay, o.RetryJitter = d.between("retries", 0, 4), d.span("retry delay", 3*ms, 40*ms), d.span("jitter", 0, 20*ms)
	if d.in(30, "watchdog") {
		o.Watchdog, o.MaxExtensions = o.TTL/3, d.between("extensions", 1, 4)
		o.ExtendBy = one(d, "extend", lock.ExtendCompare, lock.ExtendSet)
	}
	if d.in(15, "fencing") {
		o.Fence = lock.FromResource
	}
	p.habits(d.of("library"), &o)
	return o
}

// habits draws what libraries do otherwise, and keep the promise all the same.
func (p *promising) habits(d draw, o *lock.Options) {
	if d.in(20, "a deadline") {
		o.Deadline, o.CleanUpLate = d.fine("deadline", 1*ms, 120*ms), d.in(50, "clean-up goes on")
	}
	if d.in(10, "a quorum of its own") {
		o.Quorum = d.between("quorum", len(o.Nodes)/2+1, len(o.Nodes))
	}
	// Nodes that still have the key had it all the time: nobody was in between.
	o.RenewLate = d.in(10, "renewals count late")
	o.FailOnError, o.PendOnSplit = d.in(5, "errors are raised"), d.in(5, "split votes pend")
	o.Spent = one(d, "spent", lock.RefuseSpent, lock.RefuseSpent, lock.RefuseSpent, lock.AcceptZero, lock.AcceptSpent)
}

// breather is how long a client may be paused while it is inside: less than it
// surely has. Who asks one node after another may have next to nothing.
func (p *promising) breather(d draw, o *lock.Options) trace.Duration {
	if o.Order == lock.Sequential || o.T1 == lock.FirstAttempt || o.Fence != lock.NoFence || d.in(50, "it is paused elsewhere") {
		return 0
	}
	return (o.TTL - o.NodeTimeout - o.DriftConst - o.TTL/20) / 2
}

func (p *promising) addNetwork(d draw) {
	usual := world.Link{Min: d.fine("least latency", nearest, 1500), LossPPM: uint64(d.upTo("loss", 120_000))}
	usual.Max = usual.Min + d.fine("jitter", 0, 4*ms)
	p.Config.Network.Usual = usual
	p.reachResources(world.Link{Min: 50, Max: farthest})
}

// setRates lets clocks run at different rates, all within the allowance: a node's
// may be faster than a client's by two thirds of it.
func (p *promising) setRates(d draw) {
	if !d.in(40, "clocks run at different rates") {
		return
	}
	third := int(p.drift / 3)
	for i, name := range append(append([]string(nil), p.clients...), p.masters...) {
		a := run.Action{Verb: run.Clock, Target: name, Rate: int64(d.between("of "+name, trace.Million-third, trace.Million+third))}
		if i < len(p.clients) {
			a.Of = run.OfClient
		}
		if d.in(30, name+" changes it later") {
			a.At = trace.Time(d.fine("at, of "+name, 0, 300*ms))
		}
		p.Actions = append(p.Actions, a)
	}
}
