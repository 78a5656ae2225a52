package live

import (
	"strconv"
	"strings"

	"lockstep/server/respio"
	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

// asking is a question that an activity waits for. The recorder's lock guards it from
// when it is put to the first node.
type asking struct {
	a        *activity
	q        lock.Question
	aim      aim
	wire     []byte
	requests []request // one a node, in the order of q.Nodes
	replies  []lock.Reply
	names    []byte // room for those of requests

	sent     int        // how many requests have left
	open     int        // of those, how many wait for an answer yet
	deadline trace.Time // of the wait for them
	late     bool       // some may be answered when nobody waits any more
}

// ask puts a question to nodes and waits for the answers.
func (a *activity) ask(q lock.Question) []lock.Reply {
	n := len(q.Nodes)
	ask := a.question(n)
	ask.q, ask.aim, ask.sent = q, aimOf(q.Cmd), 0
	ask.wire = respio.AppendCommand(ask.wire[:0], a.p.s.onTheWire(q))
	ask.replies = make([]lock.Reply, n)
	for i, node := range q.Nodes {
		ask.replies[i].Node = node
	}
	together := 1
	if q.Order == lock.Parallel {
		together = n
	}
	for ask.sent < n {
		ask.put(together)
		ask.await()
	}
	return ask.replies
}

// question returns room for a question to n nodes: that of the one before, unless
// something may be heard of that yet.
func (a *activity) question(n int) *asking {
	if ask := a.asking; ask != nil && !ask.late && cap(ask.requests) >= n {
		ask.requests = ask.requests[:n]
		return ask
	}
	return &asking{a: a, requests: make([]request, n)}
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
func (ask *asking) put(count int) {
	next := ask.requests[ask.sent:][:count]
	ask.leaves(next)
	for k := range next {
		next[k].line.submit(&next[k], ask.wire)
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
		q.ask, q.i, q.over = ask, ask.sent, false
		if id := ask.q.Nodes[q.i]; q.to == nil || q.to.id != id { // else as before
			q.to = s.node(id)
			q.line = q.to.line(a.p)
		}
		ask.sent++
		ask.open++
	}
	ask.name(next)
	for k := range next {
		q := &next[k]
		e := r.next(trace.Send, at)
		e.Msg, e.Purpose, e.From, e.To = q.name, ask.q.Purpose, string(a.p.client.ID), string(q.to.id)
		e.Cmd, e.At, e.File, e.Line, e.Activity = ask.q.Cmd, a.reading(at), a.site.file, a.site.line, a.name
		r.told(e)
		s.marks.sent(q)
	}
	s.flying += len(next)
}

// name names the next requests. All their names lie in one string.
func (ask *asking) name(next []request) {
	b, begin, times := ask.names[:0], "", 0
	for k := range next {
		id := next[k].to.id
		if n := ask.a.count(ask.q.Step, id); n != times {
			begin, times = ask.a.message(ask.q.Step, n, ""), n
		}
		b = append(append(b, begin...), id...)
		next[k].name = begin // so long
	}
	ask.names = b
	for k, names := 0, string(b); k < len(next); k++ {
		size := len(next[k].name) + len(next[k].to.id)
		next[k].name, names = names[:size], names[size:]
	}
}

// message names a request of the present attempt that puts a step to a node for so many
// times.
func (a *activity) message(step string, times int, node trace.NodeID) string {
	name := trace.MsgName{Client: a.p.client.ID, Activity: a.name, Attempt: a.attempt, Step: step, Node: node}
	if times > 1 {
		name.Step += "." + strconv.Itoa(times)
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
	if ask == nil || ask.open == 0 || at < ask.deadline {
		return
	}
	ask.late = true
	for i := range ask.sent {
		if q := &ask.requests[i]; q.isAwaited() && q.timeout(at) {
			a.settle()
		}
	}
}

// visit puts a question to the resource, which answers at once.
func (a *activity) visit(q lock.Question) []lock.Reply {
	s, r := a.p.s, &a.p.s.rec
	who, request := string(a.p.client.ID), a.message(q.Step, a.count(q.Step, q.Nodes[0]), q.Nodes[0])
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
