// Package library charges invoices under a lock of redsync: with its four numbers
// named, and with a look at the time right before the charge.
package library

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/go-redsync/redsync/v4"
)

// ErrEnding is why nothing was charged.
var ErrEnding = errors.New("the lock may end before the charge is done")

// Office is where invoices are prepared and charged.
type Office interface {
	Prepare(ctx context.Context, invoice string) (cents int, err error)
	// Charge carries out charges of the same key once.
	Charge(ctx context.Context, invoice string, cents int, key string) error
}

// part lock

// NewMutex makes a lock whose four numbers have been chosen.
func NewMutex(rs *redsync.Redsync, name string) *redsync.Mutex {
	return rs.NewMutex(name,
		redsync.WithExpiry(10*time.Second), // the TTL
		// How long to wait for it: 10 times about 200 ms. The first
		// try counts, too.
		redsync.WithTries(11),
		redsync.WithRetryDelayFunc(func(int) time.Duration {
			return 100*time.Millisecond +
				rand.N(200*time.Millisecond)
		}),
		redsync.WithDriftFactor(0.01), // 1 % of the TTL
	)
}

// end

// part charge

// Charge charges an invoice if the lock has time enough left: need.
func Charge(
	ctx context.Context, mutex *redsync.Mutex, o Office,
	invoice string, need time.Duration,
) error {
	if err := mutex.LockContext(ctx); err != nil {
		return err
	}
	defer func() {
		_, err := mutex.UnlockContext(context.WithoutCancel(ctx))
		if err != nil { // no drama: its keys go by themselves
			slog.Info("unlock", "invoice", invoice, "error", err)
		}
	}()
	cents, err := o.Prepare(ctx, invoice) // all that takes long
	if err != nil {
		return err
	}
	if time.Until(mutex.Until()) < need {
		return ErrEnding
	}
	return o.Charge(ctx, invoice, cents, "charge:"+invoice)
}

// end
