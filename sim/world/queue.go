package world

import "lockstep/sim/trace"

// class orders what happens at one instant.
type class uint8

const (
	scenarioFault class = iota
	action
	ordinary
)

// item is something that will happen at a known instant. What is to be done is
// a small value and not a closure: most of a run's work passes through here.
type item struct {
	at    trace.Time
	class class
	seq   int // order of scheduling, which breaks ties
	do    task

	message *message
	process *process
	host    *host
	ask     *asking
	index   int // of an action; of a node within a question
	turn    int // of a process or host when this was scheduled: a stale item is skipped
}

// task is what an item does when its time comes.
type task uint8

const (
	doFault   task = iota // carry out a fault or action
	doStart               // a process begins
	doWake                // a process's sleep is over
	doTimeout             // a process stops waiting for one node
	doUnpause             // a process's pause is over
	doArrive              // a message reaches the far end of its link
	doVanish              // a message is lost on its way
	doExpire              // a key runs out
)

// queue is a binary heap of items. It is written out because container/heap would
// box every item, and a run's whole work passes through here.
type queue struct {
	items []item
	seq   int
	// waiting counts the items other than keys running out: those alone do not
	// keep a run alive for long.
	waiting int
}

func (a *item) before(b *item) bool {
	if a.at != b.at {
		return a.at < b.at
	}
	if a.class != b.class {
		return a.class < b.class
	}
	return a.seq < b.seq
}

func (q *queue) push(it item) {
	it.seq = q.seq
	q.seq++
	if it.do != doExpire {
		q.waiting++
	}
	q.items = append(q.items, it)
	for i := len(q.items) - 1; i > 0; {
		parent := (i - 1) / 2
		if !q.items[i].before(&q.items[parent]) {
			break
		}
		q.items[i], q.items[parent] = q.items[parent], q.items[i]
		i = parent
	}
}

func (q *queue) pop() item {
	first, last := q.items[0], len(q.items)-1
	q.items[0] = q.items[last]
	q.items[last] = item{} // let go of what it points to
	q.items = q.items[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child >= last {
			break
		}
		if child+1 < last && q.items[child+1].before(&q.items[child]) {
			child++
		}
		if !q.items[child].before(&q.items[i]) {
			break
		}
		q.items[i], q.items[child] = q.items[child], q.items[i]
		i = child
	}
	if first.do != doExpire {
		q.waiting--
	}
	return first
}

// peek returns the next item, or nil.
func (q *queue) peek() *item {
	if len(q.items) == 0 {
		return nil
	}
	return &q.items[0]
}

func (q *queue) reset() {
	clear(q.items)
	*q = queue{items: q.items[:0]}
}
