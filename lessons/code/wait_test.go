package code_test

import (
	"strconv"
	"testing"
	"time"

	"lockstep/server/real"
	"lockstep/server/real/realtest"

	wait "lockstep/lessons/code/one-node-is-not-enough"
)

// primary starts a primary with a replica that has caught up, and a server without
// one.
func primary(t *testing.T) (with, without string) {
	t.Helper()
	lonely, p := realtest.Server(t, real.Settings{}), realtest.Server(t, real.Settings{})
	realtest.Server(t, real.Settings{Config: []string{"replicaof", "127.0.0.1 " + strconv.Itoa(p.Port())}})
	realtest.Dial(t, p.Addr()).Await("INFO replication", "state=online")
	return p.Addr(), lonely.Addr()
}

// The lock is held once a replica has it, and not held, nor left behind, if none has.
func TestWaitForReplica(t *testing.T) {
	t.Parallel()
	with, without := primary(t)
	rdb, lonely := dial(t, with), dial(t, without)

	token, ok, err := wait.Acquire(t.Context(), rdb, invoiceLock, time.Hour, time.Minute)
	if !ok || err != nil || token == "" || value(t, rdb, invoiceLock) != token {
		t.Errorf("with a replica: %q, %v, %v, and the key holds %q", token, ok, err, value(t, rdb, invoiceLock))
	}
	if _, ok, err := wait.Acquire(t.Context(), rdb, invoiceLock, time.Hour, time.Minute); ok || err != nil || value(t, rdb, invoiceLock) != token {
		t.Errorf("the second: %v, %v, and the key holds %q", ok, err, value(t, rdb, invoiceLock))
	}
	if _, ok, err := wait.Acquire(t.Context(), lonely, invoiceLock, time.Hour, time.Millisecond); ok || err != nil || value(t, lonely, invoiceLock) != "" {
		t.Errorf("without a replica: %v, %v, and the key holds %q", ok, err, value(t, lonely, invoiceLock))
	}
}

func TestWaitInJavaScript(t *testing.T) {
	t.Parallel()
	with, without := primary(t)
	runNode(t, "wait.test.mjs", with, without)
}
