package redis

import (
	"math"
	"strconv"

	"lockstep/sim/redis/resp"
)

func (n *Node) ping(args []string) resp.Reply {
	switch len(args) {
	case 1:
		return resp.StatusOf("PONG")
	case 2:
		return resp.BulkOf(args[1])
	}
	return wrongArity("ping")
}

func (n *Node) echo(args []string) resp.Reply { return resp.BulkOf(args[1]) }

// time answers the node's own clock: seconds, and microseconds within the
// second.
func (n *Node) time(args []string) resp.Reply {
	const second = 1_000_000
	s, us := int64(n.now)/second, int64(n.now)%second
	if us < 0 {
		s, us = s-1, us+second
	}
	return resp.ArrayOf(resp.BulkOf(strconv.FormatInt(s, 10)), resp.BulkOf(strconv.FormatInt(us, 10)))
}

// selectDB accepts the one database that a node has.
func (n *Node) selectDB(args []string) resp.Reply {
	switch db, ok := integer(args[1]); {
	case !ok:
		return errNotInteger
	case db < math.MinInt32 || db > math.MaxInt32:
		return resp.ErrorOf("ERR value is out of range, value must between -2147483648 and 2147483647")
	case db != 0:
		return resp.ErrorOf("ERR DB index is out of range")
	}
	return resp.OK
}
