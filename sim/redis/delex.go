package redis

import (
	"strings"

	"lockstep/sim/redis/resp"
)

// delEx is DELEX key [IFEQ value|IFNE value], of Redis 8.4: the release of a
// lock without a script.
func (n *Node) delEx(args []string) resp.Reply {
	equal := false
	switch {
	case len(args) == 2:
		return n.deleteKey(args[1])
	case len(args) == 4 && strings.EqualFold(args[2], "IFEQ"):
		equal = true
	case len(args) == 4 && strings.EqualFold(args[2], "IFNE"):
	default:
		return errSyntax
	}
	return n.deleteIf(args[1], args[3], equal)
}

// delIfEq is DELIFEQ key value, of Valkey 9.
func (n *Node) delIfEq(args []string) resp.Reply { return n.deleteIf(args[1], args[2], true) }

// deleteIf deletes a string if it equals, or does not equal, a value.
func (n *Node) deleteIf(name, value string, equal bool) resp.Reply {
	v, failed := n.text(name)
	switch {
	case failed.IsError():
		return failed
	case v.IsNil() || (v.Text == value) != equal:
		return resp.IntOf(0)
	}
	return n.deleteKey(name)
}

func (n *Node) deleteKey(name string) resp.Reply {
	if n.ledger.entries[name] == nil {
		return resp.IntOf(0)
	}
	n.forget(name)
	return resp.IntOf(1)
}
