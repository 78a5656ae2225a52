package narrate

import (
	"strconv"
	"strings"

	"lockstep/sim/trace"
)

func (t teller) exec() string {
	e := t.e
	args := []string{"node", string(e.Node), "who", t.name(e.Who), "cmd", t.command(e.Cmd), "reply", reply(e.Reply)}
	failed := isError(e.Reply)
	switch {
	case e.Who == trace.Operator && failed:
		return t.c.Say("event.exec.operator.error", args...)
	case e.Who == trace.Operator:
		return t.c.Say("event.exec.operator", args...)
	case failed:
		return t.c.Say("event.exec.error", args...)
	case e.Purpose == trace.ToAcquire && onlyNew(e.Cmd):
		return t.acquire(args)
	case e.Purpose == trace.ToRelease:
		return t.letGo(args)
	}
	return t.c.Say("event.exec", args...)
}

func isError(reply string) bool { return strings.HasPrefix(reply, errorReply) }

// changes tells whether a command left a key otherwise than it found it, or
// made one or removed it.
func changes(before *trace.State, e *trace.Event) bool {
	n := before.Node(e.Node)
	if n == nil {
		return false
	}
	for _, k := range e.Keys {
		held, gone := n.Key(k.Name), k.PTTL == trace.Gone
		switch {
		case held == nil && gone:
		case held == nil || gone,
			held.Value != k.Value,
			held.Stays != (k.PTTL == trace.NoExpiry),
			!held.Stays && held.Dies != n.Clock.At(e.T).Add(k.PTTL):
			return true
		}
	}
	return false
}

// onlyNew tells whether a command sets a key only where there is none: SET with
// NX, or SETNX. Of a lock that is taken otherwise the sentences below would not be
// true.
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

// acquire tells of SET with NX: the key was free, or whose it was.
func (t teller) acquire(args []string) string {
	e := t.e
	if e.OK {
		if ttl, ok := askedTTL(e.Cmd); ok {
			return t.c.Say("event.exec.set.ok", append(args, "ttl", t.span(ttl))...)
		}
		return t.c.Say("event.exec.set.stays", args...)
	}
	owner, found := t.owner(e.Node, e.Cmd[1])
	switch {
	case !found:
		return t.c.Say("event.exec", args...)
	case owner == e.Who:
		return t.c.Say("event.exec.set.own", args...)
	}
	return t.c.Say("event.exec.set.no", append(args, "owner", t.name(owner))...)
}

// askedTTL returns the time to live that a SET asks for. The key's own differs
// by up to a millisecond, since Redis counts in whole ones.
func askedTTL(cmd []string) (trace.Duration, bool) {
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

// compared returns the key and the token of a script that deletes the key only if
// the token is in it.
func compared(cmd []string) (key, token string, ok bool) {
	if !isScript(cmd) || len(cmd) != 5 {
		return "", "", false
	}
	return cmd[3], cmd[4], true
}

// letGo tells of a release, by a script that compares or by a plain DEL.
func (t teller) letGo(args []string) string {
	e := t.e
	key, _, compares := compared(e.Cmd)
	switch {
	case compares:
	case len(e.Cmd) == 2:
		key = e.Cmd[1]
	default:
		return t.c.Say("event.exec", args...)
	}
	owner, found := t.owner(e.Node, key)
	args = append(args, "owner", t.name(owner), "key", key)
	switch {
	case !found:
		return t.c.Say("event.exec.del.none", args...)
	case !e.OK && owner == e.Who:
		return t.c.Say("event.exec.del.kept.own", args...)
	case !e.OK:
		return t.c.Say("event.exec.del.kept", args...)
	case owner != e.Who:
		return t.c.Say("event.exec.del.foreign", args...)
	case !compares:
		return t.c.Say("event.exec.del.plain", args...)
	}
	return t.c.Say("event.exec.del.ok", args...)
}

func (t teller) expire() string {
	e := t.e
	owner, found := t.owner(e.Node, e.Key)
	args := []string{"node", string(e.Node), "key", e.Key, "owner", t.name(owner)}
	if !found {
		return t.c.Say("event.expire", args...)
	}
	if c := t.st.Client(trace.ClientID(owner)); c != nil && c.Belief != nil && c.Belief.Key == e.Key &&
		c.Belief.Token == t.node(e.Node).Key(e.Key).Value {
		return t.c.Say("event.expire.believed", args...)
	}
	return t.c.Say("event.expire.owned", args...)
}

// failover tells of replication, of sentinels and of what they bring about.
func (t teller) failover() string {
	e := t.e
	return t.c.Say("event."+e.Kind.String(), "node", string(e.Node), "from", e.From, "who", e.Who, "votes", t.list(e.Votes))
}
