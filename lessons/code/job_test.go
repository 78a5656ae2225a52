package code_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/go-redsync/redsync/v4"
	redsyncredis "github.com/go-redsync/redsync/v4/redis"
	"github.com/go-redsync/redsync/v4/redis/goredis/v9"
	"github.com/redis/go-redis/v9"

	job "lockstep/lessons/code/check-up"
)

// five are servers that know nothing of one another, and redsync over them.
func five(t *testing.T) ([]*redis.Client, *redsync.Redsync) {
	t.Helper()
	var nodes []*redis.Client
	var pools []redsyncredis.Pool
	for _, addr := range addresses(t, 5) {
		rdb := dial(t, addr)
		nodes, pools = append(nodes, rdb), append(pools, goredis.NewPool(rdb))
	}
	return nodes, redsync.New(pools...)
}

// holders is on how many nodes a key is set.
func holders(t *testing.T, nodes []*redis.Client, key string) (n int) {
	t.Helper()
	for _, rdb := range nodes {
		if value(t, rdb, key) != "" {
			n++
		}
	}
	return n
}

func TestJob(t *testing.T) {
	t.Parallel()
	nodes, rs := five(t)
	const key = "lock:job-7"
	var sent []string
	j := job.Job{ID: "7"}
	j.Send = func(_ context.Context, key, letter string) error {
		sent = append(sent, key+" "+letter)
		return nil
	}

	j.Prepare = func(context.Context) (string, error) {
		if n := holders(t, nodes, key); n < 3 {
			t.Errorf("at work with %d keys", n)
		}
		return "Dear all", nil
	}
	must(t, job.Run(t.Context(), rs, j, time.Minute))
	if len(sent) != 1 || sent[0] != "job:7 Dear all" {
		t.Errorf("sent %q", sent)
	}
	if n := holders(t, nodes, key); n != 0 {
		t.Errorf("%d keys are left", n)
	}

	// The lock ends while the letter is written: its keys have run out, and with
	// them its validity.
	j.Prepare = func(context.Context) (string, error) {
		for holders(t, nodes, key) > 0 {
		}
		return "Dear all", nil
	}
	if err := job.Run(t.Context(), rs, j, time.Second); !errors.Is(err, job.ErrLost) {
		t.Errorf("with a lock that has ended: %v", err)
	}
	if len(sent) != 1 {
		t.Errorf("sent %q", sent)
	}
}

func TestJobInJavaScript(t *testing.T) {
	t.Parallel()
	runNode(t, "job.test.mjs", addresses(t, 5)...)
}
