package redis

import (
	"fmt"
	"slices"

	"lockstep/sim/redis/resp"
	"lockstep/sim/redis/script"
	"lockstep/sim/trace"
)

// Reply is what a node answers.
type Reply = resp.Reply

// A Result is everything one command did that an onlooker can see.
type Result struct {
	Reply Reply

	// Keys is the state, after the command, of every key that it named or
	// removed, by name. A script names its KEYS and whatever it touches. A PTTL of
	// 0 is that of a key which a replica hides: it has run out by the replica's
	// clock, and its primary has not said so yet.
	Keys []trace.Key

	// Steps is how many steps its script took: the measure of a command's cost
	// that is the same on every machine.
	Steps int

	// Effects is what the command changed, by key, for the replicas of a primary.
	Effects []Effect

	// Wait and Follow are there if the command asks something of the caller.
	// A Wait has no Reply yet.
	Wait   *Wait
	Follow *Follow
}

// A Node is one Redis server. It is not safe for concurrent use.
type Node struct {
	id      trace.NodeID
	store   *store
	ledger  ledger
	scripts *script.Engine

	persistence Persistence
	unsynced    journal // of what has changed since the last fsync
	synced      int64   // the second of the last fsync

	role      Role
	primary   trace.NodeID // that a replica follows
	linked    bool         // a replica is connected with it
	followers []Follower   // of a primary
	offset    int64
	hiddenAt  int64 // the millisecond at which hidden keys were last looked for

	now     trace.Local // of the command at work; a script sees only this instant
	touched []string    // keys named so far by the command at work
	noted   []string    // memory of changed
	wait    *Wait       // asked for by the command at work
	follow  *Follow
}

// New starts an empty node: a primary without persistence.
func New(id trace.NodeID) (*Node, error) {
	s, err := newStore()
	if err != nil {
		return nil, fmt.Errorf("redis: node %s: %w", id, err)
	}
	n := &Node{id: id, store: s, ledger: newLedger(), unsynced: journal{}, synced: neverSynced}
	n.scripts = script.New(n.callFromScript)
	return n, nil
}

// ID returns the name the node was given.
func (n *Node) ID() trace.NodeID { return n.id }

// begin starts whatever happens at an instant.
func (n *Node) begin(now trace.Local) {
	n.now = now
	n.touched = n.touched[:0]
	n.wait, n.follow = nil, nil
	n.fsync()
}

// Exec runs one command at the instant now of the node's own wall clock. It
// never blocks and never panics: what goes wrong is an error reply.
func (n *Node) Exec(now trace.Local, args []string) Result {
	n.begin(now)
	taken := n.scripts.Taken()
	reply := n.attempt(args)
	return n.finish(reply, n.scripts.Taken()-taken)
}

func (n *Node) attempt(args []string) (reply Reply) {
	defer func() {
		if p := recover(); p != nil {
			n.mend()
			reply = errStumbled
		}
	}()
	n.sweep()
	return n.run(args, client)
}

func (n *Node) finish(reply Reply, steps int) Result {
	r := Result{Reply: reply, Keys: n.state(), Steps: steps, Effects: n.effects(n.changed()), Wait: n.wait, Follow: n.follow}
	n.compact()
	return r
}

// Evict removes one key, as a node that is short of memory does, and answers how
// many keys that were. A replica leaves it to its primary.
func (n *Node) Evict(now trace.Local, key string) Result {
	n.begin(now)
	n.sweep()
	n.touch(key)
	if n.role == Replica {
		return n.finish(errEviction, 0)
	}
	return n.finish(n.deleteKey(key), 0)
}

// Expire removes the keys that have run out by now and returns them, the earliest
// deadline first, each as an effect for replicas. A replica has none: it hides.
//
// To be called also just before the clock is made to step, so that all is done
// that the old time had brought about.
func (n *Node) Expire(now trace.Local) []Effect {
	n.begin(now)
	if n.role == Replica {
		n.sweep()
		return nil
	}
	var names []string
	for e := n.ledger.overdue(millis(now)); e != nil; e = n.ledger.overdue(millis(now)) {
		names = append(names, e.name)
		n.forget(e.name)
	}
	n.changed()
	return n.effects(names)
}

// NextExpiry returns the first instant of the node's clock at which a key will
// have run out: the first microsecond of the millisecond after its deadline. On a
// replica none does; from that instant on it merely hides the key, which changes
// nothing that it holds and needs no call.
func (n *Node) NextExpiry() (at trace.Local, ok bool) {
	if e := n.ledger.next(); e != nil && n.role == Primary {
		return runsOut(e.deadline), true
	}
	return 0, false
}

// Reset makes the node as new, under another name and with another persistence:
// a pool's way to reuse it.
func (n *Node) Reset(id trace.NodeID, p Persistence) {
	n.drop()
	n.ledger.before = n.ledger.before.emptied()
	n.unsynced = n.unsynced.emptied()
	n.persistence = p
	n.Restart()
	n.SetRole(Primary, "")
	n.id = id
	n.begin(0)
	n.synced = neverSynced
	n.compact()
}

// Close gives up what the node holds. It must not be used afterwards.
func (n *Node) Close() { n.scripts.Close() }

// mend puts things right after a panic in the middle of a command: what the
// command half did stays, as on a server, but no lock does, and the ledger
// again says what the store holds.
func (n *Node) mend() {
	n.store.unlock()
	for _, name := range n.ledger.names() {
		n.sync(name)
	}
	for _, name := range n.touched {
		n.sync(name)
	}
}

// touch notes that the command at work names these keys.
func (n *Node) touch(names ...string) {
	for _, name := range names {
		// Scripts ask for the same key again and again.
		if len(n.touched) == 0 || n.touched[len(n.touched)-1] != name {
			n.touched = append(n.touched, name)
		}
	}
}

// state describes the keys that the command touched.
func (n *Node) state() []trace.Key {
	if len(n.touched) == 0 {
		return nil
	}
	slices.Sort(n.touched)
	n.touched = slices.Compact(n.touched)
	return n.states(n.touched)
}

// states describes keys at this instant.
func (n *Node) states(names []string) []trace.Key {
	if len(names) == 0 {
		return nil
	}
	keys := make([]trace.Key, len(names))
	for i, name := range names {
		keys[i] = n.key(name)
	}
	return keys
}

// key describes one key at this instant.
func (n *Node) key(name string) trace.Key {
	e := n.ledger.entries[name]
	if e == nil {
		if e = n.ledger.hidden[name]; e != nil {
			return trace.Key{Name: name, Value: e.shown}
		}
		return trace.Key{Name: name, PTTL: trace.Gone}
	}
	k := trace.Key{Name: name, Value: e.shown, PTTL: trace.NoExpiry}
	if e.expires() {
		k.PTTL = runsOut(e.deadline).Sub(n.now)
	}
	return k
}
