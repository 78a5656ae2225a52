package world

import (
	"lockstep/sim/lock"
	"lockstep/sim/redis"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// Limits of one run. Reaching one is an ordinary, explained end.
const (
	MaxNodes     = 9
	MaxSentinels = 5
	MaxMembers   = 5 // of the lock service
	MaxClients   = 24
	MaxResources = 8
	MaxEvents    = 20_000

	// MaxText bounds, in bytes, what commands left behind in a trace: replies,
	// and the keys that they touched, of which one command can touch thousands.
	MaxText = 8 << 20

	// MaxScriptSteps bounds what all scripts of a run take together. One may
	// take a tenth of it; a release takes some twenty steps.
	MaxScriptSteps = 1_000_000

	// MaxWork bounds how many things may be scheduled in a run, and how many keys full
	// copies may hold. Heartbeats are in no trace, so they do not count as events; a
	// run of the most events takes a tenth of this.
	MaxWork = 300_000

	MaxTime = trace.Time(run.MaxTime)
)

// Config says what a world consists of. Names of nodes, clients and resources
// are all different.
type Config struct {
	Nodes       []Node // of roles master, primary, replica, sentinel and consensus
	Replication Replication
	Clients     []Client
	Resources   []resource.Config
	Network     Network
	Faults      []run.Action // the scenario's own
	Run         string       // the run's link form, for the Start event
}

// Node is a machine that serves: a Redis node, a sentinel, or a member of the
// linearizable lock service.
type Node struct {
	ID       trace.NodeID
	Role     string            // trace.RoleMaster and its like
	Fsync    redis.Persistence // of a Redis node
	Priority int               // of a Redis node in a failover: lowest first; 0 never; 100 is usual
}

// Replication says how a primary, its replicas and the sentinels go about it. Its
// zero value is for worlds that have none.
type Replication struct {
	Lag       trace.Duration // how long a change stays in the primary before it leaves for the replicas
	DownAfter trace.Duration // how long a sentinel waits for a sign of life
	Quorum    int            // how many sentinels must agree that the primary is down

	// FailoverTimeout is how long a sentinel gives a failover; half of what it waits
	// before it stands again. 0 is Redis's own three minutes.
	FailoverTimeout trace.Duration
}

// Client is a process that wants the lock.
type Client struct {
	ID    trace.ClientID
	Start trace.Time
	Lock  lock.Options
	Job   lock.Job

	// Life is what the client does instead of getting the lock and working.
	Life func(lock.Env)
}

// Network says how messages travel.
type Network struct {
	Usual Link
	Links []LinkException // the last that fits a link wins
}

// Link is one direction between two machines.
type Link struct {
	Min, Max trace.Duration // latency, drawn evenly between the two
	LossPPM  uint64         // messages lost by chance, in a million
}

// LinkException gives both directions between two machines another Link.
type LinkException struct {
	Between [2]string
	Link    Link
}

func (n *Network) link(from, to string) Link {
	for i := len(n.Links) - 1; i >= 0; i-- {
		if b := n.Links[i].Between; b == [2]string{from, to} || b == [2]string{to, from} {
			return n.Links[i].Link
		}
	}
	return n.Usual
}
