package world

import (
	"strconv"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// asking is a question that an activity waits for.
type asking struct {
	a       *activity
	q       lock.Question
	replies []lock.Reply
	wait    []waiting // one a node, in the order of q.Nodes
	sent    int       // how many requests have left
	open    int       // how many nodes neither answered nor ran out of time
	life    int       // which life of the process asks
}

// waiting is how matters stand with one node.
type waiting struct {
	name     string
	over     bool
	deadline trace.Local // by the steady clock
}

// stepNode is a step put to a node. Its count keeps names apart when one attempt
// puts it twice, or a node is listed twice.
type stepNode struct {
	step string
	node trace.NodeID
}

// ask begins a question.
func (a *activity) ask(q lock.Question) *asking {
	n := len(q.Nodes)
	ask := &asking{a: a, q: q, replies: make([]lock.Reply, n), wait: make([]waiting, n), open: n, life: a.p.life}
	for i, node := range q.Nodes {
		ask.replies[i].Node = node
	}
	a.asking = ask
	if q.Order == lock.Parallel {
		for range n {
			ask.send()
		}
	}
	return ask
}

// send puts the question to the next node.
func (ask *asking) send() {
	i, a := ask.sent, ask.a
	ask.sent++
	node := ask.q.Nodes[i]
	key := stepNode{ask.q.Step, node}
	a.asked[key]++
	step := ask.q.Step
	if n := a.asked[key]; n > 1 {
		step += "." + strconv.Itoa(n)
	}
	name := trace.MsgName{Client: a.p.client.ID, Activity: a.name, Attempt: a.attempt, Step: step, Node: node}
	wait := &ask.wait[i]
	wait.name = name.String()
	wait.deadline = a.p.steady().Add(ask.q.Timeout)
	a.p.w.request(&message{
		name: name, text: wait.name, purpose: ask.q.Purpose,
		from: a.p, to: a.p.w.addressee(node), cargo: &request{ask, i},
	})
	ask.arm(i)
}

// addressee is whom a lock asks. The one who compiled the world knows that it is
// there.
func (w *world) addressee(node trace.NodeID) server {
	s, ok := find[server](w, string(node))
	if !ok {
		panic("world: a lock asks " + string(node) + ", which is no node of this world")
	}
	return s
}

func (ask *asking) arm(i int) {
	w := ask.a.p.w
	w.queue.push(item{at: w.when(ask.a.p, ask.wait[i].deadline), class: ordinary, do: doTimeout, ask: ask, index: i})
}

// rearm schedules the timeouts again, since the clock that they go by has changed.
// The old ones do no harm: who wakes too early goes back to sleep.
func (ask *asking) rearm() {
	for i := range ask.sent {
		if !ask.wait[i].over {
			ask.arm(i)
		}
	}
}

// answered takes a node's reply, unless nobody waits for it any more. A reply that
// comes while the process is paused waits in its socket, and is read before the
// process looks at the clock.
func (ask *asking) answered(i int, text string, ok bool) {
	if ask.a.asking != ask || ask.wait[i].over {
		return
	}
	ask.wait[i].over = true
	ask.open--
	r := &ask.replies[i]
	r.Answered, r.Text, r.OK = true, text, ok
	ask.a.wake()
}

// lapse lets the activity notice which nodes ran out of time.
func (ask *asking) lapse() {
	a := ask.a
	for i := range ask.sent {
		wait := &ask.wait[i]
		if wait.over || wait.deadline > a.p.steady() {
			continue
		}
		wait.over = true
		ask.open--
		a.p.w.emit(trace.Event{
			Kind: trace.Timeout, Msg: wait.name, Who: a.p.name, Activity: a.name, Purpose: ask.q.Purpose,
			At: trace.ReadAt(a.p.reading()), File: a.file, Line: a.line,
		})
	}
}

// goOn puts the question to the next node, if it goes to one after another and the
// one before is done with. It tells whether the question is over.
func (ask *asking) goOn() bool {
	inTurn := ask.q.Order == lock.Sequential && ask.open == len(ask.q.Nodes)-ask.sent
	if inTurn && ask.open > 0 {
		ask.send()
	}
	return ask.open == 0
}
