package narrate

import (
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// Group returns one sentence for several events of one instant, in sequence:
// for questions that one client sends to several nodes at once, a sentence
// about them all; or else that of the event which matters most. before is the
// state just before the first of them. It returns "" for no events.
func Group(c phrase.Catalog, before *trace.State, events []trace.Event) string {
	if len(events) == 0 {
		return ""
	}
	chief := 0
	for i := range events {
		if weight(events[i].Kind) > weight(events[chief].Kind) {
			chief = i
		}
	}
	e := &events[chief]
	if e.Kind == trace.Send && len(e.Cmd) > 0 {
		if text, ok := volley(c, before, events[chief:]); ok {
			return text
		}
	}
	return Event(c, before, e)
}

// volley tells of one question to several nodes at once.
func volley(c phrase.Catalog, before *trace.State, events []trace.Event) (string, bool) {
	first := &events[0]
	step, _ := trace.ParseMsg(first.Msg)
	var nodes []string
	for i := range events {
		e := &events[i]
		name, ok := trace.ParseMsg(e.Msg)
		if e.Kind != trace.Send || !ok || name.Reply || name.Copy > 0 {
			continue
		}
		if name.Client == step.Client && name.Step == step.Step && name.Attempt == step.Attempt {
			nodes = append(nodes, e.To)
		}
	}
	if len(nodes) < 2 {
		return "", false
	}
	t := teller{c, before, first}
	args := []string{"who", first.From, "nodes", t.list(nodes), "cmd", t.command(first.Cmd)}
	if step.Step == stepDel && isScript(first.Cmd) && len(first.Cmd) == 5 {
		return c.Say("group.release", append(args, "key", first.Cmd[3], "token", Short(first.Cmd[4]))...), true
	}
	return c.Say("group.request", args...), true
}

// weight orders kinds by how much a learner would miss if told of another
// event of the same instant.
func weight(k trace.Kind) int {
	switch k {
	case trace.Violation:
		return 10
	case trace.Fault, trace.Heal, trace.ClockSet, trace.Promote:
		return 9
	case trace.Decide:
		return 8
	case trace.Lost, trace.Release, trace.Extend:
		return 7
	case trace.Enter, trace.Leave, trace.Hold, trace.Write, trace.Read:
		return 6
	case trace.Exec, trace.Expire:
		return 5
	case trace.Drop, trace.Timeout:
		return 4
	case trace.Deliver:
		return 3
	case trace.Send, trace.Start, trace.End:
		return 2
	}
	return 1
}
