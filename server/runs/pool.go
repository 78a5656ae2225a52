package runs

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"lockstep/server/turns"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// World plays one run at a time to its natural end. The events must be the
// caller's to keep.
type World interface {
	Play(r *run.Run) ([]trace.Event, error)
	Close()
}

// Errors of [Pool.Trace], besides those of the world, of [run.Parse] and of the
// context.
var (
	// ErrFault says that a world broke while it played. It is never the asker's
	// doing.
	ErrFault = errors.New("the world broke while it played this run: a fault in Lockstep, not in the run")

	// ErrClosed says that the pool takes no more questions.
	ErrClosed = turns.ErrClosed
)

// Pool plays runs. It is safe for concurrent use.
type Pool struct {
	open   func() World
	turns  *turns.Queue // at the worlds
	free   chan World   // of its capacity; a nil is a world not yet made
	closed chan struct{}
	cache  *cache
	rest   *time.Timer
}

// restAfter is for how long nothing is played until the memory that playing took goes back
// to the system. The runtime by itself keeps most of it, for hours, after a class has left;
// while runs come it needs it again, so a limit on it would cost more than it saves.
const restAfter = time.Minute

// NewPool returns a pool of at most size worlds, which open makes when they are
// first needed, and traces of up to about memory bytes.
func NewPool(size, memory int, open func() World) *Pool {
	p := &Pool{
		open: open, turns: turns.New(size), free: make(chan World, size), closed: make(chan struct{}), cache: newCache(memory),
		rest: time.AfterFunc(restAfter, debug.FreeOSMemory),
	}
	for range size {
		p.free <- nil
	}
	return p
}

// Trace returns the whole trace of the run that link writes. It waits for a world in
// the turns of the place that ctx names: see [turns.For]. Until then Trace can be
// called off through ctx; a run that has begun is finished and remembered.
func (p *Pool) Trace(ctx context.Context, link string) (Trace, error) {
	if t, ok := p.cache.get(link); ok {
		return t, nil
	}
	r, err := run.Parse(link)
	if err != nil {
		return Trace{}, err
	}
	w, done, err := p.take(ctx)
	if err != nil {
		return Trace{}, err
	}
	defer done()
	// Somebody else may have wanted the same run and been first: a class opens a
	// lesson together.
	if t, ok := p.cache.get(link); ok {
		p.free <- w
		return t, nil
	}
	if w == nil {
		w = p.open()
	}
	events, err := play(w, r)
	p.rest.Reset(restAfter)
	if errors.Is(err, ErrFault) {
		w = nil // nobody knows what is left of it
	}
	p.free <- w
	if err != nil {
		return Trace{}, err
	}
	t := newTrace(events)
	p.cache.put(link, t)
	return t, nil
}

// take waits for a world. The caller gives that back, and then the turn.
func (p *Pool) take(ctx context.Context) (w World, done func(), err error) {
	if done, err = p.turns.Take(ctx); err != nil {
		return nil, nil, err
	}
	select {
	case w = <-p.free: // there is one for each turn
		return w, done, nil
	case <-p.closed: // and Close may have come for it
		done()
		return nil, nil, ErrClosed
	}
}

// play turns a panic into an error, so that one run cannot end all others.
func play(w World, r *run.Run) (events []trace.Event, err error) {
	defer func() {
		if v := recover(); v != nil {
			events, err = nil, fmt.Errorf("%w: %v\n%s", ErrFault, v, debug.Stack())
		}
	}()
	return w.Play(r)
}

// Close takes no more questions, waits for the runs being played and closes the
// worlds. What still plays when ctx ends is left behind, which loses nothing, and
// is an error that wraps the context's. It must be called once.
func (p *Pool) Close(ctx context.Context) error {
	p.turns.Close()
	close(p.closed)
	p.rest.Stop()
	for left := cap(p.free); left > 0; left-- {
		var w World
		select { // what is free is closed however late it is
		case w = <-p.free:
		default:
			select {
			case w = <-p.free:
			case <-ctx.Done():
				return fmt.Errorf("runs: worlds still play: %d: %w", left, ctx.Err())
			}
		}
		if w != nil {
			w.Close()
		}
	}
	return nil
}
