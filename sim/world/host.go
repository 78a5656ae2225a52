package world

import (
	"lockstep/sim/redis"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// host is a machine with one Redis node on it.
type host struct {
	endpoint
	w          *world
	id         trace.NodeID
	redis      *redis.Node
	due        trace.Time // when a key will run out, as far as is scheduled; none if it is not
	generation int        // of the item that will find a key run out: an earlier one is stale

	lead   leading
	follow following
}

// none is a host's due when no key will run out.
const none = trace.Time(-1)

// now is what the node's clock shows, as the trace tells it; time is that on the
// wire.
func (h *host) now() trace.Local  { return h.w.wall(&h.endpoint) }
func (h *host) time() trace.Local { return h.now().Add(epoch) }

// serve runs a request's command and answers, unless the answer has to wait.
func (h *host) serve(m *message, r *request) {
	h.expire() // a key that runs out at this very instant is gone first
	res := h.redis.Exec(h.time(), r.ask.q.Cmd)
	if res.Wait != nil {
		h.await(m, r, res)
		return
	}
	h.answer(m, r, res)
}

// answer tells of a command that was run, and sends its reply: unless what it let
// loose took the node down before it could.
func (h *host) answer(m *message, r *request, res redis.Result) {
	text, life := res.Reply.String(), h.life
	h.tell(res, trace.Event{
		Msg: m.text, Who: m.from.end().name, Cmd: shownCmd(r.ask.q.Cmd),
		Purpose: m.purpose, OK: r.ask.q.Granted(text),
	})
	if h.life == life {
		h.w.reply(m, r, text)
	}
}

// operate runs a command that a person typed at this node.
func (h *host) operate(args []string) {
	h.expire()
	res := h.redis.Exec(h.time(), args)
	if res.Wait != nil {
		res.Reply = countReply(h.lead.acknowledged(h.redis.Offset()))
	}
	h.tell(res, trace.Event{Who: trace.Operator, Cmd: shownCmd(args)})
	switch f := res.Follow; {
	case f == nil:
	case f.NoOne:
		h.promote(trace.Event{Who: trace.Operator})
	default:
		h.followAsTold(f.Primary)
	}
}

// followAsTold carries out an operator's REPLICAOF. A real node would look for a
// primary that is none for ever, and a replica may have replicas of its own: neither
// is modelled, and the node stays what it is.
func (h *host) followAsTold(primary trace.NodeID) {
	e := trace.Event{Kind: trace.Fault, What: trace.WhatCommand, Who: h.name, By: trace.Operator}
	switch other, ok := find[*host](h.w, string(primary)); {
	case !ok || other == h:
		e.Why = trace.WhyNoSuchNode
	case other.follow.primary != nil:
		e.Why = trace.WhyNotPrimary
	default:
		h.demote(primary, trace.Event{Who: trace.Operator})
		return
	}
	h.w.emit(e)
}

// tell emits the event of a command that was run, and lets the replicas know.
func (h *host) tell(res redis.Result, e trace.Event) {
	e.Kind, e.Node = trace.Exec, h.id
	e.Reply, e.Keys, e.At = shownReply(res.Reply.String()), shownKeys(res.Keys), trace.ReadAt(h.now())
	life := h.life
	h.w.emit(e)
	h.w.carryOut()
	if h.life == life {
		h.changed(res)
	}
}

// changed sees to what follows from a command.
func (h *host) changed(res redis.Result) {
	h.w.steps += res.Steps
	h.publish(res.Effects)
	h.watch()
}

// refuses tells whether the node takes no writes but its primary's, and says so.
func (h *host) refuses(e trace.Event) bool {
	if h.follow.primary == nil {
		return false
	}
	e.Why = trace.WhyReplica
	h.w.emit(e)
	return true
}

// flush makes the node lose all its keys, as FLUSHALL does.
func (h *host) flush(e trace.Event) {
	if h.refuses(e) {
		return
	}
	h.expire()
	res := h.redis.Exec(h.time(), []string{"FLUSHALL"})
	e.Keys = shownKeys(res.Keys)
	h.w.emit(e)
	h.changed(res)
}

// evict makes the node give up one key.
func (h *host) evict(e trace.Event) {
	if h.refuses(e) {
		return
	}
	h.expire()
	res := h.redis.Evict(h.time(), e.Key)
	e.Key = shownText(e.Key)
	if len(res.Effects) == 0 {
		e.Why = trace.WhyNoSuchKey
		h.w.emit(e)
		return
	}
	e.Keys = shownKeys(res.Keys)
	h.w.emit(e)
	h.changed(res)
}

// expire tells of the keys that have run out.
func (h *host) expire() {
	gone := h.redis.Expire(h.time())
	for i := range gone {
		h.w.emit(trace.Event{Kind: trace.Expire, Node: h.id, Key: shownText(gone[i].Key), At: trace.ReadAt(h.now())})
	}
	h.publish(gone)
}

// watch sees to it that the next key to run out is told of at that very instant.
func (h *host) watch() {
	at, any := h.redis.NextExpiry()
	due := none
	if any {
		due = max(h.w.t, h.clocks.Wall.When(at.Add(-epoch)))
	}
	if due == h.due {
		return
	}
	h.due = due
	h.generation++
	if any {
		h.w.queue.push(item{at: due, class: ordinary, do: doExpire, machine: h, generation: h.generation})
	}
}

// crash takes the node down. Nobody hears of keys that run out meanwhile.
func (h *host) crash(d run.Data, by string) []trace.Key {
	h.down, h.crashedBy, h.due = true, by, none
	h.life++
	h.generation++
	lost := shownKeys(h.redis.Crash(h.time(), persistence(d)))
	h.cutOff()
	return lost
}

// restart brings it back with what the crash left.
func (h *host) restart() {
	h.redis.Restart()
	h.expire() // what ran out while it was down
	h.watch()
	h.askToFollow(0)
}
