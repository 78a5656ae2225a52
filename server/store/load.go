package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"lockstep/server/room"
)

// Load brings back the rooms that have not ended, as of now, and tells of those that have when
// they were used last. It is called before anything is written. Where one cannot be read none
// is brought back: to begin without it is for people to decide.
func (s *Store) Load(now time.Time) (live []*room.Room, ended map[room.Code]time.Time, err error) {
	tx, err := s.db.Begin()
	if err != nil {
		return nil, nil, explain(s.path, err)
	}
	defer tx.Rollback()
	ended = make(map[room.Code]time.Time)
	l := loader{tx: tx, now: now}
	err = l.each("SELECT code, used FROM room WHERE ended", func(rows *sql.Rows) error {
		var code string
		var used int64
		err := rows.Scan(&code, &used)
		ended[room.Code(code)] = time.UnixMilli(used)
		return err
	})
	if err == nil {
		live, err = l.load("SELECT code FROM room WHERE NOT ended")
	}
	if err != nil {
		return nil, nil, explain(s.path, err)
	}
	return live, ended, nil
}

// Room brings one room back, as of now, with all that was handed over of it before.
func (s *Store) Room(code room.Code, now time.Time, done func(*room.Room, error)) {
	var found []*room.Room
	var unreadable error // which keeps nothing else from being written
	s.add(false, func(tx *sql.Tx) error {
		l := loader{tx: tx, now: now}
		found, unreadable = l.load("SELECT ?", string(code))
		return nil
	}, func(err error) {
		switch {
		case err != nil:
			done(nil, err)
		case unreadable != nil:
			done(nil, explain(s.path, unreadable))
		case len(found) == 0:
			done(nil, fmt.Errorf("%s holds no room %s", s.path, code.Log()))
		default:
			done(found[0], nil)
		}
	})
}

type loader struct {
	tx  *sql.Tx
	now time.Time
	by  map[string]*room.Room
}

// load brings back the rooms whose codes a query selects, in the order of the codes.
func (l *loader) load(codes string, args ...any) (all []*room.Room, err error) {
	l.by = make(map[string]*room.Room)
	for _, read := range []struct {
		query string
		row   func(rows *sql.Rows) error
	}{
		{"SELECT code, state FROM room WHERE code IN (%s)", l.room},
		{"SELECT code, name, number FROM person WHERE code IN (%s)", l.person},
		{"SELECT code, poll, round, person, choice FROM vote WHERE code IN (%s)", l.vote}, // on the polls of rooms
	} {
		if err := l.each(fmt.Sprintf(read.query, codes), read.row, args...); err != nil {
			return nil, err
		}
	}
	for _, code := range slices.Sorted(maps.Keys(l.by)) {
		all = append(all, l.by[code])
	}
	return all, nil
}

func (l *loader) room(rows *sql.Rows) error {
	var code string
	var text []byte
	if err := rows.Scan(&code, &text); err != nil {
		return err
	}
	var state room.State
	err := json.Unmarshal(text, &state)
	if err == nil {
		err = state.Check()
	}
	if err != nil {
		return fmt.Errorf("%w (room %s: %w)", errDamaged, room.Code(code).Log(), err)
	}
	l.by[code] = room.Restore(state, l.now)
	return nil
}

func (l *loader) person(rows *sql.Rows) error {
	var code string
	var name []byte
	var number int
	if err := rows.Scan(&code, &name, &number); err != nil {
		return err
	}
	if r := l.by[code]; r != nil && len(name) == len(room.Name{}) {
		r.Recall(room.Name(name), number)
	}
	return nil
}

func (l *loader) vote(rows *sql.Rows) error {
	var code string
	var v room.Vote
	if err := rows.Scan(&code, &v.Poll, &v.Round, &v.Person, &v.Choice); err != nil {
		return err
	}
	if r := l.by[code]; r != nil {
		r.RecallVote(v)
	}
	return nil
}

// each calls f for every row that a query finds.
func (l *loader) each(query string, f func(rows *sql.Rows) error, args ...any) error {
	rows, err := l.tx.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
