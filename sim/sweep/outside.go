package sweep

import (
	"slices"

	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// Breach is one thing that Redlock's promise of mutual exclusion does not allow.
type Breach struct {
	Name string

	// Habit tells that it is a fault of the implementation: nothing happens to the
	// world that the algorithm would not have borne. The promise stands, and is not
	// kept.
	Habit bool

	apply func(d draw, p *promising)
}

// Breaches lists them.
var Breaches = []Breach{
	{"clocks of nodes jump ahead", false, func(d draw, p *promising) {
		p.whenInside(d, func(a *run.Action) { a.Verb, a.Jump = run.Clock, 2*p.ttl })
	}},
	{"nodes come back empty at once", false, func(d draw, p *promising) {
		p.whenInside(d, func(a *run.Action) { a.Verb, a.Data, a.Restart = run.Crash, run.DataLose, ms })
	}},
	{"nodes are flushed", false, func(d draw, p *promising) {
		p.whenInside(d, func(a *run.Action) { a.Verb = run.Flush })
	}},
	{"nodes give up the key", false, func(d draw, p *promising) {
		p.whenInside(d, func(a *run.Action) { a.Verb, a.Key = run.Evict, lockKey })
	}},
	{"nodes' clocks run far too fast", false, func(_ draw, p *promising) {
		for _, name := range p.masters {
			p.Actions = append(p.Actions, run.Action{Verb: run.Clock, Target: name, Rate: run.MaxRate})
		}
		p.linger()
	}},
	{"a client is paused while inside", false, func(d draw, p *promising) {
		p.everybody(func(c *run.Action) {
			c.Verb, c.For = run.Pause, 4*p.ttl
			c.When.Kind, c.After = trace.Enter, d.fine("after", 0, p.ttl/2)
		})
	}},
	{"a client is paused between its look at the clock and its write", false, func(_ draw, p *promising) {
		p.everybody(func(c *run.Action) {
			c.Verb, c.For = run.Pause, 4*p.ttl
			c.When.Kind, c.When.Phase = trace.Phase, trace.PhaseWrite
		})
	}},
	{"a write is long under way", false, func(_ draw, p *promising) {
		for _, name := range p.clients {
			p.Actions = append(p.Actions, run.Action{Verb: run.Slow, Link: [2]string{name, p.Config.Resources[0].ID}, By: 2 * p.ttl})
		}
	}},
	{"a client works on when its validity is over", false, func(_ draw, p *promising) {
		p.locks(func(o *lock.Options) { o.StopAtValidity, o.Watchdog = false, 0 })
		p.linger()
	}},
	{"a lock goes by a wall clock that is set back", false, func(_ draw, p *promising) {
		p.locks(func(o *lock.Options) { o.Clock = lock.WallClock })
		p.everybody(func(c *run.Action) { c.Verb, c.Jump, c.When.Kind = run.Clock, -3*p.ttl, trace.Hold })
		p.linger()
	}},
	{"deadlines on the wire are by a client's clock that is slow", false, func(_ draw, p *promising) {
		p.locks(func(o *lock.Options) { o.Expiry = lock.Absolute })
		for _, name := range p.clients {
			p.Actions = append(p.Actions, run.Action{Verb: run.Clock, Of: run.OfClient, Target: name, Jump: -p.ttl / 2})
		}
		p.linger()
	}},
	{"a node is listed twice and says OK to its own token", false, func(_ draw, p *promising) {
		p.locks(func(o *lock.Options) {
			o.AcceptOwnToken = true
			for range len(o.Nodes) {
				o.Nodes = append(o.Nodes, o.Nodes[0])
			}
		})
	}},
	{"clients know different nodes", false, func(_ draw, p *promising) {
		i := 0
		p.locks(func(o *lock.Options) {
			n := p.masters[i%len(p.masters)]
			o.Nodes, i = []trace.NodeID{trace.NodeID(n)}, i+1
		})
	}},
	{"a client looks only after its write whether its lock was lost", false, func(_ draw, p *promising) {
		p.locks(func(o *lock.Options) { o.Watchdog = 0 })
		p.linger()
		for i := range p.Config.Clients {
			j := &p.Config.Clients[i].Job
			j.LooksLate, j.WriteAt = true, 2*p.ttl
		}
	}},
	{"less than a majority is enough", true, func(_ draw, p *promising) {
		p.locks(func(o *lock.Options) { o.Quorum = len(o.Nodes) / 2 })
	}},
	{"one token is for all attempts, and what the first asked comes late", true, func(d draw, p *promising) {
		p.locks(func(o *lock.Options) { o.Tokens, o.CleanUp = lock.TokenPerLock, lock.CleanAll })
		p.linger()
		p.failFirst(d)
	}},
	{"a lock of which nothing is left is taken, and the client was paused while it asked", true, func(d draw, p *promising) {
		p.hasty(func(o *lock.Options) { o.Spent, o.StopAtValidity = lock.AcceptSpent, false })
		p.asleep(d)
	}},
	{"the elapsed time is not looked at, and the client is paused while it asks", true, func(d draw, p *promising) {
		p.hasty(unchecked)
		p.asleep(d)
	}},
	{"the elapsed time is not looked at, and the network is slow", true, func(d draw, p *promising) {
		p.hasty(unchecked)
		p.locks(func(o *lock.Options) { o.NodeTimeout = 4 * p.ttl })
		for _, node := range p.masters {
			p.Actions = append(p.Actions, run.Action{Verb: run.Slow, Link: [2]string{node, p.clients[0]}, By: d.fine("by", p.ttl, 2*p.ttl)})
		}
	}},
	{"a release deletes the key whoever owns it", true, func(_ draw, p *promising) {
		p.locks(func(o *lock.Options) { o.ReleaseBy, o.CleanUp = lock.ByDel, lock.CleanAll })
		p.linger()
	}},
}

// Outside returns the world of Within with one promise broken.
func Outside(seed uint64, b *Breach) *World {
	p := within(seed)
	p.locks(func(o *lock.Options) { o.Retries = 12 })
	b.apply(seeded(seed).of("outside"), p)
	return p.World
}

// whenInside does something to some of the nodes once somebody is inside.
func (p *promising) whenInside(d draw, what func(*run.Action)) {
	p.linger()
	hit := shuffled(d, "nodes", p.masters)
	for _, name := range hit[:d.between("how many", 1, len(hit))] {
		a := run.Action{When: &run.Trigger{Kind: trace.Enter, Nth: 1}, After: d.fine("after", 0, p.ttl/4), Target: name}
		what(&a)
		p.Actions = append(p.Actions, a)
	}
}

func (p *promising) everybody(what func(*run.Action)) { p.to(p.clients, what) }

// to does something to each of some clients, once, at an event of its own.
func (p *promising) to(clients []string, what func(*run.Action)) {
	for _, name := range clients {
		a := run.Action{When: &run.Trigger{Who: name, Nth: 1}, Of: run.OfClient, Target: name}
		what(&a)
		p.Actions = append(p.Actions, a)
	}
}

// asleep pauses the first client while it asks: all nodes at once, so the answers
// come meanwhile.
func (p *promising) asleep(d draw) {
	p.to(p.clients[:1], func(c *run.Action) {
		c.Verb, c.For = run.Pause, d.fine("for", p.ttl, 2*p.ttl)
		c.When.Kind = trace.Send
	})
}

// failFirst loses each client's first question to every node, and delays that node's
// being asked to let go after it.
func (p *promising) failFirst(d draw) {
	for _, who := range p.clients {
		for _, node := range p.masters {
			name := trace.MsgName{Client: trace.ClientID(who), Attempt: 1, Step: "set", Node: trace.NodeID(node)}
			lose := run.Action{Verb: run.Drop, Msg: name.String(), When: leaving(who, node, 1)}
			name.Step = "del"
			delay := run.Action{Verb: run.Delay, Msg: name.String(), When: leaving(who, node, 2), By: d.fine("by, of "+who+" and "+node, p.ttl/4, p.ttl)}
			p.Actions = append(p.Actions, lose, delay)
		}
	}
}

// leaving is the event that the nth message leaves from there to there.
func leaving(from, to string, nth int) *run.Trigger {
	return &run.Trigger{Kind: trace.Send, Who: from, Node: to, Nth: nth}
}

func (p *promising) locks(change func(*lock.Options)) {
	for i := range p.Config.Clients {
		change(&p.Config.Clients[i].Lock)
	}
}

// linger gives everybody more to do than a lock lasts.
func (p *promising) linger() {
	for i := range p.Config.Clients {
		j := &p.Config.Clients[i].Job
		j.Takes, j.WriteAt = 3*p.ttl, 0
	}
}

// unchecked is the habit of a library that takes a lock for held as soon as enough
// nodes said OK.
func unchecked(o *lock.Options) { o.ElapsedCheck = false }

// hasty gives everybody a habit, and less to do than a lock lasts. Nobody is paused at
// that: who believes in a lease that is over would be paused beyond it.
func (p *promising) hasty(habit func(*lock.Options)) {
	p.Actions = slices.DeleteFunc(p.Actions, func(a run.Action) bool { return a.Verb == run.Pause || a.Verb == run.Stall })
	p.locks(func(o *lock.Options) { o.Watchdog = 0 })
	p.locks(habit)
	for i := range p.Config.Clients {
		j := &p.Config.Clients[i].Job
		j.Takes, j.WriteAt = p.ttl/2, 0
	}
}
