package lock

import "lockstep/sim/trace"

// consensus is a lease of a linearizable lock service, such as etcd or ZooKeeper.
// Any of its members answers for all, or none does: so one answer is enough, and
// they are asked one after another.
type consensus struct{ common }

// attempt asks for the lease.
func (c *consensus) attempt(env Env, last bool) (held *lease, then sequel) {
	token := c.token(env)

	// 1. Read the clock.
	env.Phase(ReadClock)
	t1 := c.start(env)

	// 2. Ask the members until one answers.
	env.Phase(AskNodes)
	reply := inTurn(env, c.member(toLease, "ACQUIRE", c.Key, token, millis(c.TTL)))

	// 3. Read the clock again, and decide.
	env.Phase(ReadClockAgain)
	t2 := c.now(env)
	env.Phase(Count)
	count := c.count([]Reply{reply}, 1, ofOne(reply), t2.Sub(t1))
	env.Report(count)

	// 4. Work, or let go.
	held = &lease{key: c.Key, token: token, until: c.until(t2, count)}
	if count.OK && c.revision(env, held, count, reply) {
		env.Phase(Work)
		env.Report(held.event(trace.Hold))
		return held, holds
	}
	then = c.afterOne(reply)
	refused := reply.Answered && !reply.OK
	if then == retries && !refused && (reply.OK || c.CleanUp != CleanOK) && c.cleansUp(env, last) {
		env.Phase(LetGo)
		c.release(env, held)
	}
	return nil, then
}

// revision takes the fencing number: the service's own is the revision at which it
// granted the lease, and comes with it.
func (c *consensus) revision(env Env, held *lease, count trace.Event, reply Reply) bool {
	if c.Fence == FromConsensus {
		held.fence = integer(reply.Text)
		return true
	}
	return c.number(env, held, count, c.first())
}

// extend keeps the lease alive.
func (c *consensus) extend(env Env, held *lease) renewal {
	t1 := c.now(env)
	reply := inTurn(env, c.member(toKeepAlive, "KEEPALIVE", c.Key, held.token, millis(c.TTL)))
	return c.renewal(env, held, []Reply{reply}, 1, ofOne(reply), t1)
}

// release ends the lease.
func (c *consensus) release(env Env, held *lease) {
	inTurn(env, c.member(toEndLease, "RELEASE", c.Key, held.token))
}

// What is asked of a member, what the messages are called, and the answer that
// grants it.
var (
	toLease     = Question{Purpose: trace.ToAcquire, Step: "set", Grants: isPositive}
	toKeepAlive = Question{Purpose: trace.ToExtend, Step: "extend", Grants: isOne}
	toEndLease  = Question{Purpose: trace.ToRelease, Step: "del", Grants: isOne}
)

// member puts a command to the members.
func (c *consensus) member(q Question, cmd ...string) Question {
	q.Cmd = cmd
	return c.put(q, c.Members...)
}
