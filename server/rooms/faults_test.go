package rooms

import (
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lockstep/server/room"
)

// A fault in a room ends neither the room nor the server.
func TestAFaultInARoom(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c, other := s.open(), s.open()
		viewer := c.page(person(1))
		c.room.Look(t.Context(), func(*room.Room, time.Time) { panic("index out of range") })
		owner := c.page(c.owner)
		owner.must(room.Command{N: 1, Do: "head", Head: head(3)})
		other.page(other.owner).must(room.Command{N: 1, Do: "head", Head: head(3)})
		if viewer.place() != owner.place() || viewer.closed != nil {
			t.Errorf("the viewer is at %s, the owner at %s", viewer.place(), owner.place())
		}
		s.stop()
		if !strings.Contains(s.log.String(), "index out of range") {
			t.Error("the log does not tell")
		}
	})
}

// What breaks each time that it is due fills neither the processor nor the log.
func TestAFaultThatStays(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		state := c.room.state
		pass(time.Second)
		c.room.Look(t.Context(), func(*room.Room, time.Time) { c.room.state = nil })
		pass(10*time.Second - time.Millisecond)
		c.room.Look(t.Context(), func(*room.Room, time.Time) { c.room.state = state })
		c.page(c.owner).must(room.Command{N: 1, Do: "head", Head: head(3)})
		s.stop()
		if n := strings.Count(s.log.String(), "something in a room broke"); n != 10 {
			t.Errorf("in ten seconds the log tells %d times", n)
		}
	})
}

// A fault while a page is let in: it is out again, as are none of the others.
func TestAFaultInTheDoor(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		viewer := c.page(person(1))
		c.room.Look(t.Context(), func(*room.Room, time.Time) { s.rooms.metrics.resyncs = nil }) // which breaks who begins
		if p := c.page(person(2)); p.shut() != CloseLater {
			t.Errorf("it is told %v", p.closed)
		}
		pass(time.Second)
		if viewer.closed != nil || viewer.part("here") != "1" || gauge(s.rooms.metrics.members) != 1 {
			t.Errorf("the viewer: %v, %s here, %v counted", viewer.closed, viewer.part("here"), gauge(s.rooms.metrics.members))
		}
	})
}

// faulty is a connection in which reading breaks once it is told to.
type faulty struct {
	net.Conn
	broken *atomic.Bool
}

func (c faulty) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.broken.Load() {
		panic("slice bounds out of range")
	}
	return n, err
}

// A fault in a connection ends that alone: the page is gone, and can come back.
func TestAFaultInAConnection(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c, broken := s.open(), new(atomic.Bool)
		other := c.page(person(2))
		s.wrap = func(conn net.Conn) net.Conn { return faulty{conn, broken} }
		viewer := c.page(person(1))
		s.wrap = nil
		broken.Store(true)
		viewer.post(room.Command{N: 1, Do: "lost", On: true})
		pass(time.Second)
		if viewer.closed == nil || other.part("here") != "1" {
			t.Errorf("its connection: %v, %s here", viewer.closed, other.part("here"))
		}
		viewer.reload(c, person(1)).must(room.Command{N: 2, Do: "lost", On: true})
		s.stop()
		if !strings.Contains(s.log.String(), "slice bounds out of range") {
			t.Error("the log does not tell")
		}
	})
}
