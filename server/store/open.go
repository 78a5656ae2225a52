package store

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"lockstep/server/room"
)

// fileName is the store's file in its folder.
const fileName = "lockstep.db"

// ours says that a file is of rooms: "Lock" in ASCII, as SQLite's application_id.
const ours = 0x4c6f636b

// versions make the tables of each version out of those of the one before. People and votes
// stand apart from the state: there may be thousands, and one comes at a time.
var versions = []string{`
CREATE TABLE room (code TEXT PRIMARY KEY, state BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE person (code TEXT, name BLOB, number INTEGER NOT NULL, PRIMARY KEY (code, name)) WITHOUT ROWID;
CREATE TABLE vote (code TEXT, poll TEXT, round INTEGER, person INTEGER, choice INTEGER NOT NULL, PRIMARY KEY (code, poll, round, person)) WITHOUT ROWID;
`, `
-- Of a room that has ended it is known without its state when it was used last, in ms of Unix time.
ALTER TABLE room ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
ALTER TABLE room ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;
UPDATE room SET
  used = ifnull(CAST(1000 * unixepoch(json_extract(CAST(state AS TEXT), '$.used'), 'subsec') AS INTEGER), 0),
  ended = ifnull(json_extract(CAST(state AS TEXT), '$.ended'), 0)
  WHERE json_valid(CAST(state AS TEXT));
`}

// handOver is how long a server waits for the one before it to let the file go.
const handOver = 2 * time.Second

// tryAgain is how long after what could not be written is tried again.
const tryAgain = time.Second

// Open opens the store in a folder, which it makes if there is none, or one in memory if dir
// is empty.
func Open(dir string) (*Store, error) { return openWithin(dir, handOver) }

func openWithin(dir string, patience time.Duration) (*Store, error) {
	source, path := "file::memory:", "memory"
	if dir != "" {
		path = filepath.Join(dir, fileName)
		if err := makeFile(dir, path); err != nil {
			return nil, fmt.Errorf("cannot keep rooms in %s: %w. Choose a folder that this server may write to", dir, err)
		}
		source = (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String()
	}
	// EXCLUSIVE: a second server on the same folder is told so, instead of overwriting rooms.
	// FULL: what was acknowledged survives a power cut, too.
	db, err := sql.Open("sqlite", source+fmt.Sprintf("?_pragma=busy_timeout(%d)&_pragma=locking_mode(EXCLUSIVE)&_pragma=synchronous(FULL)&_txlock=immediate", patience.Milliseconds()))
	if err != nil {
		return nil, explain(path, err)
	}
	db.SetMaxOpenConns(1)
	if err := prepare(db); err != nil {
		db.Close()
		return nil, explain(path, err)
	}
	s := &Store{db: db, path: path, wake: make(chan struct{}, 1), again: tryAgain, saves: make(map[room.Code]*save), ended: make(chan struct{})}
	go s.run()
	return s, nil
}

// makeFile makes the file if there is none, for nobody else to read: SQLite would let others.
func makeFile(dir, path string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// What a file may be instead of a store. The texts go on in explain.
var (
	errForeign = errors.New("it is a database of something else")
	errNewer   = errors.New("it was written by a newer Lockstep")
	errDamaged = errors.New("what is in it does not fit together")
)

// prepare makes the tables of a new file, and checks those of another, which it leaves as it
// is if it is not a store.
func prepare(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var id, has, tables int
	for query, to := range map[string]*int{"PRAGMA application_id": &id, "PRAGMA user_version": &has, "SELECT count(*) FROM sqlite_master": &tables} {
		if err := tx.QueryRow(query).Scan(to); err != nil {
			return err
		}
	}
	switch {
	case id != ours && (id != 0 || has != 0 || tables > 0):
		return errForeign
	case has > len(versions):
		return errNewer
	}
	var found string
	if err := tx.QueryRow("PRAGMA quick_check(1)").Scan(&found); err != nil {
		return err
	}
	if found != "ok" {
		return fmt.Errorf("%w (%s)", errDamaged, found)
	}
	for _, change := range versions[has:] {
		if _, err := tx.Exec(change); err != nil {
			return err
		}
	}
	if has < len(versions) {
		if _, err := tx.Exec(fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", ours, len(versions))); err != nil {
			return err
		}
	}
	if _, err := tx.Exec("SELECT room.used, room.ended, person.number, vote.choice FROM room, person, vote LIMIT 0"); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = db.Exec("PRAGMA journal_mode = WAL") // one sync a commit
	return err
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
	case errors.Is(err, errDamaged), code == sqlite3.SQLITE_CORRUPT, code == sqlite3.SQLITE_ERROR: // the last is of tables that are not as we make them
		return fmt.Errorf("%s is damaged: %w. Move it away to begin without the rooms in it, or bring back a copy", path, err)
	case code == sqlite3.SQLITE_BUSY, code == sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%s is in use: another Lockstep keeps its rooms there. Stop it, or choose another folder", path)
	case code == sqlite3.SQLITE_FULL, code == sqlite3.SQLITE_IOERR:
		return fmt.Errorf("%s cannot be written: %w. Is the disk full?", path, err)
	case code == sqlite3.SQLITE_READONLY, code == sqlite3.SQLITE_CANTOPEN, code == sqlite3.SQLITE_PERM:
		return fmt.Errorf("%s cannot be written: %w. Choose a folder that this server may write to", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}
