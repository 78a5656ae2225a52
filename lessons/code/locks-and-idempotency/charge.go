// Package idempotency has what keeps data right when the lock does not: a charge with
// a name, and a sale that is refused once somebody else has sold.
package idempotency

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"

	release "lockstep/lessons/code/releasing-safely"
	lock "lockstep/lessons/code/the-first-lock"
)

// ErrBusy is why an invoice was not charged now.
var ErrBusy = errors.New("somebody else is charging this invoice")

// Charge is what the payment provider is asked for. It carries out charges of the same
// key once, and answers all the same way.
type Charge struct {
	Invoice        string
	Cents          int
	IdempotencyKey string
}

// Worker charges invoices, beside others of its kind.
type Worker struct {
	Redis    *redis.Client
	Provider interface {
		Charge(ctx context.Context, c Charge) error
	}
}

// part charge

// Charge charges an invoice, unless somebody else is at it.
func (w *Worker) Charge(
	ctx context.Context, invoice string, cents int,
) error {
	key := "lock:invoice-" + invoice
	token, ok, err := lock.Acquire(ctx, w.Redis, key, 10*time.Second)
	if err != nil {
		return err
	}
	if !ok {
		return ErrBusy
	}
	defer release.Release(
		context.WithoutCancel(ctx), w.Redis, key, token)

	// The key names the deed, not the attempt: should a second
	// worker come, it sends the same one.
	return w.Provider.Charge(ctx, Charge{
		Invoice: invoice, Cents: cents,
		IdempotencyKey: "charge:" + invoice,
	})
}

// end
