package socket

import (
	"testing"
	"testing/synctest"

	"lockstep/sim/trace"
	"lockstep/web/wire"
)

// Pages that read slowly hold the runs they are sent. There is room for so many.
func TestLargeAnswersShareAnAllowance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := DefaultLimits()
		limits.AnswerBytes = 3 << 20
		s := serve(t, limits)
		// 20 events of 64 KiB are 1.25 MiB: two such runs fit, a third one does not.
		first, second, third := linkOf("heavy", 20), linkOf("heavy", 21), linkOf("heavy", 22)
		slow := make([]*page, 3)
		for i, link := range []string{first, second, second} { // one run sent to two pages is there once
			slow[i] = s.open()
			slow[i].ask(wire.Ask{ID: 1, Run: link, Until: 1e12})
		}
		synctest.Wait() // each is sent a batch that nobody reads
		p := s.open()
		p.ask(wire.Ask{ID: 2, Run: third, Until: 1e12})
		want := "The server is busy with large runs. Ask again in a moment: nothing is lost."
		if _, problem := p.answer(); problem == nil || problem.ID != 2 || problem.Text != want {
			t.Fatalf("a third large run got %+v, want %q", problem, want)
		}
		p.ask(wire.Ask{ID: 3, Run: linkOf("light", 5)})
		if b, _ := p.answer(); b == nil || len(b.Events) != 5 {
			t.Errorf("a light run got %+v", b)
		}
		for _, held := range []struct {
			page *page
			want bool // then there is room
		}{{slow[1], false}, {slow[2], true}} {
			held.page.ws.Close()
			synctest.Wait()
			p.ask(wire.Ask{ID: 4, Run: third})
			if b, _ := p.answer(); (b != nil) != held.want {
				t.Errorf("after a page is gone the third run got %+v, want events: %v", b, held.want)
			}
		}
	})
}

// A question that is answered, overtaken or refused leaves nothing taken.
func TestTheAllowanceIsGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, DefaultLimits())
		p := s.open()
		for _, until := range []trace.Time{1e12, 0} { // whole, and a batch of it
			p.ask(wire.Ask{ID: 1, Run: linkOf("heavy", 20), Until: until})
			for more := true; more; {
				b, _ := p.answer()
				more = b.More && until > 0
			}
		}
		p.ask(wire.Ask{ID: 2, Run: linkOf("heavy", 21), Until: 1e12})
		synctest.Wait()                                               // it is being sent
		p.ask(wire.Ask{ID: 3, Run: linkOf("heavy", 22), Until: 1e12}) // and overtaken
		synctest.Wait()
		p.ask(wire.Ask{ID: 4, Run: linkOf("heavy", 23), From: 24}) // from beyond the end
		for {
			if _, problem := p.answer(); problem != nil {
				break
			}
		}
		synctest.Wait()
		if s.hub.memory.left != DefaultLimits().AnswerBytes || len(s.hub.memory.users) != 0 {
			t.Errorf("%d bytes are left of %d, and %d traces held", s.hub.memory.left, DefaultLimits().AnswerBytes, len(s.hub.memory.users))
		}
	})
}
