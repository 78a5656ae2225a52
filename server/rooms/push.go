package rooms

import (
	"context"
	"math"
	"sync"

	"github.com/gorilla/websocket"
	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/sync/singleflight"
)

// Pushes makes frames that pages would ask for: a [socket.Hub].
type Pushes interface {
	// Pushed are the frames of a run's events for those who have all of another's, or of
	// none if base is empty; none if they take more than most bytes.
	Pushed(ctx context.Context, link, base string, most int) ([][]byte, error)

	// PushedVerdict is the frame that says in a language how a run comes out.
	PushedVerdict(ctx context.Context, link, lang string) ([]byte, error)
}

// push is what goes before a frame that shows a run: the run's events, for those who have
// all of another's, and how it comes out.
type push struct {
	link, base string
	events     []message
	verdicts   map[string]message // by language
	size       int                // bytes of the events
}

// pusher makes pushes and remembers what they are made of: a class is in one place.
type pusher struct {
	from   Pushes
	most   int // bytes of a run's events
	flight singleflight.Group

	mu    sync.Mutex
	lru   *simplelru.LRU[string, []message]
	bytes int // of all in lru
	bound int
}

func newPusher(from Pushes, limits Limits) *pusher {
	p := &pusher{from: from, most: limits.PushBytes, bound: limits.PushMemory}
	// The list itself is unbounded: what counts is how much the entries weigh.
	p.lru, _ = simplelru.NewLRU(math.MaxInt, func(key string, frames []message) { p.bytes -= weight(key, frames) })
	return p
}

// push makes a push, as far as that can be done before ctx ends. What it lacks pages ask
// for.
func (p *pusher) push(ctx context.Context, link, base string, langs []string) *push {
	made := &push{link: link, base: base, verdicts: make(map[string]message)}
	made.events = p.frames(ctx, "e "+base+" "+link, func(ctx context.Context) ([][]byte, error) {
		return p.from.Pushed(ctx, link, base, p.most)
	})
	if made.events == nil {
		return nil // then pages ask for the verdict with the events
	}
	for _, m := range made.events {
		made.size += len(m.bytes)
	}
	for _, lang := range langs {
		verdict := p.frames(ctx, "v "+lang+" "+link, func(ctx context.Context) ([][]byte, error) {
			frame, err := p.from.PushedVerdict(ctx, link, lang)
			return [][]byte{frame}, err
		})
		if verdict != nil {
			made.verdicts[lang] = verdict[0]
		}
	}
	return made
}

// frames returns frames that are remembered, or has them made: once, however many want
// them, and also when those who do have given up. There are none if that fails.
func (p *pusher) frames(ctx context.Context, key string, make func(context.Context) ([][]byte, error)) []message {
	if known, ok := p.known(key); ok {
		return known
	}
	result := p.flight.DoChan(key, func() (any, error) {
		if known, ok := p.known(key); ok {
			return known, nil // somebody else was first
		}
		made, err := make(context.WithoutCancel(ctx))
		if err != nil {
			return []message(nil), nil // pages ask for it, and are told why not
		}
		var frames []message
		for _, b := range made {
			frames = append(frames, forMany(websocket.BinaryMessage, b))
		}
		p.remember(key, frames)
		return frames, nil
	})
	select {
	case r := <-result:
		frames, _ := r.Val.([]message)
		return frames
	case <-ctx.Done():
		return nil
	}
}

func (p *pusher) known(key string) ([]message, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lru.Get(key)
}

func (p *pusher) remember(key string, frames []message) {
	w := weight(key, frames)
	p.mu.Lock()
	defer p.mu.Unlock()
	if w > p.bound || p.lru.Contains(key) {
		return
	}
	p.lru.Add(key, frames)
	for p.bytes += w; p.bytes > p.bound; {
		p.lru.RemoveOldest()
	}
}

// weight is about what frames take in memory: each as it is, and as it goes out.
func weight(key string, frames []message) int {
	n := len(key) + 64
	for _, f := range frames {
		n += 2 * len(f.bytes)
	}
	return n
}
