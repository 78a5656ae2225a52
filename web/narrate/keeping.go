package narrate

import (
	"strconv"
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
	case e.OK && found && owner == e.Who:
		return t.c.Say("event.exec.acquire.own", args...)
	case e.OK:
		return t.granted(plain, args)
	case !found:
		return t.c.Say("event.exec", args...)
	case owner == e.Who && plain:
		return t.c.Say("event.exec.set.own", args...)
	case plain:
		return t.c.Say("event.exec.set.no", args...)
	}
	return t.c.Say("event.exec.acquire.no", args...)
}

// granted tells of a node that set the key: by SET or SETNX, or otherwise.
func (t teller) granted(plain bool, args []string) string {
	key := "event.exec.acquire"
	if plain {
		key = "event.exec.set"
	}
	if ttl, ok := askedTTL(t.e.Cmd); ok {
		return t.c.Say(key+".ok", append(args, "ttl", t.span(ttl))...)
	}
	if left, ok := t.left(); ok && left > 0 {
		return t.c.Say(key+".ok", append(args, "ttl", t.span(left))...)
	}
	return t.c.Say(key+".stays", args...)
}

// left is how long the key that the command touched has to live after it.
func (t teller) left() (trace.Duration, bool) {
	if len(t.e.Keys) == 0 {
		return 0, false
	}
	return t.e.Keys[0].PTTL, true
}

// extend tells of a node that was asked for more time.
func (t teller) extend(args []string) string {
	e := t.e
	name, compares := lockKey(e.Cmd)
	owner, found := t.owner(e.Node, name)
	left, _ := t.left()
	args = append(args, "owner", t.name(owner), "ttl", t.span(left), "key", name)
	c := t.st.Client(trace.ClientID(e.Who))
	switch again := c != nil && c.Phase == trace.PhaseEnterAgain; {
	case e.OK && again:
		return t.c.Say("event.exec.extend.again", args...)
	case e.OK && !found:
		return t.c.Say("event.exec.extend.recreated", args...)
	case e.OK && !compares:
		return t.c.Say("event.exec.extend.plain", args...)
	case e.OK:
		return t.c.Say("event.exec.extend", args...)
	case !found:
		return t.c.Say("event.exec.extend.gone", args...)
	}
	return t.c.Say("event.exec.extend.no", args...)
}

// onlyNew tells whether a command sets a key only where there is none: SET with
// NX, or SETNX. Of a lock that is taken otherwise the sentences about NX would not
// be true.
func onlyNew(cmd []string) bool {
	if len(cmd) < 3 || !strings.EqualFold(cmd[0], "SET") {
		return len(cmd) == 3 && strings.EqualFold(cmd[0], "SETNX")
	}
	for _, w := range cmd[3:] {
		if strings.EqualFold(w, "NX") {
			return true
		}
	}
	return false
}

// askedTTL returns the time to live that a SET asks for. The key's own differs
// by up to a millisecond, since Redis counts in whole ones.
func askedTTL(cmd []string) (trace.Duration, bool) {
	if len(cmd) == 0 || isScript(cmd) {
		return 0, false
	}
	for i, w := range cmd[:len(cmd)-1] {
		unit := trace.Duration(0)
		switch {
		case strings.EqualFold(w, "PX"):
			unit = trace.Millisecond
		case strings.EqualFold(w, "EX"):
			unit = trace.Second
		default:
			continue
		}
		n, err := strconv.ParseInt(cmd[i+1], 10, 64)
		return trace.Duration(n) * unit, err == nil
	}
	return 0, false
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

func isAny(word string, of ...string) bool {
	for _, w := range of {
		if strings.EqualFold(word, w) {
			return true
		}
	}
	return false
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
	left, touched := t.left()
	args = append(args, "owner", t.name(owner), "key", key)
	switch {
	case !found:
		return t.c.Say("event.exec.del.none", args...)
	case !e.OK && owner == e.Who:
		return t.c.Say("event.exec.del.kept.own", args...)
	case !e.OK:
		return t.c.Say("event.exec.del.kept", args...)
	case touched && left != trace.Gone:
		return t.c.Say("event.exec.del.less", args...)
	case owner != e.Who:
		return t.c.Say("event.exec.del.foreign", args...)
	case !compares:
		return t.c.Say("event.exec.del.plain", args...)
	}
	return t.c.Say("event.exec.del.ok", args...)
}
