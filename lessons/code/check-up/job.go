// Package job puts everything together: Redlock by redsync, a look at the clock
// before the deed, and a name for the deed, by which the other side knows it.
package job

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
)

// ErrLost is why a job was not done: its lock has ended.
var ErrLost = errors.New("the lock was lost before the deed")

// Job is something to be done once.
type Job struct {
	ID      string
	Prepare func(context.Context) (letter string, err error)
	// Send does what cannot be undone. It does it once for each key.
	Send func(ctx context.Context, key, letter string) error
}

// part job

// Run does a job. The lock is for ttl, say 10 s.
func Run(
	ctx context.Context, rs *redsync.Redsync, j Job, ttl time.Duration,
) error {
	mutex := rs.NewMutex("lock:job-"+j.ID, redsync.WithExpiry(ttl))
	if err := mutex.LockContext(ctx); err != nil {
		return err
	}
	defer mutex.UnlockContext(context.WithoutCancel(ctx))

	letter, err := j.Prepare(ctx) // slow
	if err != nil {
		return err
	}
	// Look before the deed, not after it.
	if time.Now().After(mutex.Until()) {
		return ErrLost
	}
	// Even so, the store has the last word: it knows by the name
	// what it has done already.
	return j.Send(ctx, "job:"+j.ID, letter)
}

// end
