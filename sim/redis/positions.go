package redis

import (
	"math"
	"strconv"
	"strings"

	"lockstep/sim/redis/resp"
)

// Commands of miniredis that take positions: Redis reads numbers more strictly,
// and miniredis does arithmetic on them that may overflow.

func (n *Node) lrange(args []string) resp.Reply { return n.positions(args, 2, 3) }
func (n *Node) lrem(args []string) resp.Reply   { return n.change(args, 2, 2) }
func (n *Node) ltrim(args []string) resp.Reply  { return n.change(args, 2, 3) }

// LINDEX and LSET look at the key before the number.

func (n *Node) lindex(args []string) resp.Reply {
	if n.ledger.entries[args[1]] == nil {
		return resp.Reply{}
	}
	return n.listPosition(args, n.positions)
}

func (n *Node) lset(args []string) resp.Reply {
	if n.ledger.entries[args[1]] == nil {
		return errNoKey
	}
	return n.listPosition(args, n.change)
}

func (n *Node) listPosition(args []string, run func(args []string, first, last int) resp.Reply) resp.Reply {
	if n.ledger.entries[args[1]].kind != "list" {
		return errWrongType
	}
	return run(args, 2, 2)
}

// zrange counts positions unless an option says that it looks at scores.
func (n *Node) zrange(args []string) resp.Reply {
	for _, opt := range args[4:] {
		switch {
		case strings.EqualFold(opt, "BYSCORE"):
			return n.byScore(args)
		case strings.EqualFold(opt, "BYLEX"):
			return n.store.dispatch(args)
		}
	}
	return n.positions(args, 2, 3)
}

// positions passes a command on with the arguments from first to last checked,
// and held within 32 bits: nothing here is longer.
func (n *Node) positions(args []string, first, last int) resp.Reply {
	checked := append([]string(nil), args...)
	for i := first; i <= last; i++ {
		v, ok := integer(args[i])
		if !ok {
			return errNotInteger
		}
		checked[i] = strconv.FormatInt(max(math.MinInt32, min(v, math.MaxInt32)), 10)
	}
	return n.store.dispatch(checked)
}

// change is positions for commands that write.
func (n *Node) change(args []string, first, last int) resp.Reply {
	reply := n.positions(args, first, last)
	n.sync(args[1])
	return reply
}

// pop is LPOP key [count] and RPOP key [count].
func (n *Node) pop(args []string) resp.Reply {
	if len(args) > 3 {
		return wrongArity(lower(args[0]))
	}
	e := n.ledger.entries[args[1]]
	if len(args) == 2 {
		reply := n.store.dispatch(args)
		n.sync(args[1])
		return reply
	}
	count, ok := integer(args[2])
	switch {
	case !ok || count < 0:
		return resp.ErrorOf("ERR value is out of range, must be positive")
	case e == nil:
		return resp.Reply{Kind: resp.NilArray}
	case e.kind != "list":
		return errWrongType
	case count == 0:
		return resp.ArrayOf()
	}
	return n.change(args, 2, 2)
}
