package redis

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestRefusals(t *testing.T) {
	long := strings.Repeat("x", valueMax+1)
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"nothing at all", nil, "ERR Protocol error: invalid multibulk length"},
		{"an unknown name", []string{"NOSUCH", "a", "b"}, "ERR unknown command 'NOSUCH', with args beginning with: 'a' 'b' "},
		{"blocking", []string{"BLPOP", "k", "0"}, "ERR 'blpop' is not available in this sandbox: it would block the node"},
		{"random", []string{"SRANDMEMBER", "k"}, "ERR 'srandmember' is not available in this sandbox: its answer is drawn at random"},
		{"a transaction", []string{"multi"}, "ERR 'multi' is not available in this sandbox: it needs a connection that lasts, and here every command stands alone"},
		{"an argument too long", []string{"SET", "k", long}, "ERR string exceeds maximum allowed size (proto-max-bulk-len)"},
		{"arguments too long together", append([]string{"DEL"}, slices.Repeat([]string{long[1:]}, 17)...), "ERR string exceeds maximum allowed size (proto-max-bulk-len)"},
		{"too many arguments", append([]string{"DEL"}, slices.Repeat([]string{"k"}, argsMax)...), "ERR Protocol error: invalid multibulk length"},
		{"a bit far out", []string{"SETBIT", "k", "4294967295", "1"}, "ERR bit offset is not an integer or out of range"},
		{"a range far out", []string{"SETRANGE", "k", "536870911", "x"}, "ERR string exceeds maximum allowed size (proto-max-bulk-len)"},
		{"a range before the start", []string{"SETRANGE", "k", "-1", "x"}, "ERR offset is out of range"},
		{"a PX that overflows", []string{"SET", "k", "v", "PX", "9223372036854775807"}, "ERR invalid expire time in 'set' command"},
		{"a score that is no number", []string{"ZADD", "z", "1", "a", "NaN", "b"}, "ERR value is not a valid float"},
		{"another database", []string{"SELECT", "1"}, "ERR DB index is out of range"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNode(t)
			if got := n.Exec(1000, c.args).Reply.Text; got != c.want {
				t.Errorf("answered %q, want %q", got, c.want)
			}
			expect(t, n, 1000, "DBSIZE", "(integer) 0")
		})
	}
}

func TestStringsStopAtTheirLimit(t *testing.T) {
	n := newNode(t)
	half := strings.Repeat("x", valueMax/2)
	for i, want := range []string{"(integer) 32768", "(integer) 65536", errTooLong.String()} {
		if got := n.Exec(0, []string{"APPEND", "k", half}).Reply.String(); got != want {
			t.Errorf("append %d: %s, want %s", i, got, want)
		}
	}
}

func TestCollectionsStopAtTheirLimit(t *testing.T) {
	for _, c := range []struct{ name, command string }{
		{"hash", "HSET k %f v"}, {"list", "RPUSH k %f"}, {"set", "SADD k %f"}, {"sorted set", "ZADD k 1 %f"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNode(t)
			for i := range countMax + 10 {
				do(n, 0, strings.ReplaceAll(c.command, "%f", strings.Repeat("f", i%7+1)+string(rune('0'+i))))
			}
			if e := n.ledger.entries["k"]; e == nil || e.count < countMax-10 || e.count > countMax {
				t.Errorf("entry %+v, want nearly %d elements", e, countMax)
			}
			expect(t, n, 0, strings.ReplaceAll(c.command, "%f", "one-more"), errTooMany.String())
		})
	}
}

// TestReleaseWithoutScript is DELEX of Redis 8.4 and DELIFEQ of Valkey 9, which
// the real server of the comparison does not have.
func TestReleaseWithoutScript(t *testing.T) {
	for _, c := range []struct{ name, line, want, left string }{
		{"mine", "DELEX k IFEQ mine", "(integer) 1", "(integer) 0"},
		{"not mine", "DELEX k ifeq other", "(integer) 0", "(integer) 1"},
		{"all but mine", "DELEX k IFNE mine", "(integer) 0", "(integer) 1"},
		{"all but another's", "DELEX k IFNE other", "(integer) 1", "(integer) 0"},
		{"without condition", "DELEX k", "(integer) 1", "(integer) 0"},
		{"no such key", "DELEX none IFEQ mine", "(integer) 0", "(integer) 1"},
		{"no value", "DELEX k IFEQ", "(error) ERR syntax error", "(integer) 1"},
		{"another condition", "DELEX k XX mine", "(error) ERR syntax error", "(integer) 1"},
		{"of Valkey, mine", "DELIFEQ k mine", "(integer) 1", "(integer) 0"},
		{"of Valkey, not mine", "DELIFEQ k other", "(integer) 0", "(integer) 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNode(t)
			do(n, 0, "SET k mine PX 1000")
			expect(t, n, 0, c.line, c.want)
			expect(t, n, 0, "EXISTS k", c.left)
		})
	}
	n := newNode(t)
	do(n, 0, "HSET k f v")
	expect(t, n, 0, "DELEX k IFEQ v", errWrongType.String())
}

