package redis_test

import (
	"bytes"
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

// A realPair is two real servers under one time, the second a replica of the first.
type realPair struct{ primary, replica *realtest.Clocked }

// startPair starts both and lets time run until the replica has its first copy.
func startPair(t testing.TB) *realPair {
	patient := []string{"repl-timeout", "1000000000"}
	p := &realPair{startReal(t, patient...), startReal(t, patient...)}
	if got := p.replica.At(0, "REPLICAOF", "127.0.0.1", strconv.Itoa(p.primary.Port())); string(got) != "+OK\r\n" {
		t.Fatalf("REPLICAOF answered %q", got)
	}
	const tries = 1_000_000 // each a question and an answer of two servers
	linked := false
	for i := range tries {
		now := trace.Local(i) * 1000 // their timers must go on
		// A replica that has its copy is sent what follows only once it has said so,
		// which goes by its timer: so a write has to reach it that was made after.
		if i%1000 == 0 {
			linked = bytes.Contains(p.replica.At(now, "INFO", "replication"), []byte("master_link_status:up"))
			p.primary.At(now, "SET", "streamed", strconv.Itoa(i))
		}
		sent, held := p.primary.At(now, "GET", "streamed"), p.replica.At(now, "GET", "streamed")
		if linked && bytes.Equal(sent, held) {
			return p
		}
	}
	t.Fatalf("the replica was not connected after %d questions: %s", tries, p.replica.At(0, "INFO", "replication"))
	return nil
}

// write runs a command on the primary, and asks both servers how far they are until
// the replica has done it too. A WAIT would go by timers, and time stands still.
func (p *realPair) write(t interface{ Fatalf(string, ...any) }, now trace.Local, args ...string) []byte {
	p.replica.SetClock(now)
	raw := p.primary.Looking(keys, now, args...)
	const tries = 100_000
	for range tries {
		ahead, behind := p.primary.At(now, "INFO", "replication"), p.replica.At(now, "INFO", "replication")
		if offset := offsetIn(ahead, "master_repl_offset:"); offset != "" && offset == offsetIn(behind, "slave_repl_offset:") {
			return raw
		}
	}
	t.Fatalf("the replica does not get %q:\n%s\n%s", args, p.primary.At(now, "INFO", "replication"), p.replica.At(now, "INFO", "replication"))
	return nil
}

// offsetIn finds a figure in what INFO answers.
func offsetIn(info []byte, name string) string {
	_, rest, _ := bytes.Cut(info, []byte(name))
	figure, _, _ := bytes.Cut(rest, []byte("\r\n"))
	return string(figure)
}

// TestAgainstRealReplica gives a real primary and the node the same commands, and
// asks the replicas of both whatever may be asked.
func TestAgainstRealReplica(t *testing.T) {
	checks(t, "400")
	real := startPair(t)
	primary, replica := newNode(t, "n1"), newNode(t, "n2")
	asked, hidden, refused := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		now := trace.Local(1_000_000_000)
		primary.Reset("n1", redis.Never)
		replica.Reset("n2", redis.Never)
		replica.SetRole(redis.Replica, "n1")
		real.write(t, now, "FLUSHALL")
		real.replica.At(now, "SCRIPT", "FLUSH")
		real.primary.At(now, "SCRIPT", "FLUSH")
		var history []string
		for range rapid.IntRange(1, 40).Draw(t, "commands") {
			if rapid.Bool().Draw(t, "write") {
				args := anyWrite.Draw(t, "command")
				history = append(history, fmt.Sprintf("%d %q", now, args))
				real.write(t, now, args...)
				replica.Apply(now, primary.Expire(now))
				replica.Apply(now, primary.Exec(now, args).Effects)
			} else {
				// The primary looks at no key, so what runs out is hidden.
				now = now.Add(passing.Draw(t, "passing"))
			}
			args := anyQuestion.Draw(t, "question")
			history = append(history, fmt.Sprintf("%d replica: %q", now, args))
			want := real.replica.At(now, args...)
			result := replica.Exec(now, args)
			got := result.Reply.AppendRESP(nil)
			if !bytes.Equal(got, want) && !sameUnordered(args[0], got, want) {
				t.Fatalf("at %d us the replica is asked %q:\nnode  %q\nredis %q\nafter\n%s", now, args, got, want, strings.Join(history, "\n"))
			}
			asked++
			if bytes.HasPrefix(want, []byte("-READONLY")) {
				refused++
			}
			if slices.ContainsFunc(result.Keys, func(k trace.Key) bool { return k.PTTL == 0 }) {
				hidden++
			}
		}
	})
	t.Logf("%d questions were answered alike, %d of them of hidden keys, %d refused", asked, hidden, refused)
	if asked < 500 || hidden < 5 || refused < 100 {
		t.Error("that is too few")
	}
}

