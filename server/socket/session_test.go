package socket

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"lockstep/server/turns"
	"lockstep/web/wire"
)

// openAs opens a connection with a cookie, and returns it and the cookie that came with it.
func (s *site) openAs(cookie string) (*page, *http.Cookie) {
	s.t.Helper()
	header := http.Header{}
	if cookie != "" {
		header.Set("Cookie", sessionCookie+"="+cookie)
	}
	ws, resp, err := s.dialWith(header)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { ws.Close() })
	for _, c := range resp.Cookies() {
		if c.Name == sessionCookie {
			return &page{s.t, ws}, c
		}
	}
	return &page{s.t, ws}, nil
}

// However many connections a browser of a school has, and however heavy what it asks on
// them, another of the school's waits for its own round alone.
func TestBrowsersOfAnAddressTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, DefaultLimits())
		s.traces.turns = turns.New(1)
		_, flood := s.openAs("")
		_, pupil := s.openAs("")
		held, wanted := linkOf("light", 1), linkOf("light", 2)
		release := s.traces.hold(held)
		for i := range uint64(200) {
			p, again := s.openAs(flood.Value)
			if again != nil {
				t.Fatal("a browser that has a session is given another")
			}
			if i == 0 {
				p.ask(wire.Ask{ID: 1, Run: held})
			} else {
				p.ask(wire.Ask{ID: 1, Run: linkOf("heavy", i)})
			}
			synctest.Wait()
		}
		p, _ := s.openAs(pupil.Value)
		p.ask(wire.Ask{ID: 2, Run: wanted})
		synctest.Wait()
		release()
		if b, _ := p.answer(); b == nil || b.ID != 2 {
			t.Errorf("got %+v, want the answer to question 2", b)
		}
		s.traces.mu.Lock() // the others are being played still
		defer s.traces.mu.Unlock()
		if at := slices.Index(s.traces.begun, wanted); at != 1 {
			t.Errorf("the run is played after %d others, want 1", at)
		}
	})
}

// A session that is made up is none: it has the turns of those who have none.
func TestSessionsAreTheServers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, DefaultLimits())
		_, first := s.openAs("")
		if !first.HttpOnly || first.SameSite != http.SameSiteLaxMode || first.MaxAge != 0 || first.Secure {
			t.Errorf("the cookie is %+v", first)
		}
		of := func(cookie string) string {
			r, _ := http.NewRequest("GET", "/ws", nil)
			r.Header.Set("Cookie", sessionCookie+"="+cookie)
			return s.hub.sessions.of(r)
		}
		if of(first.Value) == "" {
			t.Error("the server does not know its own session")
		}
		other := newSessions()
		for name, cookie := range map[string]string{
			"nothing": "", "no number": "x", "short": first.Value[:62], "long": first.Value + "00",
			"another's name": strings.Repeat("0", 32) + first.Value[32:],
			"another server": other.begin(new(http.Request)).Value,
		} {
			if of(cookie) != "" {
				t.Errorf("%s is taken for a session", name)
			}
			if _, again := s.openAs(cookie); again == nil || again.Value == first.Value {
				t.Errorf("%s: no session is given", name)
			}
		}
	})
}
