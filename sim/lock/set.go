package lock

import "lockstep/sim/trace"

// set asks for the key if nobody has it.
func (k stringKey) set(env Env, token string) Question {
	q := Question{Purpose: trace.ToAcquire, Step: "set", Grants: isOK}
	switch {
	case k.Kind == trace.LockSetNX || k.Kind == trace.LockSetNXExpire:
		q.Cmd, q.Grants = []string{"SETNX", k.Key, token}, isOne
	case k.AcceptOwnToken:
		q.Cmd = append([]string{"EVAL", SetIfMineOrMissing, "1", k.Key, token}, k.expiry(env)...)
	default:
		q.Cmd = append([]string{"SET", k.Key, token, "NX"}, k.expiry(env)...)
	}
	return q
}

// expire gives a key that SETNX set the time to live that SETNX cannot. Whoever
// dies in between leaves it without.
func (k stringKey) expire(env Env) Question {
	return Question{
		Purpose: trace.ToExtend, Step: "expire", Grants: isOne,
		Cmd: []string{k.expiring("PEXPIRE"), k.Key, k.expires(env)},
	}
}

// SetIfMineOrMissing takes a key that nobody has, and also one that holds our own
// token already. As a way to acquire, it lets a node that is listed twice say OK
// twice; as a way to extend, it takes back in silence a lock that was lost.
const SetIfMineOrMissing = `local owner = redis.call("get",KEYS[1]) ` +
	`if owner and owner ~= ARGV[1] then return false end ` +
	`return redis.call("set",KEYS[1],ARGV[1],ARGV[2],ARGV[3])`
