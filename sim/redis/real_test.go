package redis_test

import (
	"testing"

	"lockstep/server/real"
	"lockstep/server/real/realtest"
)

// startReal starts a redis-server under a clock that the test sets, as large as a
// node, with further settings by turns.
func startReal(t testing.TB, settings ...string) *realtest.Clocked {
	t.Helper()
	return realtest.UnderClock(t, real.Settings{Config: append([]string{"databases", "1", "proto-max-bulk-len", "1048576"}, settings...)})
}
