package code_test

import (
	"context"
	"errors"
	"testing"
	"time"

	lock "lockstep/lessons/code/the-first-lock"
)

const invoiceLock = "lock:invoice-42"

func TestAcquire(t *testing.T) {
	t.Parallel()
	rdb := alone(t)
	token, ok, err := lock.Acquire(t.Context(), rdb, invoiceLock, time.Hour)
	if err != nil || !ok || len(token) != 32 || value(t, rdb, invoiceLock) != token {
		t.Fatalf("%q, %v, %v, and the key holds %q", token, ok, err, value(t, rdb, invoiceLock))
	}
	if left := rdb.PTTL(t.Context(), invoiceLock).Val(); left <= 0 || left > time.Hour {
		t.Errorf("the key has %v to live", left)
	}
	second, ok, err := lock.Acquire(t.Context(), rdb, invoiceLock, time.Hour)
	if err != nil || ok || second == token {
		t.Errorf("the second gets %q, %v, %v; the first has %q", second, ok, err, token)
	}
	if got := value(t, rdb, invoiceLock); got != token {
		t.Errorf("the refused has changed the key to %q", got)
	}
}

func TestWait(t *testing.T) {
	t.Parallel()
	rdb := alone(t)
	set(t, rdb, invoiceLock, "somebody")
	asked := make(chan string)
	go func() {
		token, err := lock.Wait(t.Context(), rdb, invoiceLock, time.Hour)
		if err != nil {
			t.Error(err)
		}
		asked <- token
	}()
	// It has been refused before it gets in.
	awaitCalls(t, rdb, "set", 2)
	must(t, rdb.Del(t.Context(), invoiceLock).Err())
	if token := <-asked; token == "" || value(t, rdb, invoiceLock) != token {
		t.Errorf("got %q, and the key holds %q", token, value(t, rdb, invoiceLock))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := lock.Wait(ctx, rdb, invoiceLock, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("without patience: %v", err)
	}
}

func TestLockInJavaScript(t *testing.T) {
	t.Parallel()
	runNode(t, "lock.test.mjs", addresses(t, 1)...)
}
