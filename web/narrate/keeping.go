package narrate

import (
	"strings"

	"lockstep/sim/trace"
)

// acquire tells of a node that was asked for its vote: the key was free, or whose
// it was.
func (t teller) acquire(args []string) string {
	e := t.e
	key, _ := lockKey(e.Cmd)
	owner, found := t.owner(e.Node, key)
	args = append(args, "owner", t.name(owner))
	switch plain := onlyNew(e.Cmd); {
	case e.OK && !plain && owner == e.Who && t.matches(key):
		return t.c.Say("event.exec.acquire.own", args...)
	case e.OK:
		return t.granted(plain, args)
	case !t.tells(key):
		return t.c.Say(t.presumed("event.exec.acquire.in-use", key), args...)
	case !found:
		return t.c.Say("event.exec", args...)
	case owner == e.Who && plain:
		return t.c.Say("event.exec.set.own", args...)
	case owner == e.Who:
		return t.c.Say("event.exec.acquire.no.own", args...)
	case plain:
		return t.c.Say("event.exec.set.no", args...)
	case t.votes(e.Who) || !t.believes(owner, key):
		return t.c.Say(t.leased("event.exec.acquire.no.key", e.Node), args...)
	}
	return t.c.Say("event.exec.acquire.no", args...)
}

// believes tells whether a client takes the lock of that key for its own.
func (t teller) believes(who, key string) bool {
	c := t.st.Client(trace.ClientID(who))
	return c != nil && c.Belief != nil && c.Belief.Key == key
}

// granted tells of a node that set the key. One of several gives a vote and no lock,
// by whatever command.
func (t teller) granted(plain bool, args []string) string {
	key := "event.exec.acquire"
	if plain || t.votes(t.e.Who) {
		key = "event.exec.set"
	}
	if t.stillborn() {
		return t.c.Say("event.exec.set.past", args...)
	}
	if ttl, ok := t.left(); ok && ttl != trace.NoExpiry {
		return t.c.Say(t.leased(key+".ok", t.e.Node), append(args, "ttl", t.span(ttl))...)
	}
	return t.c.Say(key+".stays", args...)
}

// stillborn tells whether a node did what it was asked and has no key from it: the end
// that the client gave the key is past by the node's clock.
func (t teller) stillborn() bool {
	return t.e.OK && len(t.e.Keys) > 0 && t.e.Keys[0].PTTL == trace.Gone
}

// left is how long the key that the command touched has to live after it. A node
// counts in whole milliseconds of its own clock, so that is up to one more than was
// asked for, and what was asked for is what is told.
func (t teller) left() (trace.Duration, bool) {
	if len(t.e.Keys) == 0 {
		return 0, false
	}
	left := t.e.Keys[0].PTTL
	for _, word := range t.e.Cmd {
		n, ok := trace.ParseWhole(word, uint64(trace.MaxSpan/trace.Millisecond))
		if !ok || n == 0 {
			continue
		}
		for _, unit := range [...]trace.Duration{trace.Millisecond, trace.Second} {
			if more := left - trace.Duration(n)*unit; 0 <= more && more <= trace.Millisecond {
				return trace.Duration(n) * unit, true
			}
		}
	}
	return left, true
}

// leased is that key's form for a lock service, which grants leases and has no keys
// to set or delete.
func (t teller) leased(key string, node trace.NodeID) string {
	if n := t.node(node); n != nil && n.Role == trace.RoleConsensus {
		return t.form(key, ".lease")
	}
	return key
}

// counted is that key's form for a lock that counts how often it was taken.
func (t teller) counted(key, who string) string {
	if c := t.st.Client(trace.ClientID(who)); c != nil && c.Lock == trace.LockReentrant {
		return t.form(key, ".counted")
	}
	return key
}

// again tells whether the client is taking a lock that it holds already.
func (t teller) again(who, activity string) bool {
	c := t.st.Client(trace.ClientID(who))
	return c != nil && c.Phase == trace.PhaseEnterAgain && activity == ""
}

