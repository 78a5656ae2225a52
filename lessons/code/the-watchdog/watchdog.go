// Package watchdog renews a lock while its process lives and its work goes on, and
// tells the work when the lock is lost.
package watchdog

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// ErrLost is why work was told to stop.
var ErrLost = errors.New("the lock is lost")

// part renew

var renew = redis.NewScript(`
if redis.call("get",KEYS[1]) == ARGV[1] then
  return redis.call("pexpire",KEYS[1],ARGV[2])
else
  return 0
end`)

// Renew gives the key new time if it is still ours, and sets no other.
func Renew(
	ctx context.Context, rdb redis.Cmdable, key, token string,
	ttl time.Duration,
) (ours bool, err error) {
	n, err := renew.Run(
		ctx, rdb, []string{key}, token, ttl.Milliseconds()).Int()
	return n == 1, err
}

// end

// Watchdog is how a lock is renewed.
type Watchdog struct {
	TTL   time.Duration // what a renewal gives it
	Bound int           // how many renewals there may be
	Renew func(context.Context) (ours bool, err error)
}

// part watchdog

// watch renews every third of the TTL, so many times at most. When
// these are used up, the lock has the time that is left.
func (w Watchdog) watch(
	ctx context.Context, end *time.Timer, lose func(cause error),
) {
	for range w.Bound {
		select {
		case <-ctx.Done():
			return
		case <-time.After(w.TTL / 3):
		}
		asked := time.Now()
		ours, err := w.Renew(ctx)
		switch {
		case err != nil: // no answer: try at the next turn
		case ours:
			end.Reset(time.Until(asked.Add(w.TTL)))
		default:
			lose(ErrLost)
			return
		}
	}
}

// end

// part keep

// Keep does the work under a lock that ends at until, unless renewed.
// When the lock is lost, the work's context ends.
func (w Watchdog) Keep(
	ctx context.Context, until time.Time,
	work func(context.Context) error,
) error {
	ctx, lose := context.WithCancelCause(ctx)
	end := time.AfterFunc(time.Until(until), func() { lose(ErrLost) })
	var watching sync.WaitGroup
	watching.Go(func() { w.watch(ctx, end, lose) })

	err := work(ctx)
	// Stop the watchdog, and only then give the lock back.
	lose(nil)
	watching.Wait()
	end.Stop()
	return err
}

// end
