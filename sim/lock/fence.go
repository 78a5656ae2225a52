package lock

import "lockstep/sim/trace"

// number takes the lease's fencing number, if it is to have one: after the lock is
// had and before anything is done with it, so that a later holder's is higher.
// Without one the lock is not held, and number tells so.
func (c *common) number(env Env, held *lease, count trace.Event, first trace.NodeID) bool {
	if c.Fence == NoFence {
		return true
	}
	env.Phase(Number)
	held.fence = c.ask(env, first)
	switch {
	case held.fence == 0:
		count.Why = trace.WhyNoNumber
	case c.ElapsedCheck && held.ends() && c.spent(held.until.Sub(c.now(env))):
		count.Why = trace.WhyTooLate // taking it took too long
	default:
		return true
	}
	count.OK = false
	env.Report(count)
	return false
}

// ask asks for a number where numbers come from, or returns 0.
func (c *common) ask(env Env, first trace.NodeID) int64 {
	q := Question{Purpose: trace.ToNumber, Step: "number", Grants: isPositive}
	switch c.Fence {
	case FromResource:
		q.Cmd, q.Nodes = []string{"NUMBER"}, []trace.NodeID{c.resource}
	case FromRedis:
		// A counter beside the lock. It is as good as the node that holds it.
		q.Cmd, q.Nodes = []string{"INCR", "fence:" + c.Key}, []trace.NodeID{first}
	case FromConsensus:
		q.Cmd, q.Nodes = []string{"NUMBER", "fence:" + c.Key}, c.Members
	}
	if reply := inTurn(env, c.put(q, q.Nodes...)); reply.OK {
		return integer(reply.Text)
	}
	return 0
}
