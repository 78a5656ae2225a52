package lock_test

import (
	"strings"
	"testing"

	"lockstep/sim/choice"
	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

const (
	us = trace.Microsecond
	ms = trace.Millisecond
)

// roads says how each message fares, by its name: these tests leave nothing of
// that to chance.
type roads func(m trace.MsgName) (takes trace.Duration, lost bool)

// open is a link on which roads may do what they like.
var open = world.Link{Min: 0, Max: trace.Duration(world.MaxTime), LossPPM: 1}

// Choose implements choice.Chooser for a world whose links are all open. What
// has nothing to do with messages is drawn from a seed.
func (r roads) Choose(key string, n uint64) uint64 {
	about, name, _ := strings.Cut(key, " ")
	m, ok := trace.ParseMsg(name)
	if !ok {
		return choice.Seeded(1).Choose(key, n)
	}
	takes, lost := r(m)
	switch {
	case about == "latency":
		return uint64(takes)
	case lost:
		return 0
	}
	return n - 1
}

// each gives every message the same road.
func each(takes trace.Duration) roads {
	return func(trace.MsgName) (trace.Duration, bool) { return takes, false }
}

// nodes names n nodes.
func nodes(n int) []trace.NodeID {
	return []trace.NodeID{"n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9"}[:n]
}

// page is Redlock as the Redis page has it, on n nodes.
func page(n int) lock.Redlock {
	return lock.Redlock{
		Key: "lock", TTL: 10 * trace.Second, Nodes: nodes(n), NodeTimeout: 50 * ms,
		Retries: 3, RetryDelay: 200 * ms, RetryJitter: 100 * ms, DriftPPM: 10_000, DriftConst: 2 * ms,
	}
}

// client is one that wants the lock at once and works 400 ms.
func client(id trace.ClientID, r *lock.Redlock) world.Client {
	return world.Client{
		ID: id, Lock: r, Job: lock.Job{Resource: "invoice", Takes: 400 * ms},
		Info: trace.ClientInfo{ID: id, Lock: "redlock", Key: r.Key, TTL: r.TTL},
	}
}

// play plays a world to its end on the nodes that the lock of its first client
// asks.
func play(t *testing.T, choose choice.Chooser, actions []run.Action, clients ...world.Client) []trace.Event {
	t.Helper()
	e := world.NewEngine()
	defer e.Close()
	r := clients[0].Lock.(*lock.Redlock)
	events, err := e.Run(&world.Config{
		Nodes: r.Nodes, Clients: clients, Network: world.Network{Usual: open}, Resource: "invoice",
	}, choose, actions, 0)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// taken puts somebody else's key on these nodes before anything else happens.
func taken(where ...trace.NodeID) []run.Action {
	var actions []run.Action
	for _, n := range where {
		actions = append(actions, run.Action{Verb: run.Command, Node: n, Args: []string{"SET", "lock", "somebody"}})
	}
	return actions
}

// down takes these nodes down before anything else happens.
func down(where ...trace.NodeID) []run.Action {
	var actions []run.Action
	for _, n := range where {
		actions = append(actions, run.Action{Verb: run.Crash, Node: n})
	}
	return actions
}

// of returns the events of a kind that who caused.
func of(events []trace.Event, k trace.Kind, who string) []trace.Event {
	var found []trace.Event
	for _, e := range events {
		if e.Kind == k && (e.Who == who || who == "") {
			found = append(found, e)
		}
	}
	return found
}
