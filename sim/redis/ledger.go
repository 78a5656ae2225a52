package redis

import (
	"maps"
	"slices"
)

// An entry is a key of the node: what the store holds under the name, and what
// the node alone knows, its deadline above all.
type entry struct {
	name string
	value
	shown string // the value, or what redis-cli prints where that is not plain text
	size  int    // bytes charged
	count int    // elements of a collection

	deadline int64 // whole milliseconds of the node's clock, if it has a place
	place    int   // among the deadlines, from 1; 0 for a key that stays
}

func (e *entry) expires() bool { return e.place > 0 }

// A ledger lists the keys of a node: those that are there, what they weigh and
// when they run out. Every write brings it up to date, and every change to it
// passes through note, so it also knows how things were before.
type ledger struct {
	entries   map[string]*entry
	hidden    map[string]*entry // held, but not shown to clients: see hidden.go
	deadlines deadlines
	used      int     // bytes charged for all entries
	churn     int     // bytes of names ever added to the store, see compact
	before    journal // of what has changed since the last call of changed
}

func newLedger() ledger {
	return ledger{entries: map[string]*entry{}, hidden: map[string]*entry{}, before: journal{}}
}

// names returns all keys that clients may see, in order.
func (l *ledger) names() []string {
	return slices.Sorted(maps.Keys(l.entries))
}

// held returns all keys, the hidden ones too, in order.
func (l *ledger) held() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(l.entries)), maps.Keys(l.hidden))
	slices.Sort(names)
	return names
}

// state returns what is held under a name.
func (l *ledger) state(name string) state {
	if e := l.entries[name]; e != nil {
		if e.expires() {
			return state{value: e.value, expires: true, deadline: e.deadline}
		}
		return state{value: e.value}
	}
	if e := l.hidden[name]; e != nil {
		return state{value: e.value, expires: true, deadline: e.deadline}
	}
	return state{}
}

// note must come before every change to a key.
func (l *ledger) note(name string) {
	if _, noted := l.before[name]; !noted {
		l.before[name] = l.state(name)
	}
}

// record enters the value that the store holds under a name now. The deadline
// of the key stays as it is.
func (l *ledger) record(name string, v value) {
	l.note(name)
	e := l.entries[name]
	if !v.exists() {
		if e != nil {
			l.remove(e)
		}
		return
	}
	if e == nil {
		e = &entry{name: name}
		l.entries[name] = e
		l.churn += keyBytes + len(name)
	}
	l.used -= e.size
	e.value = v
	e.weigh()
	l.used += e.size
}

// remove drops a key. Its store has dropped it already.
func (l *ledger) remove(e *entry) {
	l.note(e.name)
	l.unplace(e)
	l.used -= e.size
	delete(l.entries, e.name)
}

// empty drops all keys.
func (l *ledger) empty() {
	if len(l.entries) > 0 {
		clear(l.entries)
		clear(l.deadlines)
		l.deadlines = l.deadlines[:0]
		l.used = 0
	}
	if len(l.hidden) > 0 {
		clear(l.hidden)
	}
}

// sync makes the ledger say about one key what the store says.
func (n *Node) sync(name string) { n.ledger.record(name, n.store.value(name)) }

// write stores a string under a name and leaves its deadline alone.
func (n *Node) write(name, text string) {
	n.store.put(name, text)
	n.ledger.record(name, textValue(text))
}

// restore puts a key into a state that it has, or had, elsewhere.
func (n *Node) restore(name string, s state) {
	n.ledger.note(name)
	delete(n.ledger.hidden, name)
	if !s.exists() {
		n.forget(name)
		return
	}
	n.store.load(name, s.value)
	n.ledger.record(name, s.value)
	if e := n.ledger.entries[name]; s.expires {
		n.ledger.expireAt(e, s.deadline)
	} else {
		n.ledger.persist(e)
	}
}

// forget removes a key from store and ledger.
func (n *Node) forget(name string) {
	n.store.db.Del(name)
	if e := n.ledger.entries[name]; e != nil {
		n.ledger.remove(e)
	}
}

// clear removes all keys.
func (n *Node) clear() {
	for _, name := range n.ledger.held() {
		n.ledger.note(name)
	}
	n.drop()
}

// drop is clear without a memory of what was there.
func (n *Node) drop() {
	if len(n.ledger.entries) > 0 {
		n.store.mini.FlushAll()
	}
	n.ledger.empty()
}

// churnMax bounds the names that a store has ever seen.
const churnMax = 1 << 20

// compact moves the data to a new store when the old one has seen many names:
// miniredis keeps a version of every key it ever held, for WATCH.
func (n *Node) compact() {
	if n.ledger.churn < churnMax+n.ledger.used {
		return
	}
	fresh, err := newStore()
	if err != nil {
		return // the old one still works
	}
	n.store = fresh
	n.ledger.churn = 0
	for _, name := range n.ledger.names() {
		fresh.load(name, n.ledger.entries[name].value)
		n.ledger.churn += keyBytes + len(name)
	}
}
