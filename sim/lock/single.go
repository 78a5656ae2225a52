package lock

import "lockstep/sim/trace"

// single is a lock on one node: the only one there is, or the primary of some
// replicas.
type single struct {
	common
	key
	primary trace.NodeID // as sentinels last named it
}

// attempt asks the one node.
func (s *single) attempt(env Env, last bool) (held *lease, then sequel) {
	token := s.token(env)

	// 1. Where is it?
	node, known := s.locate(env)
	if !known {
		env.Phase(Count)
		env.Report(trace.Event{Kind: trace.Decide, Need: 1, Why: trace.WhyNoPrimary})
		return nil, s.afterOne(Reply{})
	}

	// 2. Read the clock.
	env.Phase(ReadClock)
	t1 := s.start(env)

	// 3. Ask for the key.
	env.Phase(AskNodes)
	replies := env.Ask(s.put(s.key.set(env, token), node))
	reply := replies[0]
	s.doubt(reply)

	// 4. SETNX sets no time to live. Whoever dies here leaves the key for ever.
	if s.Kind == trace.LockSetNXExpire && reply.OK {
		env.Phase(Expire)
		env.Ask(s.put(stringKey{s.Options}.expire(env), node))
	}

	// 5. Is it on the replicas, too?
	copied := !reply.OK || s.confirm(env, node)

	// 6. Read the clock again, and decide.
	env.Phase(ReadClockAgain)
	t2 := s.now(env)
	env.Phase(Count)
	count := s.count(replies, 1, ofOne(reply), t2.Sub(t1))
	if count.OK && !copied {
		count.OK, count.Why = false, trace.WhyNotCopied
	}
	env.Report(count)

	// 7. Work, or let go.
	held = &lease{key: s.Key, token: token, until: s.until(t2, count)}
	if count.OK && s.number(env, held, count, node) {
		env.Phase(Work)
		env.Report(held.event(trace.Hold))
		return held, holds
	}
	return nil, s.fail(env, node, token, reply, last)
}

// fail ends an attempt in vain: it lets go of what the node may have set, unless the
// caller is told of an error.
func (s *single) fail(env Env, node trace.NodeID, token string, reply Reply, last bool) sequel {
	then := s.afterOne(reply)
	if then == retries && s.letsGo(reply) && s.cleansUp(env, last) {
		env.Phase(LetGo)
		env.Ask(s.put(s.key.release(token), node))
	}
	return then
}

// letsGo tells whether a failed attempt has reason to ask the node to let go.
func (s *single) letsGo(reply Reply) bool {
	switch {
	case reply.OK:
		return true
	case reply.Answered:
		return false // the key is not ours, and a DEL would not ask whose it is
	}
	// The answer may have been lost after the key was set. Who deletes without
	// looking dare not do it on a guess.
	return s.CleanUp != CleanOK && s.ReleaseBy != ByDel
}

// extend asks for more time.
func (s *single) extend(env Env, held *lease) renewal {
	node, known := s.locate(env)
	if !known {
		return renewal{}
	}
	t1 := s.now(env)
	replies := env.Ask(s.put(s.key.extend(env, held.token), node))
	s.doubt(replies[0])
	return s.renewal(env, held, replies, 1, ofOne(replies[0]), t1)
}

// release asks the node to let go, and once more if the primary has moved.
func (s *single) release(env Env, held *lease) {
	for range 2 {
		node, known := s.locate(env)
		if !known {
			return
		}
		replies := env.Ask(s.put(s.key.release(held.token), node))
		if !s.doubt(replies[0]) {
			return
		}
	}
}
