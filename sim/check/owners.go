package check

import "lockstep/sim/trace"

// owners follows whose value each key of each node holds, from the commands that
// nodes ran.
type owners struct {
	keys    []owned
	changes []change
}

// owned is a key on a node and the one who set its value.
type owned struct {
	node  trace.NodeID
	key   string
	value string
	owner string // empty when the key is not there
	dies  trace.Local
}

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
		o.put(owned{node: e.Node, key: e.Key})
	case trace.Fault:
		if e.What == "crash" && e.Data == "lose" && e.Why == "" {
			for _, k := range o.keys {
				if string(k.node) == e.Who {
					o.put(owned{node: k.node, key: k.key})
				}
			}
		}
	}
	return o.changes
}

func (o *owners) exec(e *trace.Event, k trace.Key) {
	is := owned{node: e.Node, key: k.Name}
	if k.PTTL != trace.Gone {
		is.value, is.owner, is.dies = k.Value, e.Who, e.At.Local.Add(k.PTTL)
		if was := o.get(is); was.owner != "" && was.value == k.Value {
			is.owner = was.owner
		}
	}
	o.put(is)
}

func (o *owners) get(like owned) owned {
	for _, k := range o.keys {
		if k.node == like.node && k.key == like.key {
			return k
		}
	}
	return owned{node: like.node, key: like.key}
}

func (o *owners) put(is owned) {
	was := o.get(is)
	if was == is {
		return
	}
	o.changes = append(o.changes, change{was, is})
	for i := range o.keys {
		if o.keys[i] == was {
			o.keys[i] = is
			return
		}
	}
	o.keys = append(o.keys, is)
}
