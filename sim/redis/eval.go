package redis

import (
	"strings"

	"lockstep/sim/redis/resp"
	"lockstep/sim/redis/script"
)

func (n *Node) eval(args []string) resp.Reply   { return n.evalSource(args, false) }
func (n *Node) evalRO(args []string) resp.Reply { return n.evalSource(args, true) }

func (n *Node) evalSource(args []string, readOnly bool) resp.Reply {
	keys, argv, failed := n.splitKeys(args)
	if failed.IsError() {
		return failed
	}
	return n.scripts.Eval(script.Call{Source: args[1], Keys: keys, Argv: argv, ReadOnly: readOnly})
}

func (n *Node) evalSHA(args []string) resp.Reply   { return n.evalCached(args, false) }
func (n *Node) evalSHARO(args []string) resp.Reply { return n.evalCached(args, true) }

func (n *Node) evalCached(args []string, readOnly bool) resp.Reply {
	keys, argv, failed := n.splitKeys(args)
	if failed.IsError() {
		return failed
	}
	source, ok := n.scripts.Source(strings.ToLower(args[1]))
	if !ok {
		return resp.ErrorOf("NOSCRIPT No matching script. Please use EVAL.")
	}
	return n.scripts.Eval(script.Call{Source: source, Keys: keys, Argv: argv, ReadOnly: readOnly})
}

// splitKeys reads "numkeys key... arg..." and notes the keys as named.
func (n *Node) splitKeys(args []string) (keys, argv []string, failed resp.Reply) {
	count, ok := integer(args[2])
	switch rest := args[3:]; {
	case !ok:
		return nil, nil, errNotInteger
	case count > int64(len(rest)):
		return nil, nil, resp.ErrorOf("ERR Number of keys can't be greater than number of args")
	case count < 0:
		return nil, nil, resp.ErrorOf("ERR Number of keys can't be negative")
	default:
		n.touch(rest[:count]...)
		return rest[:count], rest[count:], resp.Reply{}
	}
}

// callFromScript runs what a script passes to redis.call. A command is charged
// by what it has to look at.
func (n *Node) callFromScript(args []string, readOnly bool) (reply resp.Reply, steps int) {
	from := inScript
	if readOnly {
		from = inReadOnlyScript
	}
	steps = n.weight(args)
	return n.run(args, from), steps
}

// weight estimates the work of a command, in steps of a script.
func (n *Node) weight(args []string) int {
	if len(args) == 0 {
		return 0
	}
	c := lookup(args[0])
	switch {
	case c == nil:
		return 0
	case c.flags&walks != 0:
		return 4*len(n.ledger.entries) + n.ledger.used>>6
	}
	steps := 0
	for i := range c.keys(args) {
		steps++
		if e := n.ledger.entries[args[i]]; e != nil {
			steps += 4*e.count + e.size>>7
		}
	}
	return steps
}

// script is SCRIPT LOAD, EXISTS and FLUSH.
func (n *Node) script(args []string) resp.Reply {
	switch sub, rest := strings.ToLower(args[1]), args[2:]; sub {
	case "load":
		if len(rest) != 1 {
			return wrongArity("script|load")
		}
		return n.scripts.Load(rest[0])
	case "exists":
		if len(rest) == 0 {
			return wrongArity("script|exists")
		}
		found := make([]resp.Reply, len(rest))
		for i, sha := range rest {
			found[i] = resp.IntOf(0)
			if _, ok := n.scripts.Source(strings.ToLower(sha)); ok {
				found[i] = resp.IntOf(1)
			}
		}
		return resp.ArrayOf(found...)
	case "flush":
		if len(rest) > 1 || len(rest) == 1 && !strings.EqualFold(rest[0], "SYNC") && !strings.EqualFold(rest[0], "ASYNC") {
			return resp.ErrorOf("ERR SCRIPT FLUSH only support SYNC|ASYNC option")
		}
		n.scripts.Flush()
		return resp.OK
	}
	return resp.ErrorOf("ERR unknown subcommand '" + args[1][:min(len(args[1]), 128)] + "'. Try SCRIPT HELP.")
}
