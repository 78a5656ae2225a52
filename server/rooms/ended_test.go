package rooms

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"lockstep/server/room"
)

// A room ends by itself, is kept, and is forgotten; also when the server was not there
// meanwhile.
func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := DefaultLimits()
		limits.Keep = 5 * time.Hour
		s := serve(t, limits)
		c := s.open()
		viewer := c.page(person(1))
		pass(time.Hour)
		c.page(c.owner).must(room.Command{N: 1, Do: "screen"})
		pass(2*time.Hour - time.Second)
		if viewer.part("ended") != "" {
			t.Fatal("it has ended too early")
		}
		pass(2 * time.Second)
		if viewer.part("ended") != "true" || viewer.part("silent") != "true" || viewer.send(room.Command{N: 1, Do: "lost"}) != string(room.Over) {
			t.Errorf("after two hours of silence it has ended: %q", viewer.part("ended"))
		}
		if got := gauge(s.rooms.metrics.rooms); got != 0 {
			t.Errorf("%v rooms are counted", got)
		}
		late := c.page(person(2))
		if late.part("ended") != "true" {
			t.Error("who comes late is not told")
		}
		after := serveFrom(t, limits, s.store.crash())
		pass(3*time.Hour - 2*time.Second)
		for inMemory, s := range []*server{after, s} { // in one of them pages look at it
			if rooms, ended, stored := s.kept(); rooms != inMemory || ended != 1 || stored != 1 {
				t.Fatalf("too early there are %d rooms in memory, %d ended, %d stored", rooms, ended, stored)
			}
		}
		pass(2 * time.Second)
		for _, s := range []*server{s, after} {
			if rooms, ended, stored := s.kept(); rooms+ended+stored+len(s.store.people) != 0 {
				t.Errorf("in the end there are %d rooms in memory, %d ended, %d stored", rooms, ended, stored)
			}
		}
		if viewer.shut() != CloseNoRoom {
			t.Errorf("its pages: %v", viewer.closed)
		}
		if gone := c.page(person(1)); gone.shut() != CloseNoRoom {
			t.Errorf("a page of it: %v", gone.closed)
		}
	})
}

// Where rooms that have ended take too much, the oldest go first.
func TestTheOldestIsForgotten(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		s.rooms.limits.Kept = 2
		a, b := s.open(), s.open()
		b.page(b.owner).must(room.Command{N: 1, Do: "end"})
		pass(time.Millisecond)
		a.page(a.owner).must(room.Command{N: 1, Do: "end"})
		s.open()
		synctest.Wait()
		if rooms, ended, stored := s.kept(); rooms != 2 || ended != 1 || stored != 2 || s.has(b.room.code) != nil || s.has(a.room.code) == nil {
			t.Errorf("there are %d rooms in memory, %d ended, %d stored", rooms, ended, stored)
		}
	})
}

// A room that has ended is in memory only while somebody looks at it. Whoever comes later
// finds it as it was, and the store is asked once, however many come.
func TestAnEndedRoomLeavesMemory(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		owner, viewer := c.page(c.owner), c.page(person(1))
		owner.must(ask)
		viewer.must(vote(1, 1, 2))
		owner.must(room.Command{N: 1, Do: "end"})
		owner.ws.Close()
		pass(time.Hour)
		if rooms, ended, _ := s.kept(); rooms != 1 || ended != 1 || viewer.closed != nil {
			t.Errorf("while a page shows it %d rooms are in memory, %d ended; the page: %v", rooms, ended, viewer.closed)
		}
		viewer.ws.Close()
		pass(s.rooms.limits.Linger + time.Second)
		if rooms, ended, stored := s.kept(); rooms != 0 || ended != 1 || stored != 1 {
			t.Errorf("then %d are in memory, %d ended, %d stored", rooms, ended, stored)
		}

		s.store.mu.Lock()
		s.store.held = true
		s.store.mu.Unlock()
		found := make([]*Room, 3)
		for i := range found {
			go func() {
				var err error
				if found[i], err = s.rooms.Find(requestFrom("192.0.2.1", nil), string(c.room.code)); err != nil {
					t.Error(err)
				}
			}()
		}
		synctest.Wait()
		s.store.release()
		synctest.Wait()
		if found[0] == nil || found[0] == c.room || found[0] != found[1] || found[0] != found[2] || s.store.loads != 1 {
			t.Errorf("three who come find %v, loaded %d times", found, s.store.loads)
		}
		if back := c.page(person(1)); back.part("ended") != "true" || back.part("silent") != "" || back.you.Person != 1 {
			t.Errorf("a page finds it ended: %s, as %+v", back.part("ended"), back.you)
		}
		found[0].Look(t.Context(), func(of *room.Room, _ time.Time) {
			if got := of.Polls()[0].Answers(); len(got) != 1 || got[0] != (room.Answer{2, -1}) {
				t.Errorf("it has the answers %v", got)
			}
		})
		if _, err := s.rooms.Find(requestFrom("192.0.2.1", nil), "222222"); !errors.Is(err, ErrNoRoom) || s.store.loads != 1 {
			t.Errorf("for a wrong code the store is asked (%v)", err)
		}
		if live := gauge(s.rooms.metrics.rooms); live != 0 {
			t.Errorf("%v rooms are counted that have not ended", live)
		}
	})
}

// Where the store does not answer, a page that comes to a room that has ended is told to come
// again, and the log tells why.
func TestAnEndedRoomThatCannotBeBroughtBack(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		c.page(c.owner).must(room.Command{N: 1, Do: "end"})
		after := serveFrom(t, DefaultLimits(), s.store.crash())
		after.store.fails = errors.New("the disk does not answer")
		c = &class{after, c.room, c.key, c.owner}
		if p := c.page(person(1)); p.shut() != CloseLater {
			t.Errorf("it is told %v", p.closed)
		}
		after.store.mu.Lock()
		after.store.fails = nil
		after.store.mu.Unlock()
		if p := c.page(person(1)); p.part("ended") != "true" {
			t.Errorf("later it is told %v", p.closed)
		}
		after.stop()
		if log := after.log.String(); !strings.Contains(log, "the disk does not answer") || strings.Contains(log, string(c.room.code)) {
			t.Errorf("the log tells:\n%s", log)
		}
	})
}
