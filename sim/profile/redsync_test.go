package profile_test

import (
	"context"
	"time"

	"github.com/go-redsync/redsync/v4"
	"github.com/go-redsync/redsync/v4/redis"
	redsyncgoredis "github.com/go-redsync/redsync/v4/redis/goredis/v9"
	goredis "github.com/redis/go-redis/v9"
)

// redsyncLibrary is redsync over go-redis.
var redsyncLibrary = &library{
	profile: "redsync", tells: true,
	warm: func(c *goredis.Client) error {
		m := redsync.New(redsyncgoredis.NewPool(c)).NewMutex("warm")
		if err := m.Lock(); err != nil {
			return err
		}
		if _, err := m.Extend(); err != nil {
			return err
		}
		_, err := m.Unlock()
		return err
	},
	use: func(p *program) {
		p.lockByRedsync(redsync.WithRetryDelayFunc(func(int) time.Duration {
			const least = 50 * ms
			drawn := p.drawn(p.attempt)
			p.failed()
			return std(least + drawn)
		}))
	},
}

func (p *program) lockByRedsync(options ...redsync.Option) {
	var pools []redis.Pool
	for _, c := range p.clients {
		pools = append(pools, redsyncgoredis.NewPool(c))
	}
	if p.ttl > 0 {
		options = append(options, redsync.WithExpiry(std(p.ttl)))
	}
	if p.tries > 0 {
		options = append(options, redsync.WithTries(p.tries))
	}
	m := redsync.New(pools...).NewMutex("lock", options...)
	ctx, cancel := p.waits()
	defer cancel()
	if err := m.LockContext(ctx); err != nil {
		p.gaveUp()
		return
	}
	p.holds(m.Until())
	p.inside(func(ctx context.Context) (time.Time, bool) {
		ok, _ := m.ExtendContext(ctx)
		return m.Until(), ok
	})
	ctx, cancel = p.soon()
	defer cancel()
	m.UnlockContext(ctx)
}
