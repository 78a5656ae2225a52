package redis

import (
	"strings"

	"lockstep/sim/redis/resp"
)

// Miniredis takes "nan" for a score. Members with such a score would have no order
// among the others, so it must not get there.

func isNaN(arg string) bool { return strings.EqualFold(arg, "nan") }

// zadd refuses what is no number as a score, and as the sum of scores.
func (n *Node) zadd(args []string) resp.Reply {
	for i := len(args) - 2; i > 1; i -= 2 {
		if isNaN(args[i]) {
			return resp.ErrorOf("ERR value is not a valid float")
		}
	}
	before := n.ledger.state(args[1])
	reply := n.store.dispatch(args)
	if v := n.store.value(args[1]); v.kind == "zset" {
		for i := 1; i < len(v.parts); i += 2 {
			if v.parts[i] == "NaN" {
				n.store.load(args[1], before.value)
				return resp.ErrorOf("ERR resulting score is not a number (NaN)")
			}
		}
	}
	n.sync(args[1])
	return reply
}

// byScore passes on a command whose arguments 2 and 3 are bounds of scores.
func (n *Node) byScore(args []string) resp.Reply {
	for _, bound := range args[2:4] {
		if isNaN(strings.TrimPrefix(bound, "(")) {
			return resp.ErrorOf("ERR min or max is not a float")
		}
	}
	return n.store.dispatch(args)
}

func (n *Node) removeByScore(args []string) resp.Reply {
	reply := n.byScore(args)
	n.sync(args[1])
	return reply
}
