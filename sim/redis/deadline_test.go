package redis

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"lockstep/sim/trace"
)

// TestDeadlines is the life of one key, set with SET k v PX 10 at 2.345 ms of
// the node's clock: its deadline is the millisecond 12.
func TestDeadlines(t *testing.T) {
	for _, c := range []struct {
		name string
		at   trace.Local
		get  string
		pttl string
	}{
		{"at once", 2345, `"v"`, "(integer) 10"},
		{"when ten milliseconds have passed", 12_345, `"v"`, "(integer) 0"},
		{"in its last microsecond", 12_999, `"v"`, "(integer) 0"},
		{"when the millisecond is over", 13_000, "(nil)", "(integer) -2"},
		{"after a jump forward", 5_000_000, "(nil)", "(integer) -2"},
		{"after a step back", 1000, `"v"`, "(integer) 11"},
		{"after a step back of a minute", -60_000_000, `"v"`, "(integer) 60012"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNode(t)
			do(n, 2345, "SET k v PX 10")
			expect(t, n, c.at, "GET k", c.get)
			expect(t, n, c.at, "PTTL k", c.pttl)
		})
	}
}

// TestAbsoluteExpiry takes deadlines by the clock of the sender, at 5 s of the node's.
func TestAbsoluteExpiry(t *testing.T) {
	const now = 5_000_000
	for _, c := range []struct{ name, line, reply, pttl string }{
		{"in whole milliseconds", "SET k new PXAT 15000", "OK", "(integer) 10000"},
		{"in whole seconds", "SET k new EXAT 15", "OK", "(integer) 10000"},
		{"this very millisecond", "SET k new PXAT 5000", "OK", "(integer) 0"},
		{"past already", "SET k new PXAT 4999", "OK", "(integer) -2"},
		{"past in whole seconds", "SET k new EXAT 4", "OK", "(integer) -2"},
		{"before the clock's zero", "SET k new PXAT -1", "(error) ERR invalid expire time in 'set' command", "(integer) -1"},
		{"moved", "PEXPIREAT k 15000", "(integer) 1", "(integer) 10000"},
		{"moved to now", "PEXPIREAT k 5000", "(integer) 1", "(integer) -2"},
		{"moved before zero", "PEXPIREAT k -1", "(integer) 1", "(integer) -2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNode(t)
			do(n, 0, "SET k old")
			got := do(n, now, c.line)
			if got.Reply.String() != c.reply {
				t.Errorf("%s: %s, want %s", c.line, got.Reply, c.reply)
			}
			if gone := len(got.Effects) == 1 && got.Effects[0].Gone(); gone != (c.pttl == "(integer) -2") {
				t.Errorf("%s: replicas are told %+v", c.line, got.Effects)
			}
			expect(t, n, now, "PTTL k", c.pttl)
		})
	}
}

func TestNextExpiry(t *testing.T) {
	n := newNode(t)
	if at, ok := n.NextExpiry(); ok {
		t.Errorf("empty node: next expiry %d", at)
	}
	do(n, 2345, "SET late v PX 20")
	do(n, 2345, "SET soon v PX 10")
	do(n, 2345, "SET also v PX 10")
	do(n, 2345, "SET stays v")
	at, ok := n.NextExpiry()
	if !ok || at != 13_000 {
		t.Errorf("next expiry %d %v, want 13000", at, ok)
	}
	if got := n.Expire(at - 1); got != nil {
		t.Errorf("a microsecond early %q ran out", named(got))
	}
	if got := named(n.Expire(at)); !slices.Equal(got, []string{"also", "soon"}) {
		t.Errorf("%q ran out, want also and soon", got)
	}
	do(n, at, "PERSIST late")
	if at, ok := n.NextExpiry(); ok {
		t.Errorf("next expiry %d of keys that stay", at)
	}
	do(n, at, "SET far v PXAT 9223372036854775807")
	if at, ok := n.NextExpiry(); !ok || at != math.MaxInt64/2 {
		t.Errorf("next expiry %d %v, want the end of time", at, ok)
	}
}

// named lists the keys of effects.
func named(effects []Effect) (names []string) {
	for _, e := range effects {
		names = append(names, e.Key)
	}
	return names
}

// TestDeadlineHeap compares the heap with a plain list.
func TestDeadlineHeap(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	n := newNode(t)
	plain := map[string]int64{}
	for step := range 5000 {
		name := strconv.Itoa(rnd.IntN(40))
		switch rnd.IntN(4) {
		case 0:
			do(n, 0, "PERSIST "+name)
			delete(plain, name)
		case 1:
			do(n, 0, "DEL "+name)
			delete(plain, name)
		default:
			ms := 1 + rnd.Int64N(50)
			do(n, 0, "SET "+name+" v PXAT "+strconv.FormatInt(ms, 10))
			plain[name] = ms
		}
		want := int64(math.MaxInt64)
		for _, ms := range plain {
			want = min(want, ms)
		}
		at, ok := n.NextExpiry()
		if ok != (len(plain) > 0) || ok && at != trace.Local(want+1)*1000 {
			t.Fatalf("step %d: next expiry %d %v, want the end of millisecond %d", step, at, ok, want)
		}
	}
}
