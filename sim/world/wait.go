package world

import (
	"slices"

	"lockstep/sim/redis"
	"lockstep/sim/redis/resp"
)

// wait is a WAIT that a client's request asked for.
type wait struct {
	h      *host
	m      *message
	r      *request
	res    redis.Result
	offset int64 // what the replicas must have
}

// await answers a WAIT as soon as enough replicas have what was written so far, by
// whomever, or its time is up.
func (h *host) await(m *message, r *request, res redis.Result) {
	x := &wait{h: h, m: m, r: r, res: res, offset: h.offset()}
	h.lead.waits = append(h.lead.waits, x)
	if res.Wait.Timeout > 0 {
		h.w.queue.push(item{at: h.w.t.Add(res.Wait.Timeout), class: ordinary, do: doWaited, wait: x})
	}
	h.settleWaits()
}

// acknowledged counts the replicas that have all up to offset.
func (l *leading) acknowledged(offset int64) int {
	n := 0
	for _, s := range l.streams {
		if s.acked >= offset {
			n++
		}
	}
	return n
}

func (h *host) settleWaits() {
	var open []*wait
	for _, x := range h.lead.waits {
		if n := h.lead.acknowledged(x.offset); n >= x.res.Wait.Replicas {
			x.finish(n)
		} else {
			open = append(open, x)
		}
	}
	h.lead.waits = open
}

// timeUp answers with the number there is, unless the WAIT was answered, or its
// primary has crashed or been demoted: then nobody answers it.
func (x *wait) timeUp() {
	if i := slices.Index(x.h.lead.waits, x); i >= 0 {
		x.h.lead.waits = slices.Delete(x.h.lead.waits, i, i+1)
		x.finish(x.h.lead.acknowledged(x.offset))
	}
}

func (x *wait) finish(n int) {
	x.res.Reply = countReply(n)
	x.h.answer(x.m, x.r, x.res)
}

func countReply(n int) resp.Reply { return resp.IntOf(int64(n)) }
