package idempotency

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// Why nothing was sold.
var (
	ErrSoldOut = errors.New("there is nothing left to sell")
	ErrLate    = errors.New("somebody else has changed the stock")
)

// part compare-and-set

// Sell sells one of what a key counts. It needs no lock: what has
// changed since it was read is not written.
func Sell(ctx context.Context, rdb *redis.Client, key string) error {
	err := rdb.Watch(ctx, func(tx *redis.Tx) error {
		left, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		if left == 0 {
			return ErrSoldOut
		}
		// MULTI, SET, EXEC: refused if key is not as it was.
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			return p.Set(ctx, key, left-1, 0).Err()
		})
		return err
	}, key)
	if errors.Is(err, redis.TxFailedErr) {
		return ErrLate // read again, and decide again
	}
	return err
}

// end
