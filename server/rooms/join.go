package rooms

import (
	"slices"
	"time"

	"lockstep/server/room"
)

// fullError says that as many are in a room as may be, in words for people.
type fullError string

func (e fullError) Error() string { return string(e) }

// join lets a member in, of whom the room knows cookie and key, and tells it where the room
// is. The push is for a member that begins with the room as a whole.
func (r *Room) join(m *member, had place, p *push, now time.Time) error {
	if len(r.members) >= r.all.limits.Members {
		return fullError("This room has as many viewers as it may have.")
	}
	m.who = room.Who{Owner: r.state.Owns(m.key)}
	if m.cookie != "" {
		if err := r.number(m); err != nil {
			return err
		}
	}
	if n := m.who.Person; n > 0 && len(r.people[n]) >= r.all.limits.PerPerson {
		return fullError("This browser has as many pages of the room open as it may have.")
	}
	r.numbered++
	m.conn, m.at = r.numbered, len(r.members)
	r.members = append(r.members, m)
	if n := m.who.Person; n > 0 {
		r.people[n] = append(r.people[n], m)
	}
	r.all.metrics.members.Inc()
	r.change(now, r.state.Come(m.who), unhurried)
	if !r.resume(m, had.epoch, had.seq, now) {
		r.catchUp(m, p, now)
	}
	return nil
}

// number finds out who a member is.
func (r *Room) number(m *member) error {
	name := r.state.NameOf(m.cookie)
	n, fresh, err := r.state.Number(name)
	if err != nil {
		return fullError("This room has seen as many people as it may.")
	}
	m.who.Person = n
	if fresh {
		r.all.store.Person(r.code, name, n, func(err error) {
			if err != nil {
				r.all.log.Error("rooms: a person could not be stored", "room", r.code.Log(), "err", err)
			}
		})
	}
	return nil
}

// part lets a member go.
func (r *Room) part(m *member, now time.Time) {
	last := len(r.members) - 1
	r.members[m.at] = r.members[last]
	r.members[m.at].at = m.at
	r.members[last] = nil
	r.members = r.members[:last]
	r.all.metrics.members.Dec()
	if n := m.who.Person; n > 0 {
		at := slices.Index(r.people[n], m)
		if r.people[n] = slices.Delete(r.people[n], at, at+1); len(r.people[n]) == 0 {
			delete(r.people, n)
		}
	}
	r.change(now, r.state.Go(now, m.who), unhurried)
}
