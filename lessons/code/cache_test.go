package code_test

import (
	"context"
	"errors"
	"testing"

	"github.com/redis/go-redis/v9"

	"lockstep/server/real"
	"lockstep/server/real/realtest"

	cache "lockstep/lessons/code/do-you-need-redlock"
)

func TestRefresh(t *testing.T) {
	t.Parallel()
	server := realtest.Server(t, real.Settings{})
	rdb := dial(t, server.Addr())
	const key = "lock:front-page"
	built := 0
	rebuild := func(context.Context) (string, error) { built++; return "new", nil }
	refresh := func(when, want string, times int) {
		t.Helper()
		page, err := cache.Refresh(t.Context(), rdb, "front-page", "old", rebuild)
		if err != nil || page != want || built != times {
			t.Errorf("%s: %q, %v, and it was built %d times", when, page, err, built)
		}
	}
	refresh("free", "new", 1)
	if n := rdb.Exists(t.Context(), key).Val(); n != 0 {
		t.Error("the lock is not given back")
	}
	set(t, rdb, key, "somebody")
	refresh("taken", "old", 1)
	server.Kill()
	if err := rdb.Ping(t.Context()).Err(); err == nil || errors.Is(err, redis.Nil) {
		t.Fatalf("the server still answers: %v", err)
	}
	refresh("no Redis", "new", 2)
}

func TestRefreshInJavaScript(t *testing.T) {
	t.Parallel()
	runNode(t, "cache.test.mjs", addresses(t, 1)...)
}
