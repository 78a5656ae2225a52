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
	a        *activity
	q        lock.Question
	aim      aim
	requests []request // one a node, in the order of q.Nodes
	replies  []lock.Reply
	sent     int        // how many requests have left
	open     int        // of those, how many wait for an answer yet
	deadline trace.Time // of the wait for them
}

// ask puts a question to nodes and waits for the answers.
func (a *activity) ask(q lock.Question) []lock.Reply {
	n := len(q.Nodes)
	ask := &asking{a: a, q: q, aim: aimOf(q.Cmd), requests: make([]request, n), replies: make([]lock.Reply, n)}
	for i, node := range q.Nodes {
		ask.replies[i].Node = node
	}
	wire := command(a.p.s.onTheWire(q))
	together := 1
	if q.Order == lock.Parallel {
		together = n
	}
	for ask.sent < n {
		ask.put(wire, together)
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
	next := ask.requests[ask.sent:][:count]
	ask.leaves(next)
	for k := range next {
		next[k].to.line(ask.a.p).submit(&next[k], wire)
	}
}

// leaves tells that the next requests leave.
func (ask *asking) leaves(next []request) {
	a, s := ask.a, ask.a.p.s
	r := &s.rec
	r.Lock()
	defer r.Unlock()
	at := r.now()
	a.asking, ask.deadline = ask, at.Add(ask.q.Timeout)
	for k := range next {
		q := &next[k]
		q.ask, q.i, q.to = ask, ask.sent, s.node(ask.q.Nodes[ask.sent])
		q.name = a.message(ask.q.Step, q.to.id)
		ask.sent++
		ask.open++
		e := r.next(trace.Send, at)
		e.Msg, e.Purpose, e.From, e.To = q.name, ask.q.Purpose, string(a.p.client.ID), string(q.to.id)
		e.Cmd, e.At, e.File, e.Line, e.Activity = ask.q.Cmd, a.reading(at), a.site.file, a.site.line, a.name
		r.told(e)
		s.marks.sent(q)
	}
	s.flying += len(next)
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
		a.limit.Reset(span(ask.deadline.Sub(a.p.s.rec.now())))
		<-a.settled
	})
}

// lapse ends the wait for those who have not answered what the activity asked last, if
// their time is up. It may come too late for the question before.
func (a *activity) lapse() {
	r := &a.p.s.rec
	r.Lock()
	defer r.Unlock()
	ask, at := a.asking, r.now()
	if ask == nil || at < ask.deadline {
		return
	}
	for i := range ask.sent {
		if q := &ask.requests[i]; q.isAwaited() && q.timeout(at) {
			a.settle()
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
