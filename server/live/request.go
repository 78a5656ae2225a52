package live

import (
	"context"
	"errors"
	"net"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"lockstep/sim/trace"
)

// request is one command on its way to one node and back.
type request struct {
	ask  *asking
	i    int // which of its nodes
	to   *node
	line *pipe
	name string
	text string       // what the node answers
	spot *spot        // what it is about there
	keys [1]trace.Key // room for what its answer says of keys
	over bool         // nobody waits for it any more
}

// answered takes note of what a node's answer says.
func (q *request) answered(wire []byte) { q.text = q.to.words(wire) }

// heard tells what a node's answer says. All there is to know of the command's way
// there, its running and the way back is known only now, so all of that is told now. It
// returns who waits, if that ends the wait for all of them.
func (q *request) heard(at trace.Time) *activity {
	ask, s, text := q.ask, q.ask.a.p.s, q.text
	r, ok := &s.rec, ask.q.Granted(text)
	who, node := string(ask.a.p.client.ID), string(q.to.id)
	q.delivered(at, q.name, node)

	e := r.next(trace.Exec, at)
	e.Node, e.Msg, e.Who, e.Cmd, e.Purpose = q.to.id, q.name, who, ask.q.Cmd, ask.q.Purpose
	e.Reply, e.OK, e.Keys = shown(text), ok, q.learn(text, ok, at)
	if r.tell != nil {
		e.Keys = slices.Clone(e.Keys) // who listens may keep them
	}
	r.told(e)

	if r.tell != nil {
		name := answerTo(q.name)
		e = r.next(trace.Send, at)
		e.Msg, e.Purpose, e.From, e.To, e.OK, e.Reply, e.Arrive = name, ask.q.Purpose, node, who, ok, shown(text), at
		r.told(e)
		q.delivered(at, name, who)
	}
	s.landed()
	if q.replied(text, ok) {
		return ask.a
	}
	return nil
}

// delivered tells that a message came, to whom it may concern: no rule looks at that,
// nor at a reply that leaves, so where nobody listens they are not made.
func (q *request) delivered(at trace.Time, msg, who string) {
	r := &q.ask.a.p.s.rec
	if r.tell == nil {
		return
	}
	e := r.next(trace.Deliver, at)
	e.Msg, e.Who = msg, who
	r.told(e)
}

// failed tells that the connection to a node broke, or that none came about. Whether
// a command that was on it was carried out nobody knows. Who waits for the answer waits
// no longer.
func (q *request) failed(err error, asked bool) {
	s := q.ask.a.p.s
	r := &s.rec
	r.Lock()
	defer r.Unlock()
	at := r.now()
	q.unheard(asked)
	e := r.next(trace.Drop, at)
	e.Msg, e.Who, e.Why = q.name, string(q.to.id), trace.WhyNodeDown
	if timedOut(err) {
		e.Why = trace.WhyCut
	}
	r.told(e)
	s.landed()
	if q.broken(at) {
		q.ask.a.settle()
	}
}

// replied takes a node's reply, unless nobody waits for it any more, and returns
// whether it is the last. The recorder is locked.
func (q *request) replied(text string, ok bool) (last bool) {
	if !q.isAwaited() {
		return false
	}
	reply := &q.ask.replies[q.i]
	reply.Answered, reply.Text, reply.OK = true, text, ok
	return q.settle()
}

// broken takes note that a node cannot be reached, which ends the wait for it, and
// returns whether it is the last. The recorder is locked.
func (q *request) broken(at trace.Time) (last bool) { return q.isAwaited() && q.timeout(at) }

func (q *request) isAwaited() bool { return !q.over && !q.ask.a.stopped() }

// timeout is the end of the wait for one node, which may be the last. The recorder is
// locked.
func (q *request) timeout(at trace.Time) (last bool) {
	a, r := q.ask.a, &q.ask.a.p.s.rec
	last = q.settle()
	e := r.next(trace.Timeout, at)
	e.Msg, e.Who, e.Activity, e.Purpose = q.name, string(a.p.client.ID), a.name, q.ask.q.Purpose
	e.At, e.File, e.Line = a.reading(at), a.site.file, a.site.line
	r.told(e)
	return last
}

// settle ends the wait for one node, and returns whether that was the last. Whoever ends
// the wait for the last wakes up who waits.
func (q *request) settle() (last bool) {
	q.over = true
	q.ask.open--
	return q.ask.open == 0
}

// timedOut knows the error of a machine that does not so much as refuse.
func timedOut(err error) bool {
	var t net.Error
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &t) && t.Timeout()
}

// shown is a reply as it stands in the trace: valid text of bounded length.
func shown(text string) string {
	const most = 1 << 10
	if len(text) > most {
		text = text[:most] + "..."
	}
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "?")
	}
	return text
}
