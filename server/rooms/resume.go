package rooms

import (
	"time"

	"github.com/gorilla/websocket"

	"lockstep/server/room"
)

// catchUp has a member begin with the room as a whole, behind the events of the run that is
// shown if those are p's.
func (r *Room) catchUp(m *member, p *push, now time.Time) {
	if r.snapshot.bytes == nil {
		view, prev := r.state.View(room.Everything, now), 0
		r.snapshot = forMany(websocket.TextMessage, told{Seq: r.seq, Prev: &prev, Epoch: r.epoch, Room: &view}.text())
	}
	if p != nil && p.link != r.state.Link() {
		p = nil
	}
	r.all.metrics.resyncs.Inc()
	m.queue.restart(r.beside(m, now, item{push: p, text: r.snapshot})...)
}

// missed are the frames after the last that a page had in a life of the room, if they are
// still known.
func (r *Room) missed(epoch string, seq int) ([]frame, bool) {
	switch {
	case epoch != r.epoch:
		return nil, false
	case seq == r.seq:
		return nil, true
	}
	return r.ring.since(seq)
}

// resume has a member go on after the last frame that it had, if that can be.
func (r *Room) resume(m *member, epoch string, seq int, now time.Time) bool {
	missed, ok := r.missed(epoch, seq)
	if !ok {
		return false
	}
	r.all.metrics.resumed.Inc()
	var items []item
	for _, f := range missed {
		items = append(items, f.item)
	}
	m.queue.restart(r.beside(m, now, items...)...)
	return true
}

// beside are items with those that every member gets when it begins: what is told to it
// alone first, and last a beat, since the playhead has moved since the items were made.
func (r *Room) beside(m *member, now time.Time, items ...item) []item {
	you := r.you(m)
	m.you = you.bytes
	all := append([]item{{text: you}}, items...)
	if m.who.Owner {
		own := r.state.Own()
		all = append(all, item{text: forOne(told{Own: &own})})
	}
	return append(all, item{text: forOne(r.beatNow(now))})
}
