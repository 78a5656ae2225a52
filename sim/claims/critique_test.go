package claims_test

import (
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/redis"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// Kleppmann's critique, each timeline with its numbers: a lock for ten seconds, of
// five nodes.

// K0: Is the lock there for efficiency or for correctness? Where a rare double run
// only wastes work, one Redis is good enough, even one that forgets. Where it does
// damage, Redlock is not good enough either.
func TestK0EfficiencyOrCorrectness(t *testing.T) {
	double := play(t, nodes(1), ledger(resource.CompareAndSet), // what it works on minds itself
		client("A", 0, of(trace.LockToken), 4*s, 3*s),
		client("B", s, of(trace.LockToken), 2*s, s),
		at(500*ms, crash("n1", 100*ms)))
	double.guarded()
	double.wrote("B") // what A did was for nothing

	pausedWriter(t, resource.None, redlock()).broken()
}

// pausedWriter is the world of K1.
func pausedWriter(t *testing.T, guard resource.Guard, o lock.Options, more ...part) *story {
	t.Helper()
	return play(t, append([]part{nodes(5), members, ledger(guard),
		client("A", 0, o, 15*s, 2*s),
		client("B", 11*s, o, 2*s, s),
		on(step("A", trace.PhaseWrite), pause("A", 12*s))}, more...)...)
}

// K1: A locks, reads, and stops, say to collect garbage, from 2 to 14. Its lease
// ends at 10, B locks at 11 and writes at 12, and A writes at 14. A had looked at
// the clock right before: the pause falls between the look and the write.
func TestK1PauseWhileHolding(t *testing.T) {
	plain := pausedWriter(t, resource.None, redlock())
	plain.tells(`
		0s A enters
		0s A reads unpaid
		2s pause A
		10.001s lock runs out on n1 n2 n3 n4 n5
		11s B enters
		11s B reads unpaid
		12s B writes paid
		13s B leaves
		14s pause A ends
		14s A writes paid
		14s A leaves: its validity ended
		14s A has lost the lock: its validity ended`)
	plain.broken()
	plain.outside(trace.RuleMutualExclusion, trace.RuleDoubleCharge)
	pausedWriter(t, resource.Fencing, redlock(fenced)).guarded()
}

// K2: The write itself can be late: it is stuck in the network for 90 seconds, and
// arrives in somebody else's time.
func TestK2DelayedPacket(t *testing.T) {
	delayed := func(guard resource.Guard, o lock.Options) *story {
		return play(t, nodes(5), members, ledger(guard),
			client("A", 0, o, 5*s, 2*s),
			client("B", 11*s, o, 2*s, s),
			on(sent("A", "invoice", 2), delay("A/1/write>invoice", 90*s)))
	}
	plain := delayed(resource.None, redlock())
	plain.tells(`
		0s A enters
		0s A reads unpaid
		2s delay A/1/write>invoice
		10.001s lock runs out on n1 n2 n3 n4 n5
		11s B enters
		11s B reads unpaid
		12s B writes paid
		13s B leaves
		92s A writes paid
		92s A leaves: its validity ended
		92s A has lost the lock: its validity ended`)
	plain.broken()
	plain.outside(trace.RuleMutualExclusion, trace.RuleDoubleCharge)
	delayed(resource.Fencing, redlock(fenced)).guarded()
}

// K3: With a number that grows from lock to lock, A has 33 and B has 34, and the
// store refuses 33 once it has seen 34. A random token cannot do this: it says that
// two differ, and not which came first.
func TestK3Fencing(t *testing.T) {
	numbered := pausedWriter(t, resource.Fencing,
		redlock(func(o *lock.Options) { o.Fence = lock.FromRedis }),
		at(0, command("n1", "SET", "fence:lock", "32")))
	numbered.tells(`
		0s A enters with 33
		0s A reads unpaid
		2s pause A
		10.001s lock runs out on n1 n2 n3 n4 n5
		11s B enters with 34
		11s B reads unpaid
		12s B writes paid with 34
		13s B leaves
		14s pause A ends
		14s A writes with 33, refused: stale number
		14s A leaves: stale number`)
	numbered.guarded()

	random := pausedWriter(t, resource.Fencing, redlock())
	random.wrote()
}

// threeOfFive is the world of K4 and K5: A gets n1, n2 and n3 and no more, something
// happens to n3, and B reaches n3, n4 and n5 only.
func threeOfFive(t *testing.T, guard resource.Guard, o lock.Options, what part, more ...part) *story {
	t.Helper()
	return play(t, append([]part{nodes(5), members, ledger(guard),
		client("A", 0, o, 8*s, 8*s),
		client("B", 2*s, o, s, s),
		at(0, cut(names("A"), "n4", "n5")),
		at(500*ms, heal()),
		what,
		at(1500*ms, cut(names("B"), "n1", "n2")),
		on(holds("B"), heal())}, more...)...)
}

// K4: A holds n1, n2 and n3. The clock of n3 jumps ten seconds, its key is gone, and
// B gets n3, n4 and n5.
func TestK4ClockJump(t *testing.T) {
	jumped := threeOfFive(t, resource.None, redlock(), at(s, jump("n3", 10*s)))
	jumped.tells(`
		0s partition A>n4 A>n5 n4>A n5>A
		50ms A enters
		50ms A reads unpaid
		500ms partition A>n4 A>n5 n4>A n5>A ends
		1s clock n3 by 10s
		1s lock runs out on n3
		1.5s partition B>n1 B>n2 n1>B n2>B
		2.05s partition B>n1 B>n2 n1>B n2>B ends
		2.05s B enters
		2.05s B reads unpaid
		3.05s B writes paid
		3.05s B leaves
		8.05s A writes paid
		8.05s A leaves`)
	jumped.votes("A", "n1", "n2", "n3")
	jumped.votes("B", "n3", "n4", "n5")
	jumped.broken()
	jumped.outside(trace.RuleMutualExclusion, trace.RuleDoubleCharge)
	threeOfFive(t, resource.None, redlock(), at(s, jump("n3", s))).fine() // A is done at 8, and its key ends at 9
	threeOfFive(t, resource.Fencing, redlock(fenced), at(s, jump("n3", 10*s))).guarded()
}

// K5: The same comes of n3 crashing and coming back empty.
func TestK5CrashWithoutPersistence(t *testing.T) {
	crashed := threeOfFive(t, resource.None, redlock(), at(s, crash("n3", 100*ms)))
	crashed.tells(`
		0s partition A>n4 A>n5 n4>A n5>A
		50ms A enters
		50ms A reads unpaid
		500ms partition A>n4 A>n5 n4>A n5>A ends
		1s crash n3
		1.1s restart n3 ends
		1.5s partition B>n1 B>n2 n1>B n2>B
		2.05s partition B>n1 B>n2 n1>B n2>B ends
		2.05s B enters
		2.05s B reads unpaid
		3.05s B writes paid
		3.05s B leaves
		8.05s A writes paid
		8.05s A leaves`)
	crashed.votes("A", "n1", "n2", "n3")
	crashed.votes("B", "n3", "n4", "n5")
	crashed.broken()
	crashed.outside(trace.RuleMutualExclusion, trace.RuleDoubleCharge)
	threeOfFive(t, resource.None, redlock(), at(s, crash("n3", 100*ms)), fsync(redis.Always, "n3")).fine()
	threeOfFive(t, resource.None, redlock(), at(s, crash("n3", 11*s))).fine()
	threeOfFive(t, resource.Fencing, redlock(fenced), at(s, crash("n3", 100*ms))).guarded()
}

// unchecked leaves out the second look at the clock, and any later one.
func unchecked(o *lock.Options) { o.ElapsedCheck, o.StopAtValidity = false, false }

// K6: All nodes say OK, and their answers wait in A's kernel while A is paused for
// longer than the keys live. Who looks at the clock once more refuses such a lock.
func TestK6PauseDuringAcquisition(t *testing.T) {
	paused := func(o lock.Options) *story {
		return play(t, nodes(5), ledger(resource.None),
			client("A", 0, o, 3*s, s),
			client("B", 11*s, o, 4*s, 3*s),
			on(sent("A", "n5", 1), pause("A", 12*s)))
	}
	plain := paused(redlock(unchecked, once))
	plain.tells(`
		0s pause A
		10.001s lock runs out on n1 n2 n3 n4 n5
		11s B enters
		11s B reads unpaid
		12s pause A ends
		12s A enters
		12s A reads unpaid
		13s A writes paid
		14s B writes paid
		15s A leaves
		15s B leaves`)
	plain.broken()
	plain.bug(trace.RuleMutualExclusion)
	checked := paused(redlock(careless, once))
	checked.tells(`
		0s pause A
		10.001s lock runs out on n1 n2 n3 n4 n5
		11s B enters
		11s B reads unpaid
		12s pause A ends
		12s A does not get the lock: too late, 5 of 3
		14s B writes paid
		15s B leaves`)
	checked.fine()
}

// K7: A network that delays the answers for so long does the same.
func TestK7NetworkDelay(t *testing.T) {
	late := func(o lock.Options) *story {
		o.NodeTimeout = minute
		var slowed []run.Action
		for _, n := range names("n1", "n2", "n3", "n4", "n5") {
			slowed = append(slowed, slow(n, "A", 12*s))
		}
		return play(t, nodes(5), ledger(resource.None),
			client("A", 0, o, 3*s, s),
			client("B", 11*s, o, 4*s, 3*s),
			at(0, slowed...), at(s, heal()))
	}
	plain := late(redlock(unchecked))
	plain.tells(`
		0s slow n1>A
		0s slow n2>A
		0s slow n3>A
		0s slow n4>A
		0s slow n5>A
		1s slow n1>A n2>A n3>A n4>A n5>A ends
		10.001s lock runs out on n1 n2 n3 n4 n5
		11s B enters
		11s B reads unpaid
		12s A enters
		12s A reads unpaid
		13s A writes paid
		14s B writes paid
		15s A leaves
		15s B leaves`)
	plain.broken()
	plain.bug(trace.RuleMutualExclusion)
	late(redlock(careless)).fine()
}

// K8: Redlock rests on bounded delays, pauses and clock errors. A lock that its
// nodes agree on by consensus does not give itself to two however clocks jump and
// links fail: without a majority it gives itself to nobody.
func TestK8ConsensusLosesOnlyLiveness(t *testing.T) {
	threeOfFive(t, resource.None, redlock(), at(s, jump("n3", 10*s))).broken()

	agreed := of(trace.LockConsensus)
	threeOfFive(t, resource.None, agreed, at(s, jump("c3", 10*s), crash("c2", 5*s))).fine()

	alone := play(t, members, ledger(resource.None),
		client("A", 0, agreed, 2*s, s),
		at(0, cut(names("c1", "A"), "c2", "c3")),
		at(5*s, heal()))
	alone.fine()
	if entered := alone.when(trace.Enter, "A"); entered < 5*s {
		t.Errorf("A enters at %v, with one member of three", entered)
	}
}