// extend tells of a node that was asked for more time.
func (t teller) extend(args []string) string {
	e := t.e
	name, compares := lockKey(e.Cmd)
	owner, found := t.owner(e.Node, name)
	left, told := t.left()
	args = append(args, "owner", t.name(owner), "ttl", t.span(left), "key", name)
	switch {
	case !e.OK:
		return t.c.Say(t.denied(name, compares, found), args...)
	case t.again(e.Who, e.Activity):
		return t.c.Say("event.exec.extend.again", args...)
	case t.stillborn() && found:
		return t.c.Say("event.exec.extend.past", args...)
	case t.stillborn():
		return t.c.Say("event.exec.set.past", args...)
	case !told:
		return t.c.Say("event.exec", args...)
	case recreates(e.Cmd) && t.real() && (!found || t.ranOut(name)):
		return t.c.Say("event.exec.extend.either", args...)
	case recreates(e.Cmd) && !found:
		return t.c.Say("event.exec.extend.recreated", args...)
	case !compares:
		return t.c.Say("event.exec.extend.plain", args...)
	}
	return t.c.Say(t.leased("event.exec.extend", e.Node), args...)
}

// denied is how a no to more time is told.
func (t teller) denied(key string, compares, found bool) string {
	switch {
	case t.tells(key) && found:
		return "event.exec.extend.no"
	case t.tells(key), !compares: // without a token, only a key that is not there gets none
		return t.leased("event.exec.extend.gone", t.e.Node)
	case recreates(t.e.Cmd):
		return "event.exec.extend.in-use"
	}
	return "event.exec.lacks"
}

// recreates tells whether a script that asks for more time sets the key anew where it
// is gone: it looks for another owner, and not for the key.
func recreates(cmd []string) bool {
	return isScript(cmd) && strings.Contains(cmd[1], "if owner and owner ~= ARGV[1]")
}

// renewed is that key's form for a renewal that sets again what is gone.
func (t teller) renewed(key string) string {
	if recreates(t.e.Cmd) {
		return t.form(key, ".recreate")
	}
	return key
}

// onlyNew tells whether a command sets a key only where there is none: SET with
// NX, or SETNX. Of a lock that is taken otherwise the sentences about NX would not
// be true.
func onlyNew(cmd []string) bool {
	if len(cmd) < 3 || !isAny(cmd[0], "SET") {
		return len(cmd) == 3 && isAny(cmd[0], "SETNX")
	}
	for _, w := range cmd[3:] {
		if isAny(w, "NX") {
			return true
		}
	}
	return false
}

// lockKey returns the key that a command about a lock is for, and whether the
// command looks whose it is.
func lockKey(cmd []string) (key string, compares bool) {
	switch {
	case isScript(cmd) && len(cmd) > 4:
		return cmd[3], true
	case len(cmd) > 1:
		return cmd[1], len(cmd) > 2 && isAny(cmd[0], "DELEX", "KEEPALIVE", "RELEASE")
	}
	return "", false
}

// compared returns the key and the token of a command that touches the key only if
// the token is in it: a script, or DELEX with IFEQ.
func compared(cmd []string) (key, token string, ok bool) {
	switch {
	case isScript(cmd) && len(cmd) > 4:
		return cmd[3], cmd[4], true
	case len(cmd) == 4 && isAny(cmd[0], "DELEX"):
		return cmd[1], cmd[3], true
	}
	return "", "", false
}

// letGo tells of a release, by a command that compares or by a plain DEL.
func (t teller) letGo(args []string) string {
	e := t.e
	key, compares := lockKey(e.Cmd)
	if !compares && !isAny(e.Cmd[0], "DEL") {
		return t.c.Say("event.exec", args...)
	}
	owner, found := t.owner(e.Node, key)
	left, told := t.left()
	args = append(args, "owner", t.name(owner), "key", key)
	switch {
	case !e.OK && compares && !t.tells(key):
		return t.c.Say("event.exec.lacks", args...)
	case !e.OK && (!found || !compares):
		return t.c.Say(t.leased("event.exec.del.none", e.Node), args...)
	case !e.OK && owner == e.Who:
		return t.c.Say("event.exec.del.kept.own", args...)
	case !e.OK:
		return t.c.Say("event.exec.del.kept", args...)
	case told && left != trace.Gone:
		return t.c.Say("event.exec.del.less", args...)
	case compares:
		return t.c.Say(t.counted(t.leased("event.exec.del.ok", e.Node), e.Who), args...)
	case !told || !found || t.ranOut(key), owner == e.Who && t.real():
		return t.c.Say("event.exec.del.whose", args...)
	case owner != e.Who:
		return t.c.Say("event.exec.del.foreign", args...)
	}
	return t.c.Say("event.exec.del.plain", args...)
}
