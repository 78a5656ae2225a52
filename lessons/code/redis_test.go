package code_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// dial connects to a server for the time of a test. What goes wrong is said at once:
// there is no second attempt.
func dial(t *testing.T, addr string) *redis.Client {
	t.Helper()
	rdb := redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1})
	t.Cleanup(func() { rdb.Close() })
	return rdb
}

// alone is a client of a server that the test has for itself.
func alone(t *testing.T) *redis.Client {
	t.Helper()
	return dial(t, addresses(t, 1)[0])
}

// value is what a key holds, or "" if there is none.
func value(t *testing.T, rdb redis.Cmdable, key string) string {
	t.Helper()
	s, err := rdb.Get(t.Context(), key).Result()
	if err != nil && err != redis.Nil {
		t.Fatal(err)
	}
	return s
}

// set gives a key a value.
func set(t *testing.T, rdb redis.Cmdable, key, value string) {
	t.Helper()
	must(t, rdb.Set(t.Context(), key, value, 0).Err())
}

// must fails a test at the first error.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// limited is a context that ends soon enough for a test to say what it waited for.
func limited(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// awaitCalls waits until a server has carried out a command, in small letters, so
// many times.
func awaitCalls(t *testing.T, rdb *redis.Client, command string, times int) {
	t.Helper()
	for ctx := limited(t); ; {
		info, err := rdb.Info(ctx, "commandstats").Result()
		must(t, err)
		calls := 0
		if _, rest, ok := strings.Cut(info, "cmdstat_"+command+":calls="); ok {
			fmt.Sscanf(rest, "%d", &calls)
		}
		if calls >= times {
			return
		}
	}
}
