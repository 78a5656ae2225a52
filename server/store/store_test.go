package store

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
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
	rooms, _, err := s.Load(noon)
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
	var acknowledged []int // who
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var person int
		if n, _ := fmt.Sscanf(lines.Text(), "kept %d.", &person); n == 0 || !strings.HasSuffix(lines.Text(), ".") {
			continue // cut off by the kill, or not ours
		}
		if acknowledged = append(acknowledged, person); len(acknowledged) == 300 {
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
	if len(acknowledged) < 300 {
		t.Fatalf("%d answers were acknowledged", len(acknowledged))
	}
	for _, person := range acknowledged {
		if got := back[0].You(room.Who{Person: person}, 0).Vote["1"]; got != person%2 {
			t.Errorf("the answer of person %d was acknowledged, and is %v", person, got)
		}
	}
	if answered := (*back[0].View(room.PollChanged, noon).Poll).Answered; answered >= 100_000 {
		t.Errorf("all %d are there: it was killed too late", answered)
	}
}

// answer is the server that is killed: it says of each answer that it is kept.
func answer(t *testing.T, dir string) {
	s := open(t, dir)
	wait(t, func(done func(error)) { s.Save(asked(t, "AAAAAA").State(noon), done) })
	free := make(chan struct{}, 50)
	for n := range 100_000 {
		person := n + 1
		free <- struct{}{}
		s.Vote("AAAAAA", room.Vote{Poll: "q1", Round: 1, Person: person, Choice: person % 2}, func(err error) {
			if err == nil {
				fmt.Printf("kept %d.\n", person)
			}
			<-free
		})
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

// stuck has the writer wait until the function that it returns is called.
func stuck(s *Store) (goOn func()) {
	begun, on := make(chan struct{}), make(chan struct{})
	s.add(false, func(*sql.Tx) error { close(begun); <-on; return nil }, func(error) {})
	<-begun
	return func() { close(on) }
}

// Of a room's states no more than one waits, however many there are: the newest. Everybody
// who has handed one over is told when that is kept.
func TestTheNewestStateWaits(t *testing.T) {
	s := open(t, "")
	goOn := stuck(s)
	r := asked(t, "AAAAAA")
	var all sync.WaitGroup
	for n := range 2 * waitMost {
		if _, err := r.Do(noon, owner, &room.Command{Do: "screen", Code: n%2 == 1, Black: n%2 == 0}); err != nil {
			t.Fatal(err)
		}
		all.Add(1)
		s.Save(r.State(noon), func(err error) {
			if err != nil {
				t.Error(err)
			}
			all.Done()
		})
	}
	if len(s.waiting) != 1 {
		t.Errorf("%d states of one room wait", len(s.waiting))
	}
	goOn()
	all.Wait()
	if screen := load(t, s)[0].View(room.ScreenChanged, noon).Screen; !screen.Code || screen.Black {
		t.Errorf("kept is %+v, which is not the newest", screen)
	}
	// What comes after is a state of its own, as after a room that had the code before.
	wait(t, func(done func(error)) { s.Save(asked(t, "AAAAAA").State(noon), done) })
	goOn = stuck(s)
	s.Save(r.State(noon), func(error) {})
	s.Delete("AAAAAA", func(error) {})
	fresh := asked(t, "AAAAAA")
	all.Add(1)
	s.Save(fresh.State(noon), func(error) { all.Done() })
	goOn()
	all.Wait()
	if rooms := load(t, s); len(rooms) != 1 || rooms[0].View(room.ScreenChanged, noon).Screen.Code {
		t.Errorf("%d rooms, and the second is not as it was stored", len(rooms))
	}
}

// A disk that does not answer is told of, and what waited is kept once it does.
func TestTooMuchWaits(t *testing.T) {
	s := open(t, "")
	goOn := stuck(s)
	var kept sync.WaitGroup
	for n := range waitMost {
		kept.Add(1)
		s.Vote("AAAAAA", room.Vote{Poll: "q1", Round: 1, Person: n + 1}, func(err error) {
			if err != nil {
				t.Error(err)
			}
			kept.Done()
		})
	}
	var refused error
	s.Vote("AAAAAA", room.Vote{Poll: "q1", Round: 1, Person: waitMost + 1}, func(err error) {
		refused = err
		s.Vote("AAAAAA", room.Vote{}, func(error) {}) // it may be called from there
	})
	if !errors.Is(refused, ErrBusy) {
		t.Errorf("one too many: %v", refused)
	}
	// What answers depend on is taken nevertheless, for else one that comes later would be lost.
	r := asked(t, "AAAAAA")
	name := r.NameOf("cookie")
	kept.Add(2)
	s.Save(r.State(noon), func(error) { kept.Done() })
	s.Person("AAAAAA", name, 7, func(error) { kept.Done() })
	goOn()
	kept.Wait()
	if n, fresh, _ := load(t, s)[0].Number(name); n != 7 || fresh {
		t.Errorf("the person is number %d (new: %t)", n, fresh)
	}
}

// What could not be written is tried again also when nothing else comes.
func TestTriedAgain(t *testing.T) {
	s := open(t, "")
	refused, kept := make(chan error, 1), make(chan struct{})
	tries := 0
	s.add(true, func(*sql.Tx) error {
		s.again = 0 // this is the writer
		if tries++; tries == 3 {
			close(kept)
			return nil
		}
		return errors.New("the disk does not answer")
	}, func(err error) { refused <- err })
	if err := <-refused; err == nil {
		t.Error("it is said to be kept")
	}
	<-kept
}

// However much could not be written at first, an answer that is acknowledged is not without it.
func TestMuchIsTriedAgain(t *testing.T) {
	s := open(t, "")
	r := asked(t, "AAAAAA")
	goOn := stuck(s)
	failed := false
	s.add(true, func(*sql.Tx) error {
		s.again = 0 // this is the writer
		if failed {
			return nil
		}
		failed = true
		return errors.New("the disk does not answer")
	}, func(error) {})
	const people = 3 * together / 2
	for n := range people {
		s.Person("AAAAAA", room.Name{byte(n), byte(n >> 8)}, n+1, func(error) {})
	}
	s.Save(r.State(noon), func(error) {})
	wait(t, func(done func(error)) {
		s.Vote("AAAAAA", room.Vote{Poll: "q1", Round: 1, Person: people}, done)
		goOn()
	})
	back := load(t, s)[0]
	for n := range people {
		if !back.Knows(room.Name{byte(n), byte(n >> 8)}) {
			t.Fatalf("person %d is not kept", n+1)
		}
	}
	if !failed || (*back.View(room.PollChanged, noon).Poll).Answered != 1 {
		t.Errorf("%d answers are kept, after a failure: %t", (*back.View(room.PollChanged, noon).Poll).Answered, failed)
	}
}

// A room that has ended is not brought back until it is asked for, and then with all that was
// handed over of it before.
func TestARoomThatHasEnded(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	goOn := stuck(s)
	r := asked(t, "AAAAAA")
	later := noon.Add(time.Hour)
	if _, err := r.Do(later, owner, &room.Command{Do: "end"}); err != nil {
		t.Fatal(err)
	}
	name := r.NameOf("cookie")
	ignored := func(error) {}
	s.Save(asked(t, "BBBBBB").State(noon), ignored)
	s.Save(r.State(later), ignored)
	s.Person("AAAAAA", name, 7, ignored)
	s.Vote("AAAAAA", room.Vote{Poll: "q1", Round: 1, Person: 7, Choice: 1}, ignored)
	back := func(code room.Code) (of *room.Room, err error) {
		found := make(chan struct{})
		s.Room(code, later, func(r *room.Room, failed error) { of, err = r, failed; close(found) })
		goOn()
		<-found
		return of, err
	}
	of, err := back("AAAAAA")
	if err != nil {
		t.Fatal(err)
	}
	if !of.Over() || !of.Knows(name) || !reflect.DeepEqual(of.Polls()[0].Answers(), []room.Answer{{1, -1}}) {
		t.Errorf("it has ended: %t, knows the person: %t, and has the answers %v", of.Over(), of.Knows(name), of.Polls()[0].Answers())
	}
	goOn = func() {}
	if _, err := back("CCCCCC"); err == nil || strings.Contains(err.Error(), "CCCCCC") {
		t.Errorf("one that is not there: %v", err)
	}
	s.Close()
	live, ended, err := open(t, dir).Load(later)
	if err != nil || len(live) != 1 || live[0].Code() != "BBBBBB" || len(ended) != 1 || !ended["AAAAAA"].Equal(later) {
		t.Errorf("%d live, ended are %v (%v)", len(live), ended, err)
	}
}

// A class of 500 answers at once.
func BenchmarkAClassAnswers(b *testing.B) {
	s := open(b, b.TempDir())
	b.ReportAllocs()
	for b.Loop() {
		var kept sync.WaitGroup
		for n := range 500 {
			kept.Add(1)
			s.Vote("AAAAAA", room.Vote{Poll: "q1", Round: 1, Person: n + 1}, func(err error) {
				if err != nil {
					b.Error(err)
				}
				kept.Done()
			})
		}
		kept.Wait()
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(500*b.N), "us/answer")
}
