package code_test

import (
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

// calls is how many times a server has carried out a command, named in small letters.
func calls(t *testing.T, rdb *redis.Client, command string) (n int) {
	t.Helper()
	info, err := rdb.Info(t.Context(), "commandstats").Result()
	must(t, err)
	if _, rest, ok := strings.Cut(info, "cmdstat_"+command+":calls="); ok {
		fmt.Sscanf(rest, "%d", &n)
	}
	return n
}

// awaitCalls waits until it has done so as many times.
func awaitCalls(t *testing.T, rdb *redis.Client, command string, times int) {
	t.Helper()
	for limit := time.Now().Add(time.Minute); calls(t, rdb, command) < times; {
		if time.Now().After(limit) {
			t.Fatalf("the server has not carried out %s %d times", command, times)
		}
	}
}
