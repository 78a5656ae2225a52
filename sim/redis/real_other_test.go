//go:build !linux

package redis

import "testing"

// The clock that the test sets is preloaded in a way that Linux has.
func TestAgainstRedis(t *testing.T) {
	t.Skip("not on Linux: the node was not compared with a real Redis under a clock that the test sets")
}
