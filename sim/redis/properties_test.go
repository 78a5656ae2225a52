package redis_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/redis"
	"lockstep/sim/trace"
)

// differing lists the names of the keys in which two dumps differ.
func differing(a, b []string) []string {
	var names []string
	for _, lines := range [][2][]string{{a, b}, {b, a}} {
		for _, line := range lines[0] {
			if !slices.Contains(lines[1], line) {
				name, _, _ := strings.Cut(line, " ")
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// TestReplicaFollows lets a replica with another clock apply a primary's effects,
// late and in batches. Whatever it holds is what the primary once held, and
// effects tell exactly what has changed.
func TestReplicaFollows(t *testing.T) {
	checks(t, "1000")
	primary, replica := newNode(t, "n1"), newNode(t, "n2")
	applied, expired := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		now := trace.Local(1_000_000_000)
		primary.Reset("n1", redis.Never)
		replica.Reset("n2", redis.Never)
		replica.SetRole(redis.Replica, "n1")
		skew := trace.Duration(rapid.IntRange(-5_000_000, 5_000_000).Draw(t, "skew"))

		var late [][]redis.Effect // not applied yet
		var were [][]string       // how the primary was after each of them
		was := primary.Dump()
		changed := func(what string, effects []redis.Effect) {
			is := primary.Dump()
			var names []string
			for _, e := range effects {
				names = append(names, fmt.Sprintf("%q", e.Key))
			}
			slices.Sort(names)
			if want := differing(was, is); !slices.Equal(names, want) {
				t.Fatalf("%s: effects on %s, changed are %s", what, names, want)
			}
			was, late, were = is, append(late, effects), append(were, is)
		}
		apply := func(batches int) {
			for range batches {
				for _, k := range replica.Apply(now.Add(skew), late[0]) {
					if k.PTTL == trace.Gone && k.Value != "" {
						t.Fatalf("%+v is gone and has a value", k)
					}
					applied++
				}
				if got := replica.Dump(); !slices.Equal(got, were[0]) {
					t.Fatalf("the replica holds\n%s\nand its primary held\n%s", strings.Join(got, "\n"), strings.Join(were[0], "\n"))
				}
				redis.CheckBooks(t, replica)
				late, were = late[1:], were[1:]
			}
		}
		for range rapid.IntRange(1, 60).Draw(t, "commands") {
			now = now.Add(passing.Draw(t, "passing"))
			gone := primary.Expire(now)
			expired += len(gone)
			changed("running out", gone)
			args := anyCommand.Draw(t, "command")
			changed(fmt.Sprintf("%q", args), primary.Exec(now, args).Effects)
			apply(rapid.IntRange(0, len(late)).Draw(t, "batches"))
			if r := replica.Exec(now.Add(skew), anyCommand.Draw(t, "asked of the replica")); r.Effects != nil {
				t.Fatalf("the replica changed %v by itself", r.Effects)
			}
		}
		apply(len(late))
		redis.CheckBooks(t, replica)
		if primary.Offset() != replica.Offset() {
			t.Fatalf("the replica is at %d, its primary at %d", replica.Offset(), primary.Offset())
		}
		// By the same clock both show the same.
		for _, name := range keys {
			for _, ask := range []string{"TYPE", "PEXPIRETIME", "GET", "HGETALL", "LLEN", "SMEMBERS", "STRLEN"} {
				want, got := primary.Exec(now, []string{ask, name}).Reply, replica.Exec(now, []string{ask, name}).Reply
				if got.String() != want.String() {
					t.Fatalf("%s %q: the replica answers %s, its primary %s", ask, name, got, want)
				}
			}
		}
	})
	if applied == 0 || expired == 0 {
		t.Errorf("%d effects were applied and %d keys ran out: the property was hardly tried", applied, expired)
	}
}

// TestFullCopy loads what one node has into another that has other things.
func TestFullCopy(t *testing.T) {
	checks(t, "1000")
	primary, replica := newNode(t, "n1"), newNode(t, "n2")
	gone := 0
	rapid.Check(t, func(t *rapid.T) {
		now := trace.Local(1_000_000_000)
		primary.Reset("n1", redis.Never)
		replica.Reset("n2", redis.Always)
		for range rapid.IntRange(0, 30).Draw(t, "commands") {
			now = now.Add(passing.Draw(t, "passing"))
			primary.Exec(now, anyCommand.Draw(t, "of the primary"))
			replica.Exec(now, anyCommand.Draw(t, "of the other"))
		}
		replica.SetRole(redis.Replica, "n1")
		was := replica.Dump()
		keys := replica.Load(now, primary.Snapshot())
		if got, want := replica.Dump(), primary.Dump(); !slices.Equal(got, want) || replica.Offset() != primary.Offset() {
			t.Fatalf("the copy is\n%s\nat %d, the original\n%s\nat %d", strings.Join(got, "\n"), replica.Offset(), strings.Join(want, "\n"), primary.Offset())
		}
		redis.CheckBooks(t, replica)
		var names []string
		for _, k := range keys {
			names = append(names, fmt.Sprintf("%q", k.Name))
			if k.PTTL == trace.Gone {
				gone++
			}
		}
		if want := differing(was, replica.Dump()); !slices.Equal(names, want) {
			t.Fatalf("told of %s, changed are %s", names, want)
		}
	})
	if gone == 0 {
		t.Error("no key was lost in a full copy")
	}
}

// TestPowerCut compares what persistence leaves with a node that was given only
// those commands which persistence covers.
func TestPowerCut(t *testing.T) {
	checks(t, "1000")
	const second = 1_000_000
	node, model := newNode(t, "n1"), newNode(t, "n1")
	undone := map[redis.Persistence]int{}
	rapid.Check(t, func(t *rapid.T) {
		policy := rapid.SampledFrom([]redis.Persistence{redis.Never, redis.EverySecond, redis.Always}).Draw(t, "policy")
		node.Reset("n1", policy)
		model.Reset("n1", redis.Always)
		type order struct {
			at   trace.Local
			args []string
		}
		var orders []order
		now := trace.Local(1_000_000_000)
		for range rapid.IntRange(1, 60).Draw(t, "commands") {
			now = now.Add(trace.Duration(rapid.IntRange(0, 300_000).Draw(t, "passing")))
			orders = append(orders, order{now, anyCommand.Draw(t, "command")})
			node.Exec(now, orders[len(orders)-1].args)
		}
		now = now.Add(trace.Duration(rapid.IntRange(0, 1_500_000).Draw(t, "passing")))
		node.Expire(now)
		was := node.Dump()
		lost := node.Crash(now, redis.Policy)
		for _, o := range orders {
			if policy == redis.Always || policy == redis.EverySecond && o.at < now/second*second {
				model.Exec(o.at, o.args)
			}
		}
		model.Expire(now)
		if got, want := node.Dump(), model.Dump(); !slices.Equal(got, want) {
			t.Fatalf("a power cut at %d leaves\n%s\nwant\n%s", now, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		redis.CheckBooks(t, node)
		var names []string
		for _, k := range lost {
			names = append(names, fmt.Sprintf("%q", k.Name))
		}
		if want := differing(was, node.Dump()); !slices.Equal(names, want) {
			t.Fatalf("told of %s, changed are %s", names, want)
		}
		undone[policy] += len(lost)
	})
	if undone[redis.Never] == 0 || undone[redis.EverySecond] == 0 || undone[redis.Always] != 0 {
		t.Errorf("keys that power cuts took, by policy: %v", undone)
	}
}
