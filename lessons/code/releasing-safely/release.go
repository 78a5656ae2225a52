// Package release gives a lock on one Redis server back: it deletes the key only if
// the token in it is still one's own.
package release

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// part release

var release = redis.NewScript(`
if redis.call("get",KEYS[1]) == ARGV[1] then
  return redis.call("del",KEYS[1])
else
  return 0
end`)

// Release gives the lock back if it is still ours. False is no error:
// the lock had ended before, and that belongs into the log.
func Release(
	ctx context.Context, rdb redis.Cmdable, key, token string,
) (ours bool, err error) {
	n, err := release.Run(ctx, rdb, []string{key}, token).Int()
	return n == 1, err
}

// end

// part delex

// Delex does the same in one command. It needs Redis 8.4.
func Delex(
	ctx context.Context, rdb *redis.Client, key, token string,
) (ours bool, err error) {
	n, err := rdb.Do(ctx, "DELEX", key, "IFEQ", token).Int()
	return n == 1, err
}

// end
