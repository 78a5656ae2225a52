package lock

import (
	"slices"

	"lockstep/sim/trace"
)

// redlock is the algorithm of the Redis documentation's page "Distributed Locks
// with Redis", over nodes that know nothing of each other.
type redlock struct {
	common
	key
}

// attempt is the five steps.
func (r *redlock) attempt(env Env, last bool) (held *lease, then sequel) {
	token := r.token(env)

	// 1. Read the clock.
	env.Phase(ReadClock)
	t1 := r.start(env)

	// 2. Ask every node, each with a timeout of its own.
	env.Phase(AskNodes)
	replies := env.Ask(r.put(r.key.set(env, token), r.Nodes...))

	// 3. Read the clock again: what has passed is gone from the lock's life.
	env.Phase(ReadClockAgain)
	t2 := r.now(env)

	// 4. Count, and subtract.
	env.Phase(Count)
	count := r.count(replies, r.majority(), trace.WhyNoMajority, t2.Sub(t1))
	raised := r.raised(count, replies)
	if raised {
		count.OK, count.Why = false, trace.WhyNodeFailed
	}
	env.Report(count)

	// 5. Work, or let go everywhere.
	held = &lease{key: r.Key, token: token, until: r.until(t2, count)}
	switch {
	case count.OK && r.number(env, held, count, r.first()):
		env.Phase(Work)
		env.Report(held.event(trace.Hold))
		return held, holds
	case raised:
		return nil, raises
	case r.pending(count, replies):
		return nil, pends
	}
	if nodes := r.cleanUp(env, replies, last); len(nodes) > 0 {
		env.Phase(LetGo)
		env.Ask(r.put(r.key.release(token), nodes...))
	}
	return nil, retries
}

// majority is how many nodes must say OK: more than half, so that no two clients
// can have it at once. Some libraries let their users ask for fewer.
func (r *redlock) majority() int {
	if r.Quorum > 0 {
		return r.Quorum
	}
	return len(r.Nodes)/2 + 1
}

// raised tells whether the caller is told of a node's error although a majority said
// OK, as some libraries do. They clean nothing up.
func (r *redlock) raised(count trace.Event, replies []Reply) bool {
	return r.FailOnError && count.OK && slices.ContainsFunc(replies, failed)
}

// pending tells whether the attempt waits for a majority that it cannot get: some
// libraries want one of OKs or one of anything else, and an even number of nodes need
// have neither.
func (r *redlock) pending(count trace.Event, replies []Reply) bool {
	rest := len(replies) - len(count.Acks)
	return r.PendOnSplit && len(count.Acks) < count.Need && rest < count.Need
}

// cleanUp lists whom a failed attempt asks to let go: all nodes, also those that
// refused or stayed silent, since a node may have set the key and only its answer
// was lost. Some libraries ask fewer.
func (r *redlock) cleanUp(env Env, replies []Reply, last bool) []trace.NodeID {
	switch {
	case !r.cleansUp(env, last):
		return nil
	case r.CleanUp == CleanOK:
		return r.acks(replies)
	}
	return r.Nodes
}

// extend asks every node for more time: it counts only with a majority, and only
// while the lock is valid yet.
func (r *redlock) extend(env Env, held *lease) renewal {
	t1 := r.now(env)
	replies := env.Ask(r.put(r.key.extend(env, held.token), r.Nodes...))
	return r.renewal(env, held, replies, r.majority(), trace.WhyNoMajority, t1)
}

// release asks all nodes to let go.
func (r *redlock) release(env Env, held *lease) {
	env.Ask(r.put(r.key.release(held.token), r.Nodes...))
}
