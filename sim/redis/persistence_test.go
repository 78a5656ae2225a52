package redis

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"lockstep/sim/trace"
)

// TestCrash is a node that has had old for long and got new at 1.2 s, in the
// second in which it crashes.
func TestCrash(t *testing.T) {
	gone := func(names ...string) (keys []trace.Key) {
		for _, name := range names {
			keys = append(keys, trace.Key{Name: name, PTTL: trace.Gone})
		}
		return keys
	}
	for _, c := range []struct {
		name string
		p    Persistence
		d    Data
		lost []trace.Key
	}{
		{"the process alone, without persistence", Never, Keep, nil},
		{"the process alone, every second", EverySecond, Keep, nil},
		{"a power cut, without persistence", Never, Policy, gone("new", "old")},
		{"a power cut, every second", EverySecond, Policy, gone("new")},
		{"a power cut, always", Always, Policy, nil},
		{"the disk too, without persistence", Never, Lose, gone("new", "old")},
		{"the disk too, always", Always, Lose, gone("new", "old")},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNode(t)
			n.Reset("n1", c.p)
			do(n, 100_000, "SET old v PX 10000")
			do(n, 1_200_000, "SET new v PX 10000")
			if got := n.Crash(1_500_000, c.d); !slices.Equal(got, c.lost) {
				t.Errorf("lost %v, want %v", got, c.lost)
			}
			n.Restart()
			for _, name := range []string{"old", "new"} {
				want := "(integer) 1"
				if slices.ContainsFunc(c.lost, func(k trace.Key) bool { return k.Name == name }) {
					want = "(integer) 0"
				}
				expect(t, n, 3_000_000, "EXISTS "+name, want)
			}
		})
	}
}

// TestEverySecond is one key through seconds, and what a power cut at the end
// makes of it.
func TestEverySecond(t *testing.T) {
	type order struct {
		at   trace.Local
		line string
	}
	for _, c := range []struct {
		name   string
		orders []order
		cut    trace.Local
		want   []trace.Key
	}{
		{"a new value falls back", []order{{0, "SET k a"}, {1_100_000, "SET k b"}, {1_200_000, "SET k c"}}, 1_999_999,
			[]trace.Key{{Name: "k", Value: "a", PTTL: trace.NoExpiry}}},
		{"a second later it is safe", []order{{0, "SET k a"}, {1_100_000, "SET k b"}}, 2_000_000, nil},
		{"a deadline falls back", []order{{0, "SET k a PX 3000"}, {1_100_000, "PEXPIRE k 60000"}}, 1_500_000,
			[]trace.Key{{Name: "k", Value: "a", PTTL: 1_501_000}}},
		{"a deleted key is back", []order{{0, "SET k a"}, {1_100_000, "DEL k"}}, 1_500_000,
			[]trace.Key{{Name: "k", Value: "a", PTTL: trace.NoExpiry}}},
		{"a key that came and went", []order{{1_100_000, "SET k a"}, {1_200_000, "DEL k"}}, 1_500_000, nil},
		{"a key that ran out stays away", []order{{0, "SET k a PX 1100"}, {1_200_000, "GET k"}}, 1_500_000, nil},
		{"all that was flushed is back", []order{{0, "MSET k a l b"}, {1_100_000, "FLUSHALL"}}, 1_500_000,
			[]trace.Key{{Name: "k", Value: "a", PTTL: trace.NoExpiry}, {Name: "l", Value: "b", PTTL: trace.NoExpiry}}},
		// Redis asks whether its clock shows more seconds than at the last fsync.
		{"after a step back nothing is safe", []order{{60_000_000, "SET k a"}, {1_000_000, "SET k b"}, {50_000_000, "PING"}}, 59_000_000,
			[]trace.Key{{Name: "k", PTTL: trace.Gone}}},
		{"until the clock is where it was", []order{{60_000_000, "SET k a"}, {1_000_000, "SET k b"}}, 61_000_000, nil},
		{"before the clock's zero", []order{{-2_500_000, "SET k a"}, {-1_900_000, "SET k b"}}, -1_000_001,
			[]trace.Key{{Name: "k", Value: "a", PTTL: trace.NoExpiry}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNode(t)
			n.Reset("n1", EverySecond)
			for _, o := range c.orders {
				do(n, o.at, o.line)
			}
			if got := n.Crash(c.cut, Policy); !slices.Equal(got, c.want) {
				t.Errorf("lost %v, want %v", got, c.want)
			}
			checkBooks(t, n)
		})
	}
}

// TestRestart: data is what the crash left, time has gone on, and what lives in
// memory alone is gone.
func TestRestart(t *testing.T) {
	n := newNode(t)
	do(n, 0, "SET k v PX 10000")
	do(n, 0, "SET short v PX 1000")
	sha := n.Exec(0, []string{"SCRIPT", "LOAD", "return 1"}).Reply.Text
	n.Crash(500_000, Keep)
	n.Restart()
	if got := named(n.Expire(5_000_000)); !slices.Equal(got, []string{"short"}) {
		t.Errorf("%q ran out while the node was down, want short", got)
	}
	expect(t, n, 5_000_000, "PTTL k", "(integer) 5000")
	expect(t, n, 5_000_000, "EVALSHA "+sha+" 0", "(error) NOSCRIPT No matching script. Please use EVAL.")
	if n.Offset() != 1 { // the key that ran out
		t.Errorf("offset %d after a restart", n.Offset())
	}
}

// TestJournalIsBounded writes more names than a node may hold, within one second.
func TestJournalIsBounded(t *testing.T) {
	n := newNode(t)
	n.Reset("n1", EverySecond)
	do(n, 0, "SET first a")
	do(n, 1_000_000, "SET first b")
	long := strings.Repeat("x", 1<<15)
	for i := range 200 {
		name := long + strconv.Itoa(i)
		n.Exec(1_000_000, []string{"SET", name, "v"})
		n.Exec(1_000_000, []string{"DEL", name})
	}
	if len(n.unsynced) != 1 {
		t.Errorf("%d keys are noted, one has changed", len(n.unsynced))
	}
}
