package link

import (
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/wall"
	"lockstep/web/wire"
)

// fakePort records what a link does. Time passes when a test says so.
type fakePort struct {
	dials, hangups, changes int
	asked                   []wire.Question
	asks                    []wire.Ask // those of them that are asks
	wake                    wall.Span  // 0 for none
	random                  func(int64) int64
}

func (p *fakePort) Dial()                    { p.dials++ }
func (p *fakePort) Hangup()                  { p.hangups++ }
func (p *fakePort) Changed()                 { p.changes++ }
func (p *fakePort) Wake(after wall.Span)     { p.wake = max(after, 0) }
func (p *fakePort) Random(below int64) int64 { return p.random(below) }
func (p *fakePort) Send(frame []byte) {
	q, err := wire.ReadQuestion(frame)
	if err != nil {
		panic(err)
	}
	p.asked = append(p.asked, q)
	if ask, ok := q.(*wire.Ask); ok {
		p.asks = append(p.asks, *ask)
	}
}

// last is the ask asked last.
func (p *fakePort) last() wire.Ask { return p.asks[len(p.asks)-1] }

// newest is the number of the question asked last, of whichever kind.
func (p *fakePort) newest() uint64 { return p.asked[len(p.asked)-1].Number() }

// run is a trace of n events, the last of which is its end.
func run(n int) []trace.Event {
	events := make([]trace.Event, n)
	for i := range events {
		events[i] = trace.Event{Kind: trace.Phase, Who: "A", Phase: "ask", Seq: i, T: trace.Time(i / 3)}
	}
	events[n-1] = trace.Event{Kind: trace.End, Seq: n - 1, T: trace.Time((n - 1) / 3)}
	return events
}

// followed is what came of a feed.
type followed struct {
	events  []trace.Event
	whole   bool
	verdict string
}

func (f *followed) take(events []trace.Event, whole bool) {
	f.events = append(f.events, events...)
	f.whole = whole
}

func (f *followed) check(t interface{ Fatalf(string, ...any) }, n int) {
	if len(f.events) != n {
		t.Fatalf("%d events came, want %d", len(f.events), n)
	}
	for i, e := range f.events {
		if e.Seq != i {
			t.Fatalf("event %d came as number %d", e.Seq, i)
		}
	}
}

func start(t *testing.T) (*Link, *fakePort) {
	t.Helper()
	p := &fakePort{random: func(int64) int64 { return 0 }}
	l := New(p)
	l.Connect()
	if p.dials != 1 || l.Status() != Connecting {
		t.Fatalf("%d dials, status %d", p.dials, l.Status())
	}
	return l, p
}

func batch(id uint64, events []trace.Event, more bool) []byte {
	return wire.AppendBatch(nil, wire.Batch{ID: id, Events: events, More: more})
}

func TestAsksForEachRunInTurn(t *testing.T) {
	l, p := start(t)
	var a, b followed
	l.Follow("run-a", a.take)
	l.Follow("run-b", b.take)
	if len(p.asks) != 0 {
		t.Fatal("asked before the connection stood")
	}
	l.Opened()
	if len(p.asks) != 1 || p.last().Run != "run-a" || p.last().From != 0 {
		t.Fatalf("asked %+v", p.asks)
	}
	events := run(10)
	l.Received(batch(p.last().ID, events[:4], true))
	l.Received(batch(p.last().ID, events[4:], false))
	a.check(t, 10)
	if !a.whole || p.last().Run != "run-b" || len(p.asks) != 2 {
		t.Fatalf("asked %+v, whole %t", p.asks, a.whole)
	}
	l.Received(batch(p.last().ID, run(2), false))
	b.check(t, 2)
	if len(p.asks) != 2 || p.wake != 0 {
		t.Errorf("nothing is missing, yet %d asks, wake in %v", len(p.asks), p.wake)
	}
}

func TestReconnectAsksFromTheFirstEventMissing(t *testing.T) {
	l, p := start(t)
	var a followed
	l.Follow("run-a", a.take)
	l.Opened()
	events := run(10)
	l.Received(batch(p.last().ID, events[:6], true))
	l.Closed(1006)
	if l.Status() != Reconnecting || p.wake == 0 || p.dials != 1 {
		t.Fatalf("status %d, wake in %v, %d dials", l.Status(), p.wake, p.dials)
	}
	a.check(t, 6)
	l.Woken()
	l.Opened()
	if p.dials != 2 || p.last().From != 6 || l.Status() != Open {
		t.Fatalf("%d dials, asked %+v", p.dials, p.last())
	}
	l.Received(batch(p.last().ID, events[6:], false))
	a.check(t, 10)
	if !a.whole {
		t.Error("not whole")
	}
}

func TestOldAnswersAreNotTaken(t *testing.T) {
	l, p := start(t)
	var a followed
	l.Follow("run-a", a.take)
	l.Opened()
	old := p.last().ID
	l.Closed(1006)
	l.Woken()
	l.Opened()
	l.Received(batch(old, run(3), false))
	l.Received(wire.AppendProblem(nil, wire.Problem{ID: old, Reason: wire.ReasonInput, Text: "no"}))
	a.check(t, 0)
	l.Received(batch(p.last().ID, run(3), false))
	a.check(t, 3)
}

