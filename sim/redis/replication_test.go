package redis

import (
	"slices"
	"testing"

	"lockstep/sim/trace"
)

// pair is a primary n1 and its replica n2.
func pair(t *testing.T) (primary, replica *Node) {
	primary, replica = newNode(t), newNode(t)
	replica.Reset("n2", Never)
	replica.SetRole(Replica, "n1")
	return primary, replica
}

// TestReplicaHides is a key on a replica whose clock is half a second ahead.
func TestReplicaHides(t *testing.T) {
	primary, replica := pair(t)
	const ahead = 500_000
	effects := do(primary, 0, "SET k v PX 1000").Effects
	shown := []trace.Key{{Name: "k", Value: "v", PTTL: 501_000}}
	if got := replica.Apply(ahead, effects); !slices.Equal(got, shown) {
		t.Errorf("applied: %v, want %v", got, shown)
	}
	hidden := []trace.Key{{Name: "k", Value: "v"}}
	if got := do(replica, 600_000+ahead, "GET k"); !got.Reply.IsNil() || !slices.Equal(got.Keys, hidden) {
		t.Errorf("GET of a key that has run out: %s, keys %v", got.Reply, got.Keys)
	}
	expect(t, primary, 600_000, "GET k", `"v"`)
	for _, c := range []struct{ line, want string }{
		{"EXISTS k", "(integer) 0"}, {"TYPE k", "none"}, {"PTTL k", "(integer) -2"}, {"KEYS *", "[]"}, {"DBSIZE", "(integer) 1"},
		{"EVAL return(redis.call('get','k')) 0", "(nil)"},
	} {
		expect(t, replica, 600_000+ahead, c.line, c.want)
	}
	if gone := replica.Expire(600_000 + ahead); gone != nil {
		t.Errorf("a replica deleted %q", named(gone))
	}
	if at, ok := replica.NextExpiry(); ok {
		t.Errorf("a replica will delete a key at %d", at)
	}
	// Its clock steps back, and the key is there again.
	expect(t, replica, 700_000, "GET k", `"v"`)
	// The primary's clock gets there, and the key goes.
	gone := primary.Expire(1_001_000)
	if len(gone) != 1 || !gone[0].Gone() {
		t.Fatalf("%d keys ran out on the primary", len(gone))
	}
	if got := replica.Apply(800_000, gone); !slices.Equal(got, []trace.Key{{Name: "k", PTTL: trace.Gone}}) {
		t.Errorf("told that the key is gone: %v", got)
	}
	expect(t, replica, 800_000, "DBSIZE", "(integer) 0")
}

// TestPromotion: what the replica hid is deleted, and it takes writes.
func TestPromotion(t *testing.T) {
	primary, replica := pair(t)
	for _, line := range []string{"SET soon v PX 1000", "SET later v PX 5000", "SET stays v"} {
		replica.Apply(0, do(primary, 0, line).Effects)
	}
	const now = 2_000_000
	expect(t, replica, now, "SET x v", errReplica.String())
	replica.SetRole(Primary, "")
	if at, ok := replica.NextExpiry(); !ok || at != 1_001_000 {
		t.Errorf("the key that was hidden is due at %d %v", at, ok)
	}
	gone := replica.Expire(now)
	if !slices.Equal(named(gone), []string{"soon"}) {
		t.Errorf("promoted, it deleted %q", named(gone))
	}
	if at, ok := replica.NextExpiry(); !ok || at != 5_001_000 {
		t.Errorf("the next key is due at %d %v", at, ok)
	}
	expect(t, replica, now, "SET x v", "OK")
	if got := replica.Apply(now, []Effect{{Key: "late", state: state{value: textValue("v")}}}); got != nil {
		t.Errorf("a primary applied %v", got)
	}
	// Three effects were its primary's, the deletion and x its own.
	if replica.Offset() != 5 {
		t.Errorf("offset %d, want 5", replica.Offset())
	}
	checkBooks(t, replica)
}

// TestOldPrimaryComesBack loses what it alone knew.
func TestOldPrimaryComesBack(t *testing.T) {
	old, next := pair(t)
	next.Apply(0, do(old, 0, "SET both v").Effects)
	do(old, 0, "SET alone v")
	do(old, 0, "SET both w")
	next.SetRole(Primary, "")
	old.SetRole(Replica, "n2")
	want := []trace.Key{{Name: "alone", PTTL: trace.Gone}, {Name: "both", Value: "v", PTTL: trace.NoExpiry}}
	if got := old.Load(0, next.Snapshot()); !slices.Equal(got, want) {
		t.Errorf("the copy changed %v, want %v", got, want)
	}
	if got := next.Load(0, old.Snapshot()); got != nil {
		t.Errorf("a primary loaded %v", got)
	}
	checkBooks(t, old)
}

func TestEviction(t *testing.T) {
	primary, replica := pair(t)
	replica.Apply(0, do(primary, 0, "SET k v PX 1000").Effects)
	if got := replica.Evict(0, "k"); got.Reply.Text != errEviction.Text || got.Effects != nil {
		t.Errorf("a replica's eviction: %+v", got)
	}
	got := primary.Evict(0, "k")
	if got.Reply.Int != 1 || !slices.Equal(got.Keys, []trace.Key{{Name: "k", PTTL: trace.Gone}}) {
		t.Errorf("evicted: %s, keys %v", got.Reply, got.Keys)
	}
	replica.Apply(0, got.Effects)
	expect(t, replica, 0, "EXISTS k", "(integer) 0")
	if got := primary.Evict(0, "k"); got.Reply.Int != 0 || got.Effects != nil {
		t.Errorf("evicted again: %+v", got)
	}
}
