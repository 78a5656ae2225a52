package rooms

import (
	"bytes"
	"time"

	"github.com/gorilla/websocket"

	"lockstep/server/room"
)

// tell tells all members what has changed.
func (r *Room) tell(now time.Time) {
	changed := r.changed
	r.changed, r.framed = 0, now
	if changed&^room.OwnChanged != 0 {
		r.tellAll(now, changed)
	}
	if changed&room.OwnChanged != 0 {
		r.tellOwner()
	}
	if changed&(room.WheelGiven|room.SceneShown) != 0 {
		for _, m := range r.members {
			r.tellYou(m)
		}
	}
}

// tellAll sends a frame about the room, behind the events of the run if it shows another.
func (r *Room) tellAll(now time.Time, changed room.Part) {
	view := r.state.View(changed, now)
	prev := r.seq
	r.seq++
	t := told{Seq: r.seq, Prev: &prev, Epoch: r.epoch, Room: &view}
	if by := r.by; by.conn > 0 {
		t.By, t.N = by.conn, by.n
	}
	f := frame{item: item{text: forMany(websocket.TextMessage, t.text())}, seq: r.seq, run: changed&room.RunShown != 0}
	if f.run {
		f.push = r.fitting()
		r.sent = r.state.Link()
	}
	r.by, r.push, r.snapshot = mover{}, nil, message{}
	r.ring.add(f)
	for _, m := range r.members {
		r.put(m, f.item)
	}
}

// fitting is what was made to be pushed, if it is for the run that is shown, and pages do
// not have that. It is after the one that they have: see obey.
func (r *Room) fitting() *push {
	link := r.state.Link()
	if link == r.sent {
		return nil // they have it
	}
	if p := r.push; p != nil && p.link == link {
		r.all.metrics.pushed.Inc()
		return p
	}
	r.all.metrics.unpushed.Inc()
	return nil
}

// tellOwner tells the owner's pages what they alone are told.
func (r *Room) tellOwner() {
	var text message
	for _, m := range r.members {
		if !m.who.Owner {
			continue
		}
		if text.bytes == nil {
			own := r.state.Own()
			text = forMany(websocket.TextMessage, told{Own: &own}.text())
		}
		r.put(m, item{text: text})
	}
}

// tellYou tells a member what has changed of itself.
func (r *Room) tellYou(m *member) {
	you := r.you(m)
	if !bytes.Equal(you.bytes, m.you) {
		m.you = you.bytes
		r.put(m, item{text: you})
	}
}

func (r *Room) you(m *member) message {
	you := r.state.You(m.who, m.conn)
	return forOne(told{You: &you})
}

// beat tells all members that there is nothing new, and where the playhead is.
func (r *Room) beat(now time.Time) {
	r.beaten = now
	if r.state.Head(now).Playing {
		r.unkept = now // where the playhead would stand if the server ended now
	}
	text := forMany(websocket.TextMessage, r.beatNow(now).text())
	for _, m := range r.members {
		r.put(m, item{text: text})
	}
}

func (r *Room) beatNow(now time.Time) told { return told{Beat: r.seq, Head: r.state.Head(now)} }

// nextBeat is when the next is due.
func (r *Room) nextBeat(now time.Time) time.Time {
	if r.state.Head(now).Playing {
		return r.beaten.Add(r.all.limits.BeatPlaying)
	}
	return r.beaten.Add(r.all.limits.BeatStill)
}

// put has something written to a member.
func (r *Room) put(m *member, i item) {
	if m.queue.put(i) {
		r.all.metrics.full.Inc()
	}
}
