//go:build linux

package redis_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/redis"
	"lockstep/sim/redis/resp"
	"lockstep/sim/trace"
)

// TestAgainstRedis replays generated commands, with time passing and stepping
// back, on the node and on the real server, and compares the bytes they answer.
func TestAgainstRedis(t *testing.T) {
	checks(t, "400")
	server := startReal(t)
	node := newNode(t, "n1")
	commands, names := 0, map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		now := trace.Local(1_000_000_000)
		node.Reset("n1", redis.Never)
		server.exec(now, "FLUSHALL")
		server.exec(now, "SCRIPT", "FLUSH")
		var history []string
		for range rapid.IntRange(1, 80).Draw(t, "commands") {
			now = now.Add(passing.Draw(t, "passing"))
			args := anyCommand.Draw(t, "command")
			// Redis removes a key that has run out when a command looks at it,
			// or when a timer finds it; the node, at once. So let it look.
			server.exec(now, lookAtAll...)
			want := server.exec(now, args...)
			server.exec(now, lookAtAll...)
			got := node.Exec(now, args).Reply.AppendRESP(nil)
			history = append(history, fmt.Sprintf("%d %q -> %q", now, args, want))
			if !bytes.Equal(got, want) && !sameUnordered(args[0], got, want) {
				t.Fatalf("at %d us %q:\nnode  %q\nredis %q\nafter\n%s", now, args, got, want, strings.Join(history, "\n"))
			}
			commands++
			names[strings.ToUpper(args[0])]++
		}
	})
	t.Logf("%d commands of %d names answered alike", commands, len(names))
	if commands < 1000 {
		t.Errorf("only %d commands were compared", commands)
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
