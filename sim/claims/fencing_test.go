package claims_test

import (
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

// The fine print on fencing numbers.

// The store refuses an old number only after it has seen a newer one. B has the lock
// and has read, but not written yet, when A's late write arrives. So a holder must
// show its number when it reads, or A's write is taken and B's follows from what is
// no longer so.
func TestStoreMustHaveSeenTheHigherNumber(t *testing.T) {
	late := func(shown bool) *story {
		o := redlock(fenced, func(o *lock.Options) { o.FenceOnRead = shown })
		return play(t, nodes(5), members, ledger(resource.Fencing),
			client("A", 0, o, 15*s, 2*s),
			client("B", 11*s, o, 6*s, 5*s),
			on(step("A", trace.PhaseWrite), pause("A", 12*s)))
	}
	hidden := late(false)
	hidden.tells(`
		0s A enters with 1
		0s A reads unpaid
		2s pause A
		10.001s lock runs out on n1 n2 n3 n4 n5
		11s B enters with 2
		11s B reads unpaid
		14s pause A ends
		14s A writes paid with 1
		14s A leaves: its validity ended
		14s A has lost the lock: its validity ended
		16s B writes paid with 2
		17s B leaves`)
	hidden.broken()
	hidden.outside(trace.RuleDoubleCharge)
	shown := late(true)
	shown.guarded()
	shown.wrote("B")
}

// Equal numbers are acceptable from the same holder only: it shows its number when it
// reads and again when it writes. From another it is a number that was given out
// twice.
func TestEqualNumbersFromTheSameHolderOnly(t *testing.T) {
	play(t, nodes(5), members, ledger(resource.Fencing),
		client("A", 0, redlock(fenced), 2*s, s)).wrote("A")

	// The counter's node comes back empty between the two.
	twice := play(t, nodes(1), ledger(resource.Fencing),
		client("A", 0, of(trace.LockToken, fenced, fromRedis), 4*s, 3*s),
		client("B", s, of(trace.LockToken, fenced, fromRedis), 2*s, s),
		at(500*ms, crash("n1", 100*ms)))
	twice.wrote("A")
	if read := twice.the(trace.Read, "B"); read.OK || read.Fence != 1 || read.Why != trace.WhyAnothers {
		t.Errorf("B reads with %d, and that is refused: %q", read.Fence, read.Why)
	}
	twice.outside(trace.RuleFencingOrder)
}

// fromRedis takes numbers from a counter beside the lock.
func fromRedis(o *lock.Options) { o.Fence = lock.FromRedis }

// A counter in a Redis that replicates asynchronously can give out the same number
// twice: the replica that is promoted may not have heard of the first.
func TestReplicatedCounterRepeats(t *testing.T) {
	failover := func(source lock.Fence) *story {
		o := of(trace.LockToken, fenced, func(o *lock.Options) { o.Fence = source })
		return play(t, replicated(1), members, ledger(resource.Fencing),
			client("A", 0, o, 20*s, 19*s),
			client("B", s, o, 2*s, s),
			on(holds("A"), crash("n1", 0)))
	}
	repeats := failover(lock.FromRedis)
	if a, b := repeats.the(trace.Hold, "A").Fence, repeats.the(trace.Hold, "B").Fence; a != 1 || b != 1 {
		t.Errorf("A has number %d and B %d", a, b)
	}
	repeats.outside(trace.RuleFencingOrder)
	if len(repeats.all(trace.Promote, "")) != 1 {
		t.Error("this was to come of a failover")
	}

	grows := failover(lock.FromConsensus)
	if a, b := grows.the(trace.Hold, "A").Fence, grows.the(trace.Hold, "B").Fence; a >= b {
		t.Errorf("A has number %d and B %d", a, b)
	}
	grows.guarded()
	grows.wrote("B")
}
