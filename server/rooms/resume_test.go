package rooms

import (
	"context"
	"encoding/json"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"lockstep/server/room"
)

// A page that comes back gets what it missed, or the room as a whole where that is not known
// or another run was shown; and is where everybody is.
func TestComingBack(t *testing.T) {
	for _, row := range []struct {
		name   string
		missed int
		run    bool
		whole  int
		room   int // frames about the room
	}{
		{"nothing missed", 0, false, 0, 0},
		{"some missed", 5, false, 0, 5},
		{"another run", 1, true, 1, 1},
		{"too much missed", 200, false, 1, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, s *server) {
				c := s.open()
				driver, viewer := c.page(c.owner), c.page(nil) // nobody is counted: no frame says so
				pass(time.Second)
				viewer.ws.Close()
				for n := range row.missed {
					cmd := room.Command{N: n + 1, Do: "head", Head: head(n)}
					if row.run {
						cmd.Do, cmd.Fragment = "run", fragment(9)
					}
					driver.must(cmd)
					pass(time.Second)
				}
				back := viewer.reload(c, nil)
				frames := 0
				for _, f := range back.frames {
					if f.Room != nil {
						frames++
					}
				}
				if back.whole != row.whole || frames != row.room || back.missed || back.place() != driver.place() {
					t.Errorf("the room as a whole %d times, %d frames, missed %t\nit is at %s\nthe driver %s", back.whole, frames, back.missed, back.place(), driver.place())
				}
				if pushed := len(back.pushed) > row.whole; pushed != (row.whole > 0) {
					t.Errorf("pushed %q", back.pushed)
				}
			})
		})
	}
}

// What a page could not notice that it missed, the next beat tells.
func TestTheBeatTells(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		driver, viewer := c.page(c.owner), c.page(person(1))
		for _, row := range []struct {
			playing bool
			every   time.Duration
		}{{false, 20 * time.Second}, {true, 5 * time.Second}} {
			driver.must(room.Command{N: 1, Do: "head", Head: &room.Head{At: 1_000_000, Playing: row.playing, Speed: 100}})
			pass(row.every)
			before := len(viewer.frames)
			pass(10 * row.every)
			beats := viewer.frames[before:]
			if len(beats) != 10 {
				t.Fatalf("playing %t: %d beats in %v", row.playing, len(beats), 10*row.every)
			}
			for i, f := range beats[1:] {
				if f.Beat != viewer.seq || f.at.Sub(beats[i].at) != row.every || int64(f.Head.At-beats[i].Head.At) != map[bool]int64{true: row.every.Microseconds()}[row.playing] {
					t.Errorf("playing %t: beats %+v and %+v", row.playing, beats[i], f)
				}
			}
		}
		seen.Lock()
		viewer.seq -= 3 // as if the frames had been lost on a line that looked alive
		viewer.room["head"] = nil
		seen.Unlock()
		pass(5 * time.Second)
		if !viewer.missed {
			t.Fatal("the beat does not tell")
		}
		viewer.must(room.Command{N: 9, Do: "again"})
		if viewer.place() != driver.place() || viewer.whole != 2 {
			t.Errorf("asked again it is at %s, the driver at %s", viewer.place(), driver.place())
		}
	})
}

