package link

import (
	"testing"

	"lockstep/sim/trace"
	"lockstep/web/wire"
)

// What somebody waits for does not stand behind what was wanted earlier.
func TestANewRunIsAskedForAtOnce(t *testing.T) {
	l, p := start(t)
	var old, fresh followed
	l.Follow("old", old.take)
	l.Opened()
	events := run(10)
	l.Received(batch(p.last().ID, events[:6], true))
	stale := p.last().ID
	same := -1
	l.FollowFrom("new", Base{"old", 6, func(n int) { same, fresh.events = n, old.events[:n:n] }}, Judged{}, fresh.take)
	if ask := p.last(); len(p.asks) != 2 || ask.Run != "new" || ask.Base != "old" || ask.Have != 6 || ask.From != 0 {
		t.Fatalf("asked %+v", p.asks)
	}
	l.Received(batch(stale, events[6:], false)) // overtaken
	old.check(t, 6)
	l.Received(wire.AppendBatch(nil, wire.Batch{ID: p.last().ID, Same: 4, Events: events[4:8], More: true}))
	if same != 4 {
		t.Fatalf("%d events are adopted, want 4", same)
	}
	fresh.check(t, 8)
	l.Closed(1006)
	l.Woken()
	l.Opened()
	if ask := p.last(); ask.Run != "new" || ask.Have != 0 || ask.Base != "" || ask.From != 8 {
		t.Fatalf("after a break it asks %+v, want what follows the 8 events it has", ask)
	}
	l.Received(batch(p.last().ID, events[8:], false))
	fresh.check(t, 10)
	if ask := p.last(); !fresh.whole || ask.Run != "old" || ask.From != 6 {
		t.Errorf("whole %t; then it asks %+v, want the rest of the older run", fresh.whole, ask)
	}
}

func TestARunWithoutABase(t *testing.T) {
	l, p := start(t)
	l.Opened()
	var f followed
	same := -1
	l.FollowFrom("new", Base{Adopt: func(n int) { same = n }}, Judged{}, f.take)
	if ask := p.last(); ask.Base != "" || ask.Have != 0 {
		t.Fatalf("asked %+v", ask)
	}
	l.Received(batch(p.last().ID, run(3), false))
	f.check(t, 3)
	if same != 0 || !f.whole {
		t.Errorf("%d events are adopted, want 0; whole: %t", same, f.whole)
	}
}

// A server that claims more than the page said it has is not believed.
func TestMoreIsTheSameThanThereIs(t *testing.T) {
	l, p := start(t)
	l.Opened()
	var f followed
	l.FollowFrom("new", Base{"old", 2, func(int) { t.Error("adopted") }}, Judged{}, f.take)
	l.Received(wire.AppendBatch(nil, wire.Batch{ID: p.last().ID, Same: 5, Events: run(9)[5:]}))
	f.check(t, 0)
	l.Woken() // patience
	if ask := p.last(); len(p.asks) != 2 || ask.Have != 2 {
		t.Errorf("asked %+v", p.asks)
	}
}

func TestUnfollowedIsNeitherAskedForNorHandedOver(t *testing.T) {
	l, p := start(t)
	var a, b followed
	fa := l.Follow("run-a", a.take)
	l.Follow("run-b", b.take)
	l.Opened()
	l.Received(batch(p.last().ID, run(10)[:3], true))
	stale := p.last().ID
	l.Unfollow(fa)
	if len(p.asks) != 2 || p.last().Run != "run-b" {
		t.Fatalf("asked %+v", p.asks)
	}
	l.Received(batch(stale, run(10)[3:], false))
	a.check(t, 3)
	l.Received(batch(p.last().ID, run(2), false))
	b.check(t, 2)
	fa.Retry()
	if len(p.asks) != 2 || p.wake != 0 {
		t.Errorf("asked %+v, wake in %v", p.asks, p.wake)
	}
}

// Whoever takes events may turn to another run at once.
func TestTurningAwayWhileEventsAreHandedOver(t *testing.T) {
	l, p := start(t)
	l.Opened()
	var fresh followed
	var old *Feed
	old = l.FollowFrom("old", Base{Adopt: func(int) {
		l.Unfollow(old)
		l.FollowFrom("new", Base{Adopt: func(int) {}}, Judged{}, fresh.take)
	}}, Judged{}, func([]trace.Event, bool) { t.Error("handed over to who wants it no more") })
	l.Received(batch(p.last().ID, run(4), false))
	if len(p.asks) != 2 || p.last().Run != "new" {
		t.Fatalf("asked %+v", p.asks)
	}
	l.Received(batch(p.last().ID, run(4), false))
	fresh.check(t, 4)
}

// Also with a run's last events, after which its feed wants nothing any more.
func TestTurningToAnotherRunWithTheLastEvents(t *testing.T) {
	l, p := start(t)
	l.Opened()
	var fresh followed
	l.Follow("old", func([]trace.Event, bool) {
		l.FollowFrom("new", Base{Adopt: func(int) {}}, Judged{}, fresh.take)
	})
	l.Received(batch(p.last().ID, run(4), false))
	if len(p.asks) != 2 || p.last().Run != "new" {
		t.Fatalf("asked %+v, want the new run once", p.asks)
	}
	l.Received(batch(p.last().ID, run(4), false))
	fresh.check(t, 4)
}

// What an answer has in common with the base comes with its first batch: another that comes
// before that settles nothing.
func TestALaterBatchSettlesNothing(t *testing.T) {
	l, p := start(t)
	l.Opened()
	var f followed
	l.FollowFrom("new", Base{"old", 6, func(int) { t.Error("adopted") }}, Judged{}, f.take)
	l.Received(wire.AppendBatch(nil, wire.Batch{ID: p.last().ID, Same: 4, Events: run(9)[6:]}))
	f.check(t, 0)
}
