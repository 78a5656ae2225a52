package redis

import (
	"math"
	"strconv"

	"lockstep/sim/redis/resp"
)

func (n *Node) incr(args []string) resp.Reply { return n.incrementBy(args[1], 1) }
func (n *Node) decr(args []string) resp.Reply { return n.incrementBy(args[1], -1) }

func (n *Node) incrBy(args []string) resp.Reply {
	by, ok := integer(args[2])
	if !ok {
		return errNotInteger
	}
	return n.incrementBy(args[1], by)
}

func (n *Node) decrBy(args []string) resp.Reply {
	by, ok := integer(args[2])
	switch {
	case !ok:
		return errNotInteger
	case by == math.MinInt64:
		return resp.ErrorOf("ERR decrement would overflow")
	}
	return n.incrementBy(args[1], -by)
}

// incrementBy adds to the number that a string spells. The key keeps its
// deadline. Miniredis would read more spellings than Redis does.
func (n *Node) incrementBy(name string, by int64) resp.Reply {
	old, failed := n.text(name)
	if failed.IsError() {
		return failed
	}
	v, ok := int64(0), true
	if !old.IsNil() {
		if v, ok = integer(old.Text); !ok {
			return errNotInteger
		}
	}
	if v, ok = add(v, by); !ok {
		return errOverflow
	}
	n.write(name, strconv.FormatInt(v, 10))
	return resp.IntOf(v)
}

func (n *Node) hincrBy(args []string) resp.Reply {
	name, field := args[1], args[2]
	by, ok := integer(args[3])
	if !ok {
		return errNotInteger
	}
	old := n.store.dispatch([]string{"HGET", name, field})
	if old.IsError() {
		return old
	}
	v := int64(0)
	if !old.IsNil() {
		if v, ok = integer(old.Text); !ok {
			return resp.ErrorOf("ERR hash value is not an integer")
		}
	}
	if v, ok = add(v, by); !ok {
		return errOverflow
	}
	n.store.dispatch([]string{"HSET", name, field, strconv.FormatInt(v, 10)})
	n.sync(name)
	return resp.IntOf(v)
}
