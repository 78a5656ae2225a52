package rooms

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"lockstep/server/room"
	"lockstep/server/socket"
	"lockstep/server/store"
)

var (
	_ Pushes = (*socket.Hub)(nil)
	_ Store  = (*store.Store)(nil)
)

// showing is a class whose owner shows runs.
type showing struct {
	*class
	owner, viewer *page
	n             int
}

func showIn(s *server) *showing {
	c := s.open()
	x := &showing{class: c, owner: c.page(c.owner), viewer: c.page(person(1))}
	x.settled()
	return x
}

// show has a run shown by a page of the owner's.
func (x *showing) show(by *page, seed uint64) {
	x.n++
	by.post(room.Command{N: x.n, Do: "run", Fragment: fragment(seed), Head: head(0)})
	synctest.Wait()
}

// settled is what the viewer was pushed, and the frames that showed runs, once all is.
func (x *showing) settled() string {
	pass(5 * time.Second)
	got := strings.Join(x.viewer.pushed, "|")
	x.viewer.pushed = nil
	return got
}

// step is what comes when a run is shown to who has another.
func step(seed, base uint64) string {
	return "events " + linkOf(seed) + " after " + linkOf(base) + "|verdict " + linkOf(seed) + " in en|frame"
}

// Pages get what a new run's events are to them before the frame that shows it: after the
// run that they have, whatever was shown in between.
func TestPushes(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		x := showIn(s)
		zh := x.silent(person(2), "lang=zh")
		go zh.listen()
		x.settled()
		x.show(x.owner, 5)
		x.show(x.owner, 6)
		x.show(x.owner, 7) // with the one before, in one frame
		if got, want := x.settled(), step(5, 1)+"|"+step(7, 5); got != want {
			t.Errorf("pushed\n%s, want\n%s", got, want)
		}
		x.show(x.owner, 7) // it is there
		if got := x.settled(); got != "frame" {
			t.Errorf("pushed %s", got)
		}
		x.owner.must(room.Command{N: 500, Do: "scene", Index: 1})
		if got, want := x.settled(), step(2, 7); got != want {
			t.Errorf("a scene pushed\n%s, want\n%s", got, want)
		}
		if got := strings.Join(zh.pushed, "|"); !strings.Contains(got, "verdict "+linkOf(7)+" in zh") || strings.Contains(got, " in en") {
			t.Errorf("in Chinese %s", got)
		}
	})
}

// What cannot be made, or not soon, is not waited for, and nothing else comes in its place.
func TestNothingToPush(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		x := showIn(s)
		release := s.pushes.hold(linkOf(8))
		x.show(x.owner, 8)
		if x.viewer.send(room.Command{N: 1, Do: "lost", On: true}) != "ok" {
			t.Error("the room waits while a run is played")
		}
		if got := x.settled(); got != "frame" {
			t.Errorf("what takes too long is waited for, and pushed: %s", got)
		}
		release()
		s.pushes.fail(linkOf(9))
		x.show(x.owner, 3)
		x.show(x.owner, 4)
		x.show(x.owner, 9) // in one frame with the one before
		if got, want := x.settled(), step(3, 8)+"|frame"; got != want {
			t.Errorf("pushed\n%s, want\n%s", got, want)
		}
	})
}

// A push that was made while another of the owner's pages showed another run is made anew.
func TestAPushThatIsLate(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		x := showIn(s)
		other := x.page(x.class.owner)
		release := s.pushes.hold(linkOf(5))
		x.show(x.owner, 5)
		x.show(other, 6)
		release()
		if got, want := x.settled(), step(6, 1)+"|"+step(5, 6); got != want {
			t.Errorf("pushed\n%s, want\n%s", got, want)
		}
	})
}

// Who comes while another run is being shown sees that, and gets no events of the one before.
func TestComingWhileARunIsShown(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		x := showIn(s)
		x.page(person(2)) // the room as a whole is made now
		x.show(x.owner, 5)
		x.page(person(5))  // and again
		x.show(x.owner, 6) // not told yet
		if late := x.page(person(3)); !strings.Contains(late.part("run"), linkOf(6)) || late.pushed[0] != "events "+linkOf(6)+" after " {
			t.Errorf("it sees %s, pushed %q", late.part("run"), late.pushed)
		}
		release := s.pushes.hold(linkOf(7))
		x.show(x.owner, 7)
		pass(3 * time.Second) // shown without a push, which is still being made
		late := x.page(person(4))
		x.show(x.owner, 6)
		release()
		pass(time.Second)
		if got := strings.Join(late.pushed, "|"); !strings.Contains(late.part("run"), linkOf(6)) || strings.Contains(got, linkOf(7)) {
			t.Errorf("it sees %s, pushed %s", late.part("run"), got)
		}
	})
}

// 300 pages that come at once have a run's events made once.
func TestAClassComesAtOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		release := s.pushes.hold(linkOf(1))
		var all []*page
		for n := range 300 {
			all = append(all, c.page(person(n)))
		}
		release()
		pass(time.Second)
		for n, p := range all {
			if len(p.pushed) != 3 || p.whole != 1 || p.part("here") != "300" {
				t.Fatalf("viewer %d: pushed %q, %s here", n, p.pushed, p.part("here"))
			}
		}
		if n := s.pushes.count("events " + linkOf(1) + " after "); n != 1 {
			t.Errorf("they were made %d times", n)
		}
	})
}

// What was pushed is remembered up to a bound, the latest longest.
func TestWhatWasPushedIsRemembered(t *testing.T) {
	from, limits := new(fakePushes), DefaultLimits()
	one := []message{forMany(2, []byte("events 0 after "))}
	limits.PushMemory = 3*weight("e  0", one) + 10
	p := newPusher(from, limits)
	want := func(made string, links ...string) {
		t.Helper()
		from.made = nil
		for _, link := range links {
			if got := p.push(context.Background(), link, "", nil); len(got.events) != 1 || string(got.events[0].bytes) != "events "+link+" after " {
				t.Errorf("%s: %+v", link, got)
			}
		}
		if got := fmt.Sprint(len(from.made)); got != made {
			t.Errorf("of %v were made %s, want %s", links, got, made)
		}
	}
	want("3", "1", "2", "3", "3", "1")
	want("1", "4") // 2 goes
	want("0", "1", "3", "4")
	want("1", "2")
	if p.bytes > p.bound || p.lru.Len() != 3 {
		t.Errorf("it holds %d bytes of %d, %d runs", p.bytes, p.bound, p.lru.Len())
	}
}
