package world

import (
	"lockstep/sim/lock"
	"lockstep/sim/redis"
	"lockstep/sim/redis/resp"
	"lockstep/sim/trace"
)

// host is a machine with one Redis node on it.
type host struct {
	w         *world
	id        trace.NodeID
	redis     *redis.Node
	clock     trace.Clock
	down      bool
	life      int    // how often it has crashed
	crashedBy string // who crashed it last
	lose      bool   // it will come back empty
	due       trace.Time
	turn      int // of the item that will find a key run out: an earlier one is stale
}

func (h *host) now() trace.Local { return h.clock.At(h.w.t) }

// exec runs a question's command at the node, and tells whether the reply grants
// it. msg is empty for what an operator typed, which asks for nothing.
func (h *host) exec(q *lock.Question, msg, who string) (reply resp.Reply, ok bool) {
	h.expire() // a key that runs out at this very instant is gone first
	r := h.redis.Exec(h.now(), q.Cmd)
	ok = q.Granted(r.Reply.String())
	h.w.emit(trace.Event{
		Kind: trace.Exec, Node: h.id, Msg: msg, Who: who, Cmd: shownCmd(q.Cmd),
		Reply: shownReply(r.Reply), Keys: shownKeys(r.Keys), At: trace.ReadAt(h.now()),
		Purpose: q.Purpose, OK: ok,
	})
	h.w.steps += r.Steps
	h.watch()
	return r.Reply, ok
}

// expire tells of the keys that have run out.
func (h *host) expire() {
	for _, key := range h.redis.Expire(h.now()) {
		h.w.emit(trace.Event{Kind: trace.Expire, Node: h.id, Key: shownText(key), At: trace.ReadAt(h.now())})
	}
}

// watch sees to it that the next key to run out is told of at that very instant.
func (h *host) watch() {
	at, any := h.redis.NextExpiry()
	due := trace.Time(-1)
	if any {
		due = max(h.w.t, h.clock.When(at))
	}
	if due == h.due {
		return
	}
	h.due = due
	h.turn++
	if any {
		h.w.queue.push(item{at: due, class: ordinary, do: doExpire, host: h, turn: h.turn})
	}
}

// crash takes the node down. Nobody hears of keys that run out meanwhile.
func (h *host) crash(lose bool, by string) {
	h.down, h.crashedBy, h.lose, h.due = true, by, lose, -1
	h.life++
	h.turn++
}

// restart brings it back, with its keys or without.
func (h *host) restart() {
	h.redis.Restart(h.lose)
	h.down, h.lose = false, false
}
