package narrate

import (
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// Told is a step as the list of events shows it.
type Told struct {
	Mark    Mark     // its sign
	Text    string   // its sentence
	Changes []string // what it changed, in a few words each
}

// mostChanges is how many changes of one step are listed.
const mostChanges = 6

// What tells of a step, in whose events, in sequence, before was the state before the
// first. Of no events there is nothing to tell.
func What(c phrase.Catalog, before *trace.State, events []trace.Event) Told {
	told := Told{Mark: MarkStep, Text: Group(c, before, events)}
	if len(events) == 0 {
		return told
	}
	told.Mark = MarkOf(before, events)
	for i := range events {
		t := teller{c, before, &events[i]}
		for _, change := range t.changes() {
			if len(told.Changes) < mostChanges {
				told.Changes = added(told.Changes, seen(change))
			}
		}
	}
	return told
}

// MarkOf is the sign of a step, as in [What], of at least one event: that of the event which
// matters most, and of a belief that parts from the truth where nothing was done that matters
// more.
func MarkOf(before *trace.State, events []trace.Event) Mark {
	e := &events[chief(events)]
	mark := Sign(before, e)
	for i := range events {
		switch {
		case events[i].Kind == trace.Violation && events[i].Promised:
			return MarkPromised
		case mark != MarkBroken && mark != MarkFault && mark != MarkClock && parts(before, &events[i]):
			mark = MarkParted
		}
	}
	return mark
}

// parts tells whether by the event a key goes whose owner believes in it yet.
func parts(before *trace.State, e *trace.Event) bool {
	n := before.Node(e.Node)
	if n == nil {
		return false
	}
	for i := range n.Keys {
		k := &n.Keys[i]
		c := before.Client(trace.ClientID(k.Owner))
		if c != nil && c.Belief != nil && c.Belief.Key == k.Name && k.Holds(c.Belief.Token) && goes(e, k.Name) {
			return true
		}
	}
	return false
}

// goes tells whether a node has no key of that name any more after the event.
func goes(e *trace.Event, key string) bool {
	if e.Kind == trace.Expire {
		return e.Key == key
	}
	for i := range e.Keys {
		if e.Keys[i].Name == key && e.Keys[i].PTTL == trace.Gone {
			return true
		}
	}
	return false
}

// changes lists what the event changed: keys on nodes, what clients believe, where they
// are, what a resource holds.
func (t teller) changes() []string {
	e := t.e
	say := func(key string, args ...string) []string { return []string{t.c.Say("what.is."+key, args...)} }
	switch e.Kind {
	case trace.Exec, trace.Replicate, trace.Expire:
		return t.keys(e.Node)
	case trace.Fault, trace.Heal:
		all := t.keys(trace.NodeID(e.Who))
		if e.Why == "" && (e.What == trace.WhatCrash || e.What == trace.WhatRestart) {
			all = append(say(e.What, "who", e.Who), all...)
		}
		return all
	case trace.Demote:
		return append(say("demote", "node", string(e.Node)), t.keys(e.Node)...)
	case trace.Promote:
		return say("promote", "node", string(e.Node))
	case trace.Decide:
		return say("decide", "who", e.Who, "k", number(len(e.Acks)), "n", number(t.listed(e.Who)))
	case trace.Hold, trace.Extend:
		if e.Until >= trace.Forever {
			return say("hold.stays", "who", e.Who)
		}
		return say("hold", "who", e.Who, "until", t.reading(e.Until))
	case trace.Lost, trace.Release:
		return say("lost", "who", e.Who)
	case trace.Enter, trace.Leave:
		return say(e.Kind.String(), "who", e.Who, "resource", e.Resource)
	case trace.Write:
		if e.OK && e.Why == "" {
			return say("write", "resource", e.Resource, "value", t.value(e.Value))
		}
	case trace.ClockSet:
		return say("clock", "who", e.Who, "offset", t.signed(e.Offset))
	}
	return nil
}

// keys lists which keys came to a node or went from it by the event.
func (t teller) keys(id trace.NodeID) (all []string) {
	n := t.node(id)
	if n == nil {
		return nil
	}
	owned := func(key, name, owner string) string {
		return t.c.Say(t.form("what.is.key."+key, ownerEnding(owner)), "node", string(id), "key", name, "who", t.name(owner))
	}
	for i := range n.Keys {
		if k := &n.Keys[i]; goes(t.e, k.Name) {
			all = append(all, owned("gone", k.Name, k.Owner))
		}
	}
	for i := range t.e.Keys {
		k := &t.e.Keys[i]
		if had := n.Key(k.Name); k.PTTL != trace.Gone && (had == nil || had.Value != k.Value) {
			all = append(all, owned("set", k.Name, t.e.Who))
		}
	}
	return all
}

// ownerEnding is the ending of a phrase that names whose a key is.
func ownerEnding(owner string) string {
	if owner == "" || owner == trace.Operator {
		return ""
	}
	return ".of"
}
