// Package cache is a lock for efficiency: it spares work, and if it fails some work
// is done twice.
package cache

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	release "lockstep/lessons/code/releasing-safely"
	lock "lockstep/lessons/code/the-first-lock"
)

// part rebuild

// Refresh rebuilds a page, unless somebody else is at it: then the
// old one will do.
func Refresh(
	ctx context.Context, rdb *redis.Client, name, old string,
	rebuild func(context.Context) (string, error),
) (string, error) {
	key := "lock:" + name
	token, ok, err := lock.Acquire(ctx, rdb, key, 30*time.Second)
	switch {
	case err != nil:
		// Redis does not answer. The lock only saves work, so go
		// on without it.
	case !ok:
		return old, nil
	default:
		defer release.Release(
			context.WithoutCancel(ctx), rdb, key, token)
	}
	return rebuild(ctx) // and store
}

// end
