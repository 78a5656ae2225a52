package scenario

import (
	"strings"

	"lockstep/sim/redis"
	"lockstep/sim/run"
	"lockstep/sim/sentinel"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// topologies are the shapes of a cluster; each has fields of its own.
var topologies = []string{"independent", "single", "replicated"}

func (r *worldReader) readCluster(v strictyaml.Value) error {
	var shapes []string
	for _, name := range topologies {
		if _, ok := v.Get(name); ok {
			shapes = append(shapes, name)
		}
	}
	if len(shapes) != 1 {
		any := func(strictyaml.Value) error { return nil }
		known := map[string]strictyaml.Reader{"persistence": any, "persist": any}
		for _, name := range topologies {
			known[name] = any
		}
		if err := v.Fields(known); err != nil {
			return err
		}
		return v.Errorf("a cluster is one of %s, and here are %d of them", strings.Join(topologies, ", "), len(shapes))
	}
	switch shapes[0] {
	case "independent":
		return r.readIndependent(v)
	case "single":
		return v.Fields(map[string]strictyaml.Reader{"single": r.readSingle})
	}
	return v.Fields(map[string]strictyaml.Reader{"replicated": r.readReplicated})
}

var readPersistence = oneOf(word("none", redis.Never), word("everysec", redis.EverySecond), word("always", redis.Always))

func (r *worldReader) readIndependent(v strictyaml.Value) error {
	var count int
	var fsync redis.Persistence
	var persist strictyaml.Value
	err := v.Fields(map[string]strictyaml.Reader{
		"independent": strictyaml.Into(&count, whole(1, world.MaxNodes)),
		"persistence": strictyaml.Into(&fsync, readPersistence),
		"persist":     later(&persist),
	})
	if err != nil {
		return err
	}
	for i := range count {
		r.addNode(world.Node{ID: numbered("n", i), Fsync: fsync})
	}
	return r.readEach(persist, "{n3: always}", func(n *world.Node, v strictyaml.Value) error {
		return strictyaml.Into(&n.Fsync, readPersistence)(v)
	})
}

func (r *worldReader) readSingle(v strictyaml.Value) error {
	n := world.Node{ID: numbered("n", 0)}
	err := v.Fields(map[string]strictyaml.Reader{"persistence": strictyaml.Into(&n.Fsync, readPersistence)})
	r.addNode(n)
	return err
}

// leastPatience is the least that sentinels may be told to wait. They ping the nodes as
// often as the shortest of their waits, and no trace shows that: with less a run would
// do little else.
const leastPatience = 50 * trace.Millisecond

func (r *worldReader) readReplicated(v strictyaml.Value) error {
	replicas, sentinels := 1, 3
	var fsync redis.Persistence
	var quorum, persist, priorities strictyaml.Value
	about := &r.config.Replication
	about.DownAfter, about.FailoverTimeout = trace.Second, 3*trace.Minute
	err := v.Fields(map[string]strictyaml.Reader{
		"replicas":         strictyaml.Into(&replicas, whole(1, world.MaxNodes-1)),
		"sentinels":        strictyaml.Into(&sentinels, whole(0, world.MaxSentinels)),
		"lag":              strictyaml.Into(&about.Lag, span(0, run.MaxTime)),
		"down_after":       strictyaml.Into(&about.DownAfter, span(leastPatience, run.MaxTime)),
		"failover_timeout": strictyaml.Into(&about.FailoverTimeout, span(leastPatience, run.MaxTime)),
		"quorum":           later(&quorum),
		"persistence":      strictyaml.Into(&fsync, readPersistence),
		"persist":          later(&persist),
		"priorities":       later(&priorities),
	})
	if err != nil {
		return err
	}
	r.addNode(world.Node{ID: numbered("n", 0), Role: trace.RolePrimary, Fsync: fsync, Priority: sentinel.UsualPriority})
	for i := range replicas {
		r.addNode(world.Node{ID: numbered("n", i+1), Role: trace.RoleReplica, Fsync: fsync, Priority: sentinel.UsualPriority})
	}
	if err := r.readEach(persist, "{n2: always}", func(n *world.Node, v strictyaml.Value) error {
		return strictyaml.Into(&n.Fsync, readPersistence)(v)
	}); err != nil {
		return err
	}
	if err := r.readEach(priorities, "{n2: 50}", func(n *world.Node, v strictyaml.Value) error {
		return strictyaml.Into(&n.Priority, whole(0, 1000))(v)
	}); err != nil {
		return err
	}
	return r.readSentinels(sentinels, quorum)
}

// readSentinels adds as many sentinels. How many of them must agree is, unless it is
// said, more than half.
func (r *worldReader) readSentinels(count int, quorum strictyaml.Value) error {
	for i := range count {
		r.addNode(world.Node{ID: numbered("s", i), Role: trace.RoleSentinel})
	}
	agree := &r.config.Replication.Quorum
	switch {
	case quorum.IsZero() && count > 0:
		*agree = count/2 + 1
	case quorum.IsZero():
	case count == 0:
		return quorum.Refuse(wrong("quorum", "a quorum is of sentinels, and there are none"))
	default:
		return strictyaml.Into(agree, whole(1, count))(quorum)
	}
	return nil
}

// readEach reads what is said of single Redis nodes, by their names.
func (r *worldReader) readEach(v strictyaml.Value, example string, read func(*world.Node, strictyaml.Value) error) error {
	if v.IsZero() {
		return nil
	}
	return v.Entries(example, func(name string, v strictyaml.Value) error {
		if err := mustBe(v, "node", name, r.nodes); err != nil {
			return err
		}
		for i := range r.config.Nodes {
			if n := &r.config.Nodes[i]; string(n.ID) == name {
				return read(n, v)
			}
		}
		return nil
	})
}

// later keeps a value until what it depends on has been read.
func later(to *strictyaml.Value) strictyaml.Reader {
	return func(v strictyaml.Value) error { *to = v; return nil }
}
