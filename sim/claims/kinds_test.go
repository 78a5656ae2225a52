package claims_test

import (
	"strings"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

// The kinds of lock in full worlds: what each is good for, and what it is not.

// Where nothing goes wrong, every kind of lock lets one client in after the other, and
// no guard is needed. Numbers alone are no lock: they let all in, and the store refuses.
func TestKindsTakeTurns(t *testing.T) {
	for _, kind := range []string{
		trace.LockSetNX, trace.LockSetNXExpire, trace.LockSetPX, trace.LockToken, trace.LockWatchdog,
		trace.LockReentrant, trace.LockRedlock, trace.LockConsensus,
	} {
		t.Run(kind, func(t *testing.T) {
			st := play(t, nodes(5), members, file(resource.None), takes(ms),
				client("A", 0, of(kind), 2*s, s),
				client("B", 500*ms, of(kind), 2*s, s),
				client("C", 600*ms, of(kind), 2*s, s))
			st.fine()
			if took := len(st.all(trace.Write, "")); took != 3 {
				t.Errorf("the file took %d lines", took)
			}
		})
	}
	numbers := play(t, members, file(resource.Fencing), takes(ms),
		client("A", 0, of(trace.LockFencing), 2*s, s),
		client("B", 500*ms, of(trace.LockFencing), 2*s, s))
	numbers.guarded()
	numbers.wrote("B")
}

// SETNX sets no end: the lock of a process that dies is there for ever.
func TestSetNXWithoutAnEnd(t *testing.T) {
	crashed := func(kind string) *story {
		return play(t, nodes(1), ledger(resource.None), until(5*minute),
			client("A", 0, of(kind), 2*s, s), at(s, kill("A")),
			client("B", 500*ms, of(kind, func(o *lock.Options) { o.RetryDelay = s }), s, s))
	}
	for kind, want := range map[string]int{trace.LockSetNX: 0, trace.LockSetNXExpire: 1, trace.LockSetPX: 1} {
		st := crashed(kind)
		if got := len(st.all(trace.Enter, "B")); got != want {
			t.Errorf("%s: B comes in %d times", kind, got)
		}
		if dead := len(st.violations(trace.RuleDeadlock)) > 0; dead != (want == 0) {
			t.Errorf("%s: it is a deadlock: %v", kind, dead)
		}
	}
}

// An EXPIRE that follows the SETNX does not come if the process dies between the two.
// In one command there is no between.
func TestSetNXThenExpire(t *testing.T) {
	between := func(kind string, where part) *story {
		return play(t, nodes(1), ledger(resource.None), until(5*minute), where,
			client("A", 0, of(kind), 2*s, s),
			client("B", 500*ms, of(kind, func(o *lock.Options) { o.RetryDelay = s }), s, s))
	}
	two := between(trace.LockSetNXExpire, on(step("A", trace.PhaseExpire), kill("A")))
	if len(two.all(trace.Enter, "B")) > 0 || len(two.violations(trace.RuleDeadlock)) == 0 {
		t.Error("A's key was to be there for ever")
	}
	two.verdict(trace.VerdictStuck)

	one := between(trace.LockSetPX, on(sent("n1", "A", 1), kill("A")))
	if in := one.when(trace.Enter, "B"); in < 10*s || in > 11500*ms {
		t.Errorf("B comes in at %v", in)
	}
}

// A re-entrant lock is taken again by its holder, counts, and is there until the last
// giving back.
func TestReentrantLockCounts(t *testing.T) {
	st := play(t, nodes(1), ledger(resource.None),
		client("A", 0, of(trace.LockReentrant), 3*s, s),
		client("B", 500*ms, of(trace.LockReentrant), s, s),
		on(step("A", trace.PhaseLeaveAgain), command("n1", "HVALS", "lock")),
		at(2*s, command("n1", "HVALS", "lock")))
	for i, want := range names("2", "1") {
		if got := st.all(trace.Exec, trace.Operator)[i].Reply; !strings.Contains(got, `"`+want+`"`) {
			t.Errorf("the count is %s, and was to be %s", got, want)
		}
	}
	st.fine()
	if in := st.when(trace.Enter, "B"); in < 3*s {
		t.Errorf("B comes in at %v", in)
	}
}

// Replicas of one node are not independent nodes: Redlock over a primary and its
// replicas has one vote that counts, since replicas take no writes.
func TestReplicasAreNoVotes(t *testing.T) {
	o := redlock(once, func(o *lock.Options) { o.Nodes = []trace.NodeID{"n1", "n2", "n3"} })
	st := play(t, replicated(2), ledger(resource.None), client("A", 0, o, s, s))
	if count := st.the(trace.Decide, "A"); count.OK || len(count.Acks) != 1 {
		t.Errorf("A has the votes of %q", count.Acks)
	}
}
