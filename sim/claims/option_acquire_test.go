package claims_test

import (
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// Options that matter while a lock is got.

// key: Clients exclude each other by one key; by two they do not.
func TestKeyIsWhatTheyShare(t *testing.T) {
	keyed := func(key string) *story {
		return play(t, nodes(1), ledger(resource.None),
			client("A", 0, of(trace.LockToken), 4*s, 3*s),
			client("B", s, of(trace.LockToken, func(o *lock.Options) { o.Key = key }), s, s))
	}
	keyed("lock").fine()
	other := keyed("look")
	other.broken()
	other.outside(trace.RuleMutualExclusion)
}

// ttl: It is what a crash costs, and not how long one may work.
func TestTimeToLiveIsTheCostOfACrash(t *testing.T) {
	for _, ttl := range []trace.Duration{2 * s, 10 * s} {
		o := of(trace.LockToken, func(o *lock.Options) { o.TTL = ttl })
		st := play(t, nodes(1), ledger(resource.None),
			client("A", 0, o, 8*s, 8*s), at(500*ms, kill("A")),
			client("B", s, o, s, s))
		if in := st.when(trace.Enter, "B"); in < ttl || in > ttl+201*ms {
			t.Errorf("with %v to live B comes in at %v", ttl, in)
		}
	}
}

// node_timeout: A client that does not wait for as long as an answer takes gets none;
// one that waits for long is held up by a dead node.
func TestNodeTimeoutMustOutlastAnAnswer(t *testing.T) {
	patient := func(timeout trace.Duration) *story {
		o := redlock(once, func(o *lock.Options) { o.NodeTimeout = timeout })
		return play(t, nodes(5), ledger(resource.None), takes(5*ms),
			at(0, crash("n5", 0)), client("A", 0, o, s, s))
	}
	if len(patient(9*ms).all(trace.Enter, "A")) > 0 {
		t.Error("A was to hear of nobody")
	}
	for _, timeout := range []trace.Duration{11 * ms, 2 * s} {
		if in := patient(timeout).when(trace.Enter, "A"); in != timeout {
			t.Errorf("with %v for each node, one of them dead, A comes in at %v", timeout, in)
		}
	}
}

// order: Asked all at once, the nodes' votes split between clients that start together;
// asked in one order, whoever has the first node has the others too.
func TestInTurnNobodySplitsTheVotes(t *testing.T) {
	together := func(order lock.Order) *story {
		o := redlock(func(o *lock.Options) { o.Order, o.Retries = order, 3 })
		return play(t, nodes(5), ledger(resource.None), takes(3*ms),
			client("A", 0, o, 100*ms, 0), link("A", ms, "n1", "n2"),
			client("B", 0, o, 100*ms, 0), link("B", ms, "n3", "n4"),
			client("C", 0, o, 100*ms, 0), link("C", ms, "n5"))
	}
	if in := together(lock.Parallel).all(trace.Enter, ""); len(in) > 0 {
		t.Errorf("all at once, %s came in", in[0].Who)
	}
	together(lock.Sequential).votes("A", "n1", "n2", "n3", "n4", "n5")
}

// retries: Who tries once only does not get a lock that is free a moment later; who tries
// without limit does, however often it was refused.
func TestRetriesOutwaitAHolder(t *testing.T) {
	trying := func(retries int) *story {
		return play(t, nodes(1), ledger(resource.None),
			client("A", 0, of(trace.LockToken), 450*ms, 400*ms),
			client("B", 100*ms, of(trace.LockToken, func(o *lock.Options) { o.Retries = retries }), s, s))
	}
	for retries, want := range map[int]int{0: 0, 1: 0, 2: 1, 3: 1, lock.NoLimit: 1} {
		if got := len(trying(retries).all(trace.Enter, "B")); got != want {
			t.Errorf("with %d retries B comes in %d times", retries, got)
		}
	}
	// Two minutes are 1,200 attempts.
	st := play(t, nodes(1), ledger(resource.None),
		client("A", 0, of(trace.LockToken, func(o *lock.Options) { o.TTL = 10 * trace.Minute }), 2*trace.Minute, s),
		client("B", 100*ms, of(trace.LockToken, func(o *lock.Options) { o.Retries, o.RetryDelay, o.RetryJitter = lock.NoLimit, 98*ms, 0 }), s, s))
	if last := st.all(trace.Enter, "B"); len(last) != 1 || last[0].Attempt < 1200 {
		t.Errorf("B comes in %d times: %+v", len(last), last)
	}
}

// retry_delay: A lock that is given back stays unused for as long as that.
func TestRetryDelayIsWhatTheNextOneWaits(t *testing.T) {
	for delay, want := range map[trace.Duration]trace.Duration{100 * ms: 600 * ms, 3 * s: 3100 * ms} {
		st := play(t, nodes(1), ledger(resource.None),
			client("A", 0, of(trace.LockToken), 550*ms, 500*ms),
			client("B", 100*ms, of(trace.LockToken, func(o *lock.Options) { o.RetryDelay = delay }), s, s))
		if in := st.when(trace.Enter, "B"); in != want {
			t.Errorf("with a delay of %v B comes in at %v", delay, in)
		}
	}
}

// drift: The allowance covers clocks that differ by as much, and no more.
func TestDriftAllowanceCoversSlowClocks(t *testing.T) {
	drifting := func(ppm int64) *story {
		o := redlock(func(o *lock.Options) { o.DriftPPM = ppm })
		return play(t, nodes(5), ledger(resource.None),
			client("A", 0, o, 20*s, 19*s),
			client("B", s, o, 4*s, 2*s),
			at(0, rateOf("A", 950_000)))
	}
	if !drifting(10_000).together() {
		t.Error("A's clock is five in a hundred slow: one in a hundred was not to be enough")
	}
	drifting(60_000).fine()
}

// drift_const: Of a short life a hundredth is nothing: two milliseconds more cover what
// clocks of a coarser sort get wrong.
func TestConstantAllowanceCoversShortLives(t *testing.T) {
	short := func(constant trace.Duration) *story {
		o := redlock(func(o *lock.Options) {
			o.TTL, o.RetryDelay, o.DriftConst, o.NodeTimeout = 40*ms, 100*trace.Microsecond, constant, ms
		})
		return play(t, nodes(1), ledger(resource.None),
			client("A", 0, o, s, 900*ms),
			client("B", 20*ms, o, 10*ms, 5*ms),
			at(0, rate("n1", 1_050_000)))
	}
	if !short(0).together() {
		t.Error("A was to be inside when its key had ended")
	}
	short(2 * ms).fine()
}

// t1: With one start time for all attempts a client that had to wait gets a lock that
// is over already.
func TestOneStartTimeForAllAttempts(t *testing.T) {
	waited := func(t1 lock.T1) *story {
		var busy []run.Action
		for _, n := range names("n1", "n2", "n3", "n4", "n5") {
			busy = append(busy, command(n, "SET", "lock", "somebody", "PX", "12000"))
		}
		o := redlock(func(o *lock.Options) { o.T1, o.Retries = t1, 80 })
		return play(t, nodes(5), ledger(resource.None), at(0, busy...), client("A", 0, o, s, s))
	}
	if in := waited(lock.PerAttempt).when(trace.Enter, "A"); in < 12*s || in > 12500*ms {
		t.Errorf("A comes in at %v", in)
	}
	first := waited(lock.FirstAttempt)
	if len(first.all(trace.Enter, "A")) > 0 {
		t.Error("A was to find each of its locks over")
	}
	counts := first.all(trace.Decide, "A")
	if last := counts[len(counts)-1]; len(last.Acks) != 5 || last.Why != trace.WhyTooLate {
		t.Errorf("A's last count is: %s, with %d nodes", last.Why, len(last.Acks))
	}
}

// expiry: An end on the wire in absolute time is by the client's clock, and the node has
// another: where the client's is six seconds slow its key ends six seconds early.
func TestAbsoluteExpiryNeedsEqualClocks(t *testing.T) {
	slowed := func(e lock.Expiry) *story {
		o := redlock(func(o *lock.Options) { o.Expiry = e })
		return play(t, nodes(5), ledger(resource.None),
			at(0, jumpOf("A", -6*s)),
			client("A", s, o, 8*s, 8*s),
			client("B", 2*s, redlock(), 2*s, 2*s))
	}
	absolute := slowed(lock.Absolute)
	absolute.broken()
	if gone := absolute.all(trace.Expire, "")[0].T; gone != trace.Time(5001*ms) {
		t.Errorf("A's keys end at %v, four seconds after they were set", trace.Duration(gone))
	}
	slowed(lock.Relative).fine()
}

// cleanup: The answer of n2 is lost after the key was set, and n3 is dead, so A's first
// attempt fails. Who lets go everywhere gets both nodes in the next. Who does so only
// where OK was seen finds its own leftover on n2; who does not at all, on n1 too.
func TestLeftoversRefuseTheNextAttempt(t *testing.T) {
	for name, row := range map[string]struct {
		cleanUp lock.CleanUp
		second  int // votes in the second attempt
	}{
		"all":  {lock.CleanAll, 2},
		"ok":   {lock.CleanOK, 1},
		"none": {lock.CleanNone, 0},
		"last": {lock.CleanLast, 0}, // in between it is none
	} {
		t.Run(name, func(t *testing.T) {
			o := redlock(func(o *lock.Options) { o.CleanUp, o.Retries = row.cleanUp, 3 })
			st := play(t, nodes(3), ledger(resource.None),
				at(0, crash("n3", 0)),
				client("A", 0, o, s, s),
				on(sent("n2", "A", 1), drop("A/1/set<n2")))
			counts := st.all(trace.Decide, "A")
			if len(counts) < 2 || len(counts[0].Acks) != 1 || len(counts[1].Acks) != row.second {
				t.Errorf("A counts %+v", counts)
			}
			if in := len(st.all(trace.Enter, "A")) == 1; in != (row.cleanUp == lock.CleanAll) {
				t.Errorf("A comes in: %v", in)
			}
			orphans := st.violations(trace.RuleOrphanKey)
			if left := len(orphans) > 0; left != (row.cleanUp != lock.CleanAll) {
				t.Errorf("keys are left: %+v", orphans)
			}
		})
	}
}

// Without sentinels a client knows one primary, for good.
func TestWithoutSentinelsTheDeadPrimaryIsAsked(t *testing.T) {
	asking := func(forget part) *story {
		o := of(trace.LockToken, func(o *lock.Options) { o.Retries = 20 })
		return play(t, replicated(1), ledger(resource.None),
			at(0, crash("n1", 0)), client("A", s, o, s, s), forget)
	}
	asking(at(0)).votes("A", "n2")
	alone := asking(func(p *plot) { p.alone = true })
	if len(alone.all(trace.Enter, "A")) > 0 {
		t.Error("A was to ask n1 in vain")
	}
}

// Any member of the lock service answers for all: who knows one only depends on it.
func TestMembersAnswerForEachOther(t *testing.T) {
	knowing := func(known ...trace.NodeID) *story {
		o := of(trace.LockConsensus, once, func(o *lock.Options) { o.Members = known })
		return play(t, members, ledger(resource.None), at(0, crash("c1", 0)), client("A", 0, o, s, s))
	}
	if len(knowing("c1").all(trace.Enter, "A")) > 0 {
		t.Error("A was to hear of nobody")
	}
	knowing("c1", "c2", "c3").wrote("A")
}
