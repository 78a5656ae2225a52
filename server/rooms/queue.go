package rooms

import "sync"

// queue is what waits to be written to one member. Whoever puts something in never waits.
type queue struct {
	most  int           // items
	bytes int           // of them, unless one alone is larger: else a slow line is told for minutes what was
	wake  chan struct{} // has something if there is anything to do
	room  chan struct{} // has something once anything was taken

	mu     sync.Mutex
	items  []item // from next on
	next   int
	weighs int  // bytes of what waits
	behind bool // it ran full: nothing goes in until the room as a whole does
}

func newQueue(most, bytes int) queue {
	return queue{most: most, bytes: bytes, wake: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

// put adds something. It tells whether the queue has just run full: then all that waits is
// given up but what is for this member alone, as the answers to its commands.
func (q *queue) put(i item) (full bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.behind && !i.personal() {
		return false
	}
	defer nudge(q.wake)
	if q.waiting() < q.most && (q.waiting() == 0 || q.weighs+i.size() <= q.bytes) {
		q.add(i)
		return false
	}
	full = !q.behind
	q.behind = true
	if q.leavePersonal(); q.waiting() == q.most {
		q.items, q.weighs = q.items[:0], 0 // it reads no answers either
	}
	if i.personal() {
		q.add(i)
	}
	return full
}

// restart begins anew with the room as a whole.
func (q *queue) restart(with ...item) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.leavePersonal()
	q.behind = false
	for _, i := range with {
		q.add(i)
	}
	nudge(q.wake)
}

// leavePersonal gives up what many get.
func (q *queue) leavePersonal() {
	left := q.items[:0]
	for _, i := range q.items[q.next:] {
		if i.personal() {
			left = append(left, i)
		} else {
			q.weighs -= i.size()
		}
	}
	clear(q.items[len(left):])
	q.items, q.next = left, 0
}

// waiting is how much waits.
func (q *queue) waiting() int { return len(q.items) - q.next }

// take takes what has waited longest, if anything waits; if nothing does, it tells whether
// the member is behind.
func (q *queue) take() (i item, any, behind bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.next == len(q.items) {
		return item{}, false, q.behind
	}
	nudge(q.room)
	i = q.items[q.next]
	q.weighs -= i.size()
	q.items[q.next] = item{}
	if q.next++; q.next == len(q.items) {
		q.items, q.next = q.items[:0], 0
	}
	return i, true, false
}

// add appends an item, in the place of those that were taken if there is no other.
func (q *queue) add(i item) {
	q.weighs += i.size()
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
	return 2*q.waiting() > q.most
}

// nudge has something come by a channel of one place, if nothing waits there already.
func nudge(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
