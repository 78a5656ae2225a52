// Package invoice guards data by the random token of a lock: whoever enters leaves
// its token beside the data, and only the last who entered may write.
package invoice

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// ErrLate is why a write was refused.
var ErrLate = errors.New("somebody came in after us")

// part enter

// Enter comes once the lock is had. It leaves our token beside the
// invoice, and only then reads.
func Enter(
	ctx context.Context, rdb *redis.Client, id, token string,
) (status string, err error) {
	err = rdb.Set(ctx, "invoice:"+id+":holder", token, 0).Err()
	if err != nil {
		return "", err
	}
	return rdb.Get(ctx, "invoice:"+id).Result()
}

// end

// part write

// No order of numbers is needed, only the question: am I still the
// last who came in?
var write = redis.NewScript(`
if redis.call("get", KEYS[1]) == ARGV[1] then
  redis.call("set", KEYS[2], ARGV[2])
  return 1
else
  return 0
end`)

// Write writes the invoice, unless somebody has come in after us.
func Write(
	ctx context.Context, rdb *redis.Client, id, token, status string,
) error {
	keys := []string{"invoice:" + id + ":holder", "invoice:" + id}
	n, err := write.Run(ctx, rdb, keys, token, status).Int()
	if err == nil && n == 0 {
		return ErrLate
	}
	return err
}

// end
