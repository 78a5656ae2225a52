// Package report is a store that protects itself: every write comes with the number
// of its lock, and what is older than the newest it has seen is refused.
package report

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// ErrStale is why a write was refused.
var ErrStale = errors.New("a later holder has been here")

// part number

// Number draws the fencing number. Call it once the lock is had, not
// before: a later holder must have a higher number.
//
// It is as good as the Redis that counts: let that one write to disk
// before it answers, and never fail over to a replica that lags.
func Number(ctx context.Context, rdb *redis.Client) (int64, error) {
	return rdb.Incr(ctx, "fence:lock:report").Result()
}

// end

// part write

// The store compares and writes in one step. In a database this is
// the WHERE of the UPDATE.
var write = redis.NewScript(`
local seen = tonumber(redis.call("get", KEYS[2]) or "0")
if tonumber(ARGV[2]) < seen then
  return 0
end
redis.call("set", KEYS[1], ARGV[1])
redis.call("set", KEYS[2], ARGV[2])
return 1`)

// Write stores the report, unless a later holder has been here.
func Write(
	ctx context.Context, rdb *redis.Client, body string, number int64,
) error {
	keys := []string{"report", "report:fence"}
	n, err := write.Run(ctx, rdb, keys, body, number).Int()
	if err == nil && n == 0 {
		return ErrStale
	}
	return err
}

// end

// part read

// To read is to show the number: from here on, nobody who came before
// can change what has been read.
var read = redis.NewScript(`
local seen = tonumber(redis.call("get", KEYS[2]) or "0")
if tonumber(ARGV[1]) < seen then
  return false
end
redis.call("set", KEYS[2], ARGV[1])
return redis.call("get", KEYS[1]) or ""`)

// Read returns the report, unless a later holder has been here.
func Read(
	ctx context.Context, rdb *redis.Client, number int64,
) (string, error) {
	keys := []string{"report", "report:fence"}
	body, err := read.Run(ctx, rdb, keys, number).Text()
	if errors.Is(err, redis.Nil) {
		return "", ErrStale
	}
	return body, err
}

// end
