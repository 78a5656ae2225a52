package claims_test

import (
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/redis"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// What the Redis documentation's page says of safety. Its five steps, the count, the
// validity and the tokens are tested where a client does them by itself, in package
// lock.

// The simplest lock, which a client lets go of by DEL, can be deleted by one whose
// time is over: its key may be another's by then. A release is safe if it compares the
// value with the token and deletes in one step, by a script or by DELEX.
func TestReleaseDeletesNoOnesElse(t *testing.T) {
	for name, row := range map[string]struct {
		by   lock.ReleaseBy
		safe bool
	}{
		"DEL":    {lock.ByDel, false},
		"script": {lock.ByScript, true},
		"DELEX":  {lock.ByDelEx, true},
	} {
		t.Run(name, func(t *testing.T) {
			o := of(trace.LockToken, func(o *lock.Options) { o.ReleaseBy = row.by })
			st := play(t, nodes(1), file(resource.None),
				client("A", 0, o, 15*s, 0), // its time is over at 10, and it lets go at 15
				client("B", 10*s, o, 8*s, 7*s),
				client("C", 11*s, o, 4*s, 3*s))
			if got := st.foreign(); got == row.safe {
				t.Errorf("A deletes B's key: %v", got)
			}
			if row.safe {
				st.wrote("A", "B", "C")
				return
			}
			st.broken() // C came in while B was at work
			st.bug(trace.RuleForeignRelease)
		})
	}
}

// A majority's keys exist together for as long as the validity says, so nobody else
// can have a majority meanwhile; but only as long as no key vanishes early, by a crash
// without persistence, a clock's jump, an eviction or a FLUSHALL. Who has more than
// the bare majority can lose what it has beyond.
func TestKeysMustNotVanish(t *testing.T) {
	for name, row := range map[string]run.Action{
		"crash":    crash("n3", 100*ms),
		"clock":    jump("n3", 10*s),
		"eviction": {Verb: run.Evict, Target: "n3", Key: "lock"},
		"flush":    {Verb: run.Flush, Target: "n3"},
		"a person": command("n3", "DEL", "lock"),
	} {
		t.Run(name, func(t *testing.T) {
			three := threeOfFive(t, resource.None, redlock(), at(s, row))
			three.broken()
			three.outside(trace.RuleMutualExclusion)

			five := play(t, nodes(5), ledger(resource.None),
				client("A", 0, redlock(), 8*s, 8*s),
				client("B", 2*s, redlock(), s, s),
				at(s, row))
			five.votes("A", "n1", "n2", "n3", "n4", "n5")
			five.fine()
		})
	}
}

// A crash loses what persistence has not brought to disk: all without any, the last
// second with appendfsync everysec. Then two can have a majority. What repairs it is
// appendfsync always, or to keep a crashed node away for longer than any key lives.
func TestRestarts(t *testing.T) {
	for name, row := range map[string]struct {
		policy redis.Persistence
		at     trace.Duration
		back   trace.Duration
		breaks bool
	}{
		"no persistence":                 {redis.Never, s, 100 * ms, true},
		"everysec, within the second":    {redis.EverySecond, 600 * ms, 100 * ms, true},
		"everysec, after the second":     {redis.EverySecond, 1400 * ms, 100 * ms, false},
		"always":                         {redis.Always, s, 100 * ms, false},
		"a restart after any key's life": {redis.Never, s, 10*s + ms, false},
		"a restart before that":          {redis.Never, s, 5 * s, true},
	} {
		t.Run(name, func(t *testing.T) {
			st := threeOfFive(t, resource.None, redlock(), at(row.at, crash("n3", row.back)), fsync(row.policy, "n3"))
			if row.breaks {
				st.broken()
			} else {
				st.fine()
			}
		})
	}
}

// The clocks of clients must be steady: one that steps back while nodes are asked
// makes the time that went by look short, and the lock live too long. A clock that
// does not step has no such trouble.
func TestClientClocksMustBeSteady(t *testing.T) {
	stepped := func(c lock.Clock) *story {
		o := redlock(func(o *lock.Options) { o.Clock, o.NodeTimeout = c, 5*s })
		return play(t, nodes(5), ledger(resource.None), link("A", s, "n1", "n2", "n3", "n4", "n5"),
			client("A", 0, o, 12*s, 10*s), // it has the lock at 2, and its keys end at 11
			client("B", 11500*ms, redlock(), 2*s, s),
			at(s, jumpOf("A", -5*s)))
	}
	wall := stepped(lock.WallClock)
	wall.broken()
	wall.outside(trace.RuleMutualExclusion)
	stepped(lock.Monotonic).fine()
}

// The nodes must be counted once each: where a node that has the token already may
// say OK again, one node that is listed twice is a majority, and its crash is enough.
func TestNodesAreCountedOnce(t *testing.T) {
	twice := func(own bool) *story {
		o := redlock(func(o *lock.Options) {
			o.Nodes, o.AcceptOwnToken = []trace.NodeID{"n1", "n1", "n2"}, own
		})
		return play(t, nodes(2), ledger(resource.None),
			client("A", 0, o, 4*s, 4*s),
			client("B", 2*s, o, s, s),
			at(0, cut(names("A"), "n2")), at(s, heal()),
			at(1500*ms, crash("n1", 100*ms)))
	}
	counted := twice(true)
	counted.votes("A", "n1", "n1")
	counted.broken()
	counted.bug(trace.RuleDoubleVote)
	counted.outside(trace.RuleMutualExclusion)
	twice(false).fine()
}

// All clients must count the same nodes: a majority of five and one of three need not
// have a node in common.
func TestAllClientsCountTheSameNodes(t *testing.T) {
	counting := func(list ...trace.NodeID) *story {
		return play(t, nodes(5), ledger(resource.None),
			client("A", 0, redlock(), 4*s, 4*s),
			client("B", s, redlock(func(o *lock.Options) { o.Nodes = list }), 2*s, 2*s),
			at(0, cut(names("A"), "n4", "n5")), at(500*ms, heal()))
	}
	three := counting("n3", "n4", "n5")
	three.votes("A", "n1", "n2", "n3")
	three.votes("B", "n4", "n5")
	three.broken()
	three.outside(trace.RuleMutualExclusion)
	counting("n1", "n2", "n3", "n4", "n5").fine()
}

// A client must stop when its validity ends: a lock is not kept because its process
// lives, and goes to the next one while the work goes on.
func TestWorkStopsWithTheValidity(t *testing.T) {
	overrun := func(change ...option) *story {
		return play(t, nodes(5), ledger(resource.None),
			client("A", 0, redlock(change...), 15*s, 14*s),
			client("B", s, redlock(), 6*s, 5*s))
	}
	overrun(careless).broken()
	stops := overrun()
	stops.fine()
	if left := stops.when(trace.Leave, "A"); left != 9898*ms {
		t.Errorf("A leaves at %v; of the 10 s it had are 100 ms for drift, and 2", left)
	}
	stops.wrote("B")
}

// An extension gives the key more time where it still holds the token. It counts with
// a majority of the nodes, and else the lock is lost.
func TestExtensionNeedsAMajority(t *testing.T) {
	evict := func(nodes ...string) (deeds []run.Action) {
		for _, n := range nodes {
			deeds = append(deeds, run.Action{Verb: run.Evict, Target: n, Key: "lock"})
		}
		return deeds
	}
	renewed := func(gone ...string) *story {
		o := redlock(func(o *lock.Options) { o.Watchdog = 3 * s })
		return play(t, nodes(5), ledger(resource.None),
			client("A", 0, o, 15*s, 14*s), at(s, evict(gone...)...))
	}
	renewed().wrote("A")
	renewed("n1", "n2").wrote("A")
	three := renewed("n1", "n2", "n3")
	three.wrote()
	if lost := three.the(trace.Lost, "A"); lost.T != trace.Time(3*s) || lost.Why != trace.WhyRenewalRefused {
		t.Errorf("A loses its lock at %v: %s", trace.Duration(lost.T), lost.Why)
	}
}

// An extension counts while the lock is valid yet, and not after, even where the keys
// are there: the nodes' clocks may be slow, and others are not bound to wait for them.
func TestExtensionComesInTime(t *testing.T) {
	late := func(change ...option) *story {
		o := redlock(func(o *lock.Options) { o.Watchdog = 3 * s }, careless)
		for _, c := range change {
			c(&o)
		}
		return play(t, nodes(5), ledger(resource.None),
			client("A", 0, o, 14*s, 13*s),
			at(0, rate("n1", 600_000), rate("n2", 600_000), rate("n3", 600_000)),
			at(s, pause("A", 11*s)))
	}
	if lost := late().the(trace.Lost, "A"); lost.Why != trace.WhyValidityEnded {
		t.Errorf("A has lost the lock: %s", lost.Why)
	}
	if st := late(func(o *lock.Options) { o.ElapsedCheck = false }); len(st.all(trace.Extend, "A")) == 0 {
		t.Error("without a look at the clock A was to extend a lock that was over")
	}
}

// Extensions must be bounded in number, or a client that hangs keeps the lock for
// ever, and nobody else comes in.
func TestExtensionsAreBounded(t *testing.T) {
	hanging := func(most int) *story {
		o := of(trace.LockWatchdog, func(o *lock.Options) { o.MaxExtensions = most })
		return play(t, nodes(1), ledger(resource.None), until(60*s),
			client("A", 0, o, 2*s, 2*s),
			client("B", s, of(trace.LockToken), s, s),
			at(s, stall("A", 5*minute)))
	}
	if st := hanging(lock.NoLimit); len(st.all(trace.Enter, "B")) > 0 {
		t.Error("B was to wait for as long as A's watchdog lives")
	}
	// Three extensions, the last at 10, keep the key to 20.
	if in := hanging(3).when(trace.Enter, "B"); in < 20*s || in > 20200*ms {
		t.Errorf("B comes in at %v", in)
	}
}

// The page itself says that Redis goes by a clock that may step: then a key lives
// shorter than its holder believes, or holds everybody up for longer.
func TestTimeToLiveIsByAClockThatSteps(t *testing.T) {
	stepped := func(by trace.Duration) *story {
		return play(t, nodes(1), ledger(resource.None),
			client("A", 0, of(trace.LockToken), 8*s, 8*s),
			client("B", s, of(trace.LockToken), 2*s, 2*s),
			at(2*s, jump("n1", by)))
	}
	stepped(9 * s).broken()
	stepped(-20 * s).fine()

	back := play(t, nodes(1), ledger(resource.None),
		client("A", 0, of(trace.LockToken), 8*s, 8*s),
		client("B", 9*s, of(trace.LockToken), s, s),
		at(2*s, kill("A"), jump("n1", -20*s)))
	if in := back.when(trace.Enter, "B"); in < 30*s {
		t.Errorf("B comes in at %v, and A's key was to live until 30s", in)
	}
}

// The page itself says to use fencing tokens where a double run does damage.
func TestThePageSaysToFence(t *testing.T) {
	pausedWriter(t, resource.None, redlock(fenced)).broken() // a number that nobody checks
	pausedWriter(t, resource.Fencing, redlock(fenced)).guarded()
}
