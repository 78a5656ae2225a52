package code_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/go-redsync/redsync/v4"

	library "lockstep/lessons/code/using-a-library"
)

// till is an office that counts what it charges. It calls during while it prepares.
type till struct {
	during  func()
	charged []string
}

func (o *till) Prepare(context.Context, string) (int, error) {
	o.during()
	return 4900, nil
}

func (o *till) Charge(_ context.Context, _ string, _ int, key string) error {
	o.charged = append(o.charged, key)
	return nil
}

// The four numbers are in force: the lock is for 10 s less drift, and the eleventh
// refusal is the last.
func TestLibraryNumbers(t *testing.T) {
	t.Parallel()
	nodes, rs := five(t)
	before := time.Now()
	mutex := library.NewMutex(rs, invoiceLock)
	must(t, mutex.Lock())
	if least, most := before.Add(9900*time.Millisecond), time.Now().Add(9900*time.Millisecond); mutex.Until().Before(least) || mutex.Until().After(most) {
		t.Errorf("the lock is until %v, want between %v and %v", mutex.Until(), least, most)
	}
	for _, rdb := range nodes {
		must(t, rdb.Set(t.Context(), "lock:invoice-43", "somebody", 0).Err())
		must(t, rdb.ConfigResetStat(t.Context()).Err())
	}
	if err := library.NewMutex(rs, "lock:invoice-43").Lock(); err == nil {
		t.Error("the lock is taken, and given again")
	}
	for _, rdb := range nodes {
		if n := calls(t, rdb, "set"); n != 11 {
			t.Errorf("a node was asked %d times", n)
		}
	}
}

// An invoice is charged under the lock, if that has time left.
func TestLibraryLooksBeforeTheCharge(t *testing.T) {
	t.Parallel()
	nodes, rs := five(t)
	o := &till{}
	o.during = func() {
		if n := holders(t, nodes, invoiceLock); n < 3 {
			t.Errorf("at work with %d keys", n)
		}
	}
	must(t, library.Charge(t.Context(), rs.NewMutex(invoiceLock, redsync.WithExpiry(time.Minute)), o, "42", time.Second))
	if !slices.Equal(o.charged, []string{"charge:42"}) || holders(t, nodes, invoiceLock) != 0 {
		t.Errorf("charged %q, and %d keys are left", o.charged, holders(t, nodes, invoiceLock))
	}
	err := library.Charge(t.Context(), rs.NewMutex(invoiceLock, redsync.WithExpiry(time.Minute)), o, "43", time.Hour)
	if !errors.Is(err, library.ErrEnding) || len(o.charged) != 1 || holders(t, nodes, invoiceLock) != 0 {
		t.Errorf("a minute is not an hour: %v, charged %q, and %d keys are left", err, o.charged, holders(t, nodes, invoiceLock))
	}
}

func TestLibraryInJavaScript(t *testing.T) {
	t.Parallel()
	runNode(t, "library.test.mjs", addresses(t, 3)...)
}