// A server that was stopped, or killed, and comes up again: pages go on with the person,
// the answers, and a playhead that stands where it was.
func TestTheServerComesBack(t *testing.T) {
	for _, killed := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := serve(t, DefaultLimits())
			c := s.open()
			early := c.page(nil) // the first frame in this server is the last that it has
			early.ws.Close()
			owner, viewer := c.page(c.owner), c.page(person(1))
			other := c.page(person(2))
			owner.must(room.Command{N: 1, Do: "run", Fragment: fragment(7), Head: &room.Head{At: 1_000_000, Playing: true, Speed: 100}})
			owner.must(ask)
			viewer.must(vote(1, 1, 2))
			other.must(vote(1, 1, 0))
			pass(10*time.Second + time.Millisecond)
			store := s.store
			if killed {
				store = s.store.crash()
			}
			s.stop()
			if code := viewer.shut(); code != CloseStopping {
				t.Errorf("closed with %d", code)
			}
			pass(10 * time.Minute)
			after := serveFrom(t, DefaultLimits(), store)
			c = &class{after, after.has(c.room.code), c.key, c.owner}
			late := early.reload(c, nil)
			owner, viewer = owner.reload(c, c.owner), viewer.reload(c, person(1))
			if early.seq != 1 || late.whole != 1 || late.part("run") != viewer.part("run") {
				t.Errorf("a page of another epoch, with frame %d, is told %v", early.seq, late.room)
			}
			if viewer.whole != 1 || viewer.you.Person != 1 || viewer.you.Vote["1"] != 2.0 {
				t.Errorf("it is back as %+v", viewer.you)
			}
			if got := viewer.part("head"); !strings.Contains(got, `"playing":false`) || !killed && !strings.Contains(got, `"at":11001000`) || killed && !strings.Contains(got, `"at":11000000`) {
				t.Errorf("killed %t: the playhead is at %s", killed, got)
			}
			if got := owner.own.Counts["1"]; len(got) != 3 || got[0] != 1 || got[2] != 1 {
				t.Errorf("counted %v", got)
			}
			viewer.must(vote(2, 1, 1))
			owner.must(room.Command{N: 2, Do: "poll-close"})
			pass(time.Second)
			if viewer.place() != owner.place() || !strings.Contains(viewer.part("run"), linkOf(7)) {
				t.Errorf("they are at %s and %s", viewer.place(), owner.place())
			}
		})
	}
}

// patientFor is a connection that a proxy gives up when nothing comes for so long.
type patientFor struct {
	net.Conn
	wait time.Duration
}

func (c patientFor) Read(b []byte) (int, error) {
	c.SetReadDeadline(time.Now().Add(c.wait))
	return c.Conn.Read(b)
}

// A page that does nothing for five minutes behind a proxy that cuts off after one without a
// word, as nginx does unless it is told otherwise, is still connected. The canary: with
// beats and pings rarer than that it is not.
func TestIdleBehindAProxy(t *testing.T) {
	for _, quiet := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			limits := DefaultLimits()
			if quiet {
				limits.BeatStill, limits.PingEvery, limits.PongWait = 2*time.Minute, 2*time.Minute, 5*time.Minute
			}
			s := serve(t, limits)
			c := s.open()
			proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: "lockstep.test"})
			proxy.ErrorLog = log.New(io.Discard, "", 0)
			proxy.Transport = &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
				conn, err := s.dial(ctx, network, addr)
				return patientFor{conn, time.Minute}, err
			}}
			front := &server{t: t, dialed: make(chan net.Conn)}
			outer := &http.Server{Handler: proxy}
			go outer.Serve(front)
			defer outer.Close()
			d := websocket.Dialer{NetDialContext: front.dial}
			ws, _, err := d.DialContext(t.Context(), "ws://lockstep.test/room/"+string(c.room.code)+"/ws?lang=en", person(1))
			if err != nil {
				t.Fatal(err)
			}
			defer ws.Close()
			viewer := &page{t: t, s: s, ws: ws, room: make(map[string]json.RawMessage), acks: make(map[int]string)}
			go viewer.listen()
			owner := c.page(c.owner)
			pass(5 * time.Minute)
			if quiet {
				if viewer.closed == nil {
					t.Error("the proxy gives nothing up: the test shows nothing")
				}
				return
			}
			owner.must(room.Command{N: 1, Do: "head", Head: head(7)})
			if viewer.closed != nil || viewer.place() != owner.place() {
				t.Errorf("ended with %v; it is at %s, the owner at %s", viewer.closed, viewer.place(), owner.place())
			}
		})
	}
}
