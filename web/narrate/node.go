package narrate

import (
	"strings"

	"lockstep/sim/trace"
)

func (t teller) exec() string {
	e := t.e
	args := []string{
		"node", string(e.Node), "who", t.name(e.Who), "cmd", t.command(e.Cmd), "reply", t.reply(e.Reply), "named", quoted(e.Reply),
		"k", strings.TrimPrefix(e.Reply, "(integer) "),
	}
	failed := isError(e.Reply)
	switch {
	case e.Who == trace.Operator && failed:
		return t.c.Say("event.exec.operator.error", args...)
	case e.Who == trace.Operator:
		return t.c.Say("event.exec.operator", args...)
	case failed:
		return t.c.Say("event.exec.error", args...)
	}
	switch e.Purpose {
	case trace.ToAcquire:
		return t.acquire(args)
	case trace.ToExtend:
		return t.extend(args)
	case trace.ToRelease:
		return t.letGo(args)
	case trace.ToConfirm, trace.ToLocate, trace.ToNumber:
		key := "event.exec." + string(e.Purpose)
		if !e.OK {
			key += ".no"
		}
		return t.c.Say(key, args...)
	}
	return t.c.Say("event.exec", args...)
}

// quoted is the first word in quotes of a reply, such as the primary's name in a
// sentinel's.
func quoted(reply string) string {
	_, rest, _ := strings.Cut(reply, `"`)
	word, _, _ := strings.Cut(rest, `"`)
	return word
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

func (t teller) expire() string {
	e := t.e
	owner, found := t.owner(e.Node, e.Key)
	args := []string{"node", string(e.Node), "key", e.Key, "owner", t.name(owner)}
	if !found {
		return t.c.Say("event.expire", args...)
	}
	if c := t.st.Client(trace.ClientID(owner)); c != nil && c.Belief != nil && c.Belief.Key == e.Key &&
		t.node(e.Node).Key(e.Key).Holds(c.Belief.Token) {
		return t.c.Say(t.leased("event.expire.believed", e.Node), args...)
	}
	return t.c.Say(t.leased("event.expire.owned", e.Node), args...)
}
