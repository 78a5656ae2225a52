package world_test

import (
	"fmt"
	"strings"
	"testing"

	"lockstep/sim/redis"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// cluster is a primary and its replicas without anybody else.
func cluster(replicas int) *world.Config {
	c := shop(nil)
	c.Clients = nil
	c.Nodes = []world.Node{{ID: "n1", Role: trace.RolePrimary, Fsync: redis.Always}}
	for i := range replicas {
		c.Nodes = append(c.Nodes, world.Node{ID: trace.NodeID(fmt.Sprint("n", i+2)), Role: trace.RoleReplica, Priority: 100, Fsync: redis.Always})
	}
	c.Replication.Lag = 0
	return c
}

func at(t trace.Time, node string, cmd ...string) run.Action {
	return run.Action{At: t, Verb: run.Command, Target: node, Args: cmd}
}

// answers are what an operator was told.
func answers(events []trace.Event) string {
	var b strings.Builder
	for _, e := range events {
		if e.Kind == trace.Exec && e.Who == trace.Operator && e.Cmd[0] != "SET" && e.Cmd[0] != "DEL" && e.Cmd[0] != "REPLICAOF" {
			fmt.Fprintf(&b, "%s %s: %s\n", e.Node, strings.Join(e.Cmd, " "), e.Reply)
		}
	}
	return strings.TrimSpace(b.String())
}

// A stream keeps its order: what overtakes a delayed change waits for it, and what
// comes twice is taken once.
func TestStreamKeepsItsOrder(t *testing.T) {
	for _, verb := range []run.Verb{run.Delay, run.Duplicate} {
		fault := run.Action{At: 10*ms + 1, Verb: verb, Msg: "n1/1/replicate>n2"}
		if verb == run.Delay {
			fault.By = 100 * trace.Millisecond
		}
		events := play(t, cluster(1),
			at(10*ms, "n1", "SET", "k", "a"), fault, at(20*ms, "n1", "SET", "k", "b"), at(30*ms, "n1", "DEL", "k"), at(40*ms, "n1", "SET", "l", "c"),
			at(50*ms, "n1", "WAIT", "1", "0"), at(300*ms, "n2", "GET", "k"), at(300*ms, "n2", "GET", "l"), at(300*ms, "n1", "WAIT", "1", "0"))
		wait := map[run.Verb]string{run.Delay: "0", run.Duplicate: "1"}[verb]
		expect(t, answers(events), `
			n1 WAIT 1 0: (integer) `+wait+`
			n2 GET k: (nil)
			n2 GET l: "c"
			n1 WAIT 1 0: (integer) 1`)
	}
}

// Who is a primary already becomes none by being told to be one.
func TestPromotionOfAPrimary(t *testing.T) {
	events := play(t, cluster(1), at(10*ms, "n1", "REPLICAOF", "NO", "ONE"), at(20*ms, "n1", "SET", "k", "a"), at(100*ms, "n2", "GET", "k"))
	expect(t, answers(events), `n2 GET k: "a"`)
	if got := brief(events, trace.Promote, trace.Demote); got != "" {
		t.Errorf("it went\n%s", got)
	}
}

// A replica that went to another primary and back has all that its primary has,
// however its requests and the copies cross.
func TestThereAndBack(t *testing.T) {
	for _, gap := range []trace.Time{1, 500, 1500, 2500, 10 * ms} {
		events := play(t, cluster(2),
			at(10*ms, "n1", "SET", "a", "1"),
			at(20*ms, "n3", "REPLICAOF", "n2", "6379"), at(20*ms+gap, "n3", "REPLICAOF", "NO", "ONE"),
			at(20*ms+2*gap, "n3", "REPLICAOF", "n1", "6379"), at(20*ms+3*gap, "n3", "REPLICAOF", "n2", "6379"), at(20*ms+4*gap, "n3", "REPLICAOF", "n1", "6379"),
			at(100*ms, "n1", "SET", "b", "2"), at(5*second, "n3", "MGET", "a", "b"), at(5*second, "n1", "WAIT", "2", "0"))
		expect(t, answers(events), `
			n3 MGET a b: ["1", "2"]
			n1 WAIT 2 0: (integer) 2`)
	}
}

// What a primary had still to send when it became a replica it never sends.
func TestChangesOfAnEarlierTerm(t *testing.T) {
	c := cluster(1)
	c.Replication.Lag = 5 * trace.Second
	events := play(t, c,
		at(10*ms, "n1", "SET", "k", "a"), at(20*ms, "n2", "REPLICAOF", "NO", "ONE"), at(30*ms, "n1", "REPLICAOF", "n2", "6379"),
		at(second, "n1", "REPLICAOF", "NO", "ONE"), at(second+1, "n2", "REPLICAOF", "n1", "6379"), at(20*second, "n2", "GET", "k"), at(20*second, "n1", "GET", "k"))
	expect(t, answers(events), `
		n2 GET k: (nil)
		n1 GET k: (nil)`)
}

// ROLE tells of the replicas that are there.
func TestFollowersAreThoseThatAreThere(t *testing.T) {
	events := play(t, cluster(1), run.Action{At: 10 * ms, Verb: run.Crash, Target: "n2"}, at(second, "n1", "ROLE"))
	expect(t, answers(events), `n1 ROLE: ["master", (integer) 0, []]`)
}

// A replica takes no writes, whoever makes them.
func TestFlushOfAReplica(t *testing.T) {
	events := play(t, cluster(1), at(10*ms, "n1", "SET", "k", "a"),
		run.Action{At: 50 * ms, Verb: run.Flush, Target: "n2"}, run.Action{At: 50 * ms, Verb: run.Evict, Target: "n2", Key: "k"}, at(60*ms, "n2", "GET", "k"))
	expect(t, brief(events, trace.Fault), `
		50ms fault flush n2 by action 2 a replica takes no writes
		50ms fault evict n2 by action 3 a replica takes no writes`)
	expect(t, answers(events), `n2 GET k: "a"`)
}

// Whatever a stranger asks for, a run is over soon: heartbeats are in no trace, but
// they are work; copies name a few of their keys.
func TestWorkIsBounded(t *testing.T) {
	c := shop(nil)
	c.Replication.DownAfter = trace.Millisecond
	c.Network.Usual = world.Link{Min: 10 * trace.Minute, Max: 10 * trace.Minute}
	events := play(t, c)
	if end := events[len(events)-1]; end.Why != trace.EndWork {
		t.Errorf("it ends because of %s", end.Why)
	}
	c = cluster(8)
	var fill []string
	for i := range 2000 {
		fill = append(fill, fmt.Sprint("key-", i), "v")
	}
	actions := []run.Action{{Verb: run.Partition, Cut: [][]string{{"n1"}, {"n2", "n3", "n4", "n5"}}, OneWay: true}}
	for i := range 20 {
		actions = append(actions, at(trace.Time(i)*ms, "n1", append([]string{"MSET"}, fill[i*200:i*200+200]...)...))
	}
	size := 0
	for _, e := range play(t, c, actions...) {
		size += len(e.AppendJSON(nil))
	}
	if size > 2<<20 {
		t.Errorf("the trace takes %d bytes", size)
	}
}

// A replica that goes down as its full copy arrives gets another when it is back.
func TestCrashAtTheFullCopy(t *testing.T) {
	events := play(t, cluster(1),
		at(10*ms, "n1", "SET", "k", "a"), run.Action{At: 20 * ms, Verb: run.Crash, Target: "n2", Restart: 50 * trace.Millisecond, Data: run.DataLose},
		run.Action{When: &run.Trigger{Kind: trace.Deliver, Who: "n2", Nth: 2}, Verb: run.Crash, Target: "n2", Restart: trace.Second},
		at(10*second, "n2", "GET", "k"), at(10*second, "n1", "ROLE"))
	expect(t, answers(events), `
		n2 GET k: "a"
		n1 ROLE: ["master", (integer) 1, [["n2", "6379", "1"]]]`)
	if got := strings.Count(brief(events, trace.Fault), "crash n2"); got != 2 {
		t.Errorf("n2 crashed %d times", got)
	}
}

// A replica whose full copy is under way has acknowledged nothing, though its primary
// has begun to count anew.
func TestWaitBeforeTheFullCopy(t *testing.T) {
	c := cluster(1)
	c.Network.Usual = world.Link{Min: 100 * trace.Millisecond, Max: 100 * trace.Millisecond}
	events := play(t, c,
		at(10*ms, "n1", "SET", "k", "a"), run.Action{At: second, Verb: run.Crash, Target: "n1", Restart: 10 * trace.Millisecond},
		at(2150*ms, "n1", "WAIT", "1", "0"), at(2150*ms, "n1", "ROLE"), at(3*second, "n1", "WAIT", "1", "0"))
	expect(t, answers(events), `
		n1 WAIT 1 0: (integer) 0
		n1 ROLE: ["master", (integer) 0, []]
		n1 WAIT 1 0: (integer) 1`)
}

// A copy of a change that gets lost is one too many, and no reason to begin anew; an
// acknowledgement that does is.
func TestLostOnAStream(t *testing.T) {
	for _, row := range []struct {
		name   string
		faults []run.Action
		copies string
	}{
		{"a copy", []run.Action{{At: 10*ms + 1, Verb: run.Duplicate, Msg: "n1/1/replicate>n2"}, {At: 10*ms + 2, Verb: run.Drop, Msg: "n1/1/replicate>n2+1"}}, ""},
		{"an acknowledgement", []run.Action{{At: 11*ms + 1, Verb: run.Drop, Msg: "n1/1/replicate<n2"}}, "1.013001s replicate n2 n1 full copy"},
	} {
		events := play(t, cluster(1), append(row.faults, at(10*ms, "n1", "SET", "k", "a"), at(5*second, "n1", "WAIT", "1", "0"))...)
		expect(t, answers(events), `n1 WAIT 1 0: (integer) 1`)
		var full []trace.Event
		for _, e := range events {
			if e.Why == trace.WhyFullCopy {
				full = append(full, e)
			}
		}
		if got := brief(full, trace.Replicate); got != row.copies {
			t.Errorf("%s: %q and should be %q", row.name, got, row.copies)
		}
	}
}

// A node that goes down at a command of a client does not answer it, and what it
// changed reaches no replica.
func TestCrashAtACommand(t *testing.T) {
	c := shop(nil)
	c.Clients = c.Clients[:1]
	c.Replication.Lag = 0
	events := playUntil(t, c, 40*ms,
		run.Action{When: &run.Trigger{Kind: trace.Exec, Node: "n1", Nth: 1}, Verb: run.Crash, Target: "n1", Data: run.DataKeep})
	expect(t, brief(events, trace.Exec, trace.Send, trace.Fault, trace.Replicate), `
		10ms send A/1/locate>s1
		11ms exec s1 A SENTINEL "n1"
		11ms send A/1/locate<s1
		12ms send A/1/set>n1
		13ms exec n1 A SET OK
		13ms fault crash n1 by action 1`)
}

// A node follows primaries only.
func TestReplicaOfAReplica(t *testing.T) {
	events := play(t, cluster(2), at(10*ms, "n3", "REPLICAOF", "n2", "6379"), at(20*ms, "n3", "REPLICAOF", "n9", "6379"))
	expect(t, brief(events, trace.Fault, trace.Demote), `
		10ms fault command n3 by operator no primary
		20ms fault command n3 by operator no such node`)
}
