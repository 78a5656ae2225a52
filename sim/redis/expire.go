package redis

import (
	"math"
	"strings"

	"lockstep/sim/redis/resp"
)

func (n *Node) expire(args []string) resp.Reply    { return n.expireBy(args, 1000, millis(n.now)) }
func (n *Node) pexpire(args []string) resp.Reply   { return n.expireBy(args, 1, millis(n.now)) }
func (n *Node) expireAt(args []string) resp.Reply  { return n.expireBy(args, 1000, 0) }
func (n *Node) pexpireAt(args []string) resp.Reply { return n.expireBy(args, 1, 0) }

// expireBy is EXPIRE and its kin: key, a number of units from base, and NX, XX,
// GT or LT. Redis checks in this order, so errors come in this order.
func (n *Node) expireBy(args []string, unit, base int64) resp.Reply {
	condition, failed := parseConditions(args[3:])
	if failed.IsError() {
		return failed
	}
	v, ok := integer(args[2])
	if !ok {
		return errNotInteger
	}
	deadline, ok := toMillis(v, unit)
	if ok {
		deadline, ok = add(deadline, base)
	}
	if !ok {
		return invalidExpire(lower(args[0]))
	}
	e := n.ledger.entries[args[1]]
	if e == nil || !condition.holds(e, deadline) {
		return resp.IntOf(0)
	}
	if deadline <= millis(n.now) {
		n.forget(args[1]) // at once, although a key set to die now would see this millisecond out
	} else {
		n.ledger.expireAt(e, deadline)
	}
	return resp.IntOf(1)
}

// conditions say which deadline a new one may replace.
type conditions struct{ nx, xx, gt, lt bool }

func parseConditions(args []string) (c conditions, failed resp.Reply) {
	for _, opt := range args {
		switch strings.ToUpper(opt) {
		case "NX":
			c.nx = true
		case "XX":
			c.xx = true
		case "GT":
			c.gt = true
		case "LT":
			c.lt = true
		default:
			return c, resp.ErrorOf("ERR Unsupported option " + opt)
		}
	}
	switch {
	case c.nx && (c.xx || c.gt || c.lt):
		return c, resp.ErrorOf("ERR NX and XX, GT or LT options at the same time are not compatible")
	case c.gt && c.lt:
		return c, resp.ErrorOf("ERR GT and LT options at the same time are not compatible")
	}
	return c, resp.Reply{}
}

// holds counts a key that stays as one that runs out infinitely late.
func (c conditions) holds(e *entry, deadline int64) bool {
	switch {
	case c.nx && e.expires(),
		c.xx && !e.expires(),
		c.gt && (!e.expires() || deadline <= e.deadline),
		c.lt && e.expires() && deadline >= e.deadline:
		return false
	}
	return true
}

func (n *Node) persist(args []string) resp.Reply {
	e := n.ledger.entries[args[1]]
	if e == nil || !e.expires() {
		return resp.IntOf(0)
	}
	n.ledger.persist(e)
	return resp.IntOf(1)
}

// Seconds are rounded to the nearest, as Redis does: a TTL of 1 means anything
// from half a second to one and a half.
func seconds(ms int64) int64 { return ms/1000 + (ms%1000+500)/1000 }

func whole(ms int64) int64 { return ms }

func (n *Node) ttl(args []string) resp.Reply {
	return n.whenGone(args[1], -millis(n.now), seconds)
}

func (n *Node) pttl(args []string) resp.Reply {
	return n.whenGone(args[1], -millis(n.now), whole)
}

func (n *Node) expireTime(args []string) resp.Reply  { return n.whenGone(args[1], 0, seconds) }
func (n *Node) pexpireTime(args []string) resp.Reply { return n.whenGone(args[1], 0, whole) }

// whenGone answers a key's deadline, moved by so many milliseconds.
func (n *Node) whenGone(name string, shift int64, unit func(int64) int64) resp.Reply {
	e := n.ledger.entries[name]
	switch {
	case e == nil:
		return resp.IntOf(-2)
	case !e.expires():
		return resp.IntOf(-1)
	}
	left, ok := add(e.deadline, shift)
	if !ok {
		left = math.MaxInt64
	}
	return resp.IntOf(unit(left))
}
