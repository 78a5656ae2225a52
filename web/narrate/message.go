package narrate

import (
	"math"
	"slices"
	"strings"

	"lockstep/sim/trace"
)

// send tells nothing of how long the message will travel: whoever sends it does
// not know, and the lack of a number would give away that it will be lost.
func (t teller) send() string {
	e := t.e
	name, ok := trace.ParseMsg(e.Msg)
	args := []string{
		"who", t.actor(e.From, e.Activity), "client", e.From, "node", e.To, "cmd", t.command(e.Cmd), "keys", t.list(e.Cmd),
		"primary", primaryTold(e.Cmd),
	}
	switch {
	case ok && name.Copy > 0 && !t.answersCopy(name):
		m := trace.Message{Name: e.Msg, From: e.From, To: e.To, Purpose: e.Purpose, Cmd: e.Cmd, Reply: e.Reply}
		return t.c.Say("event.send.copy", "what", t.message(&m))
	case isReply(name, ok, e.Cmd):
		key := t.form("event.send.reply", "."+string(e.Purpose))
		return t.c.Say(key, "node", e.From, "who", e.To, "reply", t.answered(e.Purpose, e.Reply), "named", quoted(e.Reply))
	case e.Purpose == trace.ToRelease:
		if key, token, ok := compared(e.Cmd); ok {
			return t.c.Say(t.counted("event.send.release", e.From), append(args, "key", key, "token", shortened(token))...)
		}
	case e.Purpose == trace.ToExtend:
		if key, token, ok := compared(e.Cmd); ok && t.again(e.From, e.Activity) {
			return t.c.Say("event.send.extend.again", append(args, "key", key)...)
		} else if ok {
			return t.c.Say(t.renewed("event.send.extend"), append(args, "key", key, "token", shortened(token))...)
		}
	case e.Purpose == trace.ToReplicate && len(e.Cmd) == 0:
		return t.c.Say("event.send.replicate.none", args...)
	case t.c.Has("event.send.request." + string(e.Purpose)):
		return t.c.Say("event.send.request."+string(e.Purpose), args...)
	}
	return t.c.Say("event.send.request", args...)
}

// isReply tells whether a message answers another. What a primary copies to its
// replica may be nothing, so an empty command does not tell.
func isReply(name trace.MsgName, ok bool, cmd []string) bool {
	if ok {
		return name.Reply
	}
	return len(cmd) == 0
}

// answersCopy tells whether a reply that is called a copy is one that its sender made
// itself, to a copied request: the resource has just dealt with that, or there is no
// reply under way that could have been copied.
func (t teller) answersCopy(name trace.MsgName) bool {
	if !name.Reply {
		return false
	}
	request, original := name, name
	request.Reply, original.Copy = false, 0
	for i := range t.st.Resources {
		if last := t.st.Resources[i].Last; last != nil && last.T == t.e.T && last.Msg == request.String() {
			return true
		}
	}
	return t.st.Message(original.String()) == nil
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
	args := []string{"node", m.From, "who", t.actor(e.Who, name.Activity), "reply", t.answered(m.Purpose, m.Reply), "named", quoted(m.Reply), "way", way}
	c := t.st.Client(name.Client)
	switch {
	case m.Purpose == trace.ToRelease && m.OK && m.Reply != noneLeft:
		return t.c.Say(t.counted(t.leased("event.deliver.deleted", name.Node), e.Who), args...)
	case m.Purpose == trace.ToRelease && m.OK:
		return t.c.Say("event.deliver.deleted", args...)
	case m.Purpose == trace.ToRelease && !isError(m.Reply):
		return t.c.Say(t.leased("event.deliver.kept", name.Node), args...)
	case m.Purpose == trace.ToExtend && m.OK && t.again(e.Who, name.Activity):
		return t.c.Say("event.deliver.reply.extend.again", args...)
	case m.Purpose == trace.ToExtend && m.OK && t.setBy(m, name.Node):
		return t.c.Say("event.deliver.reply.extend.recreated", args...)
	case m.Purpose != trace.ToAcquire || c == nil || name.Copy > 0:
		return t.c.Say(t.leased(t.answer(m), name.Node), args...)
	case !c.Awaits(e.Msg):
		return t.c.Say("event.deliver.late", args...)
	case !m.OK && isError(m.Reply): // it says neither yes nor no
		return t.c.Say("event.deliver.reply", args...)
	case !m.OK && !t.votes(e.Who):
		return t.c.Say("event.deliver.no.single", args...)
	case !m.OK:
		return t.c.Say("event.deliver.no", args...)
	case !t.votes(e.Who):
		return t.c.Say(t.leased("event.deliver.ok.single", name.Node), args...)
	}
	key := "event.deliver.ok"
	for i, v := range c.Votes {
		if v == trace.Granted && t.st.Nodes[i].ID == name.Node {
			key += ".again"
		}
	}
	return t.c.Say(key, append(args, "k", number(c.OKs+1), "n", number(t.listed(e.Who)))...)
}

