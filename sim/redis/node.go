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
	// removed, by name. A script names its KEYS and whatever it touches.
	Keys []trace.Key

	// Steps is how many steps its script took: the measure of a command's cost
	// that is the same on every machine.
	Steps int
}

// A Node is one Redis server. It is not safe for concurrent use.
type Node struct {
	id      trace.NodeID
	store   *store
	ledger  ledger
	scripts *script.Engine

	now     trace.Local // of the command at work; a script sees only this instant
	touched []string    // keys named so far by the command at work
}

// New starts an empty node.
func New(id trace.NodeID) (*Node, error) {
	s, err := newStore()
	if err != nil {
		return nil, fmt.Errorf("redis: node %s: %w", id, err)
	}
	n := &Node{id: id, store: s, ledger: newLedger()}
	n.scripts = script.New(n.callFromScript)
	return n, nil
}

// ID returns the name the node was given.
func (n *Node) ID() trace.NodeID { return n.id }

// Exec runs one command at the instant now of the node's own wall clock. It
// never blocks and never panics: what goes wrong is an error reply.
func (n *Node) Exec(now trace.Local, args []string) (result Result) {
	n.now = now
	n.touched = n.touched[:0]
	taken := n.scripts.Taken()
	defer func() {
		if p := recover(); p != nil {
			n.mend()
			result = Result{Reply: errStumbled, Keys: n.state()}
		}
	}()
	n.sweep()
	reply := n.run(args, client)
	result = Result{Reply: reply, Keys: n.state(), Steps: n.scripts.Taken() - taken}
	n.compact()
	return result
}

// Expire removes the keys that have run out by now and returns their names, the
// earliest deadline first.
func (n *Node) Expire(now trace.Local) []string {
	n.now = now
	var names []string
	for e := n.ledger.overdue(millis(now)); e != nil; e = n.ledger.overdue(millis(now)) {
		names = append(names, e.name)
		n.forget(e.name)
	}
	return names
}

// NextExpiry returns the first instant of the node's clock at which a key will
// have run out: the first microsecond of the millisecond after its deadline.
func (n *Node) NextExpiry() (at trace.Local, ok bool) {
	if e := n.ledger.next(); e != nil {
		return runsOut(e.deadline), true
	}
	return 0, false
}

// Restart is the process coming back, with its data or, if lose, without. The
// cache of scripts lives in memory only and is lost either way.
func (n *Node) Restart(lose bool) {
	n.scripts.Flush()
	if lose {
		n.clear()
	}
}

// Reset makes the node as new, under another name: a pool's way to reuse it.
func (n *Node) Reset(id trace.NodeID) {
	n.id = id
	n.now = 0
	n.scripts.Flush()
	n.clear()
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
	keys := make([]trace.Key, len(n.touched))
	for i, name := range n.touched {
		keys[i] = n.key(name)
	}
	return keys
}

// key describes one key at this instant.
func (n *Node) key(name string) trace.Key {
	e := n.ledger.entries[name]
	if e == nil {
		return trace.Key{Name: name, PTTL: trace.Gone}
	}
	k := trace.Key{Name: name, Value: e.shown, PTTL: trace.NoExpiry}
	if e.expires() {
		k.PTTL = runsOut(e.deadline).Sub(n.now)
	}
	return k
}
