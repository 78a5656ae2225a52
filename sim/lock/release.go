package lock

// ReleaseBy says how a lock's key is deleted.
type ReleaseBy uint8

const (
	// ByScript deletes the key only if it still holds our token, in one step.
	ByScript ReleaseBy = iota
	// ByDel deletes the key whoever owns it: the mistake that compare-and-delete
	// is there to prevent.
	ByDel
)

// CompareAndDelete is the release script of the Redis page. In two commands, a
// GET and a DEL, the key could change owner in between.
const CompareAndDelete = `if redis.call("get",KEYS[1]) == ARGV[1] then return redis.call("del",KEYS[1]) else return 0 end`

func (r ReleaseBy) command(key, token string) []string {
	if r == ByDel {
		return []string{"DEL", key}
	}
	return []string{"EVAL", CompareAndDelete, "1", key, token}
}
