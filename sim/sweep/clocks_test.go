package sweep_test

import (
	"fmt"
	"maps"
	"slices"

	"lockstep/sim/trace"
)

// machine is a node as its part of the trace tells of it: its clock, and the keys
// that it holds, with the readings at which they are gone.
type machine struct {
	trace.NodeInfo
	clocks trace.Clocks
	down   bool
	awake  trace.Time // since when it has looked after its keys
	keys   map[string]held
	had    map[past]bool // all that it ever held
}

type held struct {
	value string
	dies  trace.Local
	stays bool
}

type past struct {
	name string
	held
}

// machines follow a trace. The members of the lock service share one machine, which
// goes by true time.
type machines struct {
	all    []*machine
	shared *machine
}

func (m *machines) get(id string) *machine {
	for _, x := range m.all {
		if string(x.ID) == id {
			if x.Role == trace.RoleConsensus {
				return m.shared
			}
			return x
		}
	}
	return nil
}

func (m *machines) apply(e *trace.Event) {
	if e.Kind == trace.Start {
		fresh := func(n trace.NodeInfo) *machine {
			return &machine{NodeInfo: n, keys: make(map[string]held), had: make(map[past]bool)}
		}
		m.shared = fresh(trace.NodeInfo{ID: "members", Role: trace.RoleConsensus})
		for _, n := range e.Nodes {
			m.all = append(m.all, fresh(n))
		}
		return
	}
	who := e.Who
	if e.Node != "" {
		who = string(e.Node)
	}
	n := m.get(who)
	if n == nil || n == m.shared && (e.Kind == trace.Fault || e.Kind == trace.Heal || e.Kind == trace.ClockSet) {
		return
	}
	switch e.Kind {
	case trace.Fault:
		if e.Why != "" {
			return
		}
		if n.down = n.down || e.What == trace.WhatCrash; e.What == trace.WhatCrash && e.Data == trace.DataLose {
			clear(n.keys)
		}
	case trace.Heal:
		if e.What == trace.WhatRestart {
			n.down, n.awake = false, e.T
		}
	case trace.ClockSet:
		n.clocks.Set(e.T, e.Offset, e.Rate)
	case trace.Promote:
		n.Role, n.awake = trace.RolePrimary, e.T
	case trace.Demote:
		n.Role = trace.RoleReplica
	case trace.Expire:
		delete(n.keys, e.Key)
	}
	n.take(e)
}

// take notes what an event says the node holds.
func (n *machine) take(e *trace.Event) {
	for _, k := range e.Keys {
		if k.PTTL == trace.Gone {
			delete(n.keys, k.Name)
			continue
		}
		h := n.holds(e.T, k)
		n.keys[k.Name] = h
		n.had[past{k.Name, h}] = true
	}
}

func (n *machine) holds(t trace.Time, k trace.Key) held {
	if k.PTTL == trace.NoExpiry {
		return held{value: k.Value, stays: true}
	}
	return held{value: k.Value, dies: n.clocks.Wall.At(t).Add(k.PTTL)}
}

// due is when the node is to notice that a key has run out. A replica waits to be
// told.
func (n *machine) due(h held) (at trace.Time, ever bool) {
	if h.stays || n.down || n.Role == trace.RoleReplica {
		return 0, false
	}
	return max(n.clocks.Wall.When(h.dies), n.awake), true
}

// lives looks for keys that ran out too early, too late, or that a command found
// there although they had run out.
func lives(events []trace.Event) error {
	var all machines
	for i := range events {
		e := &events[i]
		for _, n := range append(all.all, all.shared) {
			if n == nil {
				continue
			}
			for _, name := range slices.Sorted(maps.Keys(n.keys)) {
				at, ever := n.due(n.keys[name])
				seen := e.Kind == trace.Exec && all.get(string(e.Node)) == n && e.Purpose != trace.ToConfirm && at == e.T
				if ever && (at < e.T || seen) {
					return fmt.Errorf("%s of %s was to run out at %d and is there at %d, %v", name, n.ID, at, e.T, e.Kind)
				}
			}
		}
		if n := all.get(string(e.Node)); n != nil {
			if e.At.Read && e.At.Local != n.clocks.Wall.At(e.T) {
				return fmt.Errorf("%s shows %d at %d, and should show %d", n.ID, e.At.Local, e.T, n.clocks.Wall.At(e.T))
			}
			if e.Kind == trace.Expire {
				at, ever := n.due(n.keys[e.Key])
				if _, there := n.keys[e.Key]; !there || !ever || at != e.T {
					return fmt.Errorf("%s of %s runs out at %d, and should at %d", e.Key, n.ID, e.T, at)
				}
			}
		}
		all.apply(e)
	}
	return nil
}

// liveLonger gives a key a microsecond more than its node does.
func liveLonger(events []trace.Event) bool {
	for i := range events {
		e := &events[i]
		if e.Kind != trace.Expire {
			continue
		}
		for j := i - 1; j > 0; j-- {
			if k := events[j].Keys; events[j].Kind == trace.Exec && events[j].Node == e.Node && len(k) == 1 && k[0].Name == e.Key {
				k = slices.Clone(k)
				k[0].PTTL++
				events[j].Keys = k
				return true
			}
		}
	}
	return false
}

// copies looks for keys on replicas that their primary never had so.
func copies(events []trace.Event) error {
	var all machines
	for i := range events {
		e := &events[i]
		if e.Kind == trace.Replicate {
			n, from := all.get(string(e.Node)), all.get(e.From)
			for _, k := range e.Keys {
				if h := n.holds(e.T, k); k.PTTL != trace.Gone && !from.hadSo(k.Name, h, k.PTTL == 0) {
					return fmt.Errorf("%s takes %s=%s until %d from %s at %d, which never had that", e.Node, k.Name, h.value, h.dies, e.From, e.T)
				}
			}
		}
		all.apply(e)
	}
	return nil
}

// hadSo tells whether the node ever held that. Of a key that has run out by the
// clock of a replica, which hides it, only that is known.
func (n *machine) hadSo(name string, h held, hidden bool) bool {
	if !hidden {
		return n.had[past{name, h}]
	}
	for p := range n.had {
		if p.name == name && p.value == h.value && !p.stays && p.dies <= h.dies {
			return true
		}
	}
	return false
}

// copyWrongly makes a replica take another value than was sent.
func copyWrongly(events []trace.Event) bool {
	return change(events, func(e *trace.Event) bool {
		if e.Kind != trace.Replicate || len(e.Keys) == 0 || e.Keys[0].PTTL == trace.Gone {
			return false
		}
		e.Keys = slices.Clone(e.Keys)
		e.Keys[0].Value += "!"
		return true
	})
}
