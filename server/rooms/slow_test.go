package rooms

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

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

// The queue keeps order in whatever rhythm it is filled and emptied, and is bounded.
func TestQueue(t *testing.T) {
	q := newQueue(4)
	i := func(n int) item { return item{text: message{kind: n, prepared: new(websocket.PreparedMessage)}} }
	own := func(n int) item { return item{text: message{kind: n}} }
	in, out := 0, 0
	for _, step := range []int{3, -2, 3, -3, 2, -3, 4, -4, 1, -1, 4} {
		for ; step > 0; step-- {
			in++
			if q.put(i(in)) {
				t.Fatalf("item %d does not go in", in)
			}
		}
		for ; step < 0; step++ {
			out++
			if got, any, behind := q.take(); got.text.kind != out || !any || behind {
				t.Fatalf("item %d comes as %d (%t, %t)", out, got.text.kind, any, behind)
			}
		}
	}
	if cap(q.items) > 8 {
		t.Errorf("it has grown to %d", cap(q.items))
	}
	q.take()
	q.put(own(50))
	if !q.put(i(99)) || q.put(i(100)) || q.put(own(51)) {
		t.Error("it runs full more than once, or not at all")
	}
	for _, n := range []int{50, 51} {
		if got, any, behind := q.take(); got.text.kind != n || !any || behind {
			t.Errorf("of what is the member's own %d comes", got.text.kind)
		}
	}
	if _, any, behind := q.take(); any || !behind {
		t.Error("what waited in a full queue is kept")
	}
	for n := range 40 {
		q.put(own(n))
	}
	if q.waiting() > 4 {
		t.Errorf("%d answers wait", q.waiting())
	}
	for any := true; any; {
		_, any, _ = q.take()
	}
	q.restart(i(1), i(2))
	q.put(i(3))
	for n := range 3 {
		if got, _, behind := q.take(); got.text.kind != n+1 || behind {
			t.Errorf("after a restart %d comes", got.text.kind)
		}
	}
}

func TestRing(t *testing.T) {
	r := ring{most: 4}
	for seq := 2; seq <= 7; seq++ {
		r.add(frame{seq: seq})
	}
	if _, ok := r.since(2); ok {
		t.Error("it holds more than it may")
	}
	if frames, ok := r.since(3); !ok || len(frames) != 4 {
		t.Errorf("after 3: %d frames, %t", len(frames), ok)
	}
	r = ring{most: 4}
	for seq := 2; seq <= 9; seq++ {
		r.add(frame{seq: seq, run: seq == 7})
	}
	for since, want := range map[int]string{0: "no", 2: "no", 6: "no", 7: "8 9 ", 8: "9 ", 9: "no", 10: "no", -1: "no"} {
		frames, ok := r.since(since)
		got := ""
		for _, f := range frames {
			got += fmt.Sprint(f.seq, " ")
		}
		if !ok {
			got = "no"
		}
		if got != want {
			t.Errorf("after %d: %s, want %s", since, got, want)
		}
	}
}
