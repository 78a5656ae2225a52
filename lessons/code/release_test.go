package code_test

import (
	"context"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	release "lockstep/lessons/code/releasing-safely"
)

// Whoever has the token deletes the key, and nobody else does.
func TestRelease(t *testing.T) {
	t.Parallel()
	// DELEX needs a newer Redis than most machines have.
	stand := dial(t, miniredis.RunT(t).Addr())
	for name, c := range map[string]struct {
		rdb     *redis.Client
		release func(context.Context, *redis.Client, string, string) (bool, error)
	}{
		"by script": {alone(t), func(ctx context.Context, rdb *redis.Client, key, token string) (bool, error) {
			return release.Release(ctx, rdb, key, token)
		}},
		"by DELEX": {stand, release.Delex},
	} {
		set(t, c.rdb, invoiceLock, "ours")
		if ours, err := c.release(t.Context(), c.rdb, invoiceLock, "another"); ours || err != nil || value(t, c.rdb, invoiceLock) != "ours" {
			t.Errorf("%s, another's token: %v, %v, and the key holds %q", name, ours, err, value(t, c.rdb, invoiceLock))
		}
		if ours, err := c.release(t.Context(), c.rdb, invoiceLock, "ours"); !ours || err != nil || value(t, c.rdb, invoiceLock) != "" {
			t.Errorf("%s, our token: %v, %v, and the key holds %q", name, ours, err, value(t, c.rdb, invoiceLock))
		}
		if ours, err := c.release(t.Context(), c.rdb, invoiceLock, "ours"); ours || err != nil {
			t.Errorf("%s, once more: %v, %v", name, ours, err)
		}
	}
}

func TestReleaseInJavaScript(t *testing.T) {
	t.Parallel()
	runNode(t, "release.test.mjs", addresses(t, 1)[0], miniredis.RunT(t).Addr())
}
