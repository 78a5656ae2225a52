package rooms

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"lockstep/server/room"
)

// inBubble runs a test in a bubble with a server.
func inBubble(t *testing.T, f func(t *testing.T, s *server)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { f(t, serve(t, DefaultLimits())) })
}

func head(at int) *room.Head { return &room.Head{T: 5, Happened: at, Speed: 100} }

// ask is a poll of the presenter's own.
var ask = room.Command{N: 900, Do: "poll-open", Ask: "Who holds it?", Options: []string{"A", "B", "both"}}

// Who comes late has the exact instant, run and poll at once, and the run's events before
// the frame that shows it.
func TestWhoComesLate(t *testing.T) {
	inBubble(t, func(t *testing.T, s *server) {
		c := s.open()
		driver := c.page(c.owner)
		driver.must(room.Command{N: 1, Do: "run", Fragment: fragment(7), Head: &room.Head{At: 1_000_000, Playing: true, Speed: 50}})
		driver.must(ask)
		pass(3 * time.Second)
		began := time.Now()
		late := c.page(person(1))
		if passed := time.Since(began); passed != 0 {
			t.Errorf("it took %v", passed)
		}
		var shown room.RunView
		if err := json.Unmarshal([]byte(late.part("run")), &shown); err != nil || shown.Link != linkOf(7) || shown.Fragment != fragment(7) {
			t.Errorf("run %+v, %v", shown, err)
		}
		var at room.Head
		if err := json.Unmarshal([]byte(late.part("head")), &at); err != nil || !at.Playing || at.At != 2_500_000 {
			t.Errorf("after 3 s at half the speed from 1 s on: %+v, %v", at, err)
		}
		if !strings.Contains(late.part("poll"), "Who holds it?") || late.you.Person != 1 || late.you.Owner || late.you.Driver {
			t.Errorf("poll %s, you %+v", late.part("poll"), late.you)
		}
		want := "events " + linkOf(7) + " after |verdict " + linkOf(7) + " in en|frame"
		if got := strings.Join(late.pushed, "|"); got != want {
			t.Errorf("in order came %s", got)
		}
		if late.missed || late.whole != 1 {
			t.Errorf("missed %t, whole %d times", late.missed, late.whole)
		}
	})
}
