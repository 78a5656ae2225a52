package lock_test

import (
	"strings"
	"testing"

	"lockstep/sim/choice"
	"lockstep/sim/lock"
	"lockstep/sim/resource"
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
func page(n int) lock.Options {
	o := lock.Defaults(trace.LockRedlock)
	o.Key, o.Nodes = "lock", nodes(n)
	return o
}

// client is one that wants the lock at once and works 400 ms.
func client(id trace.ClientID, o lock.Options) world.Client {
	return world.Client{ID: id, Lock: o, Job: lock.Job{Resource: "invoice", Takes: 400 * ms}}
}

// masters makes nodes that know nothing of each other of these.
func masters(ids []trace.NodeID) []world.Node {
	var list []world.Node
	for _, id := range ids {
		list = append(list, world.Node{ID: id, Role: trace.RoleMaster})
	}
	return list
}

// play plays a world to its end on the nodes that the lock of its first client
// asks.
func play(t *testing.T, choose choice.Chooser, actions []run.Action, clients ...world.Client) []trace.Event {
	t.Helper()
	e := world.NewEngine()
	defer e.Close()
	events, err := e.Run(&world.Config{
		Nodes: masters(clients[0].Lock.Nodes), Clients: clients, Network: world.Network{Usual: open},
		Resources: []resource.Config{{ID: "invoice"}},
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
		actions = append(actions, run.Action{Verb: run.Command, Target: string(n), Args: []string{"SET", "lock", "somebody"}})
	}
	return actions
}

// down takes these nodes down before anything else happens.
func down(where ...trace.NodeID) []run.Action {
	var actions []run.Action
	for _, n := range where {
		actions = append(actions, run.Action{Verb: run.Crash, Target: string(n)})
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
