package check

import "lockstep/sim/trace"

// promise follows which assumptions a run's faults have broken, and so which
// promises still stand.
type promise struct{ broken assumptions }

// lockPromise is what a kind of lock promises: for each rule, the assumptions that
// it rests on. A library's lock is judged by the kind that it claims to be. How it
// carries that out is no assumption: an elapsed time that is not looked at, or a DEL
// in place of a compare-and-delete, leaves the promise standing and breaks it.
type lockPromise struct {
	kind      string
	exclusion assumptions // mutual-exclusion and two-believers
	release   assumptions // foreign-release
	cleanUp   assumptions // orphan-key
	liveness  assumptions // deadlock
	votes     assumptions // double-vote
}

// leased is what exclusion by a key with a time to live rests on, wherever it lies:
// the page "Distributed Locks with Redis" says so of keys that vanish and of clients
// that outstay, and Kleppmann and antirez agree on the rest.
const leased = keysStay | nodeClocks | clientClocks | inLease | oneLock

// single is what such a lock on one node or primary rests on. It allows nothing for
// clocks that drift, and a failover forgets what was not replicated yet.
const single = leased | failover | ratesEqual

// byDel is what a plain DEL needs so as to find nobody else's key: it comes once, and
// in its sender's time. One that is not answered may be sent again.
const byDel = inTurn | released | freedInTime

// tidy is what it takes for no key to be left behind.
const tidy = keysStay | failover | noCrash | released | inTurn

var lockPromises = [...]lockPromise{
	{
		// A key without an end passes to nobody while it is there, so neither clocks
		// nor pauses matter, and a plain DEL finds no other's key unless it comes out
		// of turn. It stays for good if its owner dies, or its release or the answer
		// to its SETNX is lost.
		kind:      trace.LockSetNX,
		exclusion: keysStay | failover | byDel | oneLock,
		release:   keysStay | failover | byDel | oneLock,
		cleanUp:   tidy | answered, liveness: tidy | answered,
		votes: unclaimed,
	},
	{
		// With a time to live in a second command, whoever dies in between leaves a
		// key without one.
		kind:      trace.LockSetNXExpire,
		exclusion: single | byDel, release: single | byDel,
		cleanUp: tidy | answered, liveness: tidy | answered,
		votes: unclaimed,
	},
	{
		// The key ends by itself, whatever becomes of its owner. The DEL is plain, so
		// once a lease was outlasted it may be another's key that it deletes.
		kind:      trace.LockSetPX,
		exclusion: single | byDel, release: single | byDel,
		// For the same reason a key whose SET was not answered is left to run out.
		cleanUp: tidy | answered, liveness: keysStay, votes: unclaimed,
	},
	{
		// Compare and delete spares another's key whatever happens.
		kind:      trace.LockToken,
		exclusion: single, release: 0, cleanUp: tidy, liveness: keysStay, votes: unclaimed,
	},
	{
		// A renewal moves the end of the lease. Beyond it nothing is promised, as
		// without.
		kind:      trace.LockWatchdog,
		exclusion: single, release: 0, cleanUp: tidy, liveness: keysStay, votes: unclaimed,
	},
	{
		// The same; but takings are counted. A giving back that comes twice gives back
		// two, and a taking whose answer is lost is not given back.
		kind:      trace.LockReentrant,
		exclusion: single | inTurn, release: 0, cleanUp: tidy | answered, liveness: keysStay, votes: unclaimed,
	},
	{
		// A majority of distinct nodes, an allowance for drift, an elapsed time that
		// is looked at, and a release on all nodes: what remains is that keys stay,
		// that clocks do not jump, and that a client stops when its validity ends.
		kind:      trace.LockRedlock,
		exclusion: leased | ratesNear | distinctNodes,
		release:   0, cleanUp: tidy, liveness: keysStay, votes: 0,
	},
	{
		// No lock. What its numbers promise is the resource's guard to keep.
		kind:      trace.LockFencing,
		exclusion: unclaimed, release: unclaimed, cleanUp: unclaimed, liveness: unclaimed, votes: unclaimed,
	},
	{
		// The service's own time neither jumps nor is lost with a minority of its
		// members; but its leases are leases: a client that outstays is excluded from
		// nothing.
		kind:      trace.LockConsensus,
		exclusion: keysStay | clientClocks | ratesEqual | inLease | oneLock,
		release:   0, cleanUp: tidy, liveness: keysStay, votes: unclaimed,
	},
}

