package sweep

import (
	"strconv"

	"lockstep/sim/redis"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// The topologies.
const (
	single = iota
	replicated
	independent
	agreed // members of the lock service, and no other node
)

// addNodes draws the machines that serve.
func (w *World) addNodes(d draw) {
	switch one(d, "topology", single, replicated, replicated, independent, independent, agreed) {
	case single:
		w.addRedis(d, trace.RoleMaster, 1)
	case replicated:
		w.addRedis(d, trace.RolePrimary, 1)
		w.addRedis(d, trace.RoleReplica, d.corner("replicas", d.between("replicas", 1, 3), world.MaxNodes-1))
		w.addSentinels(d)
	case independent:
		w.addRedis(d, trace.RoleMaster, d.between("masters", 1, world.MaxNodes))
	case agreed:
		w.addMembers(one(d, "members", 1, 3, 5))
		return
	}
	if d.in(40, "a lock service beside them") {
		w.addMembers(one(d, "members", 1, 3))
	}
}

func (w *World) addRedis(d draw, role string, n int) {
	for range n {
		id := "n" + strconv.Itoa(len(w.Config.Nodes)+1)
		w.Config.Nodes = append(w.Config.Nodes, world.Node{
			ID: trace.NodeID(id), Role: role,
			Fsync:    one(d, "fsync of "+id, redis.Never, redis.EverySecond, redis.Always),
			Priority: one(d, "priority of "+id, 0, 10, 100, 100, 100),
		})
	}
}

func (w *World) addSentinels(d draw) {
	n := d.between("sentinels", 1, world.MaxSentinels)
	for i := range n {
		w.Config.Nodes = append(w.Config.Nodes, world.Node{ID: trace.NodeID("s" + strconv.Itoa(i+1)), Role: trace.RoleSentinel})
	}
	w.Config.Replication = world.Replication{
		Lag: d.span("lag", 0, 60*ms), DownAfter: d.span("down after", 50*ms, 400*ms), Quorum: d.between("quorum", 1, n/2+1),
		FailoverTimeout: one(d, "failover timeout", 0, 50*ms, 300*ms, 2*trace.Second),
	}
	if d.in(corners, "a lag without end") {
		w.Config.Replication.Lag = run.MaxTime
	}
}

func (w *World) addMembers(n int) {
	for i := range n {
		w.Config.Nodes = append(w.Config.Nodes, world.Node{ID: trace.NodeID("m" + strconv.Itoa(i+1)), Role: trace.RoleConsensus})
	}
}

// named lists the nodes of some roles.
func (w *World) named(roles ...string) []trace.NodeID {
	var list []trace.NodeID
	for i := range w.Config.Nodes {
		for _, role := range roles {
			if w.Config.Nodes[i].Role == role {
				list = append(list, w.Config.Nodes[i].ID)
			}
		}
	}
	return list
}

func (w *World) addResources(d draw) {
	for i := range d.corner("how many", d.between("how many", 1, 2), world.MaxResources) {
		d := d.ofNth("r", i+1)
		r := resource.Config{
			ID:    "r" + strconv.Itoa(i+1),
			Kind:  one(d, "kind", resource.Ledger, resource.Stock, resource.File),
			Guard: one(d, "guard", resource.None, resource.None, resource.Fencing, resource.CompareAndSet, resource.IdempotencyKey, resource.UniqueConstraint),
		}
		if r.Kind == resource.Stock {
			r.Initial = strconv.Itoa(d.between("stock", 1, 3))
		}
		w.Config.Resources = append(w.Config.Resources, r)
	}
}

// addNetwork draws a network that jitters, mostly loses something, and has links
// that are slower, worse or better than the others.
func (w *World) addNetwork(d draw) {
	w.Config.Network.Usual = link(d.of("usual"))
	names := newFaults(w).names
	for i := range d.upTo("exceptions", 4) {
		d := d.ofNth("exception", i)
		w.Config.Network.Links = append(w.Config.Network.Links, world.LinkException{
			Between: [2]string(some(d, "between", names, 2)), Link: link(d),
		})
	}
	if d.in(70, "what is worked on is within reach") {
		w.reachResources(world.Link{Min: 200, Max: 900})
	}
}

// reachResources gives every client a link of its own to every resource.
func (w *World) reachResources(l world.Link) {
	for i := range w.Config.Clients {
		for _, r := range w.Config.Resources {
			w.Config.Network.Links = append(w.Config.Network.Links, world.LinkException{
				Between: [2]string{string(w.Config.Clients[i].ID), r.ID}, Link: l,
			})
		}
	}
}

func link(d draw) world.Link {
	l := world.Link{Min: d.fine("least latency", 100, 3*ms)}
	l.Max = l.Min + d.fine("jitter", 0, 6*ms)
	switch {
	case d.in(corners, "it takes no time to speak of"):
		l.Min, l.Max = 1, 1
	case d.in(corners, "it may take for ever"):
		l.Max = run.MaxTime
	}
	if d.in(60, "it loses messages") {
		l.LossPPM = uint64(d.upTo("loss", 80_000))
	}
	return l
}
