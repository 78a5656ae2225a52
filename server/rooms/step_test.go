package rooms

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"lockstep/server/room"
)

// 200 commands in two seconds, by one driver or by two devices of the owner's: all who
// follow end where the driver is, in a fraction of the frames.
func TestManyCommands(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		s.rooms.limits.Commands.Burst, s.rooms.limits.Heads.Burst = 400, 400
		c := s.open()
		driver := c.page(c.owner)
		var all []*page
		for n := range 20 {
			all = append(all, c.page(person(n)))
		}
		pass(time.Second)
		before := len(all[0].frames)
		for n := range 200 {
			cmd := room.Command{N: n + 1, Do: "head", Head: head(n)}
			if n%10 == 0 {
				cmd.Do, cmd.Fragment = "run", fragment(uint64(n+3))
			}
			driver.post(cmd)
			pass(10 * time.Millisecond)
		}
		pass(time.Second)
		want := driver.place()
		if !strings.Contains(want, linkOf(193)) || !strings.Contains(want, `"happened":199`) {
			t.Fatalf("the driver is told %s", want)
		}
		for n, p := range all {
			if got := p.place(); got != want || p.missed || p.whole != 1 {
				t.Errorf("viewer %d, who missed some: %t, is at\n%s, the driver at\n%s", n, p.missed, got, want)
			}
		}
		if frames := len(all[0].frames) - before; frames > 2_000/40+5 {
			t.Errorf("it took %d frames", frames)
		}
		if got := gauge(s.rooms.metrics.full); got != 0 {
			t.Errorf("%v queues ran full", got)
		}
	})
}

// The first change after quiet is told at once, the next together, and what nobody waits
// for later still.
func TestChangesAreToldTogether(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		driver, viewer := c.page(c.owner), c.page(person(1))
		driver.must(ask)
		pass(time.Second)
		began, before := time.Now(), len(viewer.frames)
		for n := range 3 {
			driver.post(room.Command{N: n + 1, Do: "head", Head: head(n)})
			synctest.Wait()
		}
		viewer.post(room.Command{N: 1, Do: "vote", Poll: "q1", Round: 1, Choice: 2})
		pass(time.Second)
		var told []string
		for _, f := range viewer.frames[before:] {
			if f.Room != nil {
				told = append(told, f.at.Sub(began).String()+string(f.Room["head"])+string(f.Room["poll"]))
			}
		}
		if len(told) != 2 || !strings.HasPrefix(told[0], "0s") || !strings.HasPrefix(told[1], "40ms") || !strings.Contains(told[1], `"happened":2`) || !strings.Contains(told[1], `"answered":1`) {
			t.Errorf("told %q", told)
		}
		began, before, told = time.Now(), len(viewer.frames), nil
		for choice := range 3 { // the first at once, the others together when it suits
			viewer.must(room.Command{N: 2 + choice, Do: "vote", Poll: "q1", Round: 1, Choice: choice})
			pass(50 * time.Millisecond)
		}
		pass(time.Second)
		for _, f := range viewer.frames[before:] {
			if f.Room != nil {
				told = append(told, f.at.Sub(began).String())
			}
		}
		if strings.Join(told, " ") != "0s 250ms" {
			t.Errorf("that one changes its answer is told after %v", told)
		}
		before = len(viewer.frames)
		for n := range 10 {
			p := c.page(person(10 + n))
			p.must(room.Command{N: 1, Do: "vote", Poll: "q1", Round: 1, Choice: 1})
		}
		pass(time.Second)
		if n := len(viewer.frames) - before; n > 3 {
			t.Errorf("that ten came and voted took %d frames", n)
		}
		if !strings.Contains(viewer.part("poll"), `"answered":11`) || viewer.part("here") != "11" {
			t.Errorf("poll %s, here %s", viewer.part("poll"), viewer.part("here"))
		}
	})
}

// A driver need not follow itself, but everybody else, and what the room does.
func TestWhoMovedThePlayhead(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		a, b := c.page(c.owner), c.page(c.owner)
		last := func() frameSeen {
			pass(time.Second)
			for i := len(b.frames) - 1; ; i-- {
				if f := b.frames[i]; f.Room != nil {
					return f
				}
			}
		}
		a.post(room.Command{N: 7, Do: "head", Head: head(1)})
		if f := last(); f.By != a.you.Conn || f.N != 7 {
			t.Errorf("by %d, command %d; want %d, 7", f.By, f.N, a.you.Conn)
		}
		a.post(room.Command{N: 8, Do: "head", Head: head(2)})
		synctest.Wait()
		a.post(room.Command{N: 9, Do: "head", Head: head(3)})
		synctest.Wait()
		a.post(room.Command{N: 10, Do: "head", Head: head(4)})
		if f := last(); f.By != a.you.Conn || f.N != 10 {
			t.Errorf("by %d, command %d; want %d, 10", f.By, f.N, a.you.Conn)
		}
		a.post(room.Command{N: 11, Do: "head", Head: head(5)})
		synctest.Wait()
		a.post(room.Command{N: 12, Do: "head", Head: head(6)})
		synctest.Wait()
		b.post(room.Command{N: 5, Do: "head", Head: head(7)})
		if f := last(); f.By != 0 {
			t.Errorf("of two it is said to be %d", f.By)
		}
		a.post(room.Command{N: 13, Do: "scene", Index: 1})
		if f := last(); f.By != 0 {
			t.Errorf("a new scene is said to be shown by %d, who then would not follow", f.By)
		}
	})
}
