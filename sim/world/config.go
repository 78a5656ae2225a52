package world

import (
	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// Limits of one run. Reaching one is an ordinary, explained end.
const (
	MaxNodes   = 9
	MaxClients = 24
	MaxEvents  = 20_000

	// MaxText bounds, in bytes, what commands left behind in a trace: replies,
	// and the keys that they touched, of which one command can touch thousands.
	MaxText = 8 << 20

	// MaxScriptSteps bounds what all scripts of a run take together. One may
	// take a tenth of it; a release takes some twenty steps.
	MaxScriptSteps = 1_000_000

	MaxTime = trace.Time(run.MaxTime)
)

// Config says what a world consists of.
type Config struct {
	Nodes    []trace.NodeID
	Clients  []Client
	Network  Network
	Resource string
	Faults   []run.Action // the scenario's own
	Run      string       // the run's link form, for the Start event
}

// Client is a process that wants the lock.
type Client struct {
	ID    trace.ClientID
	Start trace.Time
	Lock  lock.Locker
	Job   lock.Job
	Info  trace.ClientInfo // how the Start event introduces it
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

// LinkException gives both directions between a client and a node another Link.
type LinkException struct {
	Client trace.ClientID
	Node   trace.NodeID
	Link   Link
}

func (n *Network) link(c trace.ClientID, node trace.NodeID) Link {
	for i := len(n.Links) - 1; i >= 0; i-- {
		if x := &n.Links[i]; x.Client == c && x.Node == node {
			return x.Link
		}
	}
	return n.Usual
}
