package narrate

import "lockstep/sim/trace"

// send tells nothing of how long the message will travel: whoever sends it does
// not know, and the lack of a number would give away that it will be lost.
func (t teller) send() string {
	e := t.e
	name, ok := trace.ParseMsg(e.Msg)
	args := []string{"who", e.From, "node", e.To}
	switch {
	case ok && name.Copy > 0:
		m := trace.Message{Name: e.Msg, Purpose: e.Purpose, Cmd: e.Cmd, Reply: e.Reply}
		return t.c.Say("event.send.copy", "what", t.message(&m))
	case len(e.Cmd) == 0:
		return t.c.Say("event.send.reply", "node", e.From, "who", e.To, "reply", reply(e.Reply))
	case e.Purpose == trace.ToRelease:
		if key, token, ok := compared(e.Cmd); ok {
			return t.c.Say("event.send.release", append(args, "key", key, "token", shortened(token))...)
		}
	}
	return t.c.Say("event.send.request", append(args, "cmd", t.command(e.Cmd))...)
}

func (t teller) deliver() string {
	e := t.e
	name, ok := trace.ParseMsg(e.Msg)
	m := t.st.Message(e.Msg)
	if !ok || m == nil {
		return t.c.Say("event.deliver.unsent", "what", e.Msg, "who", e.Who)
	}
	way := t.span(e.T.Sub(m.Sent))
	if !name.Reply {
		return t.c.Say("event.deliver", "what", t.message(m), "way", way)
	}
	args := []string{"node", m.From, "who", e.Who, "reply", reply(m.Reply), "way", way}
	c := t.st.Client(name.Client)
	switch {
	case m.Purpose == trace.ToRelease && m.OK:
		return t.c.Say("event.deliver.deleted", args...)
	case m.Purpose == trace.ToRelease && !isError(m.Reply):
		return t.c.Say("event.deliver.kept", args...)
	case m.Purpose != trace.ToAcquire || c == nil || name.Copy > 0:
		return t.c.Say("event.deliver.reply", args...)
	case !c.Awaits(e.Msg):
		return t.c.Say("event.deliver.late", args...)
	case !m.OK:
		return t.c.Say("event.deliver.no", args...)
	}
	granted := 1
	for i, v := range c.Votes {
		if v == trace.Granted && t.st.Nodes[i].ID != name.Node {
			granted++
		}
	}
	return t.c.Say("event.deliver.ok", append(args, "k", number(granted), "n", number(len(c.Votes)))...)
}

func (t teller) drop() string {
	e := t.e
	what := e.Msg
	if m := t.st.Message(e.Msg); m != nil {
		what = t.message(m)
	}
	text := t.reasoned("event.drop", "what", what)
	if e.Why != "" { // who is to blame for that has been told of before
		return text
	}
	return t.caused(text)
}

func (t teller) timeout() string {
	name, ok := trace.ParseMsg(t.e.Msg)
	if !ok {
		return t.c.Say("event.timeout", "who", t.e.Who, "node", t.e.Msg)
	}
	key := "event.timeout"
	if t.e.Purpose == trace.ToAcquire {
		key = "event.timeout.set"
	}
	return t.c.Say(key, "who", t.e.Who, "node", string(name.Node))
}

// message is what a message is called within a sentence: A's SET to n3.
func (t teller) message(m *trace.Message) string {
	name, ok := trace.ParseMsg(m.Name)
	switch {
	case !ok:
		return m.Name
	case name.Reply:
		return t.c.Say("word.reply", "node", string(name.Node), "who", string(name.Client), "reply", reply(m.Reply))
	}
	key := "word.request"
	if m.Purpose == trace.ToRelease {
		key = "word.release"
	}
	return t.c.Say(key, "node", string(name.Node), "who", string(name.Client), "cmd", verb(m.Cmd, name.Step))
}

// verb is a command's first word, or the step's name where it is not known.
func verb(cmd []string, step string) string {
	if len(cmd) == 0 {
		return step
	}
	return cmd[0]
}
