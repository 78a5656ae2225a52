package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"lockstep/server/room"
)

// Load brings back all rooms, as of now. It is called before anything is written. Where one
// cannot be read none is brought back: to begin without it is for people to decide.
func (s *Store) Load(now time.Time) ([]*room.Room, error) {
	tx, err := s.db.Begin()
	if err != nil {
		return nil, explain(s.path, err)
	}
	defer tx.Rollback()
	l := loader{tx: tx, now: now, by: make(map[string]*room.Room)}
	for _, read := range []func() error{l.rooms, l.people, l.votes} { // votes are on the polls of rooms
		if err := read(); err != nil {
			return nil, explain(s.path, err)
		}
	}
	return l.all, nil
}

type loader struct {
	tx  *sql.Tx
	now time.Time
	all []*room.Room
	by  map[string]*room.Room
}

func (l *loader) rooms() error {
	return l.each("SELECT code, state FROM room ORDER BY code", func(rows *sql.Rows) error {
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
		l.all = append(l.all, l.by[code])
		return nil
	})
}

func (l *loader) people() error {
	return l.each("SELECT code, name, number FROM person", func(rows *sql.Rows) error {
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
	})
}

func (l *loader) votes() error {
	return l.each("SELECT code, poll, round, person, choice FROM vote", func(rows *sql.Rows) error {
		var code string
		var v room.Vote
		if err := rows.Scan(&code, &v.Poll, &v.Round, &v.Person, &v.Choice); err != nil {
			return err
		}
		if r := l.by[code]; r != nil {
			r.RecallVote(v)
		}
		return nil
	})
}

// each calls f for every row that a query finds.
func (l *loader) each(query string, f func(rows *sql.Rows) error) error {
	rows, err := l.tx.Query(query)
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
