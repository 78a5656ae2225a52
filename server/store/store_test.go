package store

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"lockstep/server/room"
	"lockstep/sim/run"
)

var noon = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

var owner = room.Who{Owner: true}

// asked is a room that has been asked something.
func asked(t testing.TB, code room.Code) *room.Room {
	t.Helper()
	r, err := room.New(room.State{Code: code, Key: room.Key("key").Hash(), Scenes: []room.Scene{{Slug: "failover", Run: (&run.Run{Scenario: "failover", Seed: 1}).Link()}}}, noon)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Do(noon, owner, &room.Command{Do: "poll-open", Ask: "?", Options: []string{"a", "b"}}); err != nil {
		t.Fatal(err)
	}
	return r
}

func open(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// wait calls f with a function to be called when something is kept, and waits until it was.
func wait(t testing.TB, f func(done func(error))) {
	t.Helper()
	kept := make(chan error, 1)
	f(func(err error) { kept <- err })
	if err := <-kept; err != nil {
		t.Fatal(err)
	}
}

func load(t testing.TB, s *Store) []*room.Room {
	t.Helper()
	rooms, err := s.Load(noon)
	if err != nil {
		t.Fatal(err)
	}
	return rooms
}

func TestRoomsComeBack(t *testing.T) {
	for name, dir := range map[string]string{"in a folder": t.TempDir(), "in memory": ""} {
		t.Run(name, func(t *testing.T) {
			s := open(t, dir)
			r, other := asked(t, "AAAAAA"), asked(t, "BBBBBB")
			person := r.NameOf("cookie")
			number, _, err := r.Number(person)
			if err != nil {
				t.Fatal(err)
			}
			wait(t, func(done func(error)) { s.Person("AAAAAA", person, number, done) })
			for _, choice := range []int{0, 1} { // the last counts
				done, err := r.Do(noon, room.Who{Person: number}, &room.Command{Do: "vote", Poll: "q1", Round: 1, Choice: choice})
				if err != nil {
					t.Fatal(err)
				}
				wait(t, func(kept func(error)) { s.Vote("AAAAAA", *done.Vote, kept) })
			}
			wait(t, func(done func(error)) { s.Save(other.State(noon), done) })
			wait(t, func(done func(error)) { s.Save(r.State(noon), done) })
			if dir != "" {
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				s = open(t, dir)
			}
			rooms := load(t, s)
			if len(rooms) != 2 || rooms[0].Code() != "AAAAAA" || rooms[1].Code() != "BBBBBB" {
				t.Fatalf("%d rooms came back", len(rooms))
			}
			back := rooms[0]
			if a, b := r.View(room.Everything, noon), back.View(room.Everything, noon); !reflect.DeepEqual(a, b) {
				t.Errorf("came back as\n%+v\nwas\n%+v", b, a)
			}
			if n, fresh, _ := back.Number(person); n != number || fresh {
				t.Errorf("the person has number %d (new: %t), had %d", n, fresh, number)
			}
			if you := back.You(room.Who{Person: number}, 0); you.Vote["1"] != 1 {
				t.Errorf("the answer is %v", you.Vote)
			}
			wait(t, func(done func(error)) { s.Delete("AAAAAA", done) })
			if rooms := load(t, s); len(rooms) != 1 || rooms[0].Code() != "BBBBBB" {
				t.Errorf("after one was deleted %d are left", len(rooms))
			}
		})
	}
}

// What waits together is committed together, in the order in which it came; of a room's
// states the last is kept.
func TestCommittedTogether(t *testing.T) {
	s := open(t, t.TempDir())
	r := asked(t, "AAAAAA")
	var all sync.WaitGroup
	count := func(err error) {
		if err != nil {
			t.Error(err)
		}
		all.Done()
	}
	for n := range 1000 {
		if _, err := r.Do(noon, owner, &room.Command{Do: "screen", Code: n%2 == 1}); err != nil {
			t.Fatal(err)
		}
		all.Add(2)
		s.Save(r.State(noon), count)
		s.Vote("AAAAAA", room.Vote{Poll: "q1", Round: 1, Person: n % 100, Choice: n / 100 % 2}, count)
	}
	all.Wait()
	back := load(t, s)[0]
	if v := back.View(room.ScreenChanged|room.PollChanged, noon); !v.Screen.Code || (*v.Poll).Answered != 100 {
		t.Errorf("kept: %+v, %d answers", v.Screen, (*v.Poll).Answered)
	}
}

// A server that is killed has every answer that it has acknowledged.
func TestKilled(t *testing.T) {
	if dir := os.Getenv("STORE_TO_BE_KILLED"); dir != "" {
		answer(t, dir)
		return
	}
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestKilled$")
	cmd.Env = append(os.Environ(), "STORE_TO_BE_KILLED="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	acknowledged := 0
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if !strings.HasPrefix(lines.Text(), "kept ") {
			continue
		}
		if acknowledged++; acknowledged == 300 {
			cmd.Process.Kill() // in the middle of the others
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("it was not killed")
	}
	back := load(t, open(t, dir))
	if len(back) != 1 {
		t.Fatalf("%d rooms", len(back))
	}
	answered := (*back[0].View(room.PollChanged, noon).Poll).Answered
	if answered < acknowledged {
		t.Errorf("%d answers were acknowledged, %d are there", acknowledged, answered)
	}
	if answered >= 100_000 {
		t.Errorf("all %d are there: it was killed too late", answered)
	}
}

// answer is the server that is killed: it says of each answer that it is kept.
func answer(t *testing.T, dir string) {
	s := open(t, dir)
	wait(t, func(done func(error)) { s.Save(asked(t, "AAAAAA").State(noon), done) })
	free := make(chan struct{}, 50)
	for person := range 100_000 {
		free <- struct{}{}
		s.Vote("AAAAAA", room.Vote{Poll: "q1", Round: 1, Person: person + 1}, func(err error) {
			if err == nil {
				fmt.Println("kept", person)
			}
			<-free
		})
	}
}

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
		dir  func(t *testing.T) string
		want string
	}{
		"no database": {func(t *testing.T) string {
			return file(t, func(path string) { write(t, path, []byte(strings.Repeat("my thesis ", 1000))) })
		}, "holds no rooms of Lockstep"},
		"another program's": {func(t *testing.T) string {
			return file(t, func(path string) { exec(t, path, "CREATE TABLE cats (name TEXT)") })
		}, "it is a database of something else. Choose another folder"},
		"a newer one's": {func(t *testing.T) string {
			dir := t.TempDir()
			open(t, dir).Close()
			exec(t, filepath.Join(dir, fileName), "PRAGMA user_version = 99")
			return dir
		}, "written by a newer Lockstep"},
		"in use": {func(t *testing.T) string {
			dir := t.TempDir()
			open(t, dir)
			return dir
		}, "another Lockstep keeps its rooms there"},
		"a file for a folder": {func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "file")
			write(t, path, nil)
			return path
		}, "cannot keep rooms in"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Open(row.dir(t))
			if err == nil {
				s.Close()
				t.Fatal("opened")
			}
			if !strings.Contains(err.Error(), row.want) {
				t.Errorf("%v: want %q in it", err, row.want)
			}
		})
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

func TestAClosedStore(t *testing.T) {
	s := open(t, "")
	if err := errors.Join(s.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
	var got error
	s.Vote("AAAAAA", room.Vote{}, func(err error) { got = err })
	if !errors.Is(got, ErrClosed) {
		t.Errorf("written to a closed store: %v", got)
	}
}
