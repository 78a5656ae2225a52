package redis

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"lockstep/sim/trace"
)

// FuzzExec runs a few commands, written one to a line with tabs between their
// arguments. Whatever they are, the node answers, keeps its books, and lives.
func FuzzExec(f *testing.F) {
	arguments := []string{"", "\tk", "\tk\tv", "\tk\t1\t2", "\tk\t-9223372036854775808\t9223372036854775807", "\tk\tv\tPX\t10\tNX",
		"\tk\tk2\tREPLACE", "\tk\t-inf\t(1\tLIMIT\t-1\t-1", "\tk\t0\t-1\tWITHSCORES\tREV\tBYLEX", "\tk\tGT\tCH\tINCR\tnan\tm"}
	for _, name := range slices.Sorted(maps.Keys(commands)) {
		for _, fill := range []string{"", "SET\tk\t10\n", "HSET\tk\tf\tv\n", "RPUSH\tk\ta\tb\n", "SADD\tk\ta\n", "ZADD\tk\t1\ta\n"} {
			f.Add(fill + name + strings.Join(arguments, "\n"+name))
		}
	}
	f.Add("KEYS\t[z-a]\nSETRANGE\tk\t-1\tx\nSETBIT\tk\t4294967295\t1")
	f.Add("EVAL\treturn redis.call('set',KEYS[1],ARGV[1])\t1\tk\tv")
	n := newNode(f)
	f.Fuzz(func(t *testing.T, lines string) {
		n.Reset("n1", Never)
		for i, line := range strings.Split(lines, "\n") {
			args := strings.Split(line, "\t")
			r := n.Exec(trace.Local(i)*1000, args)
			if r.Reply.Text == errStumbled.Text {
				t.Errorf("%q made the node stumble", args)
			}
			for _, k := range r.Keys {
				if got := n.store.db.Exists(k.Name); got != (k.PTTL != trace.Gone) {
					t.Errorf("%q: reported %+v, exists: %v", args, k, got)
				}
			}
		}
		checkBooks(t, n)
		expect(t, n, 0, "PING", "PONG")
	})
}

// checkBooks compares the ledger with the store.
func checkBooks(t interface {
	Helper()
	Errorf(format string, args ...any)
}, n *Node) {
	t.Helper()
	if got, want := n.ledger.names(), n.store.db.Keys(); !slices.Equal(got, want) {
		t.Errorf("ledger lists %q, store holds %q", got, want)
	}
	used := 0
	for _, name := range n.ledger.names() {
		e := *n.ledger.entries[name]
		used += e.size
		counted := e.size
		if e.value = n.store.value(name); !e.equal(n.ledger.entries[name].value) {
			t.Errorf("%q is %+v in the ledger, %+v in the store", name, n.ledger.entries[name].value, e.value)
		}
		if e.weigh(); e.size != counted {
			t.Errorf("%q counts %d bytes and weighs %d", name, counted, e.size)
		}
	}
	if used != n.ledger.used {
		t.Errorf("%d bytes counted in all, %d one by one", n.ledger.used, used)
	}
	if used > memoryMax+2*valueMax {
		t.Errorf("%d bytes are held", used)
	}
}

// FuzzEval runs a script, whatever it is. Time is bounded by the budget, so a
// script that hangs shows as a fuzzer that hangs.
func FuzzEval(f *testing.F) {
	for _, a := range attacks {
		f.Add(a.script)
	}
	f.Add(release)
	n := newNode(f)
	f.Fuzz(func(t *testing.T, script string) {
		n.Reset("n1", Never)
		args := []string{"EVAL", script, "1", "lock:invoice:42", "8d1f0c2a"}
		first := n.Exec(0, args).Reply.String()
		checkBooks(t, n)
		n.Reset("n1", Never)
		if again := n.Exec(0, args).Reply.String(); again != first {
			t.Errorf("answered %s, and again %s", first, again)
		}
		checkAlive(t, n)
	})
}
