package rooms

import (
	"crypto/rand"
	"errors"
	"net/http"
	"time"

	"lockstep/server/room"
	"lockstep/server/turns"
)

// Errors of Open and Find, besides those of package room.
var (
	ErrNoRoom   = errors.New("rooms: there is no such room")
	ErrTooOften = errors.New("rooms: too often from this address")
	ErrFull     = errors.New("rooms: there are as many as may be")
)

// Open opens a room with scenes and the questions that may be asked at them, on a page in a
// language, for whoever sends the request. The key makes its bearer the owner.
func (rs *Rooms) Open(from *http.Request, lang string, scenes []room.Scene, questions []room.Question) (*Room, room.Key, error) {
	place, now := turns.Place(from.RemoteAddr), time.Now()
	if rs.fresh.wait(place, now) > 0 {
		return nil, "", ErrTooOften
	}
	key, err := room.NewKey(rand.Reader)
	if err != nil {
		return nil, "", err
	}
	state := room.State{Key: key.Hash(), Lang: lang, Scenes: scenes, Questions: questions}
	rand.Read(state.Salt[:]) // it never fails
	r, err := rs.open(state, now)
	if err != nil {
		return nil, "", err
	}
	rs.fresh.count(place, now)
	rs.log.Info("rooms: a room was opened", "room", r.code.Log(), "scenes", len(scenes))
	return r, key, nil
}

// open opens a room under a code that no other has.
func (rs *Rooms) open(state room.State, now time.Time) (*Room, error) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	switch {
	case rs.stopping:
		return nil, ErrGone
	case rs.live >= rs.limits.Rooms:
		return nil, ErrFull
	}
	for taken := true; taken; taken = rs.rooms[state.Code] != nil || rs.ended[state.Code] != nil {
		code, err := room.NewCode(rand.Reader)
		if err != nil {
			return nil, err
		}
		state.Code = code
	}
	opened, err := room.New(state, now)
	if err != nil {
		return nil, err
	}
	if rs.live+len(rs.ended) >= rs.limits.Kept {
		rs.forgetOldest()
	}
	r := rs.begin(opened)
	r.inbox <- r.keep // there is place: nobody else knows it yet
	return r, nil
}

// Find returns the room of a code as people type it. A wrong code counts against the address
// that a request comes from; who has tried too many of them finds nothing for a while, but
// the rooms to which the browser belongs. The errors are ErrNoRoom, ErrTooOften, and others of
// a room that has ended and cannot be brought back now.
func (rs *Rooms) Find(from *http.Request, typed string) (*Room, error) {
	code, err := room.ParseCode(typed)
	if err != nil {
		return nil, ErrNoRoom // it tells nobody anything of codes
	}
	place, now := turns.Place(from.RemoteAddr), time.Now()
	r, err := rs.room(from.Context(), code)
	often := rs.wrong.wait(place, now) > 0
	switch {
	case err != nil:
		return nil, err
	case r != nil && (!often || r.knows(from)):
		return r, nil
	case often:
		return nil, ErrTooOften
	}
	rs.wrong.count(place, now)
	rs.metrics.wrong.Inc()
	return nil, ErrNoRoom
}

// knows tells whether a browser has been in the room before, or owns it.
func (r *Room) knows(from *http.Request) bool {
	known, cookie, key := false, Person(from), keyOf(from, r.code)
	r.Look(from.Context(), func(state *room.Room, _ time.Time) {
		known = state.Owns(key) || cookie != "" && state.Knows(state.NameOf(cookie))
	})
	return known
}

// OwnedBy tells whether a browser holds the room's key.
func (r *Room) OwnedBy(from *http.Request) bool { return r.Owns(from.Context(), keyOf(from, r.code)) }
