package rooms

import (
	"slices"
	"time"

	"lockstep/server/room"
)

// notIn is why a page is not let into a room, as the close frame says it. The reasons are for
// people.
type notIn struct {
	code   int
	reason string
}

func (e *notIn) Error() string { return e.reason }

// Why a page is not let in.
var (
	errFault   = &notIn{CloseLater, "The room could not let the page in. It tries again in a moment."}
	errMembers = &notIn{CloseFull, "This room has as many viewers as it may have."}
	errPeople  = &notIn{CloseFull, "This room has seen as many people as it may."}
	errPages   = &notIn{CloseTooMany, "This browser has as many pages of the room open as it may have."}
	errAgain   = &notIn{CloseLater, "This browser has come back too often. It tries again in a moment."}
)

// join lets a member in, and tells it where the room is. The push is for a member that begins
// with the room as a whole.
func (r *Room) join(m *member, by caller, p *push, now time.Time) error {
	if len(r.members) >= r.all.limits.Members {
		return errMembers
	}
	m.who = room.Who{Owner: r.state.Owns(by.key)}
	if by.cookie != "" {
		var err error
		if m.who.Person, err = r.number(by.cookie, now); err != nil {
			return err
		}
	}
	if n := m.who.Person; n > 0 && len(r.people[n]) >= r.all.limits.PerPerson {
		return errPages
	}
	r.numbered++
	m.conn, m.at = r.numbered, len(r.members)
	r.members = append(r.members, m)
	if n := m.who.Person; n > 0 {
		r.people[n] = append(r.people[n], m)
	}
	r.all.metrics.members.Inc()
	r.change(now, r.state.Come(m.who))
	if !r.resume(m, by.epoch, by.seq, now) {
		r.catchUp(m, p, now)
	}
	return nil
}

// number is that of whoever has a cookie, who may not come too often: a browser that is let
// in and breaks off, again and again, would have the room as a whole each time.
func (r *Room) number(cookie string, now time.Time) (int, error) {
	name := r.state.NameOf(cookie)
	if r.all.comes.wait(string(name[:]), now) > 0 {
		return 0, errAgain
	}
	r.all.comes.count(string(name[:]), now)
	n, fresh, err := r.state.Number(name)
	if err != nil {
		return 0, errPeople
	}
	if fresh {
		r.all.store.Person(r.code, name, n, func(err error) {
			if err != nil {
				r.all.log.Error("rooms: a person could not be stored", "room", r.code.Log(), "err", err)
			}
		})
	}
	return n, nil
}

// part lets a member go, if it was let in.
func (r *Room) part(m *member, now time.Time) {
	if m.conn == 0 {
		return
	}
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
	r.change(now, r.state.Go(now, m.who))
}
