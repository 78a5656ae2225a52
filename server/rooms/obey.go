package rooms

import (
	"context"
	"time"

	"lockstep/server/room"
)

// obey carries out a member's command. The push is for the run that it shows, if any. It
// tells whether that was made for pages that have another run by now, and nothing is done.
func (r *Room) obey(m *member, c *room.Command, p *push, now time.Time) (stale bool) {
	if p != nil && p.base != "" && p.base != r.sent {
		return true
	}
	done, err := r.state.Do(now, m.who, c)
	if err != nil {
		m.refuse(c.N, err)
		return false
	}
	r.all.metrics.commands.WithLabelValues(c.Do).Inc()
	r.moved(m, c, done.Changed)
	if p != nil && done.Changed&room.RunShown != 0 {
		r.push = p
	}
	r.change(now, done.Changed)
	if done.You {
		r.tellPerson(m)
	}
	if done.Vote != nil {
		r.all.store.Vote(r.code, *done.Vote, func(err error) {
			if err == nil {
				m.counted(c.N, now)
				return
			}
			r.all.log.Error("rooms: a vote could not be stored", "room", r.code.Log(), "err", err)
			go r.unvote(m, c.N, done) // the store waits for no room
		})
		return false
	}
	m.ack(c.N)
	return false
}

// unvote takes back a vote that could not be stored, and says so.
func (r *Room) unvote(m *member, n int, done room.Done) {
	r.do(context.Background(), func(now time.Time) {
		r.change(now, r.state.Unvote(done.Vote, done.Instead))
		r.tellPerson(m)
	})
	m.refuse(n, room.NotKept)
}

// moved notes who moves the playhead, unless a command did that others follow too.
func (r *Room) moved(m *member, c *room.Command, changed room.Part) {
	const playhead = room.RunShown | room.HeadMoved
	if changed&playhead == 0 {
		return
	}
	switch {
	case c.Do != "run" && c.Do != "head", r.by.conn != 0 && r.by.conn != m.conn:
		r.by = many
	default:
		r.by = mover{m.conn, c.N}
	}
}

// tellPerson tells all of a person's pages what has changed of the person.
func (r *Room) tellPerson(m *member) {
	if m.who.Person == 0 {
		r.tellYou(m)
		return
	}
	for _, of := range r.people[m.who.Person] {
		r.tellYou(of)
	}
}
