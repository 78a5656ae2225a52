package world

import (
	"lockstep/sim/consensus"
	"lockstep/sim/redis"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// build makes the machines.
func (w *world) build() error {
	for i := range w.config.Nodes {
		if err := w.buildNode(&w.config.Nodes[i]); err != nil {
			return err
		}
	}
	for _, c := range w.config.Resources {
		r, err := resource.New(c)
		if err != nil {
			return err
		}
		w.machines = append(w.machines, &asset{endpoint: endpoint{name: c.ID}, w: w, resource: r})
	}
	for i := range w.config.Clients {
		c := &w.config.Clients[i]
		p := &process{endpoint: endpoint{name: string(c.ID)}, w: w, client: c}
		w.processes = append(w.processes, p)
		w.machines = append(w.machines, p)
		w.longest = max(w.longest, c.Lock.TTL)
	}
	return w.join()
}

func (w *world) buildNode(n *Node) error {
	end := endpoint{name: string(n.ID)}
	switch n.Role {
	case trace.RoleSentinel:
		g := &sentinelHost{endpoint: end, w: w, sent: make(map[string]int), due: none}
		w.sentinels = append(w.sentinels, g)
		w.machines = append(w.machines, g)
	case trace.RoleConsensus:
		m := &member{endpoint: end, w: w}
		if w.quorum.service == nil {
			w.quorum.service = consensus.New()
		}
		w.quorum.members = append(w.quorum.members, m)
		w.machines = append(w.machines, m)
	default:
		node, err := w.engine.node(len(w.hosts), n)
		if err != nil {
			return err
		}
		h := &host{endpoint: end, w: w, id: n.ID, redis: node, due: none}
		w.hosts = append(w.hosts, h)
		w.machines = append(w.machines, h)
	}
	return nil
}

// node returns the engine's ith node, as new.
func (e *Engine) node(i int, n *Node) (*redis.Node, error) {
	if i == len(e.nodes) {
		node, err := redis.New(n.ID)
		if err != nil {
			return nil, err
		}
		e.nodes = append(e.nodes, node)
	}
	e.nodes[i].Reset(n.ID, n.Fsync)
	return e.nodes[i], nil
}

// join lets the replicas follow the primary, and the sentinels watch them all.
func (w *world) join() error {
	primary := w.primary()
	if primary == nil {
		return nil
	}
	for i := range w.config.Nodes {
		if n := &w.config.Nodes[i]; n.Role == trace.RoleReplica {
			h, _ := find[*host](w, string(n.ID))
			primary.join(h)
		}
	}
	for _, g := range w.sentinels {
		if err := g.watch(primary); err != nil {
			return err
		}
	}
	return nil
}

// primary is the one that the world begins with, or nil.
func (w *world) primary() *host {
	for i := range w.config.Nodes {
		if n := &w.config.Nodes[i]; n.Role == trace.RolePrimary {
			h, _ := find[*host](w, string(n.ID))
			return h
		}
	}
	return nil
}

// fsyncs is how a node's persistence is called in a trace.
var fsyncs = [...]string{redis.Never: trace.FsyncNever, redis.EverySecond: trace.FsyncEverySecond, redis.Always: trace.FsyncAlways}

// begin emits the start, and schedules what is known to come.
func (w *world) begin(actions []run.Action) {
	start := trace.Event{Kind: trace.Start, Run: w.config.Run, Engine: Version}
	for i := range w.config.Nodes {
		n := &w.config.Nodes[i]
		info := trace.NodeInfo{ID: n.ID, Role: n.Role, Fsync: fsyncs[n.Fsync]}
		if n.Role == trace.RoleReplica {
			info.Follows = w.primary().id
		}
		start.Nodes = append(start.Nodes, info)
	}
	for i := range w.config.Clients {
		start.Clients = append(start.Clients, w.config.Clients[i].info())
	}
	for _, c := range w.config.Resources {
		a, _ := find[*asset](w, c.ID)
		start.Resources = append(start.Resources, trace.ResourceInfo{
			ID: c.ID, Kind: c.Kind.String(), Guard: c.Guard.String(), Value: shownText(a.resource.Value()),
		})
	}
	w.schedule(w.config.Faults, actions)
	for _, g := range w.sentinels {
		g.arm()
	}
	for _, p := range w.processes {
		p.spawn(p.client.Start)
	}
	w.emit(start)
	w.carryOut()
}
