package rooms

import (
	"bytes"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"lockstep/server/room"
)

// driving is all that a viewer may not do.
var driving = []room.Command{
	{Do: "run", Fragment: fragment(9), Head: head(0)}, {Do: "head", Head: head(1)}, {Do: "wheel-back"},
	{Do: "wheel-give", To: 1}, {Do: "wheel-take"}, {Do: "scene", Index: 1}, {Do: "screen", Code: true},
	ask, {Do: "poll-open", Predict: guess.ID}, {Do: "poll-close"}, {Do: "poll-again"}, {Do: "poll-show", On: true},
	{Do: "poll-reveal", On: true}, {Do: "poll-end"}, {Do: "end"}, {Do: "drive"}, {Do: ""},
}

// Whatever a viewer's page sends, nothing changes; with a wrong key it is a viewer's.
func TestAViewerCannotDrive(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		owner := c.page(c.owner)
		owner.must(ask)
		pass(time.Second)
		for name, header := range map[string]http.Header{
			"a viewer": person(1), "nobody": nil, "another room's key": cookies(Owner(s.open().room.code, c.key, false)),
			"a wrong key": cookies(Owner(c.room.code, "wrong", false)),
		} {
			p := c.page(header)
			pass(time.Second)
			before, seq := p.place(), p.seq
			for n, cmd := range driving {
				cmd.N = n + 1
				if why := p.send(cmd); why == "ok" || why == "" {
					t.Errorf("%s: %s: %q", name, cmd.Do, why)
				}
				pass(time.Second) // it may send so much
			}
			synctest.Wait()
			if after := p.place(); after != before || p.seq != seq {
				t.Errorf("%s: the room was\n%s, and is\n%s", name, before, after)
			}
			if p.own != nil || bytes.Contains(p.bytes, []byte(c.key)) || bytes.Contains(p.bytes, []byte(`"own"`)) {
				t.Errorf("%s: is told what is the owner's", name)
			}
			p.ws.Close()
			synctest.Wait()
		}
		for _, made := range s.pushes.made {
			if made != "events "+linkOf(1)+" after " && made != "verdict "+linkOf(1)+" in en" {
				t.Errorf("for a viewer was played: %s", made)
			}
		}
		s.stop()
		for _, secret := range []string{string(c.key), string(c.room.code)} {
			if bytes.Contains(s.log.Bytes(), []byte(secret)) {
				t.Errorf("the log holds %s", secret)
			}
		}
	})
}

// The canary: for the owner all of that is carried out, or is refused for another reason.
func TestTheOwnerCan(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		owner := c.page(c.owner)
		for n, cmd := range driving {
			cmd.N = n + 1
			why := owner.send(cmd)
			if why == string(room.NotOwner) || why == string(room.NotDriver) || why == "" {
				t.Errorf("%s: %q", cmd.Do, why)
			}
			pass(time.Second)
		}
	})
}

// One drives: a hand-over takes effect at the command, for the owner too, until it is taken
// back or given back.
func TestTheWheel(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		owner, a, b := c.page(c.owner), c.page(person(1)), c.page(person(2))
		drives := func(who *page) {
			t.Helper()
			pass(time.Second)
			for n, p := range []*page{owner, a, b} {
				want := "not-driver"
				if p == who {
					want = "ok"
				}
				if got := p.send(room.Command{N: 100 + n, Do: "head", Head: head(n)}); got != want || p.you.Driver != (p == who) {
					t.Errorf("page %d: %q, told that it drives: %t", n, got, p.you.Driver)
				}
			}
		}
		drives(owner)
		a.must(room.Command{N: 1, Do: "wheel-ask", On: true})
		pass(time.Second)
		if !slices.Equal(owner.own.Asking, []int{1}) {
			t.Errorf("asking: %v", owner.own.Asking)
		}
		owner.must(room.Command{N: 2, Do: "wheel-give", To: 1})
		drives(a)
		owner.must(room.Command{N: 3, Do: "wheel-take"})
		drives(owner)
		owner.must(room.Command{N: 4, Do: "wheel-give", To: 2})
		drives(b)
		b.must(room.Command{N: 5, Do: "wheel-back"})
		drives(owner)

		// Away for a moment, and for good.
		owner.must(room.Command{N: 6, Do: "wheel-give", To: 1})
		a = a.reload(c, person(1))
		drives(a)
		a.ws.Close()
		pass(29 * time.Second)
		a = c.page(person(1))
		drives(a)
		a.ws.Close()
		pass(31 * time.Second)
		a = c.page(person(1))
		drives(owner)
	})
}

