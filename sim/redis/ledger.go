package redis

import (
	"maps"
	"slices"
	"unicode"
	"unicode/utf8"

	"lockstep/sim/redis/resp"
)

// An entry is what the node itself knows about a key. The value is the store's.
type entry struct {
	name  string
	kind  string // as TYPE answers
	shown string // the value, or what redis-cli prints where that is not plain text
	size  int    // bytes charged
	count int    // elements of a collection

	deadline int64 // whole milliseconds of the node's clock, if it has a place
	place    int   // among the deadlines, from 1; 0 for a key that stays
}

func (e *entry) expires() bool { return e.place > 0 }

// A ledger lists the keys of a node: those that are there, what they weigh and
// when they run out. Every write brings it up to date.
type ledger struct {
	entries   map[string]*entry
	deadlines deadlines
	used      int // bytes charged for all entries
	churn     int // bytes of names ever added to the store, see compact
}

func newLedger() ledger { return ledger{entries: map[string]*entry{}} }

// names returns all keys in order.
func (l *ledger) names() []string {
	return slices.Sorted(maps.Keys(l.entries))
}

// What is charged beside the bytes of names and values themselves: about what
// the maps of node and miniredis take.
const (
	keyBytes     = 256
	elementBytes = 48
)

// shownMax is how much of a value is shown. A trace repeats values at every
// command; a token, a counter, a small hash fit.
const shownMax = 1 << 10

// sync makes the ledger say about one key what the store says.
func (n *Node) sync(name string) {
	e := n.ledger.entries[name]
	kind := n.store.db.Type(name)
	if kind == "" {
		if e != nil {
			n.ledger.remove(e)
		}
		return
	}
	if e == nil {
		e = &entry{name: name}
		n.ledger.entries[name] = e
		n.ledger.churn += keyBytes + len(name)
	}
	n.ledger.used -= e.size
	e.kind = kind
	n.weigh(e)
	n.ledger.used += e.size
}

// remove drops a key. Its store has dropped it already.
func (l *ledger) remove(e *entry) {
	l.persist(e)
	l.used -= e.size
	delete(l.entries, e.name)
}

// weigh measures a value and prints it.
func (n *Node) weigh(e *entry) {
	db := n.store.db
	if e.kind == "string" {
		v, _ := db.Get(e.name)
		e.size, e.count = keyBytes+len(e.name)+len(v), 0
		e.shown = v
		if !plain(v) {
			e.shown = show(resp.BulkOf(v))
		}
		return
	}
	e.size, e.count = keyBytes+len(e.name), 0
	w := weigher{e: e, b: []byte{'['}}
	switch e.kind {
	case "hash":
		fields, _ := db.HKeys(e.name)
		for _, f := range fields {
			w.add(f, db.HGet(e.name, f))
		}
	case "list":
		list, _ := db.List(e.name)
		for _, v := range list {
			w.add(v)
		}
	case "set":
		members, _ := db.Members(e.name)
		for _, m := range members {
			w.add(m)
		}
	case "zset":
		members, _ := db.ZMembers(e.name)
		for _, m := range members {
			w.add(m)
		}
	}
	e.shown = string(append(w.b, ']'))
}

// A weigher adds up the elements of a collection.
type weigher struct {
	e *entry
	b []byte
}

func (w *weigher) add(parts ...string) {
	w.e.count++
	w.e.size += elementBytes
	for _, p := range parts {
		w.e.size += len(p)
		if len(w.b) >= shownMax {
			continue
		}
		if len(w.b) > 1 {
			w.b = append(w.b, ", "...)
		}
		w.b = append(w.b, show(resp.BulkOf(p))...)
	}
}

// plain tells whether a value can be shown as it is, as lock tokens can: short
// text that prints. Anything else would be read wrongly without quotes.
func plain(v string) bool {
	if len(v) > shownMax || !utf8.ValidString(v) {
		return false
	}
	for _, r := range v {
		if !unicode.IsPrint(r) || r == '"' || r == '\\' {
			return false
		}
	}
	return true
}

// show prints a value, and three dots for what does not fit.
func show(r resp.Reply) string {
	if len(r.Text) > shownMax {
		r.Text = r.Text[:shownMax] + "..."
	}
	return r.String()
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
	if len(n.ledger.entries) == 0 {
		return
	}
	n.store.mini.FlushAll()
	clear(n.ledger.entries)
	clear(n.ledger.deadlines)
	n.ledger.deadlines = n.ledger.deadlines[:0]
	n.ledger.used = 0
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
	names := n.ledger.names()
	n.store.moveTo(fresh, names)
	n.store = fresh
	n.ledger.churn = 0
	for _, name := range names {
		n.ledger.churn += keyBytes + len(name)
	}
}
