package redis

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"lockstep/sim/redis/resp"
	"lockstep/sim/trace"
)

func newNode(t testing.TB) *Node {
	t.Helper()
	n, err := New("n1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	return n
}

// do runs a command written as in redis-cli, without quotes.
func do(n *Node, now trace.Local, line string) Result {
	return n.Exec(now, strings.Fields(line))
}

// expect runs a command and compares its reply.
func expect(t *testing.T, n *Node, now trace.Local, line, want string) {
	t.Helper()
	if got := do(n, now, line).Reply.String(); got != want {
		t.Errorf("at %d us %s: %s, want %s", now, line, got, want)
	}
}

func TestStateOfKeys(t *testing.T) {
	n := newNode(t)
	do(n, 0, "SET gone x PX 1")
	for _, c := range []struct {
		name string
		at   trace.Local
		line string
		want []trace.Key
	}{
		{"a key that stays", 5000, "SET k v", []trace.Key{{Name: "k", Value: "v", PTTL: trace.NoExpiry}}},
		{"a key that runs out, to the microsecond", 2345, "SET k v PX 10",
			[]trace.Key{{Name: "k", Value: "v", PTTL: 10_655}}},
		{"a key that was only read", 12_000, "GET k", []trace.Key{{Name: "k", Value: "v", PTTL: 1000}}},
		{"a key that has run out", 13_000, "GET k", []trace.Key{{Name: "k", PTTL: trace.Gone}}},
		{"several, by name, each once", 13_000, "MSET b 2 a 1 b 3", []trace.Key{
			{Name: "a", Value: "1", PTTL: trace.NoExpiry}, {Name: "b", Value: "3", PTTL: trace.NoExpiry}}},
		{"a value that does not print, in quotes", 13_000, "SET c \x01", []trace.Key{
			{Name: "c", Value: `"\x01"`, PTTL: trace.NoExpiry}}},
		{"a key that is deleted", 13_000, "DEL c", []trace.Key{{Name: "c", PTTL: trace.Gone}}},
		{"a hash by its fields", 13_000, "HSET h n 1 m x", []trace.Key{
			{Name: "h", Value: `["m", "x", "n", "1"]`, PTTL: trace.NoExpiry}}},
		{"both ends of a rename", 13_000, "RENAME h g", []trace.Key{
			{Name: "g", Value: `["m", "x", "n", "1"]`, PTTL: trace.NoExpiry}, {Name: "h", PTTL: trace.Gone}}},
		{"a script's keys and what it touches", 13_000, "EVAL return{redis.call('set','b','4')} 1 a", []trace.Key{
			{Name: "a", Value: "1", PTTL: trace.NoExpiry}, {Name: "b", Value: "4", PTTL: trace.NoExpiry}}},
		{"a command without keys", 13_000, "PING", nil},
		{"all that a flush removed", 13_000, "FLUSHALL", []trace.Key{
			{Name: "a", PTTL: trace.Gone}, {Name: "b", PTTL: trace.Gone}, {Name: "g", PTTL: trace.Gone}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := do(n, c.at, c.line).Keys; !slices.Equal(got, c.want) {
				t.Errorf("%s: keys %v, want %v", c.line, got, c.want)
			}
		})
	}
}

func TestValueIsShownInPart(t *testing.T) {
	n := newNode(t)
	keys := n.Exec(0, []string{"SET", "k", strings.Repeat("x", shownMax+1)}).Keys
	if want := `"` + strings.Repeat("x", shownMax) + `..."`; keys[0].Value != want {
		t.Errorf("value of %d bytes shown as %.20q, %d bytes", shownMax+1, keys[0].Value, len(keys[0].Value))
	}
}

func TestResetIsAsNew(t *testing.T) {
	used, fresh := newNode(t), newNode(t)
	for _, line := range []string{"SET k v PX 10", "HSET h f v", "EVAL return(1) 0"} {
		do(used, 77, line)
	}
	used.Reset("n9", Never)
	if used.ID() != "n9" {
		t.Errorf("named %s after Reset(n9)", used.ID())
	}
	if at, ok := used.NextExpiry(); ok {
		t.Errorf("a key runs out at %d in an empty node", at)
	}
	for _, line := range []string{"DBSIZE", "GET k", "HGETALL h", "SCRIPT EXISTS e0e1f9fabfc9d4800c877a703b823ac0578ff8db", "TIME"} {
		if got, want := do(used, 5, line), do(fresh, 5, line); got.Reply.String() != want.Reply.String() {
			t.Errorf("%s: %s after Reset, %s when new", line, got.Reply, want.Reply)
		}
	}
}

// TestMemoryComesBack fills a node in every way there is, and sees it empty
// and usable again after a way to remove.
func TestMemoryComesBack(t *testing.T) {
	big := strings.Repeat("x", valueMax)
	fill := map[string]func(i int) []string{
		"strings": func(i int) []string { return []string{"SET", string(rune('a' + i)), big} },
		"hash":    func(i int) []string { return []string{"HSET", "h", string(rune('a' + i)), big} },
		"list":    func(i int) []string { return []string{"RPUSH", "l", big} },
		"append":  func(i int) []string { return []string{"APPEND", string(rune('a' + i)), big} },
		"copies": func(i int) []string {
			if i == 0 {
				return []string{"SET", "k", big}
			}
			return []string{"COPY", "k", string(rune('a' + i))}
		},
		"bits": func(i int) []string { return []string{"SETBIT", string(rune('a' + i)), "524287", "1"} },
	}
	empty := map[string]func(n *Node){
		"delete": func(n *Node) { n.Exec(0, append([]string{"DEL"}, n.ledger.names()...)) },
		"flush":  func(n *Node) { do(n, 0, "FLUSHALL") },
		"expire": func(n *Node) {
			for _, name := range n.ledger.names() {
				n.Exec(0, []string{"PEXPIRE", name, "10"})
			}
			n.Expire(11_000)
		},
		"lose":  func(n *Node) { n.Crash(0, Lose) },
		"reset": func(n *Node) { n.Reset("n1", Never) },
	}
	for how, command := range fill {
		for way, remove := range empty {
			t.Run(how+" then "+way, func(t *testing.T) {
				n := newNode(t)
				i := 0
				for n.Exec(0, command(i)).Reply.String() != errMemory.String() {
					if i++; i > 20 {
						t.Fatalf("%d values of 64 KiB fit, %d bytes counted", i, n.ledger.used)
					}
				}
				if i < 14 || n.ledger.used > memoryMax {
					t.Errorf("full after %d values of 64 KiB, with %d bytes counted", i, n.ledger.used)
				}
				if remove(n); n.ledger.used != 0 {
					t.Errorf("%d bytes counted in an empty node", n.ledger.used)
				}
				expect(t, n, 0, "SET k v", "OK")
			})
		}
	}
}

func TestLongNamesCount(t *testing.T) {
	n := newNode(t)
	name := strings.Repeat("x", valueMax-1)
	for i := range 20 {
		key := string(rune('a' + i))
		do(n, 0, "SET "+key+" v")
		n.Exec(0, []string{"RENAME", key, name + key})
	}
	if n.ledger.used > memoryMax {
		t.Errorf("%d bytes counted", n.ledger.used)
	}
	checkBooks(t, n)
}

// TestNamesAreForgotten removes what it adds, more than the store may remember.
func TestNamesAreForgotten(t *testing.T) {
	n := newNode(t)
	do(n, 0, "HSET h f v")
	do(n, 0, "SET k v PX 60000")
	do(n, 0, "RPUSH l a b")
	do(n, 0, "SADD s a b")
	do(n, 0, "ZADD z 1.5 a")
	before := n.store
	name := strings.Repeat("x", 1<<15)
	for i := range 80 {
		key := name + string(rune('A'+i))
		n.Exec(0, []string{"SET", key, "v"})
		n.Exec(0, []string{"DEL", key})
	}
	if n.store == before {
		t.Errorf("%d bytes of names were seen and the store is still the same", 80*len(name))
	}
	for line, want := range map[string]string{
		"HGET h f": `"v"`, "PTTL k": "(integer) 60000", "LRANGE l 0 -1": `["a", "b"]`,
		"SMEMBERS s": `["a", "b"]`, "ZSCORE z a": `"1.5"`, "DBSIZE": "(integer) 5",
	} {
		expect(t, n, 0, line, want)
	}
}

// TestPanicIsAReply breaks the store in the middle of a command, with its lock
// held, as miniredis does when it panics.
func TestPanicIsAReply(t *testing.T) {
	broken := &command{name: "break", arity: 2, first: 1, last: 1, step: 1, flags: writes,
		run: func(n *Node, args []string) resp.Reply {
			n.store.db.Set(args[1], "half done")
			n.store.mini.Lock()
			panic(errors.New("no such luck"))
		}}
	commands["BREAK"] = broken
	defer delete(commands, "BREAK")

	for _, c := range []struct{ name, line, reply, after string }{
		{"by a client", "BREAK k", errStumbled.String(), `"half done"`},
		{"in a script", "EVAL redis.pcall('break','k')return(redis.call('get','k')) 0", `"half done"`, `"half done"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNode(t)
			expect(t, n, 0, c.line, c.reply)
			expect(t, n, 0, "GET k", c.after)
			expect(t, n, 0, "EVAL return(1) 0", "(integer) 1")
			if want := keyBytes + len("k") + len("half done"); n.ledger.used != want {
				t.Errorf("%d bytes counted, want %d", n.ledger.used, want)
			}
		})
	}
}

func TestNoGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 50 {
		n, err := New("n1")
		if err != nil {
			t.Fatal(err)
		}
		do(n, 0, "SET k v")
		do(n, 0, "EVAL return(redis.call('get','k')) 0")
		n.Restart()
		n.Close()
	}
	// A goroutine that miniredis has waited for may still be on its way out.
	for i := 0; runtime.NumGoroutine() > before && i < 10_000; i++ {
		runtime.Gosched()
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}
