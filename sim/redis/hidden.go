package redis

import (
	"maps"
	"slices"
)

// A replica does not delete a key that runs out: that is for its primary, whose
// clock may be another, to say. Until then it holds the key and shows it to
// nobody. Such keys are taken out of the store, so no command sees them, and come
// back should the clock step back.

// hide takes out the keys that have run out at nowMS.
func (n *Node) hide(nowMS int64) {
	l := &n.ledger
	if len(l.hidden) > 0 && nowMS < n.hiddenAt {
		n.reveal(func(e *entry) bool { return nowMS <= e.deadline })
	}
	n.hiddenAt = nowMS
	for e := l.overdue(nowMS); e != nil; e = l.overdue(nowMS) {
		l.unplace(e)
		l.used -= e.size
		delete(l.entries, e.name)
		l.hidden[e.name] = e
		n.store.db.Del(e.name)
	}
}

// reveal brings hidden keys back.
func (n *Node) reveal(which func(*entry) bool) {
	l := &n.ledger
	for _, name := range slices.Sorted(maps.Keys(l.hidden)) {
		e := l.hidden[name]
		if !which(e) {
			continue
		}
		delete(l.hidden, name)
		l.entries[name] = e
		l.used += e.size
		n.store.load(name, e.value)
		l.enplace(e)
	}
}
