package code_test

import (
	"testing"
	"time"

	redlock "lockstep/lessons/code/redlock-in-five-steps"
	"lockstep/server/real"
	"lockstep/server/real/realtest"
)

// enough is a timeout that no node of a test exceeds, but for those that are dead.
const enough = 30 * time.Second

func overFive(t *testing.T, timeout time.Duration) ([]*real.Process, *redlock.Redlock) {
	t.Helper()
	list := realtest.Cluster(t, 5, real.Settings{})
	var addrs []string
	for _, p := range list {
		addrs = append(addrs, p.Addr())
	}
	r := redlock.New(addrs, timeout)
	for _, node := range r.Nodes {
		t.Cleanup(func() { node.Close() })
	}
	return list, r
}

func TestRedlock(t *testing.T) {
	t.Parallel()
	_, r := overFive(t, enough)
	before := time.Now()
	token, validity := r.Lock(t.Context(), invoiceLock, time.Hour)
	used := time.Since(before)
	// 1 % of an hour is 36 s, and 2 ms more.
	if most := time.Hour - 36*time.Second - 2*time.Millisecond; token == "" || validity > most || validity < most-used {
		t.Errorf("%q, valid for %v of %v, and %v are used", token, validity, most, used)
	}
	if n := holders(t, r.Nodes, invoiceLock); n != 5 {
		t.Errorf("%d keys are set", n)
	}
	if second, validity := r.Lock(t.Context(), invoiceLock, time.Hour); second != "" || validity != 0 {
		t.Errorf("the second gets %q for %v", second, validity)
	}
	r.Unlock(t.Context(), invoiceLock, "another's")
	if n := holders(t, r.Nodes, invoiceLock); n != 5 {
		t.Errorf("%d keys stay when others let go", n)
	}
	r.Unlock(t.Context(), invoiceLock, token)
	if n := holders(t, r.Nodes, invoiceLock); n != 0 {
		t.Errorf("%d keys are left", n)
	}
}

// The same number of votes is enough, and one less is not.
func TestRedlockOverDeadNodes(t *testing.T) {
	t.Parallel()
	list, r := overFive(t, enough)
	list[0].Kill()
	list[1].Kill()
	token, validity := r.Lock(t.Context(), invoiceLock, time.Hour)
	if token == "" || validity <= 0 || holders(t, r.Nodes[2:], invoiceLock) != 3 {
		t.Errorf("two are dead: %q for %v, with %d keys", token, validity, holders(t, r.Nodes[2:], invoiceLock))
	}
	r.Unlock(t.Context(), invoiceLock, token)

	list[2].Kill()
	set(t, r.Nodes[3], "lock:other", "somebody's")
	token, validity = r.Lock(t.Context(), invoiceLock, time.Hour)
	if token != "" || validity != 0 || holders(t, r.Nodes[3:], invoiceLock) != 0 {
		t.Errorf("three are dead: %q for %v, and %d keys are left", token, validity, holders(t, r.Nodes[3:], invoiceLock))
	}
	if got := value(t, r.Nodes[3], "lock:other"); got != "somebody's" {
		t.Errorf("another key holds %q", got)
	}
}

// What asking takes is taken off, so that votes that come late are no lock.
func TestRedlockTakesOffTheTime(t *testing.T) {
	t.Parallel()
	_, r := overFive(t, enough)
	if token, validity := r.Lock(t.Context(), invoiceLock, 2*time.Millisecond); token != "" || validity != 0 {
		t.Errorf("2 ms, all of them drift: %q for %v", token, validity)
	}
}

// A node that is silent costs its timeout, and not what the client would wait for.
func TestRedlockOverSilentNode(t *testing.T) {
	t.Parallel()
	list, r := overFive(t, time.Second)
	for _, node := range r.Nodes { // all are connected before one falls silent
		must(t, node.Ping(t.Context()).Err())
	}
	must(t, list[0].Pause())
	// go-redis by itself would wait for 3 s, which is longer than this lock.
	token, validity := r.Lock(t.Context(), invoiceLock, 3*time.Second)
	if token == "" || validity <= 0 {
		t.Errorf("%q for %v", token, validity)
	}
	must(t, list[0].Resume())
}

func TestRedlockInJavaScript(t *testing.T) {
	t.Parallel()
	runNode(t, "redlock.test.mjs", addresses(t, 5)...)
}
