package claims_test

import (
	"slices"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

// Options that no description of an algorithm has, and libraries have.

// quorum: Two halves of four nodes are two majorities to whoever asks for half.
func TestQuorumBelowAMajority(t *testing.T) {
	halved := func(quorum int) *story {
		o := redlock(once, func(o *lock.Options) { o.Quorum = quorum })
		return play(t, nodes(4), ledger(resource.None),
			at(0, cut(names("A"), "n3", "n4"), cut(names("B"), "n1", "n2")),
			client("A", 0, o, 2*s, 2*s), client("B", s, o, 2*s, 2*s))
	}
	half := halved(2)
	half.broken()
	half.bug(trace.RuleMutualExclusion, trace.RuleTwoBelievers)
	if majority := halved(0); len(majority.all(trace.Enter, "")) > 0 {
		t.Error("nobody has three of the four")
	}
}

// token: n2 sets the key, and neither its answer nor the clean-up gets through. What was
// left behind with the token of all attempts is deleted after the next; with the token
// of an attempt that is past it refuses those that follow for as long as it lives.
func TestOneTokenForAllAttempts(t *testing.T) {
	leaving := func(tokens lock.Tokens) trace.Duration {
		o := redlock(func(o *lock.Options) { o.Tokens = tokens })
		return play(t, nodes(3), ledger(resource.None),
			at(0, crash("n3", 0)),
			client("A", 0, o, s, s),
			on(sent("n2", "A", 1), drop("A/1/set<n2")),
			on(sent("A", "n2", 2), drop("A/1/del>n2"))).when(trace.Enter, "A")
	}
	if in := leaving(lock.TokenPerLock); in > s {
		t.Errorf("with one token A comes in at %v", in)
	}
	if in := leaving(lock.TokenPerAttempt); in < 10*s {
		t.Errorf("with a token for each attempt A comes in at %v", in)
	}
}

// errors: One node of five is dead. Whoever counts that has four; whoever raises it has
// an error, and leaves four keys in everybody's way.
func TestErrorOfAMinority(t *testing.T) {
	raising := func(raises bool) *story {
		o := redlock(func(o *lock.Options) { o.FailOnError = raises })
		return play(t, nodes(5), file(resource.None),
			at(0, crash("n5", 0)),
			client("A", 0, o, 400*ms, 400*ms),
			client("B", s, redlock(), s, s))
	}
	counted := raising(false)
	counted.wrote("A", "B")
	counted.verdict(trace.VerdictOK)

	raised := raising(true)
	raised.wrote("B")
	if in := raised.when(trace.Enter, "B"); in < 10*s {
		t.Errorf("B comes in at %v, when A's keys are there yet", in)
	}
	if left := raised.has("A", s); len(left) != 4 {
		t.Errorf("A leaves its key on %q", left)
	}
	raised.bug(trace.RuleOrphanKey)
	raised.verdict(trace.VerdictStuck)
}

// split: Two clients have two nodes of four each. An attempt that fails then is over, and
// somebody wins a later one; one that waits for a majority of yes or no waits for ever.
func TestSplitVoteThatPends(t *testing.T) {
	split := func(pends bool) *story {
		o := redlock(func(o *lock.Options) { o.PendOnSplit, o.RetryJitter = pends, 200*ms })
		return play(t, nodes(4), ledger(resource.None), takes(3*ms),
			client("A", 0, o, 100*ms, 100*ms), link("A", ms, "n1", "n2"),
			client("B", 0, o, 100*ms, 100*ms), link("B", ms, "n3", "n4"))
	}
	if in := split(false).all(trace.Enter, ""); len(in) != 2 {
		t.Errorf("%d of two come in", len(in))
	}
	pending := split(true)
	if in := pending.all(trace.Enter, ""); len(in) > 0 {
		t.Errorf("%s comes in", in[0].Who)
	}
	pending.bug(trace.RuleOrphanKey)
}

// deadline: Who waits for the lock until then only does without.
func TestDeadlineOfTheCaller(t *testing.T) {
	waiting := func(deadline trace.Duration) *story {
		return play(t, nodes(5), ledger(resource.None),
			client("A", 0, redlock(), 4*s, 4*s),
			client("B", s, redlock(func(o *lock.Options) { o.Deadline = deadline }), s, s))
	}
	for deadline, want := range map[trace.Duration]int{0: 1, 2 * s: 0, 2999 * ms: 0, 10 * s: 1} {
		st := waiting(deadline)
		if got := len(st.all(trace.Enter, "B")); got != want {
			t.Errorf("with a deadline of %v B comes in %d times", deadline, got)
		}
		gaveUp := slices.IndexFunc(st.events, func(e trace.Event) bool { return e.Phase == trace.PhaseGaveUp })
		if want == 0 && (gaveUp < 0 || st.events[gaveUp].T != trace.Time(s+deadline)) {
			t.Errorf("with a deadline of %v B does not give up then", deadline)
		}
	}
}

// cleanup_late: A's time is up when it has two nodes. If asking them to let go is part of
// its call, nobody does, and B wants one of the two.
func TestCleanUpOnTheCallersTime(t *testing.T) {
	stopped := func(late bool) *story {
		o := redlock(func(o *lock.Options) { o.Deadline, o.CleanUpLate = 30*ms, late })
		return play(t, nodes(5), ledger(resource.None),
			at(0, crash("n5", 0), cut(names("A"), "n3", "n4")),
			client("A", 0, o, s, s),
			client("B", s, redlock(), s, s))
	}
	if in := stopped(true).when(trace.Enter, "B"); in > 1100*ms {
		t.Errorf("A has let go, and B comes in at %v", in)
	}
	left := stopped(false)
	if in := left.when(trace.Enter, "B"); in < 10*s {
		t.Errorf("A has not let go, and B comes in at %v", in)
	}
	left.bug(trace.RuleOrphanKey)
}

// renew_late: A stands still beyond its validity, and its keys are there yet. A renewal
// that looks at the lock's time finds it over, one that asks the nodes alone goes on.
func TestRenewalAfterTheEnd(t *testing.T) {
	renewing := func(late bool) *story {
		o := redlock(func(o *lock.Options) {
			o.Watchdog, o.DriftPPM, o.StopAtValidity, o.RenewLate = 3*s, 200_000, false, late
		})
		return play(t, nodes(3), ledger(resource.None),
			client("A", 0, o, 12*s, 12*s),
			at(2*s, pause("A", 7*s)))
	}
	if late := renewing(true); len(late.all(trace.Lost, "A")) > 0 || len(late.all(trace.Extend, "A")) == 0 {
		t.Error("the nodes renew a lock whose time is over, and A does not go on")
	}
	if late := renewing(false); len(late.all(trace.Extend, "A")) > 0 || len(late.all(trace.Lost, "A")) == 0 {
		t.Error("A goes on with a lock whose time is over")
	}
}

// spent: A sleeps while the answers come, for longer than the lock lives. It counts the
// time, and yet takes what is over; it goes in beside B.
func TestSpentLockIsTaken(t *testing.T) {
	slept := func(spent lock.Spent) *story {
		o := redlock(careless, func(o *lock.Options) { o.Spent = spent })
		return play(t, nodes(5), ledger(resource.None), takes(5*ms),
			client("A", 0, o, s, s),
			on(sent("A", "n5", 1), pause("A", 11*s)),
			client("B", s, redlock(), 4*s, 4*s))
	}
	for _, spent := range []lock.Spent{lock.RefuseSpent, lock.AcceptZero} {
		slept(spent).fine()
	}
	taken := slept(lock.AcceptSpent)
	taken.broken()
	taken.bug(trace.RuleMutualExclusion, trace.RuleTwoBelievers)
}

// spent, to the microsecond: A has its answers when nothing is left of the lock.
func TestSpentToTheInstant(t *testing.T) {
	const left = 10*s - 102*ms
	for _, row := range []struct {
		spent lock.Spent
		after trace.Duration
		held  bool
	}{
		{lock.RefuseSpent, left, false},
		{lock.RefuseSpent, left - 1, true},
		{lock.AcceptZero, left, true},
		{lock.AcceptZero, left + 1, false},
		{lock.AcceptSpent, left + 1, true},
	} {
		o := redlock(once, func(o *lock.Options) { o.Spent, o.NodeTimeout = row.spent, minute })
		st := play(t, nodes(1), ledger(resource.None), client("A", 0, o, s, s), takes(row.after/2),
			on(sent("n1", "A", 1), delay("A/1/set<n1", row.after%2)))
		d := st.the(trace.Decide, "A")
		if d.Elapsed != row.after || len(st.all(trace.Hold, "A")) == 1 != row.held {
			t.Errorf("%v after %v: it holds: %v", row.spent, d.Elapsed, d.OK)
		}
	}
}

// profile: A library's name changes nothing but who is told of.
func TestProfileIsAName(t *testing.T) {
	called := func(profile string) *story {
		return play(t, nodes(5), ledger(resource.None),
			client("A", 0, redlock(func(o *lock.Options) { o.Profile = profile }), s, s))
	}
	named, plain := called("redsync"), called("")
	if c := named.the(trace.Start, "").Clients[0]; c.Profile != "redsync" || c.Claims != "" {
		t.Errorf("it is introduced as %+v", c)
	}
	if !slices.Equal(named.outcome()[1:], plain.outcome()[1:]) {
		t.Error("the name makes a difference")
	}
}

// claims: A lock on one node that says it is Redlock is judged by what Redlock promises:
// that clocks which differ by half a hundredth are allowed for. One that says nothing
// has promised nothing for such clocks.
func TestLibraryIsJudgedByItsClaim(t *testing.T) {
	claiming := func(claim string) *story {
		o := of(trace.LockToken, func(o *lock.Options) { o.Claims, o.StopAtValidity = claim, true })
		eager := of(trace.LockToken, func(o *lock.Options) { o.Claims, o.RetryDelay = claim, ms })
		return play(t, nodes(1), ledger(resource.None), takes(100*trace.Microsecond),
			at(0, rate("n1", 1_005_000)),
			client("A", 0, o, 20*s, 20*s), client("B", 9*s, eager, s, s))
	}
	claiming("").outside(trace.RuleMutualExclusion)
	claiming(trace.LockToken).outside(trace.RuleMutualExclusion)
	claiming(trace.LockRedlock).bug(trace.RuleMutualExclusion)
}

// look: A signal that the lock was lost helps whoever looks at it before the write.
func TestSignalIsLookedAtBeforeTheWrite(t *testing.T) {
	looking := func(late bool) *story {
		return play(t, nodes(5), ledger(resource.None),
			client("A", 0, redlock(), 15*s, 14*s),
			func(p *plot) { p.Clients[0].Job.LooksLate = late },
			client("B", s, redlock(), 6*s, 6*s))
	}
	looking(false).fine()
	seen := looking(true)
	seen.broken()
	seen.outside(trace.RuleMutualExclusion) // no algorithm promises it for whoever outstays
	if lost := seen.the(trace.Lost, "A"); lost.Why != trace.WhyValidityEnded {
		t.Errorf("A is told at the end: %s", lost.Why)
	}
}