// anyWrite is any command, and more often one that gives a key a short life.
var anyWrite = rapid.OneOf(anyCommand, rapid.Custom(func(t *rapid.T) []string {
	ms := strconv.Itoa(rapid.IntRange(1, 30).Draw(t, "ms"))
	return []string{"SET", key.Draw(t, "key"), text.Draw(t, "text"), "PX", ms}
}))

// anyQuestion is any command, and more often one that looks at a key.
var anyQuestion = rapid.OneOf(anyCommand, rapid.Custom(func(t *rapid.T) []string {
	name := rapid.SampledFrom([]string{"GET", "PTTL", "PEXPIRETIME", "TYPE", "EXISTS", "STRLEN", "HGETALL", "SMEMBERS", "LLEN", "ZCARD"}).Draw(t, "name")
	return []string{name, key.Draw(t, "key")}
}), rapid.Just([]string{"DBSIZE"}), rapid.Just([]string{"KEYS", "*"}))

// TestRealRoles compares what commands about replication answer, where names and
// offsets do not matter.
func TestRealRoles(t *testing.T) {
	real := startPair(t)
	primary, replica := newNode(t, "n1"), newNode(t, "n2")
	replica.SetRole(redis.Replica, "127.0.0.1")
	replica.Load(0, primary.Snapshot())
	primary.SetFollowers([]redis.Follower{{ID: "127.0.0.1"}})
	const now = 3_000_000_000
	for _, c := range []struct {
		line      string
		onReplica bool
	}{
		{"ROLE", false}, {"ROLE", true}, {"ROLE x", false},
		{"REPLICAOF 127.0.0.1 PORT", true}, {"REPLICAOF 127.0.0.1 x", true}, {"REPLICAOF 127.0.0.1 65536", true}, {"REPLICAOF NO TWO", true}, {"REPLICAOF x", true},
		{"REPLICAOF NO ONE", false},
		{"WAIT 1 0", true}, {"WAIT x y", true}, {"WAIT x 0", false}, {"WAIT 1 x", false}, {"WAIT 1 -1", false}, {"WAIT 01 0", false}, {"WAIT 1 1.5", false},
		{"WAIT 9223372036854775808 0", false}, {"WAIT 1", false},
		{"PUBLISH c m", true}, {"PUBLISH c", false}, {"EVAL return(redis.call('publish','c','m')) 0", true},
		{"EVAL_RO return(redis.call('publish','c','m')) 0", false}, {"EVAL return(redis.call('role')) 0", false},
		{"EVAL return(redis.call('replicaof','no','one')) 0", false}, {"EVAL return(redis.call('wait',1,0)) 0", false},
		{"SET k v", true}, {"SET k", true}, {"DEL none", true}, {"GETEX k", true}, {"FLUSHALL", true}, {"MSET a", true}, {"PERSIST none", true},
		{"EVAL return(redis.call('set','k','v')) 0", true}, {"EVAL return(redis.pcall('set','k','v')) 0", true}, {"EVAL return(redis.call('set','k')) 0", true},
		{"EVAL_RO return(redis.call('set','k','v')) 0", true}, {"EVAL return(redis.call('get','k')) 0", true},
	} {
		server, node := real.primary, primary
		if c.onReplica {
			server, node = real.replica, replica
		}
		want := server.At(now, strings.Fields(strings.ReplaceAll(c.line, "PORT", strconv.Itoa(real.primary.Port())))...)
		got := node.Exec(now, strings.Fields(strings.ReplaceAll(c.line, "PORT", "6379"))).Reply.AppendRESP(nil)
		if shape(t, got) != shape(t, want) {
			t.Errorf("%s (replica: %v):\nnode  %q\nredis %q", c.line, c.onReplica, got, want)
		}
	}
}

// shape prints a reply with every number of a list, also one in quotes, as n: ports
// and offsets are nobody's to agree about.
func shape(t *testing.T, raw []byte) string {
	r, _, err := resp.Parse(raw)
	if err != nil {
		t.Fatalf("%q: %v", raw, err)
	}
	var blur func(list []resp.Reply)
	blur = func(list []resp.Reply) {
		for i := range list {
			x := &list[i]
			if _, err := strconv.Atoi(x.Text); err == nil {
				x.Text = "n"
			}
			if x.Kind == resp.Int {
				*x = resp.StatusOf("n")
			}
			blur(x.Array)
		}
	}
	blur(r.Array)
	return r.String()
}
