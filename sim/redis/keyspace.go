package redis

import (
	"strings"

	"lockstep/sim/redis/resp"
)

// dbSize counts also what a replica hides.
func (n *Node) dbSize(args []string) resp.Reply {
	return resp.IntOf(int64(len(n.ledger.entries) + len(n.ledger.hidden)))
}

// flushAll empties the node. SYNC and ASYNC make no difference here.
func (n *Node) flushAll(args []string) resp.Reply {
	if len(args) > 2 || len(args) == 2 && !strings.EqualFold(args[1], "SYNC") && !strings.EqualFold(args[1], "ASYNC") {
		return errSyntax
	}
	n.touch(n.ledger.names()...)
	n.clear()
	return resp.OK
}

// listKeys is KEYS pattern. Where Redis answers in the order of its hash table,
// the node sorts.
func (n *Node) listKeys(args []string) resp.Reply {
	found, failed := n.matching(args[1], "")
	if failed.IsError() {
		return failed
	}
	return resp.BulksOf(found)
}

// scan answers everything in its first round, which is all that SCAN promises.
func (n *Node) scan(args []string) resp.Reply {
	cursor, ok := integer(args[1])
	if !ok || cursor < 0 {
		return resp.ErrorOf("ERR invalid cursor")
	}
	pattern, kind := "*", ""
	for opts := args[2:]; len(opts) > 0; opts = opts[2:] {
		if len(opts) < 2 {
			return errSyntax
		}
		switch strings.ToUpper(opts[0]) {
		case "MATCH":
			pattern = opts[1]
		case "TYPE":
			kind = strings.ToLower(opts[1])
		case "COUNT":
			if count, ok := integer(opts[1]); !ok {
				return errNotInteger
			} else if count < 1 {
				return errSyntax
			}
		default:
			return errSyntax
		}
	}
	var found []string
	if cursor == 0 {
		var failed resp.Reply
		if found, failed = n.matching(pattern, kind); failed.IsError() {
			return failed
		}
	}
	return resp.ArrayOf(resp.BulkOf("0"), resp.BulksOf(found))
}

// matching lists the keys of a kind, or of all kinds, whose names match.
func (n *Node) matching(pattern, kind string) (found []string, failed resp.Reply) {
	g := globber{pattern: pattern, steps: globStepsMax}
	for _, name := range n.ledger.names() {
		if (kind == "" || n.ledger.entries[name].kind == kind) && g.match(name) {
			found = append(found, name)
		}
	}
	if g.steps < 0 {
		return nil, resp.ErrorOf("ERR the pattern takes too long to match in this sandbox")
	}
	return found, resp.Reply{}
}

// A key that is renamed or copied takes its deadline along; the deadline of the
// key it replaces goes.

func (n *Node) rename(args []string) resp.Reply {
	from := n.ledger.entries[args[1]]
	if from == nil {
		return errNoKey
	}
	if args[1] == args[2] {
		return resp.OK
	}
	if !n.affords(len(args[2])) {
		return errMemory
	}
	expires, deadline := from.expires(), from.deadline
	reply := n.store.dispatch(args)
	n.sync(args[1])
	n.inherit(args[2], expires, deadline)
	return reply
}

func (n *Node) renameNX(args []string) resp.Reply {
	if n.ledger.entries[args[1]] == nil {
		return errNoKey
	}
	if n.ledger.entries[args[2]] != nil {
		return resp.IntOf(0)
	}
	if reply := n.rename([]string{"RENAME", args[1], args[2]}); reply.IsError() {
		return reply
	}
	return resp.IntOf(1)
}

// copyKey is COPY from to [REPLACE].
func (n *Node) copyKey(args []string) resp.Reply {
	replace := false
	for _, opt := range args[3:] {
		if !strings.EqualFold(opt, "REPLACE") {
			return errSyntax
		}
		replace = true
	}
	if args[1] == args[2] {
		return resp.ErrorOf("ERR source and destination objects are the same")
	}
	from := n.ledger.entries[args[1]]
	switch {
	case from == nil || n.ledger.entries[args[2]] != nil && !replace:
		return resp.IntOf(0)
	case !n.affords(from.size + len(args[2])):
		return errMemory
	}
	// Miniredis would leave the old value behind if it had another type.
	n.forget(args[2])
	reply := n.store.dispatch(args[:3])
	n.inherit(args[2], from.expires(), from.deadline)
	return reply
}

func (n *Node) inherit(name string, expires bool, deadline int64) {
	n.sync(name)
	if e := n.ledger.entries[name]; expires {
		n.ledger.expireAt(e, deadline)
	} else {
		n.ledger.persist(e)
	}
}
