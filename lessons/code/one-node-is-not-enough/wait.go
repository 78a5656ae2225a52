// Package wait takes a lock on a primary, and believes in it once a replica has it
// too. That narrows the gap that a failover leaves, and does not close it.
package wait

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	release "lockstep/lessons/code/releasing-safely"
	lock "lockstep/lessons/code/the-first-lock"
)

// part wait

// Acquire takes the lock if nobody has it, and if a replica has heard
// of it in time. It counts copies. These are not votes: who is
// promoted after a failover is another matter.
func Acquire(
	ctx context.Context, rdb *redis.Client, key string,
	ttl, patience time.Duration,
) (token string, ok bool, err error) {
	// WAIT asks for what its own connection has written.
	conn := rdb.Conn()
	defer conn.Close()

	token, ok, err = lock.Acquire(ctx, conn, key, ttl)
	if err != nil || !ok {
		return "", false, err
	}
	copies, err := conn.Wait(ctx, 1, patience).Result()
	if err == nil && copies >= 1 {
		return token, true, nil
	}
	release.Release(context.WithoutCancel(ctx), rdb, key, token)
	return "", false, err
}

// end
