package redis

import (
	"strings"

	"lockstep/sim/redis/resp"
)

// Bounds of the sandbox. A learner's node behaves like a Redis with
// proto-max-bulk-len 64kb, maxmemory 1mb and no eviction.
const (
	valueMax  = 64 << 10 // bytes of one argument or value
	memoryMax = 1 << 20  // bytes of all keys
	argsMax   = 1 << 10  // arguments of one command
	countMax  = 1 << 10  // elements of one collection
)

// Errors as Redis words them.
var (
	errSyntax     = resp.ErrorOf("ERR syntax error")
	errNotInteger = resp.ErrorOf("ERR value is not an integer or out of range")
	errWrongType  = resp.ErrorOf("WRONGTYPE Operation against a key holding the wrong kind of value")
	errTooLong    = resp.ErrorOf("ERR string exceeds maximum allowed size (proto-max-bulk-len)")
	errMemory     = resp.ErrorOf("OOM command not allowed when used memory > 'maxmemory'.")
	errNoKey      = resp.ErrorOf("ERR no such key")
	errOverflow   = resp.ErrorOf("ERR increment or decrement would overflow")
	errTooMany    = resp.ErrorOf("ERR the collection would hold more than 1024 elements, which this sandbox does not allow")
	errNoScript   = resp.ErrorOf("ERR This Redis command is not allowed from script")
	errStumbled   = resp.ErrorOf("ERR the node stumbled over this command and refused it")
	errReadOnly   = resp.ErrorOf("ERR Write commands are not allowed from read-only scripts.")
	errReplica    = resp.ErrorOf("READONLY You can't write against a read only replica.")
	errEviction   = resp.ErrorOf("ERR a replica evicts nothing: its primary does, and tells it")
)

// A caller is whoever runs a command: some commands are not for scripts.
type caller uint8

const (
	client caller = iota
	inScript
	inReadOnlyScript
)

// A command is one line of the table of what the node understands.
type command struct {
	name  string // in lower case, as errors print it
	arity int    // arguments with the name; at least so many if negative

	// Which arguments are keys, as COMMAND tells: the first, the last (from the
	// end if negative) and the step between. First is 0 if none are.
	first, last, step int

	flags flag

	// run executes the command and keeps the ledger. Commands without it go to
	// miniredis.
	run func(n *Node, args []string) resp.Reply
}

type flag uint8

const (
	writes    flag = 1 << iota // may change a key
	grows                      // may need more memory: refused when there is none
	noScript                   // not for scripts
	walks                      // looks at every key
	announces                  // speaks to others, which a read-only script must not
)

// run is the way of every command, a client's or a script's: is it known, well
// formed and affordable, then do it and bring the ledger up to date.
func (n *Node) run(args []string, from caller) resp.Reply {
	if len(args) == 0 || len(args) > argsMax {
		return resp.ErrorOf("ERR Protocol error: invalid multibulk length")
	}
	c := lookup(args[0])
	if c == nil {
		return unknown(args, from)
	}
	if why := c.forbids(args, from); why.IsError() {
		return why
	}
	if n.role == Replica && c.flags&writes != 0 {
		return errReplica
	}
	if why := n.lacksRoom(c, args); why.IsError() {
		return why
	}
	for i := range c.keys(args) {
		n.touch(args[i])
	}
	reply := n.perform(c, args)
	if c.flags&writes != 0 {
		if c.run == nil {
			for i := range c.keys(args) {
				n.sync(args[i])
			}
		}
		n.sweep() // a deadline in the past is legal, and takes the key at once
	}
	return reply
}

// forbids is the error of a command that may not run like this, or nothing.
func (c *command) forbids(args []string, from caller) resp.Reply {
	switch {
	case c.arity > 0 && len(args) != c.arity || len(args) < -c.arity:
		if from != client {
			return resp.ErrorOf("ERR Wrong number of args calling Redis command from script")
		}
		return wrongArity(c.name)
	case from != client && c.flags&noScript != 0:
		return errNoScript
	case from == inReadOnlyScript && c.flags&(writes|announces) != 0:
		return errReadOnly
	}
	return resp.Reply{}
}

// lacksRoom is the error of a command that is too big, or that would make the
// node too big. It counts everything as new.
func (n *Node) lacksRoom(c *command, args []string) resp.Reply {
	need := keyBytes
	for _, a := range args[1:] {
		if len(a) > valueMax {
			return errTooLong
		}
		need += elementBytes + len(a)
	}
	if need > memoryMax {
		return errTooLong
	}
	if c.flags&grows == 0 {
		return resp.Reply{}
	}
	if n.ledger.used+need > memoryMax {
		return errMemory
	}
	for i := range c.keys(args) {
		if n.count(args[i])+len(args) > countMax {
			return errTooMany
		}
	}
	return resp.Reply{}
}

// perform executes a command. A panic is stopped here, before it can reach a
// script, which might catch it and go on with the store locked.
func (n *Node) perform(c *command, args []string) (reply resp.Reply) {
	defer func() {
		if p := recover(); p != nil {
			n.mend()
			reply = errStumbled
		}
	}()
	if c.run != nil {
		return c.run(n, args)
	}
	return n.store.dispatch(args)
}

// keys yields the indices of the arguments that are keys.
func (c *command) keys(args []string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		if c.first == 0 {
			return
		}
		last := c.last
		if last < 0 {
			last += len(args)
		}
		for i := c.first; i <= last && i < len(args); i += c.step {
			if !yield(i) {
				return
			}
		}
	}
}

// count is the number of elements under a name.
func (n *Node) count(name string) int {
	if e := n.ledger.entries[name]; e != nil {
		return e.count
	}
	return 0
}

// lookup finds a command by its name in any case, or returns nil.
func lookup(name string) *command {
	if c := commands[name]; c != nil {
		return c
	}
	if len(name) > 32 {
		return nil
	}
	return commands[strings.ToUpper(name)]
}

// unknown is the answer to a command that is not in the table.
func unknown(args []string, from caller) resp.Reply {
	name := args[0]
	if len(name) <= 32 {
		if why, ok := refused[strings.ToUpper(name)]; ok {
			return resp.ErrorOf("ERR '" + strings.ToLower(name) + "' is not available in this sandbox: " + why)
		}
	}
	if from != client {
		return resp.ErrorOf("ERR Unknown Redis command called from script")
	}
	const most = 128 // of the name, and of all arguments together
	var list strings.Builder
	for _, a := range args[1:] {
		if list.Len() >= most {
			break
		}
		a, _, _ = strings.Cut(a, "\x00") // C ends a string there
		list.WriteString("'" + a[:min(len(a), most-list.Len())] + "' ")
	}
	return resp.ErrorOf("ERR unknown command '" + name[:min(len(name), most)] + "', with args beginning with: " + list.String())
}

func wrongArity(name string) resp.Reply {
	return resp.ErrorOf("ERR wrong number of arguments for '" + name + "' command")
}
