package lock

import "lockstep/sim/trace"

// CompareAndExpire gives the key more time only while it is ours.
const CompareAndExpire = `if redis.call("get",KEYS[1]) == ARGV[1] then return redis.call("pexpire",KEYS[1],ARGV[2]) else return 0 end`

// CompareAndSet does so by setting it again.
const CompareAndSet = `if redis.call("get",KEYS[1]) == ARGV[1] then return redis.call("set",KEYS[1],ARGV[1],ARGV[2],ARGV[3]) else return false end`

// extend asks for the key to live its whole time once more.
func (k stringKey) extend(env Env, token string) Question {
	q := Question{Purpose: trace.ToExtend, Step: "extend"}
	switch k.ExtendBy {
	case ExtendCompare:
		q.Cmd, q.Grants = []string{"EVAL", k.expiring(CompareAndExpire), "1", k.Key, token, k.expires(env)}, isOne
	case ExtendSet:
		q.Cmd, q.Grants = append([]string{"EVAL", CompareAndSet, "1", k.Key, token}, k.expiry(env)...), isOK
	case ExtendRecreate:
		q.Cmd, q.Grants = append([]string{"EVAL", SetIfMineOrMissing, "1", k.Key, token}, k.expiry(env)...), isOK
	}
	return q
}

// renewal is what came of asking for more time.
type renewal struct {
	ok    bool
	until trace.Local // if it is ok
	lost  string      // why the lock is lost, if the answers say so
}

// renewal counts the answers to a question for more time that was put when the
// lock's clock showed t1.
func (c *common) renewal(env Env, held *lease, replies []Reply, need int, short string, t1 trace.Local) renewal {
	t2 := c.now(env)
	count := c.count(replies, need, short, t2.Sub(t1))
	if count.OK && c.ElapsedCheck && !c.RenewLate && t2 >= held.until {
		// Somebody else may have had the lock since.
		count.OK, count.Why = false, trace.WhyTooLate
	}
	env.Report(count)
	switch {
	case count.OK:
		return renewal{ok: true, until: c.until(t2, count)}
	case count.Why == trace.WhyTooLate:
		return renewal{lost: trace.WhyValidityEnded}
	case len(refusals(replies)) > distinct(replies)-need:
		// So many nodes say that the key is not ours that the others are too few.
		return renewal{lost: trace.WhyRenewalRefused}
	}
	return renewal{}
}

// refusals lists the nodes that do not have our key. An error says nothing of it,
// and silence neither.
func refusals(replies []Reply) []trace.NodeID {
	var list []trace.NodeID
	for _, r := range replies {
		if r.Answered && !r.OK && !isError(r.Text) && !contains(list, r.Node) {
			list = append(list, r.Node)
		}
	}
	return list
}

// distinct counts the nodes that were asked.
func distinct(replies []Reply) int {
	var list []trace.NodeID
	for _, r := range replies {
		if !contains(list, r.Node) {
			list = append(list, r.Node)
		}
	}
	return len(list)
}
