package live

import (
	"strconv"
	"strings"

	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

// asking is a question that an activity waits for. The recorder's lock guards it.
type asking struct {
	a       *activity
	q       lock.Question
	replies []lock.Reply
	wait    []waiting // one a node, in the order of q.Nodes
	sent    int       // how many requests have left
	open    int       // of those, how many wait for an answer yet
	settled chan struct{}
}

// waiting is how matters stand with one node.
type waiting struct {
	name     string
	over     bool
	deadline trace.Time
}

// ask puts a question to nodes and waits for the answers.
func (a *activity) ask(q lock.Question) []lock.Reply {
	n := len(q.Nodes)
	ask := &asking{a: a, q: q, replies: make([]lock.Reply, n), wait: make([]waiting, n), settled: make(chan struct{}, 1)}
	for i, node := range q.Nodes {
		ask.replies[i].Node = node
	}
	wire := command(a.p.s.onTheWire(q))
	if q.Order == lock.Parallel {
		ask.put(wire, n)
		ask.await()
		return ask.replies
	}
	for range n {
		ask.put(wire, 1)
		ask.await()
	}
	return ask.replies
}

// onTheWire is a question's command as the servers take it. A lock asks for the primary
// called lock, whatever its sentinels call it.
func (s *Session) onTheWire(q lock.Question) []string {
	if q.Purpose != trace.ToLocate || len(q.Cmd) != 3 {
		return q.Cmd
	}
	return []string{q.Cmd[0], q.Cmd[1], s.config.Master}
}

// put sends the question to the next nodes.
func (ask *asking) put(wire []byte, count int) {
	a, s := ask.a, ask.a.p.s
	requests := make([]request, count)
	r := &s.rec
	r.Lock()
	at := r.now()
	for k := range requests {
		i := ask.sent
		ask.sent++
		ask.open++
		node := s.node(ask.q.Nodes[i])
		req := &requests[k]
		req.ask, req.i, req.to = ask, i, node
		w := &ask.wait[i]
		w.name, w.deadline = a.message(ask.q.Step, node.id), at.Add(ask.q.Timeout)
		e := r.next(trace.Send, at)
		e.Msg, e.Purpose, e.From, e.To = w.name, ask.q.Purpose, string(a.p.client.ID), string(node.id)
		e.Cmd, e.At, e.File, e.Line, e.Activity = ask.q.Cmd, a.reading(at), a.site.file, a.site.line, a.name
		r.told(e)
		s.marks.sent(req)
	}
	s.flying += count
	r.Unlock()
	for k := range requests {
		requests[k].to.line(a.p).submit(&requests[k], wire)
	}
}

// message names the next request of the present attempt that puts a step to a node.
func (a *activity) message(step string, node trace.NodeID) string {
	name := trace.MsgName{Client: a.p.client.ID, Activity: a.name, Attempt: a.attempt, Step: step, Node: node}
	if n := a.count(step, node); n > 1 {
		name.Step += "." + strconv.Itoa(n)
	}
	return name.String()
}

// answerTo names the reply to a request.
func answerTo(request string) string { return strings.Replace(request, ">", "<", 1) }

// await returns when all that was sent is answered or has run out of time, or the
// activity is stopped.
func (ask *asking) await() {
	a := ask.a
	a.apart(func() {
		for {
			next, open := ask.lapse()
			if !open {
				return
			}
			a.timer.Reset(span(next))
			select {
			case <-ask.settled:
			case <-a.timer.C:
			case <-a.stop:
				return
			}
		}
	})
}

// lapse ends the wait for nodes whose time is up, and returns how long the others have
// at least, if there are any.
func (ask *asking) lapse() (next trace.Duration, open bool) {
	r := &ask.a.p.s.rec
	r.Lock()
	defer r.Unlock()
	if ask.a.stopped() {
		return 0, false
	}
	at := r.now()
	for i := range ask.sent {
		w := &ask.wait[i]
		switch {
		case w.over:
		case w.deadline <= at:
			ask.timeout(i, at)
		case !open || w.deadline.Sub(at) < next:
			next, open = w.deadline.Sub(at), true
		}
	}
	return next, open
}

// timeout is the end of the wait for one node. The recorder is locked.
func (ask *asking) timeout(i int, at trace.Time) {
	a, r := ask.a, &ask.a.p.s.rec
	ask.settle(i)
	e := r.next(trace.Timeout, at)
	e.Msg, e.Who, e.Activity, e.Purpose = ask.wait[i].name, string(a.p.client.ID), a.name, ask.q.Purpose
	e.At, e.File, e.Line = a.reading(at), a.site.file, a.site.line
	r.told(e)
}

// answered takes a node's reply, unless nobody waits for it any more. The recorder is
// locked.
func (ask *asking) answered(i int, text string, ok bool) {
	if ask.waits(i) {
		reply := &ask.replies[i]
		reply.Answered, reply.Text, reply.OK = true, text, ok
		ask.settle(i)
	}
}

// broken takes note that a node cannot be reached, which ends the wait for it. The
// recorder is locked.
func (ask *asking) broken(i int, at trace.Time) {
	if ask.waits(i) {
		ask.timeout(i, at)
	}
}

// waits tells whether somebody waits for a node's reply. The recorder is locked.
func (ask *asking) waits(i int) bool { return !ask.wait[i].over && !ask.a.stopped() }

func (ask *asking) settle(i int) {
	ask.wait[i].over = true
	if ask.open--; ask.open == 0 {
		select {
		case ask.settled <- struct{}{}:
		default: // it is known already
		}
	}
}

// visit puts a question to the resource, which answers at once.
func (a *activity) visit(q lock.Question) []lock.Reply {
	s, r := a.p.s, &a.p.s.rec
	who, request := string(a.p.client.ID), a.message(q.Step, q.Nodes[0])
	answer := answerTo(request)
	r.Lock()
	defer r.Unlock()
	at := r.now()
	tell := func(k trace.Kind, fill func(*trace.Event)) {
		e := r.next(k, at)
		fill(e)
		r.told(e)
	}
	tell(trace.Send, func(e *trace.Event) {
		e.Msg, e.Purpose, e.From, e.To, e.Cmd, e.Arrive = request, q.Purpose, who, s.config.Resource.ID, q.Cmd, at
		e.At, e.File, e.Line, e.Activity = a.reading(at), a.site.file, a.site.line, a.name
	})
	tell(trace.Deliver, func(e *trace.Event) { e.Msg, e.Who = request, s.config.Resource.ID })
	res := s.resource.Do(who, q.Cmd)
	if res.Op != "" {
		kind := trace.Write
		if res.Op == resource.OpRead {
			kind = trace.Read
		}
		tell(kind, func(e *trace.Event) {
			e.Who, e.Resource, e.Op, e.OK, e.Why = who, s.config.Resource.ID, res.Op, res.OK, res.Why
			e.Value, e.Version, e.Base, e.Fence, e.Msg = res.Value, res.Version, res.Base, res.Fence, request
		})
	}
	ok := q.Granted(res.Reply)
	tell(trace.Send, func(e *trace.Event) {
		e.Msg, e.Purpose, e.From, e.To = answer, q.Purpose, s.config.Resource.ID, who
		e.OK, e.Reply, e.Arrive = ok, shown(res.Reply), at
	})
	tell(trace.Deliver, func(e *trace.Event) { e.Msg, e.Who = answer, who })
	return []lock.Reply{{Node: q.Nodes[0], Answered: true, Text: res.Reply, OK: ok}}
}
