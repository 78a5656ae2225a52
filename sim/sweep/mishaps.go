package sweep

import (
	"lockstep/sim/redis"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// fault draws a fault that Redlock's promise covers.
func (p *promising) fault(d draw) []run.Action {
	a := run.Action{At: trace.Time(d.fine("at", 0, 300*ms))}
	switch d.upTo("which", 9) {
	case 0:
		return p.crashClient(d, a)
	case 1:
		return p.crashNode(d, a)
	case 2, 3:
		return p.standstill(d, a)
	case 4:
		return p.cut(d, a)
	case 5:
		a.Verb, a.PPM = run.Lose, int64(d.between("ppm", 100_000, trace.Million))
		a.Link = p.link(d)
		return []run.Action{a, {At: a.At.Add(d.fine("heals", 0, 200*ms)), Verb: run.Heal, Heal: run.Healing{Lose: run.HealLink{Link: a.Link}}}}
	case 6:
		a.Verb, a.By = run.Slow, d.fine("by", 1, p.ttl)
		a.Link = p.link(d)
		return []run.Action{a, {At: a.At.Add(d.fine("heals", 0, 200*ms)), Verb: run.Heal, Heal: run.Healing{Slow: run.HealLink{Link: a.Link}}}}
	case 7:
		// A wall clock that is set does no harm to who goes by a steady one.
		a.Verb, a.Of, a.Target, a.Jump = run.Clock, run.OfClient, one(d, "client", p.clients...), d.fine("jump", 1, 500*ms)
		return []run.Action{a}
	}
	return p.message(d)
}

func (p *promising) crashClient(d draw, a run.Action) []run.Action {
	a.Verb, a.Of, a.Target = run.Crash, run.OfClient, one(d, "client", p.clients...)
	if d.in(60, "when it holds the lock") {
		a.At, a.When = 0, &run.Trigger{Kind: trace.Enter, Who: a.Target, Nth: 1}
		a.After = d.fine("after", 0, p.ttl)
	}
	if d.in(70, "it comes back") {
		a.Restart = d.fine("restart", 1, 100*ms)
	}
	return []run.Action{a}
}

// crashNode lets a node lose nothing, or stay away for longer than anything that it
// could lose would have lived.
func (p *promising) crashNode(d draw, a run.Action) []run.Action {
	i := d.upTo("node", len(p.masters))
	a.Verb, a.Target = run.Crash, p.masters[i]
	a.Data = one(d, "data", run.DataPolicy, run.DataKeep, run.DataKeep, run.DataLose)
	if d.in(80, "it comes back") {
		a.Restart = d.fine("restart", 1, 60*ms)
		if a.Data == run.DataLose || a.Data == run.DataPolicy && p.Config.Nodes[i].Fsync != redis.Always {
			a.Restart += p.ttl + p.ttl/20
		}
	}
	return []run.Action{a}
}

// standstill pauses a client, or its worker alone, where it does no harm: while it
// asks, so that the elapsed time tells; when it holds the lock and has not looked at
// the clock yet; after it has left. Inside it is paused for less than it has.
func (p *promising) standstill(d draw, a run.Action) []run.Action {
	i := d.upTo("client", len(p.clients))
	a.At, a.Verb, a.Of, a.Target = 0, one(d, "verb", run.Pause, run.Stall), run.OfClient, p.clients[i]
	a.For = d.fine("for", 1, 2*p.ttl)
	if p.breathers[i] > 0 {
		a.When = &run.Trigger{Kind: trace.Enter, Who: a.Target, Nth: 1}
		a.For = d.fine("for", 1, p.breathers[i])
		p.breathers[i] = used
		return []run.Action{a}
	}
	if p.breathers[i] == used {
		return nil
	}
	a.When = &run.Trigger{Who: a.Target, Nth: d.between("nth", 1, 3), Kind: trace.Phase}
	switch d.upTo("when", 4) {
	case 0:
		a.When.Phase = trace.PhaseAsk
	case 3: // the answers come meanwhile
		a.When.Kind, a.When.Node, a.When.Nth = trace.Send, one(d, "node", p.masters...), 1
	case 1:
		a.When.Kind, a.When.Nth = trace.Hold, 1
	case 2:
		a.When.Phase, a.When.Nth = trace.PhaseGiveBack, 1
	}
	return []run.Action{a}
}

// cut keeps some clients from some nodes, and nobody from the resource.
func (p *promising) cut(d draw, a run.Action) []run.Action {
	a.Verb, a.OneWay = run.Partition, d.in(40, "one way")
	clients, nodes := shuffled(d, "clients", p.clients), shuffled(d, "nodes", p.masters)
	a.Cut = [][]string{clients[:d.between("how many clients", 1, len(clients))], nodes[:d.between("how many nodes", 1, len(nodes))]}
	if d.in(30, "the other way") {
		a.Cut[0], a.Cut[1] = a.Cut[1], a.Cut[0]
	}
	return []run.Action{a, {At: a.At.Add(d.fine("heals", 0, 200*ms)), Verb: run.Heal, Heal: run.Healing{Cut: run.HealCut{Cut: a.Cut}}}}
}

// link draws the way from a client to a node, or back.
func (p *promising) link(d draw) [2]string {
	l := [2]string{one(d, "client", p.clients...), one(d, "node", p.masters...)}
	if d.in(50, "the way back") {
		l[0], l[1] = l[1], l[0]
	}
	return l
}

// message lets a request to a node, or its reply, be lost, come late or come twice.
func (p *promising) message(d draw) []run.Action {
	who, node := one(d, "client", p.clients...), one(d, "node", p.masters...)
	nth := d.between("nth", 1, 3)
	name := trace.MsgName{Client: trace.ClientID(who), Attempt: (nth + 1) / 2, Step: []string{"set", "del"}[(nth+1)%2], Node: trace.NodeID(node)}
	a := run.Action{
		When: &run.Trigger{Kind: trace.Send, Who: who, Node: node, Nth: nth},
		Verb: one(d, "verb", run.Drop, run.Delay, run.Duplicate, run.Duplicate),
	}
	if d.in(40, "the reply") {
		name.Reply, a.When.Who, a.When.Node = true, node, who
	}
	if a.Msg = name.String(); a.Verb == run.Delay {
		a.By = d.fine("by", 1, 2*p.ttl)
	}
	return []run.Action{a}
}
