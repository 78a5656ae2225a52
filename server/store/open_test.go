package store

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"lockstep/server/room"
)

func TestWhatCannotBeOpened(t *testing.T) {
	file := func(t *testing.T, make func(path string)) string {
		dir := t.TempDir()
		make(filepath.Join(dir, fileName))
		return dir
	}
	write := func(t *testing.T, path string, text []byte) {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	exec := func(t *testing.T, path, statement string) {
		db, err := sql.Open("sqlite", "file:"+path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	for name, row := range map[string]struct {
		dir        func(t *testing.T) string
		file, want string
	}{
		"no database": {func(t *testing.T) string {
			return file(t, func(path string) { write(t, path, []byte(strings.Repeat("my thesis ", 1000))) })
		}, fileName, "holds no rooms of Lockstep"},
		"another program's, which has not begun": {func(t *testing.T) string {
			return file(t, func(path string) { exec(t, path, "PRAGMA user_version = 7") })
		}, fileName, "it is a database of something else. Choose another folder"},
		"another program's": {func(t *testing.T) string {
			return file(t, func(path string) { exec(t, path, "CREATE TABLE cats (name TEXT)") })
		}, fileName, "it is a database of something else. Choose another folder"},
		"a newer one's": {func(t *testing.T) string {
			dir := t.TempDir()
			open(t, dir).Close()
			exec(t, filepath.Join(dir, fileName), "PRAGMA user_version = 99")
			return dir
		}, fileName, "written by a newer Lockstep"},
		"damaged": {func(t *testing.T) string {
			dir := t.TempDir()
			s := open(t, dir)
			for _, code := range []room.Code{"AAAAAA", "BBBBBB", "CCCCCC"} {
				wait(t, func(done func(error)) { s.Save(asked(t, code).State(noon), done) })
			}
			s.Close()
			path := filepath.Join(dir, fileName)
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			const page = 4096
			copy(text[page:], strings.Repeat("\xff", len(text)-page))
			write(t, path, text)
			return dir
		}, fileName, "is damaged"},
		"without a table": {func(t *testing.T) string {
			dir := t.TempDir()
			open(t, dir).Close()
			exec(t, filepath.Join(dir, fileName), "DROP TABLE vote")
			return dir
		}, fileName, "is damaged"},
		"of no version": {func(t *testing.T) string {
			dir := t.TempDir()
			open(t, dir).Close()
			exec(t, filepath.Join(dir, fileName), "PRAGMA user_version = 0")
			return dir
		}, fileName, "is damaged"},
		"in use": {func(t *testing.T) string {
			dir := t.TempDir()
			open(t, dir)
			return dir
		}, fileName, "another Lockstep keeps its rooms there"},
		"a file for a folder": {func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "file")
			write(t, path, nil)
			return path
		}, "/file", "cannot keep rooms in"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := openWithin(row.dir(t), 0)
			if err == nil {
				s.Close()
				t.Fatal("opened")
			}
			if !strings.Contains(err.Error(), row.want) || !strings.Contains(err.Error(), row.file) {
				t.Errorf("%v: want %q and %q in it", err, row.file, row.want)
			}
		})
	}
}

// A server that comes while another has the folder is told so, also from another process.
func TestASecondServer(t *testing.T) {
	if dir := os.Getenv("STORE_IN_USE"); dir != "" {
		if _, err := openWithin(dir, 0); err != nil {
			os.Stdout.WriteString(err.Error())
		}
		return
	}
	dir := t.TempDir()
	s := open(t, dir)
	wait(t, func(done func(error)) { s.Save(asked(t, "AAAAAA").State(noon), done) })
	cmd := exec.Command(os.Args[0], "-test.run=^TestASecondServer$")
	cmd.Env = append(os.Environ(), "STORE_IN_USE="+dir)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(dir, fileName) + " is in use: another Lockstep keeps its rooms there. Stop it"; !strings.Contains(string(out), want) {
		t.Errorf("the second server is told %q, want %q", out, want)
	}
	wait(t, func(done func(error)) { s.Save(asked(t, "BBBBBB").State(noon), done) }) // the first goes on
}

// What belongs to another program is left as it was.
func TestOthersFilesAreLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), fileName)
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE cats (name TEXT)"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := Open(filepath.Dir(path)); err == nil {
		s.Close()
		t.Fatal("opened")
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("it was changed (%v)", err)
	}
}

