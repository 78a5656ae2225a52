package lock

import "lockstep/sim/trace"

// ReleaseBy says how a lock's key is deleted.
type ReleaseBy uint8

const (
	// ByScript deletes the key only if it still holds our token, in one step.
	ByScript ReleaseBy = iota
	// ByDelEx does the same by a command of Redis 8.4.
	ByDelEx
	// ByDel deletes the key whoever owns it: the mistake that compare-and-delete
	// is there to prevent.
	ByDel
)

// CompareAndDelete is the release script of the Redis page. In two commands, a
// GET and a DEL, the key could change owner in between.
const CompareAndDelete = `if redis.call("get",KEYS[1]) == ARGV[1] then return redis.call("del",KEYS[1]) else return 0 end`

// release asks for the key to be deleted.
func (k stringKey) release(token string) Question {
	q := Question{Purpose: trace.ToRelease, Step: "del", Grants: isOne}
	switch k.ReleaseBy {
	case ByScript:
		q.Cmd = []string{"EVAL", CompareAndDelete, "1", k.Key, token}
	case ByDelEx:
		q.Cmd = []string{"DELEX", k.Key, "IFEQ", token}
	case ByDel:
		q.Cmd = []string{"DEL", k.Key}
	}
	return q
}
