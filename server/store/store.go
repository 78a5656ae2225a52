package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"lockstep/server/room"
)

// waitMost bounds the answers that wait to be written. A commit takes a few milliseconds, so
// that more means a disk that does not answer.
const waitMost = 4096

// Errors of what is not written.
var (
	ErrBusy   = errors.New("store: too much waits to be written: the disk does not answer")
	ErrClosed = errors.New("store: it is closed")
)

// Store keeps rooms. Its methods may be called from any goroutine, and wait for no disk. They
// call done from another goroutine when what they were given is kept, or cannot be; at once
// if it is not even taken. An error of done is for a log: what could not be kept, but for
// answers, is tried again and again, before whatever came after it.
type Store struct {
	db    *sql.DB
	path  string
	wake  chan struct{} // has something if there is anything to do
	again time.Duration // after which what could not be written is tried again

	mu      sync.Mutex
	waiting []*job              // in the order in which they came
	asking  int                 // of them, those that are no facts
	saves   map[room.Code]*save // those that wait
	closed  bool
	ended   chan struct{} // closed when all is written
	left    error         // why not all could be
}

// job is something to be written or read, and who waits for that.
type job struct {
	do   func(tx *sql.Tx) error
	done []func(error)
	of   room.Code // the room of a save; empty for anything else
	fact bool      // it is taken whatever waits, and tried again, since what comes later depends on it
}

// save is a room's state that waits to be written. A newer one takes its place in the
// queue: what is kept beside it, people and answers, loses nothing by coming after a state
// that is ahead of it.
type save struct {
	job   *job
	state []byte
	used  time.Time
	ended bool
}

// add has something written or read.
func (s *Store) add(fact bool, do func(tx *sql.Tx) error, done func(error)) {
	s.mu.Lock()
	err := s.queue(&job{do: do, done: []func(error){done}, fact: fact})
	s.mu.Unlock()
	if err != nil {
		done(err)
	}
}

// queue has a job wait for the writer. Facts are no more than rooms and their people, which
// are in memory anyway. It is called with the lock.
func (s *Store) queue(j *job) error {
	switch {
	case s.closed:
		return ErrClosed
	case !j.fact && s.asking == waitMost:
		return ErrBusy
	case !j.fact:
		s.asking++
	}
	s.waiting = append(s.waiting, j)
	s.nudge()
	return nil
}

// nudge wakes the writer.
func (s *Store) nudge() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Save keeps a room's state. It may change once Save has returned.
func (s *Store) Save(state room.State, done func(error)) {
	text, err := json.Marshal(state)
	if err == nil {
		err = s.save(state.Code, save{state: text, used: state.Used, ended: state.Ended}, done)
	}
	if err != nil {
		done(err)
	}
}

// save has a state written, at the place of the one that waits already if there is one.
func (s *Store) save(code room.Code, newest save, done func(error)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.saves[code]; old != nil {
		newest.job = old.job
		*old = newest
		old.job.done = append(old.job.done, done)
		return nil
	}
	waits := &newest
	waits.job = &job{of: code, done: []func(error){done}, fact: true, do: func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO room (code, state, used, ended) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET state = excluded.state, used = excluded.used, ended = excluded.ended",
			string(code), waits.state, waits.used.UnixMilli(), waits.ended)
		return err
	}}
	if err := s.queue(waits.job); err != nil {
		return err
	}
	s.saves[code] = waits
	return nil
}

// Vote keeps an answer, instead of the one before.
func (s *Store) Vote(code room.Code, v room.Vote, done func(error)) {
	s.add(false, func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO vote VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET choice = excluded.choice", string(code), v.Poll, v.Round, v.Person, v.Choice)
		return err
	}, done)
}

// Person keeps a person's number.
func (s *Store) Person(code room.Code, name room.Name, number int, done func(error)) {
	s.add(true, func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO person VALUES (?, ?, ?) ON CONFLICT DO NOTHING", string(code), name[:], number)
		return err
	}, done)
}

// Delete forgets a room, with all that was answered in it.
func (s *Store) Delete(code room.Code, done func(error)) {
	s.add(true, func(tx *sql.Tx) error {
		for _, table := range []string{"room", "person", "vote"} {
			if _, err := tx.Exec("DELETE FROM "+table+" WHERE code = ?", string(code)); err != nil {
				return err
			}
		}
		return nil
	}, done)
	s.mu.Lock()
	delete(s.saves, code) // another room may have that code later
	s.mu.Unlock()
}

// Close writes what waits and closes the file. Its error says what could not be written.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	s.nudge()
	s.mu.Unlock()
	<-s.ended
	if err := s.db.Close(); err != nil {
		return errors.Join(s.left, explain(s.path, err))
	}
	return s.left
}
