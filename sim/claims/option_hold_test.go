package claims_test

import (
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// Options that matter while a lock is held.

// watchdog: Work that takes longer than the lock lives keeps it, if somebody renews it.
func TestWatchdogKeepsALockThatIsWorkedUnder(t *testing.T) {
	overrun := func(every trace.Duration) *story {
		o := of(trace.LockToken, func(o *lock.Options) { o.Watchdog = every })
		return play(t, nodes(1), ledger(resource.None),
			client("A", 0, o, 15*s, 14*s),
			client("B", s, of(trace.LockToken), 6*s, 5*s))
	}
	overrun(0).broken()
	renewed := overrun(3 * s)
	renewed.fine()
	renewed.wrote("A")
	overrun(11 * s).broken() // too late for a key that lives ten
}

// A watchdog renews while its process lives, and knows nothing of the work: of a worker
// that is stuck it keeps the lock, and a pause stops it as well.
func TestWatchdogKnowsNothingOfTheWork(t *testing.T) {
	hindered := func(what run.Action) *story {
		return play(t, nodes(1), ledger(resource.None),
			client("A", 0, of(trace.LockWatchdog), 4*s, 3*s),
			client("B", s, of(trace.LockToken), 2*s, s),
			at(2*s, what))
	}
	stuck := hindered(stall("A", 30*s))
	stuck.fine()
	stuck.verdict(trace.VerdictStuck)
	stuck.wrote("A")
	hindered(pause("A", 30*s)).broken()
}

// extend: A's key is lost, and B comes and goes. A renewal that compares finds that out.
// One that sets the key where it is missing takes it back in silence, and A writes upon
// what it read before B.
func TestExtensionThatRecreates(t *testing.T) {
	for name, row := range map[string]struct {
		by       lock.ExtendBy
		notices  bool
		recreate bool
	}{
		"compare":  {by: lock.ExtendCompare, notices: true},
		"set":      {by: lock.ExtendSet, notices: true},
		"recreate": {by: lock.ExtendRecreate},
	} {
		t.Run(name, func(t *testing.T) {
			o := of(trace.LockWatchdog, func(o *lock.Options) { o.ExtendBy, o.StopAtValidity = row.by, true })
			renewing := func(faults ...part) *story {
				return play(t, append(faults, nodes(1), ledger(resource.None),
					client("A", 0, o, 15*s, 14*s),
					client("B", 1100*ms, of(trace.LockToken), s, s))...)
			}
			renewing().wrote("A") // all three renew a lock that is there

			lost := renewing(at(s, run.Action{Verb: run.Evict, Target: "n1", Key: "lock"}))
			if noticed := len(lost.all(trace.Lost, "A")) == 1; noticed != row.notices {
				t.Errorf("A notices that it has lost its lock: %v", noticed)
			}
			if row.notices {
				lost.wrote("B")
			} else {
				lost.broken()
			}
		})
	}
}

// fence: Where numbers come from decides what they are worth. Without any, a store that
// wants one takes nothing. A counter on a node that forgets begins anew; the resource
// and the service of consensus go on counting.
func TestSourcesOfNumbers(t *testing.T) {
	for name, row := range map[string]struct {
		source  lock.Fence
		numbers []int64 // of A and B
	}{
		"none":      {lock.NoFence, []int64{0, 0}},
		"redis":     {lock.FromRedis, []int64{1, 1}},
		"resource":  {lock.FromResource, []int64{1, 2}},
		"consensus": {lock.FromConsensus, []int64{1, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			o := of(trace.LockToken, func(o *lock.Options) { o.Fence, o.FenceOnRead = row.source, true })
			st := play(t, nodes(1), members, ledger(resource.Fencing),
				client("A", 0, o, 4*s, 3*s),
				client("B", s, o, 2*s, s),
				at(500*ms, crash("n1", 100*ms)))
			for i, who := range names("A", "B") {
				if got := st.the(trace.Hold, who).Fence; got != row.numbers[i] {
					t.Errorf("%s has number %d, not %d", who, got, row.numbers[i])
				}
			}
			switch {
			case row.source == lock.NoFence:
				st.wrote()
			case row.numbers[1] > row.numbers[0]:
				st.guarded()
				st.wrote("B")
			default:
				st.outside(trace.RuleFencingOrder)
				st.wrote("A") // who showed it first
			}
		})
	}
}