// A room that cannot be read is told of with the file's name, and not with the code.
func TestAStateThatCannotBeRead(t *testing.T) {
	for name, state := range map[string]string{"no JSON": `{"code":`, "no scenes": `{"code":"AAAAAA"}`} {
		dir := t.TempDir()
		s := open(t, dir)
		var kept sync.WaitGroup
		kept.Add(1)
		s.add(false, func(tx *sql.Tx) error {
			_, err := tx.Exec("INSERT INTO room (code, state) VALUES ('AAAAAA', ?)", state)
			return err
		}, func(error) { kept.Done() })
		kept.Wait()
		_, _, err := s.Load(noon)
		if err == nil || !strings.Contains(err.Error(), filepath.Join(dir, fileName)+" is damaged") || strings.Contains(err.Error(), "AAAAAA") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A file of the first version, which did not tell apart what has ended, is brought up to date.
func TestTheFirstVersion(t *testing.T) {
	dir := t.TempDir()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, fileName))
	if err != nil {
		t.Fatal(err)
	}
	live, over := asked(t, "AAAAAA"), asked(t, "BBBBBB")
	over.End()
	statements := []string{versions[0], fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = 1", ours)}
	for _, r := range []*room.Room{live, over} {
		text, err := json.Marshal(r.State(noon))
		if err != nil {
			t.Fatal(err)
		}
		statements = append(statements, fmt.Sprintf("INSERT INTO room VALUES ('%s', CAST('%s' AS BLOB))", r.Code(), text))
	}
	for _, statement := range statements {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()
	rooms, ended, err := open(t, dir).Load(noon)
	if err != nil || len(rooms) != 1 || rooms[0].Code() != "AAAAAA" || len(ended) != 1 || !ended["BBBBBB"].Equal(noon) {
		t.Errorf("%d live, ended are %v (%v)", len(rooms), ended, err)
	}
}

// While the disk is full nothing is acknowledged. Once there is room again, an answer is not
// without what it depends on: the poll that it is to, and who gave it.
func TestAFullDisk(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	pages := func(most string) {
		if _, err := s.db.Exec("PRAGMA max_page_count = " + most); err != nil {
			t.Fatal(err)
		}
	}
	full := func(f func(done func(error))) {
		t.Helper()
		told := make(chan error, 1)
		f(func(err error) { told <- err })
		if err := <-told; err == nil || !strings.Contains(err.Error(), filepath.Join(dir, fileName)+" cannot be written") || !strings.Contains(err.Error(), "disk full") {
			t.Errorf("a full disk: %v", err)
		}
	}
	r := asked(t, "AAAAAA")
	wait(t, func(done func(error)) { s.Save(r.State(noon), done) })
	pages("1") // SQLite takes it as: no more than there are
	big := r.State(noon)
	big.Lang = strings.Repeat("x", 64<<10)
	person := r.NameOf("cookie")
	answer := room.Vote{Poll: "q1", Round: 1, Person: 1, Choice: 1}
	full(func(done func(error)) { s.Save(big, done) })
	full(func(done func(error)) { s.Person("AAAAAA", person, 7, done) })
	full(func(done func(error)) { s.Vote("AAAAAA", answer, done) })
	full(func(done func(error)) { s.Save(big, done) })
	if back := load(t, s); len(back) != 1 || back[0].Lang() != "" || back[0].Knows(person) {
		t.Error("a part was kept")
	}
	pages("100000")
	answer.Person = 7
	wait(t, func(done func(error)) { s.Vote("AAAAAA", answer, done) })
	back := load(t, s)[0]
	if n, _, _ := back.Number(person); back.Lang() != big.Lang || n != 7 {
		t.Errorf("the state is %d bytes longer, the person number %d", len(back.Lang()), n)
	}
	if got := (*back.View(room.PollChanged, noon).Poll).Answered; got != 1 {
		t.Errorf("%d answers are kept, and one was acknowledged", got)
	}
}

// What could not be written is tried once more in the end.
func TestClosedWithSomethingLeft(t *testing.T) {
	for _, freed := range []bool{true, false} {
		dir := t.TempDir()
		s := open(t, dir)
		r := asked(t, "AAAAAA")
		wait(t, func(done func(error)) { s.Save(r.State(noon), done) })
		if _, err := s.db.Exec("PRAGMA max_page_count = 1"); err != nil {
			t.Fatal(err)
		}
		big := r.State(noon)
		big.Lang = strings.Repeat("x", 64<<10)
		told := make(chan error, 1)
		s.Save(big, func(err error) { told <- err })
		if err := <-told; err == nil {
			t.Fatal("it was not full")
		}
		if freed {
			if _, err := s.db.Exec("PRAGMA max_page_count = 100000"); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); (err == nil) != freed {
			t.Errorf("closed with something left: %v, and the disk is free: %t", err, freed)
		}
		if back := load(t, open(t, dir))[0]; (back.Lang() == big.Lang) != freed {
			t.Errorf("kept: %d bytes more, and the disk is free: %t", len(back.Lang()), freed)
		}
	}
}

// A folder may be called anything.
func TestAnyFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "Ali's 50% of a?b#c&d", "资料")
	s := open(t, dir)
	wait(t, func(done func(error)) { s.Save(asked(t, "AAAAAA").State(noon), done) })
	s.Close()
	if _, err := os.Stat(filepath.Join(dir, fileName)); err != nil {
		t.Fatal(err)
	}
	if rooms := load(t, open(t, dir)); len(rooms) != 1 {
		t.Errorf("%d rooms", len(rooms))
	}
}

func TestOthersCannotReadIt(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	wait(t, func(done func(error)) { s.Save(asked(t, "AAAAAA").State(noon), done) })
	files, err := os.ReadDir(dir)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", f.Name(), info.Mode())
		}
	}
}
