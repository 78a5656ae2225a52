package redis

import (
	"lockstep/sim/trace"
)

// Replication sends effects, not commands, as Redis does: what SET k v PX 10 did
// is that k is v until an absolute deadline, which a replica with another clock
// then keeps by its own. The caller carries effects from node to node, in order
// and each once; a replica that missed some needs a full copy, [Node.Snapshot].

// An Effect is what a command left of one key on a primary: its value and
// deadline, or its absence.
type Effect struct {
	Key string

	state  state
	offset int64 // of the primary, once this is done
	head   bool  // of a snapshot: it names no key and only tells the offset
}

// Gone tells whether the effect is that the key is not there any more.
func (e *Effect) Gone() bool { return !e.head && !e.state.exists() }

// Role is what a node is to others.
type Role uint8

const (
	Primary Role = iota // takes writes; also what stands alone
	Replica             // takes what its primary sends, and nothing else
)

// SetRole makes the node a primary, or a replica of one. Its data stays: what a
// new replica alone knew it loses when the full copy is loaded. A replica that is
// promoted goes on with its primary's offset, and now deletes the keys that it
// has hidden: the caller is told of them by [Node.NextExpiry] and [Node.Expire].
func (n *Node) SetRole(r Role, primary trace.NodeID) {
	if r == Primary {
		n.role, n.primary = Primary, ""
		n.reveal(func(*entry) bool { return true })
		return
	}
	n.linked = n.linked && n.role == Replica && n.primary == primary
	n.role, n.primary = Replica, primary
}

// Role returns what the node is, and of a replica the primary it follows.
func (n *Node) Role() (r Role, primary trace.NodeID) { return n.role, n.primary }

// Offset is how far the node is in its primary's stream of effects, or in its own
// if it is one: how many effects there were. Of two replicas of one primary, the
// one with the larger offset knows more. It begins at 0 when the process does.
func (n *Node) Offset() int64 { return n.offset }

// Apply does on a replica what its primary did, and returns the state of the keys
// in question, by name. A node that is a primary (any more, or already) takes no
// effects and returns nil.
func (n *Node) Apply(now trace.Local, effects []Effect) []trace.Key {
	n.begin(now)
	if n.role == Primary {
		return nil
	}
	n.accept(effects)
	n.changed()
	keys := n.state()
	n.compact()
	return keys
}

// Snapshot is all that the node holds, for a full copy.
func (n *Node) Snapshot() []Effect {
	names := n.ledger.held()
	all := make([]Effect, 0, 1+len(names))
	all = append(all, Effect{head: true, offset: n.offset})
	for _, name := range names {
		all = append(all, Effect{Key: name, state: n.ledger.state(name), offset: n.offset})
	}
	return all
}

// Load takes a full copy on a replica in place of all that it held, and returns
// the keys that are not as they were, by name; those that only it knew are gone.
// A primary takes none.
func (n *Node) Load(now trace.Local, snapshot []Effect) []trace.Key {
	n.begin(now)
	if n.role == Primary {
		return nil
	}
	n.clear()
	n.accept(snapshot)
	n.linked = true
	keys := n.states(n.changed())
	n.compact()
	return keys
}

func (n *Node) accept(effects []Effect) {
	for i := range effects {
		e := &effects[i]
		n.offset = e.offset
		if e.head {
			continue
		}
		n.touch(e.Key)
		n.restore(e.Key, e.state)
	}
	n.sweep()
}

// effects are what a primary tells its replicas of keys that changed.
func (n *Node) effects(names []string) []Effect {
	if n.role == Replica || len(names) == 0 {
		return nil
	}
	list := make([]Effect, len(names))
	for i, name := range names {
		n.offset++
		list[i] = Effect{Key: name, state: n.ledger.state(name), offset: n.offset}
	}
	return list
}
