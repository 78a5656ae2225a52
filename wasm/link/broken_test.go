package link

import (
	"testing"

	"lockstep/web/wire"
)

// What is wanted while the connection is gone is neither sent nor does it dial out of turn:
// it is asked once the next connection stands.
func TestNothingIsAskedOnABrokenConnection(t *testing.T) {
	for name, connect := range map[string]func(*Link){"at once": (*Link).Connect, "late": (*Link).ConnectLate} {
		t.Run(name, func(t *testing.T) {
			p := &fakePort{random: func(int64) int64 { return 0 }}
			l := New(p)
			connect(l)
			l.Follow("run-a", new(followed).take)
			l.Opened()
			l.Closed(1006)
			l.Follow("run-b", new(followed).take)
			l.FollowFrom("run-c", Base{}, Judged{}, new(followed).take)
			if len(p.asks) != 1 || p.dials != 1 || p.wake != firstWait/2 {
				t.Fatalf("%d asks, %d dials, wake in %v", len(p.asks), p.dials, p.wake)
			}
			l.Woken()
			l.Opened()
			if p.dials != 2 || len(p.asks) != 2 || p.last().Run != "run-c" {
				t.Errorf("%d dials, asked %+v", p.dials, p.asks)
			}
		})
	}
}

// A page that needs no connection yet is not given one by a nudge.
func TestANudgeConnectsNobodyWhoWantsNothing(t *testing.T) {
	p := &fakePort{}
	l := New(p)
	l.ConnectLate()
	if l.Nudge(); p.dials != 0 {
		t.Errorf("%d dials", p.dials)
	}
}

// A server that is long gone is still tried: the wait stays the longest, however often it
// failed.
func TestTheLongestWaitStays(t *testing.T) {
	l, p := start(t)
	for i := range 100 {
		l.Closed(1006)
		if i > 5 && p.wake != longest/2 {
			t.Fatalf("after %d failures it waits %v", i+1, p.wake)
		}
		l.Woken()
	}
}

// A server that says what is wrong is there: it is no failure to be waited longer for.
func TestAProblemEndsTheBackoff(t *testing.T) {
	l, p := start(t)
	l.Follow("run-a", new(followed).take)
	for range 3 {
		l.Closed(1006)
		l.Woken()
	}
	l.Opened()
	l.Received(wire.AppendProblem(nil, wire.Problem{ID: p.newest(), Reason: wire.ReasonBusy, Text: "Busy."}))
	if l.Closed(1006); p.wake != firstWait/2 {
		t.Errorf("it waits %v", p.wake)
	}
}

// A frame that is none of ours ends the connection, whether it is of another version or of
// nothing at all; an outdated page asks for nothing more.
func TestAFrameOfAnotherSortHangsUp(t *testing.T) {
	for name, row := range map[string]struct {
		frame []byte
		after Status
	}{
		"of another version": {[]byte{wire.Version + 1, 'b', 0, 0}, Outdated},
		"empty":              {nil, Reconnecting},
	} {
		l, p := start(t)
		l.Opened()
		l.Received(row.frame)
		if p.hangups != 1 || l.Status() != row.after {
			t.Errorf("%s: %d hangups, status %d", name, p.hangups, l.Status())
		}
		if l.Follow("run-a", new(followed).take); len(p.asks) != 0 {
			t.Errorf("%s: asked %+v", name, p.asks)
		}
	}
}