// arriving is what the rules about a resource rest on besides exclusion: a lock
// keeps them only if what is sent in its time arrives in its time.
const arriving = writesInTime | writesOnce

// guardPromise is what a resource promises by its guard, whatever becomes of locks.
type guardPromise struct {
	guard        string
	staleWrite   assumptions
	lostUpdate   assumptions
	oversold     assumptions
	doubleCharge assumptions
}

// fenced is what fencing rests on. Kleppmann's numbers refuse an older writer once
// the resource has seen a newer one, so who reads without showing its number is not
// protected, and two copies of one write show the same.
const fenced = numbersGrow | numbersShown | writesOnce

var guardPromises = [...]guardPromise{
	{guard: guardFencing, staleWrite: fenced, lostUpdate: fenced, oversold: fenced, doubleCharge: fenced},
	{
		// Nothing is written on top of what its writer has not read; who holds a lock
		// is not asked.
		guard: guardCompareAndSet, staleWrite: unclaimed,
	},
	{
		// The invoice can be charged once, and each unit sold once; a line of a file
		// only says that it is not written twice.
		guard: guardUnique, staleWrite: unclaimed, lostUpdate: unclaimed,
	},
	{
		// Each client writes under a key of its own, which stops copies: see covers.
		guard: guardIdempotency, staleWrite: unclaimed, lostUpdate: unclaimed, oversold: unclaimed, doubleCharge: unclaimed,
	},
}

// numberPromise is what a source of fencing numbers promises of their order. A
// counter in Redis is as good as the node that holds it; the resource and a
// consensus service count for themselves.
func numberPromise(source string) assumptions {
	switch source {
	case trace.FenceConsensus, trace.FenceResource:
		return oneSource
	case trace.FenceRedis:
		return oneSource | keysStay | failover
	}
	return unclaimed
}

// broke takes note of a broken rule on which a promise rests.
func (p *promise) broke(v *trace.Event) {
	if v.Rule == trace.RuleFencingOrder {
		p.broken |= numbersGrow
	}
}

// covers tells whether what the violation breaks had been promised under the faults
// of this run: by the locks of all whom it is about, or by the resource's guard.
func (p *promise) covers(v *view, found *trace.Event) bool {
	for i := range v.clients {
		if v.overruns(&v.clients[i]) {
			p.broken |= inLease
		}
	}
	if r := v.resource(found.Resource); r != nil && p.stands(guardRests(r, found.Rule)) {
		return true
	}
	var rests assumptions
	for _, name := range [...]string{found.Who, found.With} {
		if c := v.client(name); c != nil {
			rests |= lockRests(c, found.Rule)
		}
	}
	if r := v.resource(found.Resource); r != nil && r.info.Guard == guardIdempotency {
		rests &^= writesOnce
	}
	return p.stands(rests)
}

func (p *promise) stands(rests assumptions) bool { return rests&(p.broken|unclaimed) == 0 }

// lockRests is what the promise of a rule by a client's lock rests on.
func lockRests(c *client, rule string) assumptions {
	if rule == trace.RuleFencingOrder {
		return numberPromise(c.info.Fence)
	}
	kind := c.claims()
	for i := range lockPromises {
		p := &lockPromises[i]
		if p.kind != kind {
			continue
		}
		switch rule {
		case trace.RuleMutualExclusion, trace.RuleTwoBelievers:
			return p.exclusion
		case trace.RuleStaleWrite, trace.RuleLostUpdate, trace.RuleOversold, trace.RuleDoubleCharge:
			return p.exclusion | arriving
		case trace.RuleForeignRelease:
			return p.release
		case trace.RuleOrphanKey:
			return p.cleanUp
		case trace.RuleDeadlock:
			return p.liveness
		case trace.RuleDoubleVote:
			return p.votes
		}
	}
	return unclaimed
}

// guardRests is what the promise of a rule by a resource's guard rests on.
func guardRests(r *resource, rule string) assumptions {
	for i := range guardPromises {
		p := &guardPromises[i]
		if p.guard != r.info.Guard {
			continue
		}
		switch rule {
		case trace.RuleStaleWrite:
			return p.staleWrite
		case trace.RuleLostUpdate:
			return p.lostUpdate
		case trace.RuleOversold:
			return p.oversold
		case trace.RuleDoubleCharge:
			return p.doubleCharge
		}
	}
	return unclaimed
}
