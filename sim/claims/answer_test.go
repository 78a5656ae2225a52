package claims_test

import (
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

// antirez's answer, claim by claim.

// A store that can refuse whatever is below the greatest number it has seen is a
// linearizable register itself: any lock could take its number from there.
func TestTheStoreCouldHandOutNumbers(t *testing.T) {
	st := pausedWriter(t, resource.Fencing, redlock(func(o *lock.Options) { o.Fence = lock.FromResource }))
	st.guarded()
	st.wrote("B")
}

// Most resources are no such store: they take a number for what it is worth to them,
// which is nothing.
func TestMostResourcesCheckNoNumbers(t *testing.T) {
	pausedWriter(t, resource.None, redlock(fenced)).broken()
}

// A unique token will do as well, where the resource can check and set: a write is
// taken only if nobody has written since its writer looked.
func TestUniqueTokenAllowsCheckAndSet(t *testing.T) {
	st := pausedWriter(t, resource.CompareAndSet, redlock())
	st.guarded()
	st.wrote("B")
	if late := st.the(trace.Write, "A"); late.Why != trace.WhyChanged {
		t.Errorf("A's write is refused: %s", late.Why)
	}
}

// The order of numbers is not the order of work. A has the lower number and comes to
// work later, with B's work before its eyes: that harms nobody, and a store that goes
// by numbers refuses it all the same. One that checks and sets takes both.
func TestOrderOfNumbersIsNotOrderOfWork(t *testing.T) {
	late := func(guard resource.Guard) *story {
		return play(t, members, file(guard),
			client("A", 0, of(trace.LockFencing), s, s),
			client("B", s, of(trace.LockFencing), s, s),
			on(step("A", trace.PhaseRead), pause("A", 3*s)))
	}
	numbers := late(resource.Fencing)
	numbers.wrote("B")
	if a, b := numbers.the(trace.Enter, "A").Fence, numbers.the(trace.Enter, "B").Fence; a >= b {
		t.Errorf("A has number %d and B %d", a, b)
	}
	checked := late(resource.CompareAndSet)
	checked.wrote("B", "A")
	checked.guarded()
	if checked.spoilt() {
		t.Error("A was to write after B, upon what B wrote")
	}
}

// Clocks need only run at about the same rate: as long as they differ by less than the
// allowance for drift, a client stops before its keys end.
func TestRatesWithinDriftAreHarmless(t *testing.T) {
	drifting := func(ppm int64) *story {
		return play(t, nodes(5), ledger(resource.None),
			client("A", 0, redlock(), 20*s, 10*s),
			client("B", s, redlock(), 4*s, 2*s),
			at(0, rateOf("A", ppm)))
	}
	drifting(1_000_000).fine()
	drifting(991_000).fine()
	far := drifting(900_000) // a tenth, where one in a hundred is allowed for
	if !far.together() {
		t.Error("A was to be inside when its keys had ended")
	}
	far.outside(trace.RuleMutualExclusion)
}

// Jumps are another matter: an operator's mistake, which Redlock does not outlive, and
// which is to be avoided.
func TestJumpsAreNotHarmless(t *testing.T) {
	jumped := threeOfFive(t, resource.None, redlock(), at(s, jump("n3", 10*s)))
	jumped.broken()
	jumped.outside(trace.RuleMutualExclusion)
}

// Whatever delays a client between the first and the second reading of the clock is
// caught by the second, wherever it falls.
func TestDelayBetweenTheReadingsIsCaught(t *testing.T) {
	delayed := func(where part, others ...part) *story {
		a := client("A", 0, redlock(once, careless), 3*s, s)
		return play(t, append(others, nodes(5), ledger(resource.None), takes(ms), a, where)...)
	}
	b := client("B", 11*s, redlock(), 4*s, 3*s)
	for name, where := range map[string]part{
		"before asking":           on(step("A", trace.PhaseAsk), pause("A", 12*s)),
		"when the first has left": on(sent("A", "n1", 1), pause("A", 12*s)),
		"while answers come":      on(sent("n3", "A", 1), pause("A", 12*s)),
		"before the look":         on(step("A", trace.PhaseReadClockAgain), pause("A", 12*s)),
	} {
		t.Run(name, func(t *testing.T) {
			if count := delayed(where).the(trace.Decide, "A"); count.Why != trace.WhyTooLate || count.Elapsed < 12*s {
				t.Errorf("A's count is: %s, after %v", count.Why, count.Elapsed)
			}
			delayed(where, b).fine()
		})
	}

	// After the second reading it is too late for that.
	after := delayed(on(step("A", trace.PhaseCount), pause("A", 12*s)), b)
	if count := after.the(trace.Decide, "A"); !count.OK || count.Elapsed != 2*ms {
		t.Errorf("A's count is: %s, after %v", count.Why, count.Elapsed)
	}
	after.broken()
	after.outside(trace.RuleMutualExclusion)
}

// A pause after that is a problem of every lock that releases itself, whoever serves
// it: one Redis, five, or a service of consensus. Both sides agree that a lease alone
// does not protect a store from a paused holder.
func TestPauseIsEveryLeasesProblem(t *testing.T) {
	for _, kind := range []string{
		trace.LockSetPX, trace.LockToken, trace.LockWatchdog, trace.LockReentrant, trace.LockRedlock, trace.LockConsensus,
	} {
		t.Run(kind, func(t *testing.T) {
			plain := pausedWriter(t, resource.None, of(kind))
			plain.broken()
			plain.outside(trace.RuleMutualExclusion)
			pausedWriter(t, resource.Fencing, of(kind, fenced)).guarded()
		})
	}
}

// Redis ends keys by its wall clock, so the wish for steady time is unmet on the
// servers' side: a client that minds its own clock well is none the better for it.
func TestServersGoByTheWallClock(t *testing.T) {
	jumped := threeOfFive(t, resource.None, redlock(func(o *lock.Options) { o.Clock = lock.Monotonic }), at(s, jump("n3", 10*s)))
	if lapse := jumped.all(trace.Expire, "")[0]; lapse.Node != "n3" || lapse.T != trace.Time(s) {
		t.Errorf("the first key to end is on %s, at %v", lapse.Node, trace.Duration(lapse.T))
	}
	jumped.broken()
}