// The owner's devices are one driver, and none of them is audience.
func TestTwoDevicesOfTheOwner(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		desk, screen := c.page(c.owner), c.page(c.owner)
		desk.must(room.Command{N: 1, Do: "head", Head: head(1)})
		screen.must(room.Command{N: 1, Do: "head", Head: head(2)})
		pass(time.Second)
		if desk.place() != screen.place() || desk.part("here") != "0" {
			t.Errorf("%s and %s, %s here", desk.place(), screen.place(), desk.part("here"))
		}
	})
}

// Cookies are as hard to guess and to steal as they can be.
func TestCookies(t *testing.T) {
	for _, secure := range []bool{false, true} {
		a, b, key := NewPerson(secure), NewPerson(secure), Owner("K7M4QX", "key", secure)
		if a.Value == b.Value || len(a.Value) != 32 || !a.HttpOnly || a.Secure != secure || a.SameSite != http.SameSiteLaxMode || a.Path != "/" {
			t.Errorf("%+v, %+v", a, b)
		}
		if !key.HttpOnly || key.Secure != secure || key.SameSite != http.SameSiteStrictMode || key.Name != "lockstep-room-K7M4QX" {
			t.Errorf("%+v", key)
		}
	}
	for value, ok := range map[string]bool{"0123456789abcdef0123456789abcdef": true, "": false, "0123": false, "g123456789abcdef0123456789abcdef": false} {
		r := httptest.NewRequest("GET", "/", nil)
		r.AddCookie(&http.Cookie{Name: personCookie, Value: value})
		if got := Person(r); (got != "") != ok {
			t.Errorf("%q is %q", value, got)
		}
	}
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		if !c.room.Owns(t.Context(), c.key) || c.room.Owns(t.Context(), "") {
			t.Error("who owns it")
		}
		p := c.page(nil) // whoever has no cookie is offered one, and watches
		if p.you.Person != 0 || p.send(room.Command{N: 1, Do: "lost", On: true}) != string(room.Nobody) {
			t.Errorf("without a cookie: %+v", p.you)
		}
		if numbers := slices.Collect(maps.Keys(s.store.people)); len(numbers) > 0 {
			t.Errorf("nobody is kept: %v", numbers)
		}
	})
}

// A projector is nobody, also where its browser is known: it counts for no viewer, and what it
// answers counts for nothing.
func TestProjectorIsNobody(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		driver, viewer := c.page(c.owner), c.page(person(0))
		wall := c.silent(person(1), "lang=en&role=screen")
		go wall.listen()
		synctest.Wait()
		driver.must(ask)
		if got := wall.send(vote(2, 1, 0)); got != "nobody" || wall.you.Person != 0 {
			t.Errorf("as person %d its vote is answered %q", wall.you.Person, got)
		}
		pass(time.Second)
		if here := viewer.part("here"); here != "1" {
			t.Errorf("%s are here", here)
		}
	})
}

// A class learns that its presenter is away, and is back; of a page that is loaded anew it
// learns nothing.
func TestPresenterIsAway(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		driver, viewer := c.page(c.owner), c.page(person(0))
		driver = driver.reload(c, c.owner)
		pass(time.Minute)
		if got := viewer.part("wheel"); got != `{"to":0}` {
			t.Errorf("the presenter's page was loaded anew: %s", got)
		}
		driver.ws.Close()
		pass(time.Minute)
		if got := viewer.part("wheel"); got != `{"to":0,"away":true}` {
			t.Errorf("the presenter is gone: %s", got)
		}
		c.page(c.owner)
		pass(time.Second)
		if got := viewer.part("wheel"); got != `{"to":0}` {
			t.Errorf("the presenter is back: %s", got)
		}
	})
}
