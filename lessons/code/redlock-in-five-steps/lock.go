// Package redlock takes a lock on several Redis servers that know nothing of one
// another, by the five steps of the algorithm. It is here to be read; lesson 8 uses a
// library for the same.
package redlock

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	release "lockstep/lessons/code/releasing-safely"
)

// Redlock is an odd number of independent servers, and how long to wait for each.
type Redlock struct {
	Nodes   []*redis.Client
	Timeout time.Duration
}

// part nodes

// New connects to the nodes. The timeout is for each, and far below
// the TTL: 50 ms for 10 s.
func New(addrs []string, timeout time.Duration) *Redlock {
	r := &Redlock{Timeout: timeout}
	for _, addr := range addrs {
		r.Nodes = append(r.Nodes, redis.NewClient(&redis.Options{
			Addr: addr,
			// Else go-redis would wait 3 s for a silent node.
			ContextTimeoutEnabled: true,
			MaxRetries:            -1, // none
		}))
	}
	return r
}

// end

// part lock

// Lock makes one attempt. The lock is held if validity is above zero,
// and for so long.
func (r *Redlock) Lock(
	ctx context.Context, key string, ttl time.Duration,
) (token string, validity time.Duration) {
	token = rand.Text()
	start := time.Now() // a clock that never steps

	var votes atomic.Int32
	r.each(ctx, func(ctx context.Context, node *redis.Client) {
		ok, err := node.SetNX(ctx, key, token, ttl).Result()
		if err == nil && ok {
			votes.Add(1)
		}
	})

	drift := ttl/100 + 2*time.Millisecond
	validity = ttl - time.Since(start) - drift
	if int(votes.Load()) > len(r.Nodes)/2 && validity > 0 {
		return token, validity
	}
	r.Unlock(context.WithoutCancel(ctx), key, token)
	return "", 0
}

// end

// part release

// Unlock asks all nodes, also those that refused or were silent: one
// may have set the key, and only its answer was lost.
func (r *Redlock) Unlock(ctx context.Context, key, token string) {
	r.each(ctx, func(ctx context.Context, node *redis.Client) {
		_, err := release.Release(ctx, node, key, token)
		if err != nil { // the key goes by itself
			slog.Info("no answer", "node", node, "error", err)
		}
	})
}

// each asks all nodes at once, and waits for none for long.
func (r *Redlock) each(
	ctx context.Context, ask func(context.Context, *redis.Client),
) {
	ctx, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	var all sync.WaitGroup
	for _, node := range r.Nodes {
		all.Go(func() { ask(ctx, node) })
	}
	all.Wait()
}

// end
