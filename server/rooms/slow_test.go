package rooms

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"lockstep/server/room"
)

// Of 300 viewers one never reads. Nobody waits for it: the others have every frame when it
// is sent, no queue of theirs runs full. It is dropped, and back in step when it comes anew.
func TestOneOf300NeverReads(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		driver, stuck := c.page(c.owner), c.silent(person(0), "lang=en")
		synctest.Wait()
		var all []*page
		for n := range 299 {
			all = append(all, c.page(person(n+1)))
		}
		pass(time.Second)
		for n := range 100 {
			began := time.Now()
			driver.must(room.Command{N: n + 1, Do: "head", Head: head(n)})
			for i, p := range all {
				if got, want := p.part("head"), fmt.Sprintf(`{"at":0,"t":5,"happened":%d,"playing":false,"speed":100}`, n); got != want || time.Since(began) > 0 {
					t.Fatalf("viewer %d: %s after %v, the driver sent %s", i, got, time.Since(began), want)
				}
			}
			pass(100 * time.Millisecond)
		}
		if full, dropped := gauge(s.rooms.metrics.full), gauge(s.rooms.metrics.dropped); full != 1 || dropped != 1 {
			t.Errorf("%v queues ran full, %v members were dropped; want the one", full, dropped)
		}
		pass(time.Second)
		if here := all[0].part("here"); here != "299" {
			t.Errorf("%s are here", here)
		}
		back := stuck.reload(c, person(0))
		pass(time.Second)
		if back.place() != driver.place() || back.part("here") != "300" || back.you.Person != 1 {
			t.Errorf("it comes back to %s with %s here, the driver is at %s", back.place(), back.part("here"), driver.place())
		}
		for i, p := range all {
			if p.missed || p.whole != 1 {
				t.Errorf("viewer %d missed some: %t, got the room %d times", i, p.missed, p.whole)
			}
		}
	})
}

// A page that goes in the middle of what it is told was not dropped.
func TestGoingIsNoDrop(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		p := c.silent(person(1), "lang=en")
		synctest.Wait() // until something is being written
		p.ws.Close()
		pass(time.Second)
		if members, dropped := gauge(s.rooms.metrics.members), gauge(s.rooms.metrics.dropped); members != 0 || dropped != 0 {
			t.Errorf("%v members, %v dropped", members, dropped)
		}
	})
}

// A page that reads now and then gets the room as it is when it reads, not all that was.
func TestASlowReaderSkips(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		s.rooms.limits.Heads.Burst, s.rooms.limits.Commands.Burst = 400, 400
		c := s.open()
		driver, slow := c.page(c.owner), c.silent(person(0), "lang=en")
		for n := range 100 {
			driver.must(room.Command{N: n + 1, Do: "head", Head: head(n)})
			pass(50 * time.Millisecond)
		}
		driver.must(room.Command{N: 200, Do: "run", Fragment: fragment(9), Head: head(3)})
		go slow.listen()
		pass(time.Second)
		if slow.place() != driver.place() || slow.closed != nil {
			t.Errorf("it is at %s, the driver at %s (%v)", slow.place(), driver.place(), slow.closed)
		}
		if n := len(slow.frames); n > 12 {
			t.Errorf("it got %d frames", n)
		}
		if pushed := slow.pushed[len(slow.pushed)-3:]; fmt.Sprint(pushed) != fmt.Sprint([]string{"events " + linkOf(9) + " after ", "verdict " + linkOf(9) + " in en", "frame"}) {
			t.Errorf("pushed %q", pushed)
		}
		if full := gauge(s.rooms.metrics.full); full != 1 {
			t.Errorf("%v queues ran full", full)
		}
	})
}
