package redis

import (
	"math"

	"lockstep/sim/trace"
)

// Redis keeps a deadline in whole milliseconds of its own wall clock, and a key
// is gone once that clock shows more. So a key set at 2.345 ms with PX 10 dies
// at 13.000 ms; a clock that steps forward kills early, one that steps back
// lengthens lives.

// millis is the clock as Redis reads it: rounded down, also before zero.
func millis(l trace.Local) int64 { return floorDiv(int64(l), 1000) }

// runsOut is the first instant at which a key with this deadline is gone; half of
// all time for one that lies beyond, so that a span from any clock to it fits.
func runsOut(deadline int64) trace.Local {
	if deadline >= math.MaxInt64/2000 {
		return math.MaxInt64 / 2
	}
	return trace.Local((deadline + 1) * 1000)
}

// deadlines is a binary heap of the entries that expire, the earliest on top;
// at equal deadlines the name decides, so that the order is always the same.
// The place of an entry is its index plus one.
type deadlines []*entry

func (d deadlines) before(i, j int) bool {
	a, b := d[i], d[j]
	return a.deadline < b.deadline || a.deadline == b.deadline && a.name < b.name
}

func (d deadlines) swap(i, j int) {
	d[i], d[j] = d[j], d[i]
	d[i].place, d[j].place = i+1, j+1
}

// settle moves the entry at i to where its deadline belongs.
func (d deadlines) settle(i int) {
	for i > 0 && d.before(i, (i-1)/2) {
		d.swap(i, (i-1)/2)
		i = (i - 1) / 2
	}
	for {
		least := i
		for _, child := range [...]int{2*i + 1, 2*i + 2} {
			if child < len(d) && d.before(child, least) {
				least = child
			}
		}
		if least == i {
			return
		}
		d.swap(i, least)
		i = least
	}
}

// expireAt gives a key a deadline, in place of the one it had.
func (l *ledger) expireAt(e *entry, deadline int64) {
	l.note(e.name)
	e.deadline = deadline
	l.enplace(e)
}

// persist takes a key's deadline away, if it has one.
func (l *ledger) persist(e *entry) {
	if e.expires() {
		l.note(e.name)
		l.unplace(e)
	}
}

// enplace puts an entry where its deadline belongs.
func (l *ledger) enplace(e *entry) {
	if !e.expires() {
		l.deadlines = append(l.deadlines, e)
		e.place = len(l.deadlines)
	}
	l.deadlines.settle(e.place - 1)
}

// unplace takes an entry out from among the deadlines, if it is there.
func (l *ledger) unplace(e *entry) {
	if !e.expires() {
		return
	}
	i, last := e.place-1, len(l.deadlines)-1
	l.deadlines.swap(i, last)
	l.deadlines[last] = nil
	l.deadlines = l.deadlines[:last]
	e.place = 0
	if i < last {
		l.deadlines.settle(i)
	}
}

// next returns the key that runs out first, or nil.
func (l *ledger) next() *entry {
	if len(l.deadlines) == 0 {
		return nil
	}
	return l.deadlines[0]
}

// overdue returns a key that has run out at nowMS, or nil.
func (l *ledger) overdue(nowMS int64) *entry {
	if e := l.next(); e != nil && nowMS > e.deadline {
		return e
	}
	return nil
}

// sweep removes the keys that have run out; a replica hides them. Redis looks at
// a key's deadline whenever a command names it; to remove all of them first comes
// to the same.
func (n *Node) sweep() {
	ms := millis(n.now)
	if n.role == Replica {
		n.hide(ms)
		return
	}
	for e := n.ledger.overdue(ms); e != nil; e = n.ledger.overdue(ms) {
		n.forget(e.name)
	}
}
