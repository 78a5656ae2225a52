package turns

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// ErrClosed says that a queue gives no more turns.
var ErrClosed = errors.New("the server is stopping")

// Queue gives a number of turns at once. It is safe for concurrent use.
type Queue struct {
	mu     sync.Mutex
	free   int
	closed bool
	ring   []*party // that wait or have turns, the one that has had none for longest first
}

// party is all that ask from one place.
type party struct {
	place   string
	turns   int            // that it has
	waiting []chan<- error // nil comes for a turn; each takes one without being waited for
}

// New returns a queue of n turns, of which there is at least one.
func New(n int) *Queue { return &Queue{free: n} }

// Take waits for a turn, which the caller gives back by calling done once. Its errors
// are that of the context, if that ends before, and [ErrClosed].
func (q *Queue) Take(ctx context.Context) (done func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	place := Of(ctx)
	come := make(chan error, 1)
	q.wait(place, come)
	select {
	case err = <-come:
	case <-ctx.Done():
		if q.leave(place, come) {
			return nil, ctx.Err()
		}
		err = <-come
	}
	if err != nil {
		return nil, err
	}
	done = func() { q.giveBack(place) }
	if err := ctx.Err(); err != nil {
		done() // it came together with the end
		return nil, err
	}
	return done, nil
}

// Do does something in a turn. Its errors are those of [Queue.Take].
func (q *Queue) Do(ctx context.Context, what func()) error {
	done, err := q.Take(ctx)
	if err != nil {
		return err
	}
	defer done()
	what()
	return nil
}

// Close gives no more turns. Those that are had end in their own time.
func (q *Queue) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	for _, p := range q.ring {
		for _, come := range p.waiting {
			come <- ErrClosed
		}
		p.waiting = nil
	}
	q.ring = slices.DeleteFunc(q.ring, (*party).gone)
}

// wait has a turn, or why there is none, sent to come.
func (q *Queue) wait(place string, come chan<- error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		come <- ErrClosed
		return
	}
	p := q.party(place)
	if p == nil {
		p = &party{place: place}
		q.ring = append(q.ring, p)
	}
	p.waiting = append(p.waiting, come)
	q.share()
}

// leave waits no more. It tells whether nothing was sent.
func (q *Queue) leave(place string, come chan<- error) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	p := q.party(place)
	if p == nil {
		return false
	}
	i := slices.Index(p.waiting, come)
	if i < 0 {
		return false
	}
	p.waiting = slices.Delete(p.waiting, i, i+1)
	q.ring = slices.DeleteFunc(q.ring, (*party).gone)
	return true
}

// giveBack ends a turn of a place, which then is the one that had a turn last.
func (q *Queue) giveBack(place string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.IndexFunc(q.ring, func(p *party) bool { return p.place == place })
	p := q.ring[i]
	p.turns--
	q.free++
	q.ring = slices.Delete(q.ring, i, i+1)
	if !p.gone() {
		q.ring = append(q.ring, p)
	}
	q.share()
}

// share gives the free turns to those who wait.
func (q *Queue) share() {
	for q.free > 0 {
		var next *party
		for _, p := range q.ring {
			if len(p.waiting) > 0 && (next == nil || p.turns < next.turns) {
				next = p
			}
		}
		if next == nil {
			return
		}
		next.waiting[0] <- nil
		next.waiting = next.waiting[1:]
		next.turns++
		q.free--
	}
}

// party finds who asks from a place, or nil. To go through all is cheap beside what
// turns are for.
func (q *Queue) party(place string) *party {
	for _, p := range q.ring {
		if p.place == place {
			return p
		}
	}
	return nil
}

func (p *party) gone() bool { return p.turns == 0 && len(p.waiting) == 0 }
