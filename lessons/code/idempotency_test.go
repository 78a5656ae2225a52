package code_test

import (
	"context"
	"errors"
	"net"
	"testing"

	"github.com/redis/go-redis/v9"

	idempotency "lockstep/lessons/code/locks-and-idempotency"
)

// bank carries out charges of the same key once. It calls during in each.
type bank struct {
	charged map[string]int // cents, by key
	asked   int
	during  func()
}

func (b *bank) Charge(_ context.Context, c idempotency.Charge) error {
	b.asked++
	if b.charged[c.IdempotencyKey] == 0 {
		b.charged[c.IdempotencyKey] = c.Cents
	}
	if then := b.during; then != nil {
		b.during = nil
		then()
	}
	return nil
}

// Two get in when the lock fails, and the invoice is charged once.
func TestChargeHasAName(t *testing.T) {
	t.Parallel()
	rdb := alone(t)
	b := &bank{charged: make(map[string]int)}
	w := &idempotency.Worker{Redis: rdb, Provider: b}
	const key = "lock:invoice-42"
	b.during = func() {
		if err := w.Charge(t.Context(), "42", 4900); !errors.Is(err, idempotency.ErrBusy) {
			t.Errorf("while somebody is at it: %v", err)
		}
		must(t, rdb.Del(t.Context(), key).Err()) // the lock is lost
		must(t, w.Charge(t.Context(), "42", 4900))
		set(t, rdb, key, "a third")
	}
	must(t, w.Charge(t.Context(), "42", 4900))
	if b.asked != 2 || len(b.charged) != 1 {
		t.Errorf("asked %d times, charged %v", b.asked, b.charged)
	}
	if got := value(t, rdb, key); got != "a third" {
		t.Errorf("the lock of a third became %q", got)
	}
	must(t, rdb.Del(t.Context(), key).Err())
	must(t, w.Charge(t.Context(), "43", 100))
	if left := rdb.Keys(t.Context(), "lock:*").Val(); len(left) != 0 || len(b.charged) != 2 {
		t.Errorf("afterwards there are %q, and the charges are %v", left, b.charged)
	}
}

// Of two who have read the same, one sells.
func TestSellComparesAndSets(t *testing.T) {
	t.Parallel()
	addr := addresses(t, 1)[0]
	rdb, late := dial(t, addr), dial(t, addr)
	set(t, rdb, "stock:7", "1")
	between := beforeExec{func() { must(t, idempotency.Sell(t.Context(), rdb, "stock:7")) }}
	late.AddHook(between)
	if err := idempotency.Sell(t.Context(), late, "stock:7"); !errors.Is(err, idempotency.ErrLate) {
		t.Errorf("who is late sells: %v", err)
	}
	if err := idempotency.Sell(t.Context(), rdb, "stock:7"); !errors.Is(err, idempotency.ErrSoldOut) {
		t.Errorf("the next sells: %v", err)
	}
	if left := value(t, rdb, "stock:7"); left != "0" {
		t.Errorf("%q are left", left)
	}
}

// beforeExec is a hook that does something between the reading and a transaction.
type beforeExec struct{ then func() }

func (beforeExec) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) { return next(ctx, network, addr) }
}

func (beforeExec) ProcessHook(next redis.ProcessHook) redis.ProcessHook { return next }

func (b beforeExec) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, list []redis.Cmder) error {
		if list[0].Name() == "multi" {
			b.then()
		}
		return next(ctx, list)
	}
}

func TestIdempotencyInJavaScript(t *testing.T) {
	t.Parallel()
	runNode(t, "idempotency.test.mjs", addresses(t, 1)...)
}
