package claims_test

import (
	"slices"
	"strings"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/redis"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// The sentinel story: a lock on a primary with replicas. A change leaves the primary
// after 100 ms.

// waiting takes no lock that fewer than one replica has.
func waiting(o *lock.Options) { o.Wait = lock.Copies{Replicas: 1, Timeout: 500 * ms} }

// shop is the last item in stock, sold by whoever has the lock on the primary. A has
// it first, by a lock of its own options, and B comes at 1.
func shop(t *testing.T, replicas int, o lock.Options, more ...part) *story {
	t.Helper()
	return play(t, append([]part{replicated(replicas), stock(resource.None),
		client("A", 0, o, 8*s, 8*s),
		client("B", s, of(trace.LockToken), 2*s, 2*s)}, more...)...)
}

// promoted is the replica that became the primary.
func (st *story) promoted() trace.NodeID {
	st.t.Helper()
	return st.the(trace.Promote, "").Node
}

// prefer gives a replica another priority: the lowest is preferred.
func prefer(replica trace.NodeID, priority int) part {
	return func(p *plot) {
		for i := range p.Nodes {
			if p.Nodes[i].ID == replica {
				p.Nodes[i].Priority = priority
			}
		}
	}
}

// A locks on the primary, and the primary dies before the replica has the key. The
// sentinels promote the replica, which knows nothing; B locks "the same" lock, and
// both sell the last item.
func TestFailoverForgetsTheLock(t *testing.T) {
	st := shop(t, 1, of(trace.LockToken), on(holds("A"), crash("n1", 0)))
	if n := st.promoted(); n != "n2" {
		t.Errorf("%s was promoted", n)
	}
	if vote := st.all(trace.ODown, ""); len(vote) == 0 || len(vote[0].Votes) < 2 {
		t.Errorf("two sentinels were to agree that n1 is down: %+v", vote)
	}
	st.wrote("B", "A")
	st.broken()
	st.outside(trace.RuleMutualExclusion, trace.RuleOversold)

	late := shop(t, 1, of(trace.LockToken), at(101*ms, crash("n1", 0))) // the replica has it
	late.fine()
	late.wrote("A")
}

// WAIT narrows the window: who asks for it believes only when a replica has the key.
func TestWaitNarrowsTheWindow(t *testing.T) {
	shop(t, 1, of(trace.LockToken), on(holds("A"), crash("n1", 0))).broken()

	st := shop(t, 1, of(trace.LockToken, waiting), on(holds("A"), crash("n1", 0)))
	if got := st.when(trace.Hold, "A"); got != 100*ms {
		t.Errorf("A holds at %v, and the replica has the key at 100ms", got)
	}
	st.fine()
	st.wrote("A")

	// One that crashes earlier gives A no lock.
	before := shop(t, 1, of(trace.LockToken, waiting, once), at(50*ms, crash("n1", 0)))
	if len(before.all(trace.Hold, "A")) > 0 {
		t.Error("A was to get no lock that no replica has")
	}
}

// WAIT does not close the window: the sentinels choose among the replicas that they
// reach, and the one that has acknowledged may be cut off.
func TestAcknowledgedReplicaCutOff(t *testing.T) {
	apart := func(far string) *story {
		return shop(t, 2, of(trace.LockToken, waiting),
			at(0, slow("n1", "n3", 20*s)), // n2 alone acknowledges
			on(holds("A"), crash("n1", 0), cut(names(far), "s1", "s2", "s3", "A", "B")))
	}
	st := apart("n2")
	if n := st.promoted(); n != "n3" {
		t.Errorf("%s was promoted", n)
	}
	st.broken()
	st.outside(trace.RuleMutualExclusion)
	apart("n3").fine()
}

// Nor is the one that has acknowledged elected if its priority is worse.
func TestAcknowledgedReplicaOfWorsePriority(t *testing.T) {
	ranked := func(n2 int) *story {
		return shop(t, 2, of(trace.LockToken, waiting), prefer("n2", n2),
			at(0, slow("n1", "n3", 20*s)),
			on(holds("A"), crash("n1", 0)))
	}
	worse := ranked(200)
	if n := worse.promoted(); n != "n3" {
		t.Errorf("%s was promoted", n)
	}
	worse.broken()
	worse.outside(trace.RuleMutualExclusion)

	equal := ranked(100) // the larger offset decides
	if n := equal.promoted(); n != "n2" {
		t.Errorf("%s was promoted", n)
	}
	equal.fine()
}

// Among those that they reach, the sentinels choose by the lowest priority, then by the
// largest offset, then by the smallest id. Priority 0 is never promoted.
func TestElection(t *testing.T) {
	for name, row := range map[string]struct {
		parts []part
		want  trace.NodeID
	}{
		"nothing differs":       {nil, "n2"},
		"n3 has more":           {[]part{at(0, slow("n1", "n2", 20*s))}, "n3"},
		"n3 is preferred":       {[]part{prefer("n3", 50), at(0, slow("n1", "n3", 20*s))}, "n3"},
		"n2 may not":            {[]part{prefer("n2", 0)}, "n3"},
		"n2 cannot be reached":  {[]part{at(s, cut(names("n2"), "s1", "s2", "s3"))}, "n3"},
		"n2 is down":            {[]part{at(s, crash("n2", 0))}, "n3"},
		"n2's link to n1 broke": {[]part{at(0, cut(names("n2"), "n1"))}, "n3"},
	} {
		t.Run(name, func(t *testing.T) {
			st := play(t, append([]part{replicated(2), stock(resource.None),
				client("A", 0, of(trace.LockToken), 8*s, 8*s), at(2*s, crash("n1", 0))}, row.parts...)...)
			if got := st.promoted(); got != row.want {
				t.Errorf("%s was promoted, and not %s", got, row.want)
			}
		})
	}
}

// The disk has no part in it: however each side writes to its own, what the primary
// had not pushed yet is not on the replica, and what it had is.
func TestDiskHasNoPart(t *testing.T) {
	for _, policy := range []redis.Persistence{redis.Never, redis.EverySecond, redis.Always} {
		disk := fsync(policy, "n1", "n2")
		shop(t, 1, of(trace.LockToken), disk, on(holds("A"), crash("n1", 0))).broken()
		shop(t, 1, of(trace.LockToken), disk, at(200*ms, crash("n1", 0))).fine()
	}
}

// Replication is a stream of changes that the primary pushes from memory, and a full
// copy first where the connection is new.
func TestFullCopyThenStream(t *testing.T) {
	st := play(t, replicated(1), stock(resource.None),
		at(0, cut(names("n1"), "n2")),
		client("A", 0, of(trace.LockToken), 6*s, 6*s),
		at(2*s, heal()))
	var got []string
	for _, e := range st.all(trace.Replicate, "") {
		got = append(got, strings.TrimSpace(string(e.Node)+" "+e.Why))
	}
	if want := names("n2 "+trace.WhyFullCopy, "n2"); !slices.Equal(got, want) {
		t.Errorf("n2 got %q; the key came with a copy, and its end by itself: %q", got, want)
	}
}

// Replicas hide keys that are over, and delete them only once they are promoted.
func TestReplicasHideExpiredKeys(t *testing.T) {
	st := play(t, replicated(1), stock(resource.None),
		client("A", 0, of(trace.LockToken), 8*s, 8*s),
		at(s, kill("A"), cut(names("n1"), "n2")),
		at(9*s, command("n2", "EXISTS", "lock")),
		at(11*s, command("n2", "EXISTS", "lock"), command("n2", "DBSIZE")),
		at(12*s, crash("n1", 0)))
	var said []string
	for _, e := range st.all(trace.Exec, trace.Operator) {
		said = append(said, e.Reply)
	}
	if want := names("(integer) 1", "(integer) 0", "(integer) 1"); !slices.Equal(said, want) {
		t.Errorf("n2 says %q; the key is there, then hidden, and counted yet: %q", said, want)
	}
	promoted := st.the(trace.Promote, "").T
	var gone []string
	for _, e := range st.all(trace.Expire, "") {
		gone = append(gone, string(e.Node))
		if e.Node == "n2" && e.T != promoted {
			t.Errorf("n2 deletes the key at %v, and is promoted at %v", trace.Duration(e.T), trace.Duration(promoted))
		}
	}
	if !slices.Equal(gone, names("n1", "n2")) {
		t.Errorf("the key runs out on %q", gone)
	}
}

// They do so by their own clock: one that is behind keeps a dead holder's lock for
// longer, and one that is ahead gives away a living one's.
func TestPromotedReplicaGoesByItsOwnClock(t *testing.T) {
	differing := func(by trace.Duration, more ...part) *story {
		return play(t, append(more, replicated(1), stock(resource.None),
			client("A", 0, of(trace.LockToken), 8*s, 8*s),
			client("B", 2*s, of(trace.LockToken), s, s),
			at(0, jump("n2", by)),
			at(s, crash("n1", 0)))...)
	}
	ahead := differing(8 * s)
	ahead.broken()
	ahead.outside(trace.RuleMutualExclusion)
	differing(0).fine()

	behind := differing(-8*s, at(500*ms, kill("A")))
	if in := behind.when(trace.Enter, "B"); in < 18*s {
		t.Errorf("B comes in at %v", in)
	}
}

// The old primary comes back as a replica, and loses what it alone knew.
func TestOldPrimaryLosesWhatItAloneKnew(t *testing.T) {
	others := names("n2", "s1", "s2", "s3", "B")
	long := of(trace.LockToken, func(o *lock.Options) { o.TTL = minute })
	st := play(t, replicated(1), stock(resource.None),
		client("A", 0, long, 20*s, 20*s),
		at(50*ms, run.Action{Verb: run.Partition, Cut: [][]string{{"n1", "A"}, others}}),
		client("B", 5*s, long, 2*s, 2*s),
		at(6*s, heal()))
	if has := st.has("A", 6*s); !slices.Contains(has, "n1") {
		t.Errorf("A's key was to be on n1, and is on %q", has)
	}
	if e := st.the(trace.Demote, ""); e.Node != "n1" || e.From != "n2" {
		t.Errorf("%s was demoted to follow %s", e.Node, e.From)
	}
	if has := st.has("A", 19*s); len(has) > 0 {
		t.Errorf("A's key is on %q yet", has)
	}
	st.broken()
	st.outside(trace.RuleMutualExclusion)
}

// Clients ask the sentinels where the primary is, and again when it does not answer.
func TestClientsAskTheSentinels(t *testing.T) {
	st := shop(t, 1, of(trace.LockToken), at(200*ms, crash("n1", 0)), at(10*s, heal()))
	st.votes("A", "n1")
	st.votes("B", "n2")
	st.fine()
	if has := st.has("A", 9*s); len(has) > 1 || slices.Contains(has, "n2") {
		t.Errorf("A was to let go at n2, and its key is on %q", has)
	}
}
