package world

import (
	"strconv"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// asking is a question that a process waits for.
type asking struct {
	p       *process
	q       lock.Question
	replies []lock.Reply
	wait    []waiting // one a node, in the order of q.Nodes
	sent    int       // how many requests have left
	open    int       // how many nodes neither answered nor ran out of time
	life    int       // which life of the process asks
}

// waiting is how matters stand with one node.
type waiting struct {
	name     trace.MsgName
	over     bool
	deadline trace.Time
}

// stepNode is a step put to a node. Its count keeps names apart when one attempt
// puts it twice, or a node is listed twice.
type stepNode struct {
	step string
	node trace.NodeID
}

// ask begins a question.
func (p *process) ask(q lock.Question) *asking {
	n := len(q.Nodes)
	a := &asking{p: p, q: q, replies: make([]lock.Reply, n), wait: make([]waiting, n), open: n, life: p.life}
	for i, node := range q.Nodes {
		a.replies[i].Node = node
	}
	p.asking = a
	if q.Order == lock.Parallel {
		for range n {
			a.send()
		}
	}
	return a
}

// send puts the question to the next node.
func (a *asking) send() {
	i, p := a.sent, a.p
	a.sent++
	node := a.q.Nodes[i]
	key := stepNode{a.q.Step, node}
	p.asked[key]++
	step := a.q.Step
	if n := p.asked[key]; n > 1 {
		step += "." + strconv.Itoa(n)
	}
	w := &a.wait[i]
	w.name = trace.MsgName{Client: p.client.ID, Attempt: p.attempt, Step: step, Node: node}
	w.deadline = p.after(a.q.Timeout)
	life := anyLife
	if h := p.w.host(node); !h.down {
		life = h.life
	}
	p.w.send(&message{name: w.name, text: w.name.String(), asking: a, index: i, life: life})
	p.w.queue.push(item{at: w.deadline, class: ordinary, do: doTimeout, ask: a, index: i})
}

// answered takes a node's reply, unless the process has stopped waiting for it.
// A reply that comes while the process is paused waits in its socket, and is
// read before the process looks at the clock.
func (a *asking) answered(i int, text string, ok bool) {
	if a.p.asking != a || a.wait[i].over {
		return
	}
	a.wait[i].over = true
	a.open--
	r := &a.replies[i]
	r.Answered, r.Text, r.OK = true, text, ok
	a.p.wake()
}

// settle lets the process notice which nodes ran out of time, and ask the next
// one when it asks in turn. It tells whether the question is over.
func (a *asking) settle() bool {
	p := a.p
	for {
		for i := range a.sent {
			w := &a.wait[i]
			if w.over || w.deadline > p.w.t {
				continue
			}
			w.over = true
			a.open--
			p.w.emit(trace.Event{
				Kind: trace.Timeout, Msg: w.name.String(), Who: string(p.client.ID), Purpose: a.q.Purpose,
				At: trace.ReadAt(p.now()), File: p.file, Line: p.line,
			})
		}
		inTurn := a.q.Order == lock.Sequential && a.open == len(a.q.Nodes)-a.sent
		if !inTurn || a.open == 0 {
			return a.open == 0
		}
		a.send()
	}
}