func TestGapIsAskedForAgain(t *testing.T) {
	l, p := start(t)
	var a followed
	l.Follow("run-a", a.take)
	l.Opened()
	events := run(10)
	l.Received(batch(p.last().ID, events[:4], true))
	l.Received(batch(p.last().ID, events[6:], false)) // 4 and 5 went missing
	a.check(t, 4)
	if a.whole {
		t.Fatal("taken for whole in spite of a gap")
	}
	l.Woken() // patience
	if len(p.asks) != 2 || p.last().From != 4 {
		t.Fatalf("asked %+v", p.asks)
	}
	l.Received(batch(p.last().ID, events[2:], false)) // overlap does no harm
	a.check(t, 10)
}

func TestQuietStreamIsAskedAgain(t *testing.T) {
	l, p := start(t)
	var a followed
	l.Follow("run-a", a.take)
	l.Opened()
	l.Received(batch(p.last().ID, run(9)[:3], true))
	if p.wake != Patience {
		t.Fatalf("wake in %v", p.wake)
	}
	l.Woken()
	if len(p.asks) != 2 || p.last().From != 3 {
		t.Errorf("asked %+v", p.asks)
	}
}

func TestAnswerWithoutAnythingDoesNotSpin(t *testing.T) {
	l, p := start(t)
	l.Follow("run-a", new(followed).take)
	l.Opened()
	l.Received(batch(p.last().ID, nil, true))
	if len(p.asks) != 1 || p.wake != Patience {
		t.Errorf("%d asks, wake in %v", len(p.asks), p.wake)
	}
}

func TestProblemIsKeptAndTriedAgainWhenTold(t *testing.T) {
	l, p := start(t)
	var a, b followed
	fa := l.Follow("run-a", a.take)
	l.Follow("run-b", b.take)
	l.Opened()
	changes := p.changes
	l.Received(wire.AppendProblem(nil, wire.Problem{ID: p.last().ID, Reason: wire.ReasonInput, Text: "no scenario of that name"}))
	if fa.Problem() != "no scenario of that name" || fa.Reason() != wire.ReasonInput || p.changes == changes {
		t.Fatalf("problem %q because of %q, %d changes", fa.Problem(), fa.Reason(), p.changes-changes)
	}
	if p.last().Run != "run-b" {
		t.Fatal("one run's problem holds the others up")
	}
	l.Received(batch(p.last().ID, run(1), false))
	if len(p.asks) != 2 {
		t.Fatal("asked again by itself")
	}
	changes = p.changes
	fa.Retry()
	fa.Retry() // there is nothing to retry any more
	if fa.Problem() != "" || fa.Reason() != "" || p.last().Run != "run-a" || p.changes != changes+1 {
		t.Errorf("problem %q, asked %+v, %d changes", fa.Problem(), p.last(), p.changes-changes)
	}
}

func TestOutdatedPageStaysAway(t *testing.T) {
	for name, tell := range map[string]func(*Link){
		"by a frame":      func(l *Link) { l.Received([]byte{wire.Version + 1, 'b', 0, 0}) },
		"by a close code": func(l *Link) { l.Closed(wire.CloseVersion) },
	} {
		t.Run(name, func(t *testing.T) {
			l, p := start(t)
			l.Follow("run-a", new(followed).take)
			l.Opened()
			tell(l)
			if l.Status() != Outdated {
				t.Fatalf("status %d", l.Status())
			}
			l.Closed(1006)
			l.Woken()
			l.Nudge()
			if p.dials != 1 || p.wake != 0 || len(p.asks) != 1 {
				t.Errorf("%d dials, wake in %v, %d asks", p.dials, p.wake, len(p.asks))
			}
		})
	}
}

func TestBackoffGrowsWithJitterAndIsBounded(t *testing.T) {
	waits := func(random func(int64) int64) (all []wall.Span) {
		l, p := start(t)
		p.random = random
		for range 8 {
			l.Closed(1006)
			all = append(all, p.wake)
			l.Woken()
		}
		return all
	}
	shortest := waits(func(int64) int64 { return 0 })
	most := waits(func(below int64) int64 { return below - 1 })
	for i, want := range []wall.Span{500, 1000, 2000, 4000, 8000, 15000, 15000, 15000} {
		want *= wall.Millisecond
		if shortest[i] != want/2 || most[i] != want {
			t.Errorf("wait %d is from %v to %v, want %v to %v", i, shortest[i], most[i], want/2, want)
		}
	}
}

// A server that lets pages in and drops them before it answers must not be
// stormed.
func TestOnlyAnAnswerEndsTheBackoff(t *testing.T) {
	l, p := start(t)
	l.Follow("run-a", new(followed).take)
	for range 5 {
		l.Opened()
		l.Closed(1006)
		l.Woken()
	}
	l.Opened()
	if l.fails != 5 {
		t.Fatalf("%d failures are remembered", l.fails)
	}
	l.Received(batch(p.last().ID, run(2)[:1], true))
	l.Closed(1006)
	if p.wake != firstWait/2 {
		t.Errorf("wake in %v after an answer", p.wake)
	}
}

func TestNudgeDialsAtOnce(t *testing.T) {
	l, p := start(t)
	l.Nudge() // already dialling
	l.Closed(1006)
	l.Nudge()
	if p.dials != 2 || p.wake != 0 {
		t.Fatalf("%d dials, wake in %v", p.dials, p.wake)
	}
	l.Nudge()
	l.Opened()
	l.Nudge()
	if p.dials != 2 {
		t.Errorf("%d dials", p.dials)
	}
}

func TestMalformedFrameEndsTheConnection(t *testing.T) {
	l, p := start(t)
	l.Opened()
	l.Received([]byte("<html>"))
	l.Received(nil)
	if p.hangups == 0 || l.Status() == Open {
		t.Errorf("%d hangups, status %d", p.hangups, l.Status())
	}
}
