package lock

import "lockstep/sim/trace"

// deadline is when the caller stops waiting for the lock: what Go hands down as a
// context.
type deadline struct {
	at  trace.Local
	set bool // or there is none
}

// begin lets the caller wait from now on.
func (c *common) begin(env Env) {
	if c.Deadline > 0 {
		c.giveUp = deadline{env.Now().Add(c.Deadline), true}
	}
}

// left is how much of d the caller still waits for, and whether that is all of it.
func (c *common) left(env Env, d trace.Duration) (left trace.Duration, all bool) {
	if !c.giveUp.set {
		return d, true
	}
	left = max(0, c.giveUp.at.Sub(env.Now()))
	return min(left, d), d <= left
}

// passed tells whether the caller has stopped waiting.
func (d deadline) passed(env Env) bool { return d.set && env.Now() >= d.at }

// hurry makes a question end when the caller stops waiting.
func (c *common) hurry(env Env, q Question) Question {
	q.Timeout, _ = c.left(env, q.Timeout)
	return q
}
