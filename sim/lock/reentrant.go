package lock

import "lockstep/sim/trace"

// reentrant is a lock that its holder may take again, as Redisson's is: each taking
// is counted, and the last giving back deletes the key.
type reentrant struct{ single }

// enterAgain takes the lock a second time, in a function that cannot know that its
// caller holds it. That also starts the key's life anew. It returns why it did not
// get the lock, or nothing.
func (r *reentrant) enterAgain(env Env, held *lease) (why string) {
	env.Phase(EnterAgain)
	node, known := r.locate(env)
	if !known {
		return trace.WhyNoPrimary
	}
	q := r.key.set(env, held.token)
	q.Purpose = trace.ToExtend // the lock is held already
	t1 := r.now(env)
	replies := env.Ask(r.put(q, node))
	r.doubt(replies[0])
	renewal := r.renewal(env, held, replies, 1, ofOne(replies[0]), t1)
	switch {
	case held.lost != "": // the watchdog has found that out meanwhile
		return held.lost
	case renewal.lost != "":
		held.lost = renewal.lost
		return held.lost
	case !renewal.ok:
		return ofOne(replies[0])
	}
	held.until = renewal.until
	env.Report(held.event(trace.Extend))
	return ""
}

// leaveAgain gives the second taking back.
func (r *reentrant) leaveAgain(env Env, held *lease) {
	env.Phase(LeaveAgain)
	if node, known := r.locate(env); known {
		env.Ask(r.put(r.key.release(held.token), node))
	}
}

// hashKey is a hash: its one field names the owner, and holds how often the owner
// has taken the lock.
type hashKey struct{ *Options }

var _ key = hashKey{}

// TakeAgain counts one taking more, if the lock is free or ours, and answers how
// many there are; 0 if it is somebody else's.
const TakeAgain = `if redis.call("exists",KEYS[1]) == 1 and redis.call("hexists",KEYS[1],ARGV[1]) == 0 then return 0 end ` +
	`local count = redis.call("hincrby",KEYS[1],ARGV[1],1) ` +
	`redis.call("pexpire",KEYS[1],ARGV[2]) ` +
	`return count`

// GiveBackOne counts one less, deletes the key at the last, and answers how many
// are left; nothing if the lock is not ours.
const GiveBackOne = `if redis.call("hexists",KEYS[1],ARGV[1]) == 0 then return false end ` +
	`local count = redis.call("hincrby",KEYS[1],ARGV[1],-1) ` +
	`if count <= 0 then redis.call("del",KEYS[1]) end ` +
	`return count`

// ExpireIfMine gives the key more time while we are in it.
const ExpireIfMine = `if redis.call("hexists",KEYS[1],ARGV[1]) == 1 then return redis.call("pexpire",KEYS[1],ARGV[2]) else return 0 end`

func (k hashKey) set(env Env, token string) Question {
	return Question{
		Purpose: trace.ToAcquire, Step: "set", Grants: isPositive,
		Cmd: []string{"EVAL", k.expiring(TakeAgain), "1", k.Key, token, k.expires(env)},
	}
}

func (k hashKey) extend(env Env, token string) Question {
	return Question{
		Purpose: trace.ToExtend, Step: "extend", Grants: isOne,
		Cmd: []string{"EVAL", k.expiring(ExpireIfMine), "1", k.Key, token, k.expires(env)},
	}
}

func (k hashKey) release(token string) Question {
	return Question{
		Purpose: trace.ToRelease, Step: "del", Grants: func(text string) bool { return integer(text) >= 0 },
		Cmd: []string{"EVAL", GiveBackOne, "1", k.Key, token},
	}
}
