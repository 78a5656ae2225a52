package world

import (
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

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

	do         task
	message    *message
	activity   *activity
	machine    machine
	ask        *asking
	change     *change
	wait       *wait
	index      int // of a deed; of a node within a question
	generation int // of whom it is about, when this was scheduled: a stale item is skipped
}

// task is what an item does when its time comes.
type task uint8

const (
	doFault   task = iota // carry out a fault or action
	doWake                // an activity begins, or its sleep is over
	doTimeout             // an activity stops waiting for one node
	doUnpause             // a process's pause is over
	doUnstall             // its worker's stall is
	doRestart             // a machine that crashed comes back
	doArrive              // a message reaches the far end of its link
	doVanish              // a message is lost on its way
	doExpire              // a key runs out
	doLapse               // a lease of the lock service runs out
	doShip                // a change leaves its primary
	doWaited              // a WAIT's time is up
	doFollow              // a replica asks for a full copy
	doTick                // a sentinel looks around
)

// counts tells whether a run goes on for the item alone: a key that runs out, a
// heartbeat or a replica's search for its primary may come when nobody is there.
func (do task) counts() bool { return do == doFault || do == doRestart || do == doShip }

// stale tells whether what the item was to do has come to nothing: the process
// was killed or went on, the answer came, the key was deleted.
func (w *world) stale(it *item) bool {
	switch it.do {
	case doWake:
		return it.activity.generation != it.generation
	case doTimeout:
		return it.ask.a.asking != it.ask || it.ask.wait[it.index].over
	case doArrive, doVanish:
		return it.message.generation != it.generation
	case doExpire:
		return it.machine.(*host).generation != it.generation
	case doTick:
		return it.machine.(*sentinelHost).generation != it.generation
	case doLapse:
		return w.quorum.generation != it.generation
	case doRestart:
		return it.machine.end().life != it.generation || !it.machine.end().down
	case doFollow:
		return it.machine.(*host).follow.generation != it.generation
	}
	return false
}

func (w *world) perform(it *item) {
	switch it.do {
	case doFault:
		w.do(it.index)
	case doWake:
		it.activity.wake()
	case doTimeout:
		it.ask.a.wake()
	case doUnpause:
		p := it.machine.(*process)
		w.move(p, &p.pause, run.Pause, w.deeds[it.index].by)
	case doUnstall:
		p := it.machine.(*process)
		w.move(p, &p.stall, run.Stall, w.deeds[it.index].by)
	case doRestart:
		d := &w.deeds[it.index]
		w.restart(it.machine.(mortal), trace.Event{Kind: trace.Fault, Who: d.Target, By: d.by})
	case doArrive:
		w.arrive(it.message)
	case doVanish:
		w.drop(it.message, trace.WhyLost, "")
	case doExpire:
		h := it.machine.(*host)
		h.due = none
		h.expire()
		h.watch()
	case doLapse:
		w.quorum.due = none
		w.quorum.expire(w)
		w.quorum.watch(w)
	case doShip:
		it.change.ship()
	case doWaited:
		it.wait.timeUp()
	case doFollow:
		it.machine.(*host).askNow()
	case doTick:
		it.machine.(*sentinelHost).tick()
	}
}

// queue is a binary heap of items. It is written out because container/heap would
// box every item, and a run's whole work passes through here.
type queue struct {
	items []item
	seq   int
	deeds int // counts the items that change the world from outside, or are still to leave a node
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
	if it.do.counts() {
		q.deeds++
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
	if first.do.counts() {
		q.deeds--
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