// setBy tells whether the node set its key by the command that this message answers: a
// key that is extended keeps its value, and when it got that.
func (t teller) setBy(m *trace.Message, node trace.NodeID) bool {
	n := t.node(node)
	return n != nil && slices.ContainsFunc(n.Keys, func(k trace.HeldKey) bool { return k.Owner == m.To && k.Set == m.Sent })
}

// noneLeft answers that a lock's last taking was given back.
const noneLeft = "(integer) 0"

// answer is how the arrival of a reply to a question of that purpose is told.
func (t teller) answer(m *trace.Message) string {
	key := "event.deliver.reply"
	switch {
	case m.Purpose == "" || isError(m.Reply):
		return key
	case m.OK:
		return t.form(key, "."+string(m.Purpose))
	}
	return t.form(key, "."+string(m.Purpose)+".no")
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
	who := t.actor(t.e.Who, t.e.Activity)
	name, ok := trace.ParseMsg(t.e.Msg)
	if !ok {
		return t.c.Say("event.timeout", "who", who, "node", t.e.Msg)
	}
	key := t.leased(t.form("event.timeout", "."+string(t.e.Purpose)), name.Node)
	return t.c.Say(key, "who", who, "node", string(name.Node))
}

// message is what a message is called within a sentence: A's SET to n3.
func (t teller) message(m *trace.Message) string {
	name, ok := trace.ParseMsg(m.Name)
	if !ok {
		return m.Name
	}
	key := "word.request"
	if name.Reply {
		key = "word.reply"
	}
	key = t.form(key, "."+string(m.Purpose))
	if m.Purpose == trace.ToExtend && t.again(string(name.Client), name.Activity) {
		key = t.form(key, ".again") // no renewal: it counts
	}
	return t.c.Say(key, "node", string(name.Node), "who", t.actor(string(name.Client), name.Activity),
		"reply", t.answered(m.Purpose, m.Reply), "cmd", verb(m.Cmd, name.Step))
}

// verb is a command's first word, or the step's name where it is not known.
func verb(cmd []string, step string) string {
	if len(cmd) == 0 {
		return step
	}
	return cmd[0]
}

// primaryTold is the node that a sentinel names when it says who the primary is:
// the last word of what it sends.
func primaryTold(cmd []string) string {
	if len(cmd) == 0 {
		return ""
	}
	return cmd[len(cmd)-1]
}

// reply writes an answer so that a sentence may end with it. Of an error it
// keeps the sense: without the sum and place of a script, which mean nothing to
// a reader who does not see it, and without arguments, which stand in the command.
// A list is written in one line.
func (t teller) reply(text string) string {
	if sense, ok := strings.CutPrefix(text, errorReply); ok {
		sense, _, _ = strings.Cut(sense, " script: ")
		sense, _, _ = strings.Cut(sense, ", with args beginning with:")
		text = strings.TrimSuffix(sense, ".")
	}
	if text == "" {
		return t.c.Say("value.empty")
	}
	return cut(oneLine(text), longestReply)
}

// answered is reply of an answer to a question of that purpose. What a resource holds, and
// which version that is, it says in a form of its own: 0 unpaid, or OK 1.
func (t teller) answered(to trace.Purpose, text string) string {
	first, second, _ := strings.Cut(text, " ")
	_, versioned := trace.ParseWhole(first, math.MaxInt64)
	switch {
	case to == trace.ToRead && versioned:
		return t.c.Say("value.read", "value", t.value(second), "version", first)
	case to == trace.ToWrite && first == "OK":
		return t.c.Say("value.written", "version", second)
	}
	return t.reply(text)
}

// oneLine joins the lines of a list as redis-cli prints it.
func oneLine(text string) string {
	line, rest, more := strings.Cut(strings.TrimRight(text, "\n"), "\n")
	joined := strings.TrimSpace(line)
	for more {
		line, rest, more = strings.Cut(rest, "\n")
		joined += " " + strings.TrimSpace(line)
	}
	return joined
}

// errorReply begins an answer that is an error, as redis-cli prints it.
const errorReply = "(error) "
