package narrate

import (
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// Group returns one sentence for several events of one instant, in sequence:
// for questions that one client sends to several nodes at once, a sentence about
// them all; or else that of the event which matters most. before is the
// state just before the first of them. Of no events there is nothing to say.
func Group(c phrase.Catalog, before *trace.State, events []trace.Event) string {
	if len(events) == 0 {
		return ""
	}
	e := &events[chief(events)]
	if e.Kind == trace.Send {
		if text, ok := volley(c, before, events, e); ok {
			return seen(text)
		}
	}
	return Event(c, before, e)
}

// chief is the place of the event that matters most, of at least one.
func chief(events []trace.Event) (i int) {
	for j := range events {
		if Weight(events[j].Kind) > Weight(events[i].Kind) {
			i = j
		}
	}
	return i
}

// volley tells of one question to several nodes at once, the first of which is
// first, or of the first one where they are asked in turn. A phase that begins
// with it says why it is asked.
func volley(c phrase.Catalog, before *trace.State, events []trace.Event, first *trace.Event) (string, bool) {
	question, _ := trace.ParseMsg(first.Msg)
	var nodes []string
	var phase *trace.Event
	for i := range events {
		e := &events[i]
		if e.Kind == trace.Phase && e.Who == first.From {
			phase = e
		}
		name, ok := trace.ParseMsg(e.Msg)
		if e.Kind == trace.Send && ok && name.Question() == question.Question() {
			nodes = append(nodes, e.To)
		}
	}
	t := teller{c, before, first}
	args := []string{"who", t.actor(first.From, first.Activity), "client", first.From, "nodes", t.list(nodes), "cmd", t.command(first.Cmd)}
	key, token, compares := compared(first.Cmd)
	args = append(args, "key", key, "token", shortened(token))
	switch {
	case phase != nil && phase.Phase == trace.PhaseAsk:
		return c.Say("group.ask"+t.asking(len(nodes)), args...), true
	case phase != nil && c.Has("group."+phase.Phase) && phase.Phase != trace.PhaseRead && phase.Phase != trace.PhaseWrite:
		return c.Say("group."+phase.Phase, args...), true
	case phase != nil && (len(nodes) > 1 || phase.Phase == trace.PhaseLetGo || phase.Phase == trace.PhaseGiveBack):
		return Event(c, before, phase), true
	case len(nodes) < 2:
		return "", false
	case first.Purpose == trace.ToRelease && compares:
		return c.Say("group.release", args...), true
	case c.Has("group.request." + string(first.Purpose)):
		return c.Say(t.renewed("group.request."+string(first.Purpose)), args...), true
	}
	return c.Say("group.request", args...), true
}

// asking is how a question that begins an attempt is told: to all that are asked at
// once, to the first of several, to the only one, or of a lock without votes.
func (t teller) asking(nodes int) string {
	switch {
	case !t.votes(t.e.From):
		return ".single"
	case t.asked(t.e.From) == 1:
		return ".one"
	case nodes == 1:
		return ".first"
	}
	return ""
}

// Weight orders kinds by how much a learner would miss if told of another
// event of the same instant.
func Weight(k trace.Kind) int {
	switch k {
	case trace.Violation:
		return 10
	case trace.Fault, trace.Heal, trace.ClockSet, trace.Promote, trace.Demote, trace.ODown:
		return 9
	case trace.Decide:
		return 8
	case trace.Lost, trace.Release, trace.Extend, trace.SDown:
		return 7
	case trace.Enter, trace.Leave, trace.Hold, trace.Write, trace.Read, trace.End:
		return 6
	case trace.Exec, trace.Expire, trace.Replicate:
		return 5
	case trace.Drop, trace.Timeout:
		return 4
	case trace.Deliver:
		return 3
	case trace.Send, trace.Start:
		return 2
	}
	return 1
}
