package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"lockstep/server/room"
)

// Load brings back all rooms, as of now. It is called before anything is written.
func (s *Store) Load(now time.Time) ([]*room.Room, error) {
	tx, err := s.db.Begin()
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	defer tx.Rollback()
	var rooms []*room.Room
	by := make(map[string]*room.Room)
	err = each(tx, "SELECT code, state FROM room ORDER BY code", func(rows *sql.Rows) error {
		var code string
		var text []byte
		if err := rows.Scan(&code, &text); err != nil {
			return err
		}
		var state room.State
		if err := json.Unmarshal(text, &state); err != nil {
			return fmt.Errorf("the room %s cannot be read: %w", room.Code(code).Log(), err)
		}
		by[code] = room.Restore(state, now)
		rooms = append(rooms, by[code])
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	err = each(tx, "SELECT code, name, number FROM person", func(rows *sql.Rows) error {
		var code string
		var name []byte
		var number int
		if err := rows.Scan(&code, &name, &number); err != nil {
			return err
		}
		if r := by[code]; r != nil && len(name) == len(room.Name{}) {
			r.Recall(room.Name(name), number)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	err = each(tx, "SELECT code, poll, round, person, choice FROM vote", func(rows *sql.Rows) error {
		var code string
		var v room.Vote
		if err := rows.Scan(&code, &v.Poll, &v.Round, &v.Person, &v.Choice); err != nil {
			return err
		}
		if r := by[code]; r != nil {
			r.RecallVote(v)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	return rooms, nil
}

// each calls f for every row that a query finds.
func each(tx *sql.Tx, query string, f func(rows *sql.Rows) error) error {
	rows, err := tx.Query(query)
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
