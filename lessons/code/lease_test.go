package code_test

import (
	"context"
	"errors"
	"testing"
	"time"

	lease "lockstep/lessons/code/how-long"
)

// Who waits gives up after its patience, and not when the lock ends.
func TestTwoNumbers(t *testing.T) {
	t.Parallel()
	rdb := alone(t)
	must(t, rdb.Set(t.Context(), invoiceLock, "somebody", time.Hour).Err())
	if _, err := lease.Acquire(t.Context(), rdb, invoiceLock, time.Hour, time.Millisecond); !errors.Is(err, lease.ErrBusy) {
		t.Errorf("the lock is taken: %v", err)
	}
	if got := value(t, rdb, invoiceLock); got != "somebody" {
		t.Errorf("the key holds %q", got)
	}
	must(t, rdb.Del(t.Context(), invoiceLock).Err())

	before := time.Now()
	l, err := lease.Acquire(t.Context(), rdb, invoiceLock, time.Hour, 0)
	after := time.Now()
	must(t, err)
	if l.Until.Before(before.Add(time.Hour)) || l.Until.After(after.Add(time.Hour)) {
		t.Errorf("asked between %v and %v, it is for an hour and ends at %v", before, after, l.Until)
	}
	if left := rdb.PTTL(t.Context(), invoiceLock).Val(); time.Now().Add(left).Before(l.Until.Add(-time.Minute)) {
		t.Errorf("the key has %v to live", left)
	}
}

// Work ends with its lock, and who was late hears of it.
func TestWorkEndsInTime(t *testing.T) {
	t.Parallel()
	rdb := alone(t)
	l, err := lease.Acquire(t.Context(), rdb, invoiceLock, time.Hour, 0)
	must(t, err)
	late, err := lease.Work(t.Context(), rdb, l, func(ctx context.Context) error {
		if end, ok := ctx.Deadline(); !ok || !end.Equal(l.Until) {
			t.Errorf("the work must end at %v, the lock ends at %v", end, l.Until)
		}
		return nil
	})
	if late || err != nil || value(t, rdb, invoiceLock) != "" {
		t.Errorf("in time: late %v, %v, and the key holds %q", late, err, value(t, rdb, invoiceLock))
	}

	set(t, rdb, invoiceLock, "the next")
	l.Until = time.Now()
	late, err = lease.Work(t.Context(), rdb, l, func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	})
	if !late || !errors.Is(err, context.DeadlineExceeded) || value(t, rdb, invoiceLock) != "the next" {
		t.Errorf("too late: late %v, %v, and the key holds %q", late, err, value(t, rdb, invoiceLock))
	}
}

func TestLeaseInJavaScript(t *testing.T) {
	t.Parallel()
	runNode(t, "lease.test.mjs", addresses(t, 1)...)
}
