package rooms

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"lockstep/lessons"
	"lockstep/server/room"
)

func requestFrom(addr string, cookies http.Header) *http.Request {
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = addr + ":4711"
	if cookies != nil {
		r.Header = cookies
	}
	return r
}

// Wrong codes are counted by address; who has tried too many finds the rooms alone where the
// browser is known. A whole school finds its room meanwhile if it mistypes now and then.
func TestWrongCodes(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		c.page(person(1))
		right, wrong := string(c.room.code), "222222"
		find := func(addr, code string, cookies http.Header) error {
			_, err := s.rooms.Find(requestFrom(addr, cookies), code)
			return err
		}
		for range 59 {
			if err := find("192.0.2.1", wrong, nil); !errors.Is(err, ErrNoRoom) {
				t.Fatal(err)
			}
		}
		for _, typed := range []string{right, strings.ToLower(right), right[:3] + " " + right[3:]} {
			if err := find("192.0.2.1", typed, nil); err != nil {
				t.Errorf("%q: %v", typed, err)
			}
		}
		if err := find("192.0.2.1", "not a code", nil); !errors.Is(err, ErrNoRoom) {
			t.Error(err)
		}
		find("192.0.2.1", wrong, nil)
		for name, row := range map[string]struct {
			addr, code string
			cookies    http.Header
			want       error
		}{
			"a wrong code": {"192.0.2.1", wrong, nil, ErrTooOften}, "the right one, too late": {"192.0.2.1", right, nil, ErrTooOften},
			"somebody new": {"192.0.2.1", right, person(7), ErrTooOften}, "who has been there": {"192.0.2.1", right, person(1), nil},
			"the owner": {"192.0.2.1", right, c.owner, nil}, "another address": {"192.0.2.2", right, nil, nil},
		} {
			if err := find(row.addr, row.code, row.cookies); !errors.Is(err, row.want) {
				t.Errorf("%s: %v, want %v", name, err, row.want)
			}
		}
		pass(2 * time.Second)
		if err := find("192.0.2.1", right, nil); err != nil {
			t.Errorf("two seconds later: %v", err)
		}
		if got := gauge(s.rooms.metrics.wrong); got != 60 {
			t.Errorf("%v wrong codes are counted", got)
		}
	})
}

// Rooms are opened one a minute from an address once there were ten, and so many at all.
func TestNewRooms(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		s.rooms.limits.Rooms = 13
		open := func(addr string, scenes ...room.Scene) error {
			_, _, err := s.rooms.Open(requestFrom(addr, nil), "en", scenes, nil)
			return err
		}
		scene := room.Scene{Slug: slug, Run: linkOf(1)}
		if err := open("192.0.2.1"); !errors.Is(err, room.ErrNoScene) {
			t.Errorf("without a scene: %v", err)
		}
		for range 10 {
			if err := open("192.0.2.1", scene); err != nil {
				t.Fatal(err)
			}
		}
		if err := open("192.0.2.1", scene); !errors.Is(err, ErrTooOften) {
			t.Errorf("the eleventh: %v", err)
		}
		pass(time.Minute)
		for _, addr := range []string{"192.0.2.1", "192.0.2.2", "192.0.2.3"} {
			if err := open(addr, scene); err != nil {
				t.Errorf("%s: %v", addr, err)
			}
		}
		if err := open("192.0.2.4", scene); !errors.Is(err, ErrFull) {
			t.Errorf("the fourteenth of thirteen: %v", err)
		}
		if got := gauge(s.rooms.metrics.rooms); got != 13 {
			t.Errorf("%v rooms are counted", got)
		}
	})
}

// A person may have so many pages, a room so many members; the next is told.
func TestFullRooms(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		s.rooms.limits.Members = 12
		c := s.open()
		var all []*page
		for range 8 {
			all = append(all, c.page(person(1)))
		}
		if p := c.page(person(1)); p.shut() != CloseTooMany {
			t.Errorf("the ninth page: %v", p.closed)
		}
		for n := range 4 {
			if p := c.page(person(2 + n)); p.shut() != 0 {
				t.Errorf("another person: %v", p.closed)
			}
		}
		if p := c.page(person(9)); p.shut() != CloseFull {
			t.Errorf("the thirteenth member: %v", p.closed)
		}
		all[0].ws.Close()
		synctest.Wait()
		if p := c.page(person(9)); p.shut() != 0 {
			t.Errorf("once there is a place: %v", p.closed)
		}
		if got := gauge(s.rooms.metrics.members); got != 12 {
			t.Errorf("%v members are counted", got)
		}
	})
}

// Pages know the close codes that are ours, and have words for each.
func TestPagesHaveWordsForCloseCodes(t *testing.T) {
	script, err := os.ReadFile("../../web/static/room.js")
	if err != nil {
		t.Fatal(err)
	}
	phrases, err := lessons.Catalogs(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range []int{CloseNoRoom, CloseFull, CloseTooMany} {
		word := regexp.MustCompile(strconv.Itoa(code) + `: "([a-z-]+)"`).FindSubmatch(script)
		if word == nil {
			t.Errorf("room.js knows no %d", code)
			continue
		}
		for lang, said := range phrases {
			if key := "room." + string(word[1]); said.Say(key) == key {
				t.Errorf("%s has no phrase %s", lang, key)
			}
		}
	}
}

// A browser that comes again and again is let in now and then; nobody else waits for it, also
// from its address.
func TestComingTooOften(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		come := func(n int) int {
			p := c.page(person(n))
			p.ws.Close()
			synctest.Wait()
			return p.shut()
		}
		for n := range 30 {
			if code := come(1); code != 0 {
				t.Fatalf("time %d: %d", n, code)
			}
		}
		if code := come(1); code != CloseLater {
			t.Errorf("the thirty-first time: %d", code)
		}
		if code := come(2); code != 0 {
			t.Errorf("another: %d", code)
		}
		pass(2 * time.Second)
		if a, b := come(1), come(1); a != 0 || b != CloseLater {
			t.Errorf("two seconds later: %d, %d", a, b)
		}
	})
}

