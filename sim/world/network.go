package world

import (
	"lockstep/sim/redis/resp"
	"lockstep/sim/trace"
)

// message is one message under way: a request, or the reply to one.
type message struct {
	name  trace.MsgName
	text  string // the name as it stands in the trace
	reply resp.Reply
	ok    bool // the reply grants what was asked

	asking *asking // the question it belongs to
	index  int     // of the node within the question

	// life is which life of its addressee the message was sent to: a crash breaks
	// the connection, and what is under way on it finds nobody. A node that was
	// down already is reached whenever it is back.
	life int
}

// anyLife is the life of a message that was sent while its addressee was down.
const anyLife = -1

func (m *message) isReply() bool { return m.name.Reply }

// send puts a message on its link. How long it takes, and whether chance takes
// it, are drawn by its name, so it fares alike in every run that it exists in.
func (w *world) send(m *message) {
	p := m.asking.p
	link := w.config.Network.link(m.name.Client, m.name.Node)
	takes := link.Min + trace.Duration(w.choose.Choose("latency "+m.text, uint64(link.Max-link.Min)+1))
	e := trace.Event{Kind: trace.Send, Msg: m.text, Purpose: m.asking.q.Purpose, OK: m.ok}
	if m.isReply() {
		e.From, e.To, e.Reply = string(m.name.Node), string(m.name.Client), shownReply(m.reply)
	} else {
		e.From, e.To, e.Cmd = string(m.name.Client), string(m.name.Node), m.asking.q.Cmd
		e.At, e.File, e.Line = trace.ReadAt(p.now()), p.file, p.line
	}
	arrive := w.t + trace.Time(takes)
	if link.LossPPM > 0 && w.choose.Choose("loss "+m.text, trace.Million) < link.LossPPM {
		w.emit(e)
		w.queue.push(item{at: w.t + trace.Time(takes/2), class: ordinary, do: doVanish, message: m})
		return
	}
	e.Arrive = arrive
	w.emit(e)
	w.queue.push(item{at: arrive, class: ordinary, do: doArrive, message: m})
}

// arrive lets a message reach the far end of its link. Whether somebody is there
// to take it is decided now, not when it left.
func (w *world) arrive(m *message) {
	if m.isReply() {
		w.arriveAtClient(m, m.asking.p)
	} else {
		w.arriveAtNode(m, w.host(m.name.Node))
	}
}

func (w *world) arriveAtClient(m *message, p *process) {
	who := string(p.client.ID)
	switch {
	case !p.up:
		w.drop(m, who, trace.WhyClientDown, p.crashedBy)
	case m.life != p.life:
		w.drop(m, who, trace.WhyClientRestarted, p.crashedBy)
	default:
		w.emit(trace.Event{Kind: trace.Deliver, Msg: m.text, Who: who})
		m.asking.answered(m.index, m.reply.String(), m.ok)
	}
}

func (w *world) arriveAtNode(m *message, h *host) {
	who := string(h.id)
	switch {
	case h.down:
		w.drop(m, who, trace.WhyNodeDown, h.crashedBy)
		return
	case m.life != h.life && m.life != anyLife:
		w.drop(m, who, trace.WhyNodeRestarted, h.crashedBy)
		return
	}
	w.emit(trace.Event{Kind: trace.Deliver, Msg: m.text, Who: who})
	reply, ok := h.exec(&m.asking.q, m.text, string(m.name.Client))
	name := m.name
	name.Reply = true
	w.send(&message{
		name: name, text: name.String(), reply: reply, ok: ok,
		asking: m.asking, index: m.index, life: m.asking.life,
	})
}

func (w *world) drop(m *message, who, why, by string) {
	w.emit(trace.Event{Kind: trace.Drop, Msg: m.text, Who: who, Why: why, By: by})
}

// vanish loses a message by chance.
func (w *world) vanish(m *message) {
	to := string(m.name.Node)
	if m.isReply() {
		to = string(m.name.Client)
	}
	w.drop(m, to, trace.WhyLost, "")
}
