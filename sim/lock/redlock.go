package lock

import "lockstep/sim/trace"

// Redlock is the algorithm of the Redis documentation's page "Distributed Locks
// with Redis", over nodes that know nothing of each other.
type Redlock struct {
	Key         string
	TTL         trace.Duration
	Nodes       []trace.NodeID
	Order       Order
	NodeTimeout trace.Duration // how long one node may keep us waiting: far below the TTL
	Retries     int            // attempts after the first
	RetryDelay  trace.Duration
	RetryJitter trace.Duration // at most this much more, drawn anew each time
	DriftPPM    int64          // of the TTL, for clocks that run at different rates
	DriftConst  trace.Duration // 2 ms on the Redis page
	ReleaseBy   ReleaseBy
}

// Acquire tries until it holds the lock or has no attempt left.
func (r *Redlock) Acquire(env Env) (Lease, bool) {
	for try := 0; ; try++ {
		env.Attempt()
		if lease, ok := r.attempt(env); ok {
			return lease, true
		}
		if try == r.Retries {
			env.Phase(GaveUp)
			return Lease{}, false
		}
		// Clients that collide once must not collide for ever in lock-step.
		env.Sleep(Wait, r.RetryDelay+env.Random("retry", r.RetryJitter))
	}
}

// attempt is the five steps.
func (r *Redlock) attempt(env Env) (Lease, bool) {
	token := env.Token()

	// 1. Read the clock.
	env.Phase(ReadClock)
	t1 := env.Now()

	// 2. Ask every node, each with a timeout of its own.
	env.Phase(AskNodes)
	replies := env.Ask(r.question(toAcquire, "SET", r.Key, token, "NX", "PX", millis(r.TTL)))

	// 3. Read the clock again: what has passed is gone from the lock's life.
	env.Phase(ReadClockAgain)
	t2 := env.Now()

	// 4. Count, and subtract.
	env.Phase(Count)
	count := r.count(replies, t2.Sub(t1))
	env.Report(count)

	// 5. Work, or let go everywhere.
	lease := Lease{Key: r.Key, Token: token, Until: t2.Add(count.Validity)}
	if count.OK {
		env.Phase(Work)
		env.Report(lease.event(trace.Hold))
		return lease, true
	}
	env.Phase(LetGo)
	r.releaseAll(env, token)
	return Lease{}, false
}

// count decides whether the lock is held: a majority of distinct nodes said OK,
// and time is left.
func (r *Redlock) count(replies []Reply, elapsed trace.Duration) trace.Event {
	var acks []trace.NodeID
	for _, reply := range replies {
		if reply.OK {
			acks = appendDistinct(acks, reply.Node)
		}
	}
	need := len(r.Nodes)/2 + 1
	drift := r.drift()
	validity := r.TTL - elapsed - drift

	why := trace.WhyHeld
	switch {
	case len(acks) < need:
		why = trace.WhyNoMajority
	case validity <= 0:
		why = trace.WhyTooLate
	}
	return trace.Event{
		Kind: trace.Decide,
		Acks: acks, Need: need,
		Elapsed: elapsed, Drift: drift, Validity: validity,
		OK: why == trace.WhyHeld, Why: why,
	}
}

// drift is the allowance for clocks that run at different rates.
func (r *Redlock) drift() trace.Duration {
	return scale(r.TTL, r.DriftPPM) + r.DriftConst
}

// Release gives the lock back.
func (r *Redlock) Release(env Env, lease Lease) { r.releaseAll(env, lease.Token) }

// releaseAll asks all nodes to let go, also those that refused or stayed
// silent: a node may have set the key and only its answer was lost.
func (r *Redlock) releaseAll(env Env, token string) {
	env.Ask(r.question(toRelease, r.ReleaseBy.command(r.Key, token)...))
}

// What is asked of a node, what the messages are called, and the answer that
// grants it.
var (
	toAcquire = Question{Purpose: trace.ToAcquire, Step: "set", Grants: "OK"}
	toRelease = Question{Purpose: trace.ToRelease, Step: "del", Grants: "(integer) 1"}
)

// question puts a command to all nodes.
func (r *Redlock) question(q Question, cmd ...string) Question {
	q.Cmd, q.Nodes, q.Order, q.Timeout = cmd, r.Nodes, r.Order, r.NodeTimeout
	return q
}
