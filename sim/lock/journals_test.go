package lock_test

import (
	"path/filepath"
	"strings"
	"testing"

	"lockstep/sim/consensus"
	"lockstep/sim/golden"
	"lockstep/sim/lock"
	"lockstep/sim/redis"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

// TestJournals plays a life with each kind of lock against real nodes, a real lock
// service and a real invoice, and compares what happens with a journal that reads
// like a lesson.
func TestJournals(t *testing.T) {
	for name, row := range map[string]struct {
		kind   string
		about  string
		change func(*lock.Options)
	}{
		"setnx": {trace.LockSetNX, "SETNX and DEL. The key has no time to live: if A died while it works, nobody would ever get in.", nil},
		"setnx-expire": {trace.LockSetNXExpire, "SETNX, then PEXPIRE: two commands, and whoever dies between them leaves a key for ever. " +
			"The DEL at the end deletes whatever is there by then.", nil},
		"setpx": {trace.LockSetPX, "SET NX PX sets key and time to live in one step. The DEL at the end does not ask whose the key is.", nil},
		"token": {trace.LockToken, "SET NX PX with a token, which the release compares: A deletes no key but its own.", nil},
		"watchdog": {trace.LockWatchdog, "The same lock with a watchdog: a second activity renews the key every third of its time to live, " +
			"until the work is done.", nil},
		"reentrant": {trace.LockReentrant, "The key is a hash that counts. Around its write A takes the lock a second time, as a function does " +
			"that cannot know whether its caller holds it: the count goes to 2 and back to 1, and to 0 at the end.", nil},
		"redlock": {trace.LockRedlock, "Redlock on five nodes, of which n4 is somebody else's and n5 is down. Three are a majority. " +
			"At the end all five are asked to let go, those two as well.",
			func(o *lock.Options) { o.Fence = lock.FromConsensus; o.FenceOnRead = true }},
		"fencing": {trace.LockFencing, "No lock at all: A takes a number and goes in. It is for the invoice to refuse whoever shows an older one.", nil},
		"consensus": {trace.LockConsensus, "A lease of a lock service, kept alive while A works. The first member does not answer; the second " +
			"answers for all. The revision of the lease is the fencing number.",
			func(o *lock.Options) { o.Fence = lock.FromConsensus }},
		"sentinels": {trace.LockToken, "A lock on a primary that sentinels name. WAIT asks whether a replica has the key, too.",
			func(o *lock.Options) {
				o.Sentinels = []trace.NodeID{"s1", "s2", "s3"}
				o.Wait = lock.Copies{Replicas: 1, Timeout: 100 * ms}
			}},
	} {
		t.Run(name, func(t *testing.T) {
			o := lock.Defaults(row.kind)
			o.Key = "lock:invoice-42"
			o.Nodes, o.Members = nodes(1), []trace.NodeID{"c1", "c2", "c3"}
			if row.kind == trace.LockRedlock {
				o.Nodes = nodes(5)
			}
			if row.change != nil {
				row.change(&o)
			}
			s := serving(t, o)
			s.play(t, o, lock.Job{Resource: "invoice-42", Kind: "ledger", WriteAt: 4 * trace.Second, Takes: 5 * trace.Second})
			golden.Compare(t, filepath.Join("testdata", name+".txt"), "# "+wrap(row.about, "# ")+"\n\n"+s.journal())
		})
	}
}

// serving returns a stage with servers that do what they are told.
func serving(t *testing.T, o lock.Options) *stage {
	s := &stage{servers: map[trace.NodeID]handler{
		"c1": silent,
		"s1": always(atN1),
	}}
	service := consensus.New()
	s.servers["c2"] = func(at trace.Local, cmd []string) answer {
		reply, _ := service.Exec(at, cmd)
		return say(reply)
	}
	invoice, err := resource.New(resource.Config{ID: "invoice-42"})
	if err != nil {
		t.Fatal(err)
	}
	s.servers["invoice-42"] = func(_ trace.Local, cmd []string) answer { return say(invoice.Do("A", cmd).Reply) }
	for _, id := range o.Nodes {
		if id == "n5" {
			continue
		}
		n, err := redis.New(id)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(n.Close)
		if id == "n4" {
			n.Exec(0, []string{"SET", o.Key, "somebody"})
		}
		s.servers[id] = func(at trace.Local, cmd []string) answer {
			if cmd[0] == "WAIT" {
				return answer{text: "(integer) 1", takes: 40 * ms} // copies are not this stage's
			}
			return say(n.Exec(at, cmd).Reply.String())
		}
	}
	return s
}

// wrap breaks a paragraph into lines.
func wrap(text, prefix string) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case column+1+len(word) > 78:
			b.WriteString("\n" + prefix)
			column = 0
		default:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}
