package redis

import (
	"strings"

	"lockstep/sim/redis/resp"
)

// setOptions are what may follow SET key value, and GETEX key.
type setOptions struct {
	nx, xx, get, keepTTL, persist bool
	ifEQ, ifNE                    bool
	match                         string // what the value must equal, or not

	expires  bool
	expiry   string // the number as given
	unit     int64  // milliseconds it counts
	absolute bool   // since the clock's zero, not from now
}

// parseSetOptions reads options, or reports a syntax error. Redis looks at the
// number only afterwards.
func parseSetOptions(args []string, getEX bool) (o setOptions, ok bool) {
	for i := 0; i < len(args); i++ {
		conditional := o.nx || o.xx || o.ifEQ || o.ifNE
		switch opt := strings.ToUpper(args[i]); {
		case opt == "NX" && (o.nx || !conditional) && !getEX:
			o.nx = true
		case opt == "XX" && (o.xx || !conditional) && !getEX:
			o.xx = true
		case (opt == "IFEQ" || opt == "IFNE") && !conditional && !getEX && i+1 < len(args):
			o.ifEQ, o.ifNE = opt == "IFEQ", opt == "IFNE"
			i++
			o.match = args[i]
		case opt == "GET" && !getEX:
			o.get = true
		case opt == "KEEPTTL" && !o.expires && !getEX:
			o.keepTTL = true
		case opt == "PERSIST" && !o.expires && getEX:
			o.persist = true
		case (opt == "EX" || opt == "PX" || opt == "EXAT" || opt == "PXAT") && !o.expires && !o.keepTTL && !o.persist && i+1 < len(args):
			o.expires, o.unit, o.absolute = true, 1, len(opt) == 4
			if opt[0] == 'E' {
				o.unit = 1000
			}
			i++
			o.expiry = args[i]
		default:
			return o, false
		}
	}
	return o, true
}

// deadline works out when the key shall run out.
func (n *Node) deadline(cmd string, o setOptions) (ms int64, failed resp.Reply) {
	v, ok := integer(o.expiry)
	if !ok {
		return 0, errNotInteger
	}
	ms, ok = toMillis(v, o.unit)
	if ok && !o.absolute {
		ms, ok = add(ms, millis(n.now))
	}
	if v <= 0 || !ok {
		return 0, invalidExpire(cmd)
	}
	return ms, resp.Reply{}
}

func invalidExpire(cmd string) resp.Reply {
	return resp.ErrorOf("ERR invalid expire time in '" + cmd + "' command")
}

// set is SET key value [NX|XX|IFEQ match|IFNE match] [GET]
// [EX s|PX ms|EXAT s|PXAT ms|KEEPTTL]; IFEQ and IFNE are of Redis 8.4.
func (n *Node) set(args []string) resp.Reply {
	o, ok := parseSetOptions(args[3:], false)
	if !ok {
		return errSyntax
	}
	return n.setWith("set", args[1], args[2], o)
}

func (n *Node) setEX(args []string) resp.Reply {
	return n.setWith("setex", args[1], args[3], setOptions{expires: true, expiry: args[2], unit: 1000})
}

func (n *Node) psetEX(args []string) resp.Reply {
	return n.setWith("psetex", args[1], args[3], setOptions{expires: true, expiry: args[2], unit: 1})
}

// setWith is what SET and its older kin have in common.
func (n *Node) setWith(cmd, name, value string, o setOptions) resp.Reply {
	var deadline int64
	if o.expires {
		var failed resp.Reply
		if deadline, failed = n.deadline(cmd, o); failed.IsError() {
			return failed
		}
	}
	reply, refusal := resp.OK, resp.Reply{}
	holds := true
	if o.get || o.ifEQ || o.ifNE {
		old, failed := n.text(name)
		if failed.IsError() {
			return failed
		}
		if o.get {
			reply, refusal = old, old
		}
		equal := !old.IsNil() && old.Text == o.match
		holds = !(o.ifEQ && !equal || o.ifNE && equal)
	}
	exists := n.ledger.entries[name] != nil
	if !holds || o.nx && exists || o.xx && !exists {
		return refusal
	}
	n.write(name, value)
	switch e := n.ledger.entries[name]; {
	case o.expires:
		n.ledger.expireAt(e, deadline)
	case !o.keepTTL:
		n.ledger.persist(e)
	}
	return reply
}

func (n *Node) setNX(args []string) resp.Reply {
	if n.ledger.entries[args[1]] != nil {
		return resp.IntOf(0)
	}
	n.write(args[1], args[2])
	return resp.IntOf(1)
}

func (n *Node) getSet(args []string) resp.Reply {
	old, failed := n.text(args[1])
	if failed.IsError() {
		return failed
	}
	n.write(args[1], args[2])
	n.ledger.persist(n.ledger.entries[args[1]])
	return old
}

// getEX is GETEX key [EX s|PX ms|EXAT s|PXAT ms|PERSIST].
func (n *Node) getEX(args []string) resp.Reply {
	o, ok := parseSetOptions(args[2:], true)
	if !ok {
		return errSyntax
	}
	value, failed := n.text(args[1])
	switch {
	case failed.IsError():
		return failed
	case value.IsNil():
		return value
	}
	e := n.ledger.entries[args[1]]
	if o.expires {
		deadline, failed := n.deadline("getex", o)
		if failed.IsError() {
			return failed
		}
		if o.absolute && deadline <= millis(n.now) {
			n.forget(args[1]) // at once, as EXPIRE does and SET does not
			return value
		}
		n.ledger.expireAt(e, deadline)
	}
	if o.persist {
		n.ledger.persist(e)
	}
	return value
}

func (n *Node) mset(args []string) resp.Reply {
	if len(args)%2 == 0 {
		return wrongArity("mset")
	}
	for i := 1; i < len(args); i += 2 {
		n.write(args[i], args[i+1])
		n.ledger.persist(n.ledger.entries[args[i]])
	}
	return resp.OK
}

func (n *Node) msetNX(args []string) resp.Reply {
	if len(args)%2 == 0 {
		return wrongArity("msetnx")
	}
	for i := 1; i < len(args); i += 2 {
		if n.ledger.entries[args[i]] != nil {
			return resp.IntOf(0)
		}
	}
	n.mset(args)
	return resp.IntOf(1)
}

// text reads a string: a bulk, nil for no key, or else the failure.
func (n *Node) text(name string) (value, failed resp.Reply) {
	e := n.ledger.entries[name]
	if e == nil {
		return resp.Reply{}, resp.Reply{}
	}
	if e.kind != "string" {
		return resp.Reply{}, errWrongType
	}
	v, _ := n.store.db.Get(name)
	return resp.BulkOf(v), resp.Reply{}
}
