// Package lock takes a lock on one Redis server: one command, which sets the key
// only if it is not there, and says when it will go.
package lock

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	mathrand "math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"
)

// part acquire

// Acquire takes the lock if nobody has it. The token is new each time
// and says whose the key is; the key goes by itself after ttl.
func Acquire(
	ctx context.Context, rdb redis.Cmdable, key string, ttl time.Duration,
) (token string, ok bool, err error) {
	random := make([]byte, 16)
	rand.Read(random) // never fails
	token = hex.EncodeToString(random)

	// SET key token NX with a time to live, in one command.
	ok, err = rdb.SetNX(ctx, key, token, ttl).Result()
	return token, ok, err
}

// end

// part wait

// Wait tries until it has the lock or ctx ends. The wait between two
// attempts is partly random, so that those who wait do not meet again.
func Wait(
	ctx context.Context, rdb redis.Cmdable, key string, ttl time.Duration,
) (token string, err error) {
	for {
		token, ok, err := Acquire(ctx, rdb, key, ttl)
		if err != nil || ok {
			return token, err
		}
		pause := 200*time.Millisecond +
			mathrand.N(100*time.Millisecond)
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(pause):
		}
	}
}

// end
