package live

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/redis/go-redis/v9"

	"lockstep/sim/redis/resp"
	"lockstep/sim/trace"
)

// request is one command on its way to one node and back. It is its own command of
// go-redis, so that the reply is heard by whoever reads it off the wire, at that very
// moment: nobody has to wait for each.
type request struct {
	*redis.RawWriteToCmd
	ask  *asking
	i    int // which of its nodes
	to   *node
	name trace.MsgName
	wire []byte // as much of the reply as has come
	done bool   // guarded by the recorder
}

var _ interface {
	redis.Cmder
	io.Writer
} = (*request)(nil)

// send puts the request on its connection, and does not wait.
func (q *request) send(args []any) {
	ctx := context.Background()
	q.RawWriteToCmd = redis.NewRawWriteToCmd(ctx, q, args...)
	if line, err := q.to.line(q.ask.a.p); err != nil {
		q.SetErr(err)
	} else {
		line.submit(ctx, q)
	}
}

// Write takes the next bytes of the reply.
func (q *request) Write(p []byte) (int, error) {
	q.wire = append(q.wire, p...)
	if reply, rest, err := resp.Parse(q.wire); err == nil && len(rest) == 0 {
		q.heard(reply)
	}
	return len(p), nil
}

// SetErr is called when there will be no reply.
func (q *request) SetErr(err error) {
	q.RawWriteToCmd.SetErr(err)
	if err != nil {
		q.failed(err)
	}
}

// heard tells what a node's answer says. All there is to know of the command's way
// there, its running and the way back is known only now, so all of that is told now.
func (q *request) heard(reply resp.Reply) {
	ask, s := q.ask, q.ask.a.p.s
	r := &s.rec
	text := q.to.words(reply)
	ok := ask.q.Granted(text)
	who, node := string(ask.a.p.client.ID), string(q.to.id)
	answer := q.name
	answer.Reply = true
	name := answer.String()

	r.Lock()
	defer r.Unlock()
	if q.done {
		return
	}
	q.done = true
	at := r.now()

	e := r.next(trace.Deliver, at)
	e.Msg, e.Who = ask.wait[q.i].name, node
	r.told(e)

	e = r.next(trace.Exec, at)
	e.Node, e.Msg, e.Who, e.Cmd, e.Purpose = q.to.id, ask.wait[q.i].name, who, ask.q.Cmd, ask.q.Purpose
	e.Reply, e.OK, e.Keys = shown(text), ok, s.marks.heard(q, text, ok, at)
	r.told(e)

	e = r.next(trace.Send, at)
	e.Msg, e.Purpose, e.From, e.To, e.OK, e.Reply, e.Arrive = name, ask.q.Purpose, node, who, ok, shown(text), at
	r.told(e)

	e = r.next(trace.Deliver, at)
	e.Msg, e.Who = name, who
	r.told(e)

	ask.answered(q.i, text, ok)
	s.landed()
}

// failed tells that the connection to a node broke, or that none came about. Whether
// the command was carried out nobody knows. Who waits for the answer waits no longer.
func (q *request) failed(err error) {
	ask, s := q.ask, q.ask.a.p.s
	r := &s.rec
	r.Lock()
	defer r.Unlock()
	if q.done {
		return
	}
	q.done = true
	at := r.now()
	s.marks.failed(q)
	e := r.next(trace.Drop, at)
	e.Msg, e.Who, e.Why = ask.wait[q.i].name, string(q.to.id), trace.WhyNodeDown
	if timedOut(err) {
		e.Why = trace.WhyCut
	}
	r.told(e)
	ask.broken(q.i, at)
	s.landed()
}

// timedOut knows the error of a machine that does not so much as refuse.
func timedOut(err error) bool {
	var t net.Error
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &t) && t.Timeout()
}

// words is a reply as redis-cli writes it, for an algorithm and the trace. A sentinel's
// address is one of the session's nodes, and stands there by its name.
func (n *node) words(reply resp.Reply) string {
	if n.role != trace.RoleSentinel || reply.Kind != resp.Array || len(reply.Array) != 2 {
		return reply.String()
	}
	host, port := reply.Array[0].Text, reply.Array[1].Text
	return strconv.Quote(string(n.s.Named(net.JoinHostPort(host, port))))
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
