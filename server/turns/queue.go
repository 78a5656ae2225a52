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
	places ring[*party] // whose sessions wait or have turns
}

// party is all that ask from one place.
type party struct {
	count
	sessions ring[*session]
}

// session is one of those who ask from a place.
type session struct {
	count
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
	who := of(ctx)
	come := make(chan error, 1)
	q.wait(who, come)
	select {
	case err = <-come:
	case <-ctx.Done():
		if q.leave(who, come) {
			return nil, ctx.Err()
		}
		err = <-come
	}
	if err != nil {
		return nil, err
	}
	done = func() { q.giveBack(who) }
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
	for _, p := range q.places {
		for _, x := range p.sessions {
			for _, come := range x.waiting {
				come <- ErrClosed
			}
			x.waiting = nil
		}
		p.sessions.tidy()
	}
	q.places.tidy()
}

// wait has a turn, or why there is none, sent to come.
func (q *Queue) wait(who asker, come chan<- error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		come <- ErrClosed
		return
	}
	p := q.places.find(who.place)
	if p == nil {
		p = &party{count: count{name: who.place}}
		q.places = append(q.places, p)
	}
	x := p.sessions.find(who.session)
	if x == nil {
		x = &session{count: count{name: who.session}}
		p.sessions = append(p.sessions, x)
	}
	x.waiting = append(x.waiting, come)
	q.share()
}

// leave waits no more. It tells whether nothing was sent.
func (q *Queue) leave(who asker, come chan<- error) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	p := q.places.find(who.place)
	if p == nil {
		return false
	}
	x := p.sessions.find(who.session)
	if x == nil {
		return false
	}
	i := slices.Index(x.waiting, come)
	if i < 0 {
		return false
	}
	x.waiting = slices.Delete(x.waiting, i, i+1)
	p.sessions.tidy()
	q.places.tidy()
	return true
}

// giveBack ends a turn of somebody, who then is the one that had a turn last.
func (q *Queue) giveBack(who asker) {
	q.mu.Lock()
	defer q.mu.Unlock()
	p := q.places.find(who.place)
	x := p.sessions.find(who.session)
	p.turns--
	x.turns--
	q.free++
	p.sessions.last(x)
	p.sessions.tidy()
	q.places.last(p)
	q.places.tidy()
	q.share()
}

// share gives the free turns to those who wait.
func (q *Queue) share() {
	for q.free > 0 {
		p := q.places.next()
		if p == nil {
			return
		}
		x := p.sessions.next()
		x.waiting[0] <- nil
		x.waiting = x.waiting[1:]
		x.turns++
		p.turns++
		q.free--
	}
}

func (x *session) waits() bool { return len(x.waiting) > 0 }
func (p *party) waits() bool   { return slices.ContainsFunc(p.sessions, (*session).waits) }