// TestSetIfEqual is SET with IFEQ and IFNE of Redis 8.4, which the real server of
// the comparison does not have: an extension that is one command.
func TestSetIfEqual(t *testing.T) {
	for _, c := range []struct{ name, line, want, get, pttl string }{
		{"mine", "SET k mine IFEQ mine PX 5000", "OK", `"mine"`, "(integer) 5000"},
		{"not mine", "SET k other ifeq other PX 5000", "(nil)", `"mine"`, "(integer) 1000"},
		{"not mine, and whose", "SET k other IFEQ other GET", `"mine"`, `"mine"`, "(integer) 1000"},
		{"mine, and what it was", "SET k next GET IFEQ mine KEEPTTL", `"mine"`, `"next"`, "(integer) 1000"},
		{"another's", "SET k new IFNE other", "OK", `"new"`, "(integer) -1"},
		{"not another's", "SET k new IFNE mine", "(nil)", `"mine"`, "(integer) 1000"},
		{"no such key equals nothing", "SET none v IFEQ mine", "(nil)", `"mine"`, "(integer) 1000"},
		{"no such key differs", "SET none v IFNE mine", "OK", `"mine"`, "(integer) 1000"},
		{"two conditions", "SET k v NX IFEQ mine", errSyntax.String(), `"mine"`, "(integer) 1000"},
		{"two values", "SET k v IFEQ a IFEQ b", errSyntax.String(), `"mine"`, "(integer) 1000"},
		{"no value", "SET k v IFEQ", errSyntax.String(), `"mine"`, "(integer) 1000"},
		{"no string", "SET h v IFEQ mine", errWrongType.String(), `"mine"`, "(integer) 1000"},
		{"another's option", "GETEX k IFEQ mine", errSyntax.String(), `"mine"`, "(integer) 1000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNode(t)
			do(n, 0, "SET k mine PX 1000")
			do(n, 0, "HSET h f v")
			expect(t, n, 0, c.line, c.want)
			expect(t, n, 0, "GET k", c.get)
			expect(t, n, 0, "PTTL k", c.pttl)
		})
	}
}

// TestSumOfScores adds the two infinities, which make no number.
func TestSumOfScores(t *testing.T) {
	n := newNode(t)
	do(n, 0, "ZADD z +inf a 1 nan")
	before := n.Dump()
	expect(t, n, 0, "ZADD z INCR -inf a", "(error) ERR resulting score is not a number (NaN)")
	if after := n.Dump(); !slices.Equal(after, before) {
		t.Errorf("%q became %q", before, after)
	}
	expect(t, n, 0, "ZADD z INCR 2 nan", `"3"`)
}

func TestScan(t *testing.T) {
	n := newNode(t)
	do(n, 0, "MSET lock:b 1 lock:a 1 x 1")
	do(n, 0, "HSET lock:h f v")
	for _, c := range []struct{ line, want string }{
		{"SCAN 0", `["0", ["lock:a", "lock:b", "lock:h", "x"]]`},
		{"SCAN 0 MATCH lock:* COUNT 1", `["0", ["lock:a", "lock:b", "lock:h"]]`},
		{"SCAN 0 TYPE hash", `["0", ["lock:h"]]`},
		{"SCAN 7", `["0", []]`},
		{"SCAN x", "(error) ERR invalid cursor"},
		{"SCAN 0 COUNT 0", "(error) ERR syntax error"},
		{"SCAN 0 COUNT x", errNotInteger.String()},
		{"SCAN 0 MATCH", "(error) ERR syntax error"},
		{"KEYS *", `["lock:a", "lock:b", "lock:h", "x"]`},
	} {
		expect(t, n, 0, c.line, c.want)
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, s string
		want       bool
	}{
		{"", "", true}, {"", "a", false}, {"*", "", true}, {"*", "lock:a", true}, {"lock:*", "lock:", true},
		{"l?ck", "lock", true}, {"l?ck", "lck", false}, {"[a-c]", "b", true}, {"[c-a]", "b", true}, {"[^a-c]", "b", false},
		{"[^a-c]", "d", true}, {"[ab", "a", true}, {"[", "a", false}, {`\*`, "*", true}, {`\*`, "a", false}, {`a\`, `a\`, true},
		{`[\]]`, "]", true}, {"*a*b*c", "xaxbxc", true}, {"*a*b*c", "xaxbx", false}, {"a*", "b", false}, {"[z-a]", "m", true},
	} {
		g := globber{pattern: c.pattern, steps: globStepsMax}
		if got := g.match(c.s); got != c.want {
			t.Errorf("%q matches %q: %v, want %v", c.pattern, c.s, got, c.want)
		}
	}
}

func TestGlobGivesUp(t *testing.T) {
	for _, pattern := range []string{"*" + strings.Repeat("a", 30000) + "b", "*" + strings.Repeat("[a-z]", 10000) + "b", "*[" + strings.Repeat("b", 60000) + "]"} {
		n := newNode(t)
		for i := range 10 {
			n.Exec(0, []string{"SET", strings.Repeat("a", 60000) + string(rune('0'+i)), "v"})
		}
		want := "ERR the pattern takes too long to match in this sandbox"
		if got := n.Exec(0, []string{"KEYS", pattern}).Reply.Text; got != want {
			t.Errorf("KEYS %.10s... answered %.100q", pattern, got)
		}
		if got := n.Exec(0, []string{"SCAN", "0", "MATCH", pattern}).Reply.Text; got != want {
			t.Errorf("SCAN MATCH %.10s... answered %.100q", pattern, got)
		}
	}
}

// TestTable looks for slips in the table of commands.
func TestTable(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(commands)) {
		c := commands[name]
		if c.name != lower(name) || name != strings.ToUpper(name) {
			t.Errorf("%s is listed as %s", c.name, name)
		}
		if refused[name] != "" {
			t.Errorf("%s is both known and refused", name)
		}
		if c.flags&grows != 0 && c.flags&writes == 0 {
			t.Errorf("%s takes memory and does not write", name)
		}
		if c.first > 0 && c.step < 1 {
			t.Errorf("%s steps by %d from key to key", name, c.step)
		}
		if c.run == nil && c.first == 0 {
			t.Errorf("%s goes to miniredis and names no key", name)
		}
	}
}
