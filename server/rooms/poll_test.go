package rooms

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"lockstep/server/room"
)

func vote(n, round, choice int) room.Command {
	return room.Command{N: n, Do: "vote", Poll: "q1", Round: round, Choice: choice}
}

// The same answer ten times at once, on several pages, counts once.
func TestOneAnswerManyTimes(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		owner, a, b := c.page(c.owner), c.page(person(1)), c.page(person(1))
		owner.must(ask)
		for n := range 10 {
			a.post(vote(n+1, 1, 2))
			b.post(vote(n+1, 1, n%3))
		}
		synctest.Wait()
		a.post(vote(11, 1, 1))
		pass(time.Second)
		if got := owner.own.Counts["1"]; fmt.Sprint(got) != "[0 1 0]" {
			t.Errorf("counted %v", got)
		}
		if len(a.acks) != 11 || len(b.acks) != 10 || a.you.Vote["1"] != 1.0 || b.you.Vote["1"] != 1.0 {
			t.Errorf("%d and %d answers; told %v and %v", len(a.acks), len(b.acks), a.you.Vote, b.you.Vote)
		}
	})
}

// Who reloads is the same person with the same right to answer, whatever the phase.
func TestReloadInEveryPhase(t *testing.T) {
	phases := []struct {
		name    string
		command room.Command // of the owner, which brings it about
		may     string
		shown   bool
	}{
		{"before", room.Command{Do: "screen"}, "no-poll", false},
		{"open", ask, "ok", false},
		{"talk", room.Command{Do: "poll-close"}, "round-over", false},
		{"shown", room.Command{Do: "poll-show", On: true}, "round-over", true},
		{"again", room.Command{Do: "poll-again"}, "ok", true},
		{"closed", room.Command{Do: "poll-close"}, "round-over", true},
		{"ended", room.Command{Do: "poll-end"}, "no-poll", false},
	}
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		owner, viewer := c.page(c.owner), c.page(person(1))
		round, answered := 1, map[int]int{}
		for n, phase := range phases {
			phase.command.N = 100 + n
			owner.must(phase.command)
			if phase.name == "again" {
				round = 2
			}
			for try := range 2 {
				pass(time.Second)
				if try == 0 {
					viewer = viewer.reload(c, person(1))
				} else {
					viewer.ws.Close()
					synctest.Wait()
					viewer = c.page(person(1)) // as the browser does it: all is forgotten
				}
				if viewer.you.Person != 1 || viewer.you.Owner {
					t.Fatalf("%s: after a reload it is %+v", phase.name, viewer.you)
				}
				for r, choice := range answered {
					if got := viewer.you.Vote[fmt.Sprint(r)]; phase.name != "ended" && got != float64(choice) {
						t.Errorf("%s: it is told to have answered %v in round %d, not %d", phase.name, got, r, choice)
					}
				}
				if got := viewer.send(vote(n, round, try)); got != phase.may {
					t.Errorf("%s: an answer after a reload: %q, want %q", phase.name, got, phase.may)
				} else if got == "ok" {
					answered[round] = try
				}
			}
			pass(time.Second)
			if phase.name != "before" && phase.name != "ended" {
				if got := owner.own.Counts["1"]; fmt.Sprint(got) != "[0 1 0]" {
					t.Errorf("%s: counted %v", phase.name, got)
				}
			}
			if shown := strings.Contains(viewer.part("poll"), `"shown"`); shown != phase.shown {
				t.Errorf("%s: a viewer sees how many chose what: %t", phase.name, shown)
			}
		}
		if viewer.part("poll") != "null" || viewer.part("here") != "1" {
			t.Errorf("at the end: poll %s, %s here", viewer.part("poll"), viewer.part("here"))
		}
	})
}

// An answer is acknowledged once it is stored, and the poll that it is to before it. One that
// is not stored is refused.
func TestAnswersAreStoredFirst(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		owner, viewer := c.page(c.owner), c.page(person(1))
		s.store.mu.Lock()
		s.store.held = true
		s.store.mu.Unlock()
		owner.must(ask)
		viewer.post(vote(1, 1, 2))
		pass(time.Minute)
		if got := viewer.acks[1]; got != "" {
			t.Errorf("before it is stored: %q", got)
		}
		if after := serveFrom(t, DefaultLimits(), s.store.crash()); after.has(c.room.code) == nil {
			t.Error("the room is not stored")
		}
		s.store.release()
		synctest.Wait()
		if got := viewer.acks[1]; got != "ok" {
			t.Errorf("once it is stored: %q", got)
		}
		after := serveFrom(t, DefaultLimits(), s.store.crash())
		again := (&class{after, after.has(c.room.code), c.key, c.owner}).page(c.owner)
		if got := again.own.Counts["1"]; fmt.Sprint(got) != "[0 0 1]" {
			t.Errorf("another server counts %v", got)
		}
		s.store.mu.Lock()
		s.store.fails = errors.New("the disk is full")
		s.store.mu.Unlock()
		if got := viewer.send(vote(2, 1, 1)); got != string(room.NotKept) {
			t.Errorf("what cannot be stored: %q", got)
		}
		pass(time.Second)
		if got := owner.own.Counts["1"]; fmt.Sprint(got) != "[0 0 1]" || viewer.you.Vote["1"] != float64(2) {
			t.Errorf("what was refused is counted: %v; the viewer's answer is %v", got, viewer.you.Vote["1"])
		}
	})
}