// Who sends more than it may is read more slowly, and nobody else.
func TestAFloodOfCommands(t *testing.T) {
	for _, row := range []struct {
		of           room.Command
		once, second int // how many at once, and in each second that follows
	}{
		{room.Command{Do: "lost"}, 40, 20}, {room.Command{Do: "head", Head: head(1)}, 30, 15}, {room.Command{Do: "again"}, 5, 1},
	} {
		inBubble(t, func(t *testing.T, s *server) {
			c := s.open()
			owner, flood, other := c.page(c.owner), c.page(person(1)), c.page(person(2))
			owner.must(room.Command{N: 1, Do: "wheel-give", To: 1})
			pass(time.Minute)
			go func() {
				for n := range 400 {
					row.of.N = n + 1
					flood.ws.WriteJSON(row.of)
				}
			}()
			began := time.Now()
			synctest.Wait()
			if n := len(flood.acks); n != row.once {
				t.Errorf("%s: %d at once", row.of.Do, n)
			}
			for n := range 20 {
				other.must(room.Command{N: n + 1, Do: "lost", On: true})
				owner.must(room.Command{N: n + 1, Do: "screen", Code: n%2 == 0})
			}
			if passed := time.Since(began); passed != 0 {
				t.Errorf("%s: others waited %v", row.of.Do, passed)
			}
			pass(10 * time.Second)
			if n, want := len(flood.acks), row.once+10*row.second; n != want {
				t.Errorf("%s: %d after ten seconds, want %d", row.of.Do, n, want)
			}
			flood.ws.Close()
		})
	}
}

// A page that sends without reading is not read: its queue does not run full of answers.
func TestAPageThatOnlySends(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		p := c.silent(person(1), "lang=en")
		go func() {
			for n := range 40 {
				p.ws.WriteJSON(room.Command{N: n + 1, Do: "lost", On: n%2 == 0})
			}
		}()
		synctest.Wait()
		if full := gauge(s.rooms.metrics.full); full != 0 {
			t.Error("its queue ran full")
		}
		go p.listen()
		pass(time.Second)
		if len(p.acks) != 40 || p.missed {
			t.Errorf("%d answers", len(p.acks))
		}
	})
}

// A room that goes while somebody comes.
func TestComingTooLate(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		release := s.pushes.hold(linkOf(1))
		late := c.page(person(1))
		if err := c.room.Look(t.Context(), func(*room.Room, time.Time) { c.room.close(CloseNoRoom, noRoomText) }); err != nil {
			t.Fatal(err)
		}
		release()
		pass(time.Second)
		if late.shut() != CloseNoRoom {
			t.Errorf("it ends with %v", late.closed)
		}
		if err := c.room.Look(t.Context(), func(*room.Room, time.Time) { t.Error("it is looked at") }); !errors.Is(err, ErrGone) {
			t.Errorf("the room: %v", err)
		}
	})
}

// What is no command of ours, and pages of others.
func TestNonsense(t *testing.T) {
	for name, row := range map[string]struct {
		kind  int
		text  string
		code  int
		n     int // of the command that is refused
		field string
	}{
		"binary": {websocket.BinaryMessage, "{}", CloseBinary, 0, ""}, "too large": {websocket.TextMessage, strings.Repeat(" ", room.MaxCommand+1), CloseTooLarge, 0, ""},
		"no JSON": {websocket.TextMessage, "drive!", 0, 0, ""}, "empty": {websocket.TextMessage, "", 0, 0, ""},
		"another's field":       {websocket.TextMessage, `{"n":5,"do":"lost","admin":true}`, 0, 5, "admin"},
		"of the wrong type":     {websocket.TextMessage, `{"do":"vote","choice":"A","n":5}`, 0, 5, "choice"},
		"a number that is none": {websocket.TextMessage, `{"n":"5","do":"lost"}`, 0, 0, "n"},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, s *server) {
				p := s.open().page(person(1))
				if err := p.ws.WriteMessage(row.kind, []byte(row.text)); err != nil {
					t.Fatal(err)
				}
				pass(time.Second)
				if last := p.frames[len(p.frames)-1]; p.shut() != row.code || row.code == 0 && (p.acks[row.n] != string(room.Unknown) || last.Field != row.field) {
					t.Errorf("closed with %d, refused %v, the last frame is about the field %q", p.shut(), p.acks, last.Field)
				}
			})
		})
	}
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		d := websocket.Dialer{NetDialContext: s.dial}
		at := "ws://lockstep.test/room/" + string(c.room.code) + "/ws"
		for origin, want := range map[string]int{"http://lockstep.test": http.StatusSwitchingProtocols, "https://lockstep.test": http.StatusSwitchingProtocols, "http://evil.test": http.StatusForbidden, "null": http.StatusForbidden} {
			ws, resp, err := d.DialContext(t.Context(), at, http.Header{"Origin": {origin}})
			if resp == nil || resp.StatusCode != want {
				t.Errorf("%s: %v", origin, err)
			}
			if ws != nil {
				ws.Close()
			}
		}
	})
}

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
