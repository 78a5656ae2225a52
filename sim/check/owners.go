package check

import (
	"cmp"
	"maps"
	"slices"

	"lockstep/sim/trace"
)

// owners follows whose value each key of each node holds, from the commands that
// nodes ran.
type owners struct {
	keys    map[place]owned // those that are there
	changes []change
}

// place is a key's name on a node.
type place struct {
	node trace.NodeID
	key  string
}

// owned is a key on a node and the one who set its value.
type owned struct {
	place
	value string
	owner string // empty when the key is not there
	dies  trace.Local
}

func newOwners() owners { return owners{keys: make(map[place]owned)} }

// change is what one event did to one key.
type change struct{ was, is owned }

// see returns what e changed, valid until the next call.
func (o *owners) see(e *trace.Event) []change {
	o.changes = o.changes[:0]
	switch e.Kind {
	case trace.Exec:
		for _, k := range e.Keys {
			o.exec(e, k)
		}
	case trace.Expire:
		o.put(owned{place: place{e.Node, e.Key}})
	case trace.Fault:
		if e.What == trace.WhatCrash && e.Data == trace.DataLose && e.Why == "" {
			for _, at := range slices.SortedFunc(maps.Keys(o.keys), before) {
				if string(at.node) == e.Who {
					o.put(owned{place: at})
				}
			}
		}
	}
	return o.changes
}

func before(a, b place) int {
	return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.key, b.key))
}

func (o *owners) exec(e *trace.Event, k trace.Key) {
	is := owned{place: place{e.Node, k.Name}}
	if k.PTTL != trace.Gone {
		is.value, is.owner, is.dies = k.Value, e.Who, e.At.Local.Add(k.PTTL)
		if was := o.get(is.place); was.owner != "" && was.value == k.Value {
			is.owner = was.owner
		}
	}
	o.put(is)
}

func (o *owners) get(at place) owned {
	if k, ok := o.keys[at]; ok {
		return k
	}
	return owned{place: at}
}

func (o *owners) put(is owned) {
	was := o.get(is.place)
	if was == is {
		return
	}
	o.changes = append(o.changes, change{was, is})
	if is.owner == "" {
		delete(o.keys, is.place)
		return
	}
	o.keys[is.place] = is
}
