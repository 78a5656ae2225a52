package scenario

import (
	"strings"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// A lock's options come to what they do in a scenario, by its cluster too.
func TestResolved(t *testing.T) {
	for _, row := range []struct {
		cluster, options string
		nodes            string
		ttl              trace.Duration
		wait             lock.Copies
	}{
		{"{independent: 5}", "{profile: redsync, ttl: 2s}", "n1 n2 n3 n4 n5", 2 * trace.Second, lock.Copies{}},
		{"{replicated: {replicas: 1}}", "{profile: redisson}", "n1", 30 * trace.Second, lock.Copies{Replicas: 1, Timeout: trace.Second}},
		{"{single: {}}", "{profile: redisson}", "n1", 30 * trace.Second, lock.Copies{}},
	} {
		o, err := Resolved(row.cluster, row.options)
		if err != nil || joined(o.Nodes) != row.nodes || o.TTL != row.ttl || o.Wait != row.wait {
			t.Errorf("%s on %s: %+v, %v", row.options, row.cluster, o, err)
		}
	}
	const want = `lock.profile: "redsnyc": there is no profile of a library called so; did you mean redsync?`
	if _, err := Resolved("{single: {}}", "{profile: redsnyc}"); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a library that is none: %v", err)
	}
}
