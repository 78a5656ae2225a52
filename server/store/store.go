package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"lockstep/server/room"
)

// fileName is the store's file in its folder.
const fileName = "lockstep.db"

// waitMost bounds what waits to be written. A commit takes a few milliseconds, so that more
// means a disk that does not answer.
const waitMost = 4096

// together bounds what is committed in one go.
const together = 512

// Errors of a store.
var (
	ErrBusy   = errors.New("store: too much waits to be written")
	ErrClosed = errors.New("store: it is closed")
)

// Store keeps rooms. Its methods may be called from any goroutine.
type Store struct {
	db   *sql.DB
	jobs chan job

	mu     sync.Mutex
	closed bool
	ended  chan struct{} // closed when all is written
}

// job is something to be written, and who waits for that.
type job struct {
	write func(tx *sql.Tx) error
	saves room.Code // of a room's state, which a later one replaces; empty for anything else
	done  func(error)
}

// schema is the first version of the tables. People and votes stand apart from the state:
// there may be thousands, and one comes at a time.
const schema = `
CREATE TABLE room (code TEXT PRIMARY KEY, state BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE person (code TEXT, name BLOB, number INTEGER NOT NULL, PRIMARY KEY (code, name)) WITHOUT ROWID;
CREATE TABLE vote (code TEXT, poll TEXT, round INTEGER, person INTEGER, choice INTEGER NOT NULL, PRIMARY KEY (code, poll, round, person)) WITHOUT ROWID;
`

// The version of the tables, and what says that a file is ours: "Lock" in ASCII.
const (
	version = 1
	ours    = 0x4c6f636b
)

// Open opens the store in a folder, or one in memory if dir is empty. Its errors are for
// whoever starts the server.
func Open(dir string) (*Store, error) {
	source, path := "file::memory:", "memory"
	if dir != "" {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, fmt.Errorf("cannot keep rooms in %s: %w", dir, err)
		}
		path = filepath.Join(dir, fileName)
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) // SQLite would let others read it
		if err != nil {
			return nil, fmt.Errorf("cannot keep rooms in %s: %w", dir, err)
		}
		f.Close()
		source = "file:" + path
	}
	// FULL: what was acknowledged survives a power cut, too. EXCLUSIVE: a second server on
	// the same folder is told so, instead of overwriting rooms.
	db, err := sql.Open("sqlite", source+"?_pragma=locking_mode(EXCLUSIVE)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_txlock=immediate")
	if err != nil {
		return nil, fmt.Errorf("cannot keep rooms in %s: %w", path, err)
	}
	db.SetMaxOpenConns(1)
	if err := prepare(db); err != nil {
		db.Close()
		return nil, explain(path, err)
	}
	s := &Store{db: db, jobs: make(chan job, waitMost), ended: make(chan struct{})}
	go s.run()
	return s, nil
}

var (
	errForeign = errors.New("it is a database of something else")
	errNewer   = errors.New("it was written by a newer Lockstep")
)

// prepare makes the tables of a new file, and checks those of another.
func prepare(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var id, has, tables int
	for pragma, to := range map[string]*int{"PRAGMA application_id": &id, "PRAGMA user_version": &has, "SELECT count(*) FROM sqlite_master": &tables} {
		if err := tx.QueryRow(pragma).Scan(to); err != nil {
			return err
		}
	}
	switch {
	case tables == 0:
		_, err := tx.Exec(schema + fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;", ours, version))
		if err != nil {
			return err
		}
	case id != ours:
		return errForeign
	case has > version:
		return errNewer
	}
	return tx.Commit()
}

// explain says what is wrong with a file, and what to do.
func explain(path string, err error) error {
	var of *sqlite.Error
	code := 0
	if errors.As(err, &of) {
		code = of.Code() & 0xff
	}
	switch {
	case errors.Is(err, errNewer):
		return fmt.Errorf("%s: %w: start that one, or choose another folder", path, err)
	case errors.Is(err, errForeign), code == sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%s holds no rooms of Lockstep: %w. Choose another folder, or move the file away", path, err)
	case code == sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("%s is damaged: %w. Move it away to begin without the rooms in it, or bring back a copy", path, err)
	case code == sqlite3.SQLITE_BUSY, code == sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%s is in use: another Lockstep keeps its rooms there. Stop it, or choose another folder", path)
	case code == sqlite3.SQLITE_FULL, code == sqlite3.SQLITE_IOERR:
		return fmt.Errorf("%s cannot be written: %w. Is the disk full?", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// run writes what comes, as much together as waits.
func (s *Store) run() {
	defer close(s.ended)
	var batch []job
	for first := range s.jobs {
		batch = append(batch[:0], first)
		for more := true; more && len(batch) < together; {
			select {
			case j, ok := <-s.jobs:
				if more = ok; ok {
					batch = append(batch, j)
				}
			default:
				more = false
			}
		}
		err := s.commit(batch)
		for _, j := range batch {
			j.done(err)
		}
	}
}

// commit writes a batch, all or nothing. Of a room's states the last alone is written.
func (s *Store) commit(batch []job) error {
	last := make(map[room.Code]int)
	for i, j := range batch {
		if j.saves != "" {
			last[j.saves] = i
		}
	}
	tx, err := s.db.Begin()
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer tx.Rollback()
	for i, j := range batch {
		if j.saves != "" && last[j.saves] != i {
			continue
		}
		if err := j.write(tx); err != nil {
			return fmt.Errorf("store: %w", err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// add has something written.
func (s *Store) add(j job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		j.done(ErrClosed)
		return
	}
	select {
	case s.jobs <- j:
	default:
		j.done(ErrBusy)
	}
}

// Save keeps a room's state, and calls done from another goroutine when it is kept. The
// state must not change until Save has returned.
func (s *Store) Save(state room.State, done func(error)) {
	text, err := json.Marshal(state)
	if err != nil {
		done(fmt.Errorf("store: %w", err))
		return
	}
	s.add(job{saves: state.Code, done: done, write: func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO room VALUES (?, ?) ON CONFLICT DO UPDATE SET state = excluded.state", string(state.Code), text)
		return err
	}})
}

// Vote keeps an answer, instead of the one before.
func (s *Store) Vote(code room.Code, v room.Vote, done func(error)) {
	s.add(job{done: done, write: func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO vote VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET choice = excluded.choice", string(code), v.Poll, v.Round, v.Person, v.Choice)
		return err
	}})
}

// Person keeps a person's number.
func (s *Store) Person(code room.Code, name room.Name, number int, done func(error)) {
	s.add(job{done: done, write: func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO person VALUES (?, ?, ?) ON CONFLICT DO NOTHING", string(code), name[:], number)
		return err
	}})
}

// Delete forgets a room, with all that was answered in it.
func (s *Store) Delete(code room.Code, done func(error)) {
	s.add(job{done: done, write: func(tx *sql.Tx) error {
		for _, table := range []string{"room", "person", "vote"} {
			if _, err := tx.Exec("DELETE FROM "+table+" WHERE code = ?", string(code)); err != nil {
				return err
			}
		}
		return nil
	}})
}

// Close writes what waits and closes the file.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.jobs)
	s.mu.Unlock()
	<-s.ended
	return s.db.Close()
}
