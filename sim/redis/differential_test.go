package redis_test

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lockstep/server/real/realtest"
	"lockstep/sim/redis"
	"lockstep/sim/redis/resp"
	"lockstep/sim/trace"
)

// rivals are the node and the real server, which are given the same commands at the
// same instants.
type rivals struct {
	node *redis.Node
	real *realtest.Clocked
	ask  func(now trace.Local, args []string) resp.Reply // the node
	now  trace.Local

	history []string

	// What they were given so far.
	commands     int
	names        map[string]int
	expired      int // times that keys ran out
	expiredFar   int // of those, by a step forward past all their time
	back         int // steps back
	backWhileTTL int // of those, while a key was to run out
}

func newRivals(t *testing.T) *rivals {
	n := newNode(t, "n1")
	ask := func(now trace.Local, args []string) resp.Reply { return n.Exec(now, args).Reply }
	return &rivals{node: n, real: startReal(t), ask: ask, names: map[string]int{}}
}

// begin makes both forget everything.
func (r *rivals) begin() {
	r.now, r.history = 1_000_000_000, r.history[:0]
	r.node.Reset("n1", redis.Never)
	r.real.At(r.now, "FLUSHALL")
	r.real.At(r.now, "SCRIPT", "FLUSH")
}

// pass lets time pass, or go back.
func (r *rivals) pass(d trace.Duration) {
	next, due := r.node.NextExpiry()
	r.now = r.now.Add(d)
	switch {
	case d < 0:
		r.back++
		if due {
			r.backWhileTTL++
		}
	case due && next <= r.now:
		r.expired++
		if d >= trace.Second {
			r.expiredFar++
		}
	}
}

// exec runs a command on both and returns how their answers differ; nothing if they
// do not.
func (r *rivals) exec(args []string) (difference string) {
	// Redis removes a key that has run out when a command looks at it, or when a
	// timer finds it; the node, at once. So it is made to look.
	want := r.real.Looking(keys, r.now, args...)
	got := r.ask(r.now, args).AppendRESP(nil)
	r.history = append(r.history, fmt.Sprintf("%d %q -> %q", r.now, args, want))
	r.commands++
	r.names[strings.ToUpper(args[0])]++
	if bytes.Equal(got, want) || sameUnordered(args[0], got, want) {
		return ""
	}
	return fmt.Sprintf("at %d us %q:\nnode  %q\nredis %q\nafter\n%s", r.now, args, got, want, strings.Join(r.history, "\n"))
}

// TestAgainstRedis replays generated commands, with time passing and stepping
// back, on the node and on the real server, and compares the bytes they answer.
//
// A difference is made as short as it can be, and kept in testdata/rapid, from
// where it is tried first the next time: commit it with what mends it.
func TestAgainstRedis(t *testing.T) {
	whole := checks(t, "4400")
	r := newRivals(t)
	again := fmt.Sprintf("go test ./sim/redis -run '^TestAgainstRedis$' -rapid.seed=%s", seed(t))
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("to see this again, and before it all that was answered alike:\n\t" + again)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		r.begin()
		for range rapid.IntRange(1, 80).Draw(t, "commands") {
			r.pass(passing.Draw(t, "passing"))
			if difference := r.exec(anyCommand.Draw(t, "command")); difference != "" {
				t.Fatal(difference)
			}
		}
	})
	t.Logf("%d commands of %d names answered alike; keys ran out %d times, %d of them by a step past their end; %d steps back, %d of them while a key was to run out",
		r.commands, len(r.names), r.expired, r.expiredFar, r.back, r.backWhileTTL)
	if !whole {
		return // a flag asked for fewer, or for more
	}
	for _, least := range []struct {
		got, want int
		what      string
	}{
		{r.commands, 100_000, "commands"},
		{len(r.names), 80, "names of commands"},
		{r.expiredFar, 500, "steps past a key's end"},
		{r.backWhileTTL, 1000, "steps back while a key was to run out"},
	} {
		if least.got < least.want {
			t.Errorf("%d %s were compared, want %d at least", least.got, least.what, least.want)
		}
	}
}

// The comparison notices a node that is a little wrong.
func TestAgainstRedisCanary(t *testing.T) {
	r := newRivals(t)
	right := r.ask
	latest := trace.Local(0)
	for _, c := range []struct {
		name string // what is amiss
		ask  func(now trace.Local, args []string) resp.Reply
	}{
		{"its clock is a millisecond ahead", func(now trace.Local, args []string) resp.Reply {
			return right(now.Add(trace.Millisecond), args)
		}},
		{"its clock is a millisecond behind", func(now trace.Local, args []string) resp.Reply {
			return right(now.Add(-trace.Millisecond), args)
		}},
		{"its clock never steps back", func(now trace.Local, args []string) resp.Reply {
			latest = max(latest, now)
			return right(latest, args)
		}},
		{"its clock never steps far ahead", func(now trace.Local, args []string) resp.Reply {
			return right(min(now, 1_000_000_000+trace.Local(10*trace.Second)), args)
		}},
		{"one of its answers is another", func(now trace.Local, args []string) resp.Reply {
			reply := right(now, args)
			if r.commands == 777 {
				reply = resp.IntOf(reply.Int + 1)
			}
			return reply
		}},
		{"", right},
	} {
		t.Run(cmp.Or(c.name, "nothing is amiss"), func(t *testing.T) {
			r.ask, r.commands = c.ask, 0
			const most = 3000
			difference := ""
			for i := 0; i < most && difference == ""; i++ {
				if i%40 == 0 {
					r.begin()
				}
				r.pass(passing.Example(i))
				difference = r.exec(anyCommand.Example(i))
			}
			switch {
			case difference == "" && c.name != "":
				t.Errorf("%d commands were answered alike", r.commands)
			case difference != "" && c.name == "":
				t.Error(difference)
			}
		})
	}
}

// sameUnordered compares replies whose order Redis leaves open: it answers in
// the order of its hash tables, the node in that of the names.
func sameUnordered(name string, a, b []byte) bool {
	width := map[string]int{"KEYS": 1, "SMEMBERS": 1, "HKEYS": 1, "HVALS": 1, "HGETALL": 2}[name]
	if width == 0 {
		return false
	}
	return slices.Equal(sortedItems(a, width), sortedItems(b, width))
}

func sortedItems(raw []byte, width int) []string {
	r, _, err := resp.Parse(raw)
	if err != nil || r.Kind != resp.Array {
		return []string{strconv.Quote(string(raw))}
	}
	var items []string
	for part := range slices.Chunk(r.Array, width) {
		items = append(items, resp.ArrayOf(part...).String())
	}
	slices.Sort(items)
	return items
}
