package rooms

import "sync"

// queue is what waits to be written to one member. Whoever puts something in never waits.
type queue struct {
	most int
	wake chan struct{} // has something if there is anything to do
	room chan struct{} // has something once anything was taken

	mu     sync.Mutex
	items  []item // from next on
	next   int
	behind bool // it ran full: nothing goes in until the room as a whole does
}

func newQueue(most int) queue {
	return queue{most: most, wake: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

// put adds something. It tells whether the queue has just run full: then all that waits is
// given up.
func (q *queue) put(i item) (full bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.behind {
		return false
	}
	if full = len(q.items)-q.next == q.most; full {
		q.items, q.next, q.behind = nil, 0, true
	} else {
		q.add(i)
	}
	nudge(q.wake)
	return full
}

// restart begins anew with the room as a whole.
func (q *queue) restart(with ...item) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items, q.next, q.behind = q.items[:0], 0, false
	for _, i := range with {
		q.add(i)
	}
	nudge(q.wake)
}

// take takes what has waited longest, if anything waits. A member that is behind has nothing
// waiting.
func (q *queue) take() (i item, any, behind bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.next == len(q.items) {
		return item{}, false, q.behind
	}
	nudge(q.room)
	i = q.items[q.next]
	q.items[q.next] = item{}
	if q.next++; q.next == len(q.items) {
		q.items, q.next = q.items[:0], 0
	}
	return i, true, false
}

// add appends an item, in the place of those that were taken if there is no other.
func (q *queue) add(i item) {
	if len(q.items) == cap(q.items) && q.next > 0 {
		n := copy(q.items, q.items[q.next:])
		clear(q.items[n:])
		q.items, q.next = q.items[:n], 0
	}
	q.items = append(q.items, i)
}

// crowded tells whether more than half of the places are taken.
func (q *queue) crowded() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return 2*(len(q.items)-q.next) > q.most
}

// nudge has something come by a channel of one place, if nothing waits there already.
func nudge(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
