package narrate

import "lockstep/sim/trace"

// The steps whose messages have sentences of their own, as package lock names
// them.
const (
	stepSet = "set"
	stepDel = "del"
)

// send tells nothing of how long the message will travel: whoever sends it does
// not know, and the lack of a number would give away that it will be lost.
func (t teller) send() string {
	e := t.e
	name, ok := trace.ParseMsg(e.Msg)
	switch {
	case ok && name.Copy > 0:
		return t.c.Say("event.send.copy", "what", t.message(e.Msg, e.Cmd, e.Reply))
	case len(e.Cmd) == 0:
		return t.c.Say("event.send.reply", "node", e.From, "who", e.To, "reply", reply(e.Reply))
	case ok && name.Step == stepDel && isScript(e.Cmd) && len(e.Cmd) == 5:
		return t.c.Say("event.send.release", "who", e.From, "node", e.To, "key", e.Cmd[3], "token", shortened(e.Cmd[4]))
	}
	return t.c.Say("event.send.request", "who", e.From, "node", e.To, "cmd", t.command(e.Cmd))
}

func (t teller) deliver() string {
	e := t.e
	name, ok := trace.ParseMsg(e.Msg)
	m := t.find(e.Msg)
	if !ok || m == nil {
		return t.c.Say("event.deliver.unsent", "what", e.Msg, "who", e.Who)
	}
	way := t.span(e.T.Sub(m.Sent))
	if !name.Reply {
		return t.c.Say("event.deliver", "what", t.message(e.Msg, m.Cmd, m.Reply), "way", way)
	}
	args := []string{"node", m.From, "who", e.Who, "reply", reply(m.Reply), "way", way}
	if name.Step == stepDel {
		switch m.Reply {
		case "(integer) 1":
			return t.c.Say("event.deliver.deleted", args...)
		case "(integer) 0":
			return t.c.Say("event.deliver.kept", args...)
		}
	}
	c := t.st.Client(name.Client)
	if name.Step != stepSet || c == nil || name.Attempt != c.Attempt || name.Copy > 0 {
		return t.c.Say("event.deliver.reply", args...)
	}
	granted := 0
	for i, v := range c.Votes {
		if v == trace.Granted {
			granted++
		}
		if v == trace.NoAnswer && t.st.Nodes[i].ID == name.Node {
			return t.c.Say("event.deliver.late", args...)
		}
	}
	if m.Reply != "OK" {
		return t.c.Say("event.deliver.no", args...)
	}
	return t.c.Say("event.deliver.ok", append(args, "k", number(granted+1), "n", number(len(c.Votes)))...)
}

func (t teller) drop() string {
	e := t.e
	what := e.Msg
	if m := t.find(e.Msg); m != nil {
		what = t.message(e.Msg, m.Cmd, m.Reply)
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
	if name.Step == stepSet {
		key = "event.timeout.set"
	}
	return t.c.Say(key, "who", t.e.Who, "node", string(name.Node))
}

// message is what a message is called within a sentence: A's SET to n3.
func (t teller) message(msg string, cmd []string, answer string) string {
	name, ok := trace.ParseMsg(msg)
	switch {
	case !ok:
		return msg
	case name.Reply:
		return t.c.Say("word.reply", "node", string(name.Node), "who", string(name.Client), "reply", reply(answer))
	}
	key := "word.request"
	if name.Step == stepDel {
		key = "word.release"
	}
	return t.c.Say(key, "node", string(name.Node), "who", string(name.Client), "cmd", verb(cmd, name.Step))
}

// verb is a command's first word, or the step's name where it is not known.
func verb(cmd []string, step string) string {
	if len(cmd) == 0 {
		return step
	}
	return cmd[0]
}

func (t teller) find(msg string) *trace.Message {
	for i := range t.st.Messages {
		if t.st.Messages[i].Name == msg {
			return &t.st.Messages[i]
		}
	}
	return nil
}
