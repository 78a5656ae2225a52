package redis

import (
	"maps"
	"slices"
)

// A journal remembers how keys were before they changed. Two are kept: since the
// command at work began, which tells what it changed; and since the disk last
// caught up, which tells what a power cut would undo.
type journal map[string]state

// journalKeep is how big a journal may grow and be used again: to empty a map
// takes as long as it once was big.
const journalKeep = 64

// emptied returns the journal without its notes.
func (j journal) emptied() journal {
	switch {
	case len(j) > journalKeep:
		return journal{}
	case len(j) > 0:
		clear(j)
	}
	return j
}

// names returns the keys that are noted, in order, in the memory of buf.
func (j journal) names(buf []string) []string {
	buf = slices.AppendSeq(buf[:0], maps.Keys(j))
	slices.Sort(buf)
	return buf
}

// changed returns the keys that are not as they were when it was last called, by
// name, and notes for the disk how they were. The list is good until the next
// call.
func (n *Node) changed() []string {
	l := &n.ledger
	if len(l.before) == 0 {
		return nil
	}
	n.noted = l.before.names(n.noted)
	names := n.noted[:0]
	for _, name := range n.noted {
		before, after := l.before[name], l.state(name)
		if before.equal(after) {
			continue
		}
		names = append(names, name)
		if n.persistence == EverySecond {
			n.unsynced.merge(name, before, after)
		}
	}
	l.before = l.before.emptied()
	return names
}

// merge notes a change unless an earlier one is noted, and drops the note of a
// key that is again as it was: so a journal never outgrows the data.
func (j journal) merge(name string, before, after state) {
	first, noted := j[name]
	switch {
	case !noted:
		j[name] = before
	case first.equal(after):
		delete(j, name)
	}
}
