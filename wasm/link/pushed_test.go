package link

import (
	"testing"

	"lockstep/web/wire"
)

// pushing is a link on a page of a room, which dials only when it must.
func pushing() (*Link, *fakePort) {
	p := &fakePort{random: func(int64) int64 { return 0 }}
	l := New(p)
	l.ConnectLate()
	return l, p
}

// push has the server send a batch of a run unasked.
func (l *Link) push(run, base string, b wire.Batch) {
	l.Pushed(wire.AppendPushed(nil, wire.Pushed{Run: run, Base: base, Answer: wire.AppendBatch(nil, b)}))
}

func (f *followed) tell(v *wire.Verdict) { f.verdict = v.Verdict }

func TestWhatWasPushedIsNotAskedFor(t *testing.T) {
	for name, follow := range map[string]func(*Link, *followed){
		"before it is wanted": nil,
		"while it is wanted": func(l *Link, f *followed) {
			l.FollowJudged("run-a", Judged{Lang: "en", Tell: f.tell}, f.take)
		},
	} {
		t.Run(name, func(t *testing.T) {
			l, p := pushing()
			var f followed
			if follow != nil {
				follow(l, &f)
			}
			events := run(10)
			l.push("run-a", "", wire.Batch{Events: events[:6], More: true})
			l.push("run-a", "", wire.Batch{Events: events[6:]})
			l.Pushed(wire.AppendPushed(nil, wire.Pushed{Run: "run-a", Lang: "en", Answer: wire.AppendVerdict(nil, wire.Verdict{Outcome: wire.Outcome{Verdict: "broken"}})}))
			dials := p.dials // whoever waits for it dials: nobody knows that it will be pushed
			if follow == nil {
				l.FollowJudged("run-a", Judged{Lang: "en", Tell: f.tell}, f.take)
			}
			f.check(t, 10)
			if !f.whole || f.verdict != "broken" || p.dials != dials || len(p.asked) != 0 {
				t.Errorf("whole %t, verdict %q, %d dials more, %d questions", f.whole, f.verdict, p.dials-dials, len(p.asked))
			}
			l.Opened()
			if len(p.asked) != 0 {
				t.Errorf("asked %+v for what has come", p.asked)
			}
		})
	}
}

// A run that grew from the one that is shown is pushed from where it differs.
func TestAPushGoesOnFromItsBase(t *testing.T) {
	l, p := pushing()
	var a, b followed
	l.push("run-a", "", wire.Batch{Events: run(8)})
	l.Follow("run-a", a.take)
	l.push("run-b", "run-a", wire.Batch{Same: 5, Events: run(9)[5:]})
	adopted := -1
	l.FollowFrom("run-b", Base{Run: "run-a", Have: 8, Adopt: func(same int) { adopted = same }}, Judged{}, b.take)
	if adopted != 5 || len(b.events) != 4 || !b.whole || p.dials != 0 {
		t.Errorf("adopted %d, then %d events, whole %t, %d dials", adopted, len(b.events), b.whole, p.dials)
	}
}

// Who has seen as much of a run as a push leaves out goes on with that, from wherever it was.
func TestAPushGoesOnFromWhatHasCome(t *testing.T) {
	l, p := pushing()
	var f followed
	l.Follow("run-b", f.take)
	l.Opened()
	events := run(9)
	l.Received(batch(p.newest(), events[:6], true))
	l.push("run-b", "run-a", wire.Batch{Same: 5, Events: events[5:]})
	if f.check(t, 9); !f.whole {
		t.Error("not whole")
	}
}

// A whole run that is pushed is for all: for those, too, for whom it left out something before.
func TestAWholePushReplacesOneThatGoesOn(t *testing.T) {
	l, p := pushing()
	l.push("run-b", "run-a", wire.Batch{Same: 5, Events: run(9)[5:]})
	l.push("run-b", "", wire.Batch{Events: run(9)})
	var grown, fresh followed
	adopted := -1
	l.FollowFrom("run-b", Base{Run: "run-c", Have: 8, Adopt: func(same int) { adopted = same }}, Judged{}, grown.take)
	l.Follow("run-b", fresh.take)
	grown.check(t, 9)
	fresh.check(t, 9)
	if adopted != 0 || p.dials != 0 {
		t.Errorf("adopted %d, %d dials", adopted, p.dials)
	}
	// And the other way round: what goes on from a run is of that one from now on.
	l.push("run-b", "run-d", wire.Batch{Same: 2, Events: run(9)[2:]})
	var again followed
	l.FollowFrom("run-b", Base{Run: "run-d", Have: 3, Adopt: func(same int) { adopted = same }}, Judged{}, again.take)
	if adopted != 2 || len(again.events) != 7 {
		t.Errorf("adopted %d, then %d events", adopted, len(again.events))
	}
}

// A verdict is for those who read its language and attempt no challenge: the server judges an
// attempt for whoever makes it.
func TestAVerdictForOthersIsNotTaken(t *testing.T) {
	for name, judged := range map[string]Judged{"another language": {Lang: "ms"}, "an attempt": {Lang: "en", Challenge: "hands/first"}} {
		l, p := pushing()
		l.push("run-a", "", wire.Batch{Events: run(3)})
		l.Pushed(wire.AppendPushed(nil, wire.Pushed{Run: "run-a", Lang: "en", Answer: wire.AppendVerdict(nil, wire.Verdict{Outcome: wire.Outcome{Verdict: "broken"}})}))
		var f followed
		judged.Tell = f.tell
		l.FollowJudged("run-a", judged, f.take)
		l.Opened()
		if f.check(t, 3); f.verdict != "" || p.last().Lang != judged.Lang || p.last().Challenge != judged.Challenge {
			t.Errorf("%s: told %q, asked %+v", name, f.verdict, p.last())
		}
	}
}

// What was wanted before the link was to connect only when it must is asked for, too.
func TestConnectsLateForWhatIsWantedAlready(t *testing.T) {
	p := &fakePort{random: func(int64) int64 { return 0 }}
	l := New(p)
	l.Follow("run-a", new(followed).take)
	if l.ConnectLate(); p.dials != 1 {
		t.Errorf("%d dials", p.dials)
	}
}

// What was pushed for those who have another run, or more of it, is asked for.
func TestAPushThatDoesNotFitIsNotTaken(t *testing.T) {
	for name, follow := range map[string]func(*Link, *followed){
		"nothing there": func(l *Link, f *followed) { l.Follow("run-b", f.take) },
		"another base": func(l *Link, f *followed) {
			l.FollowFrom("run-b", Base{Run: "run-c", Have: 8, Adopt: func(int) {}}, Judged{}, f.take)
		},
		"too little of the base": func(l *Link, f *followed) {
			l.FollowFrom("run-b", Base{Run: "run-a", Have: 4, Adopt: func(int) {}}, Judged{}, f.take)
		},
		"another run": func(l *Link, f *followed) { l.Follow("run-d", f.take) },
	} {
		l, p := pushing()
		l.push("run-b", "run-a", wire.Batch{Same: 5, Events: run(9)[5:]})
		var f followed
		follow(l, &f)
		if len(f.events) != 0 || p.dials != 1 {
			t.Fatalf("%s: %d events came, %d dials", name, len(f.events), p.dials)
		}
		l.Opened()
		l.Received(batch(p.last().ID, run(9), false))
		f.check(t, 9)
	}
}

// While a question is open, what it asks for may be pushed: then the next is asked.
func TestAPushAnswersAnOpenQuestion(t *testing.T) {
	l, p := pushing()
	var a, b followed
	l.Follow("run-a", a.take)
	l.Opened()
	l.Follow("run-b", b.take)
	old := p.newest()
	l.push("run-a", "", wire.Batch{Events: run(4)})
	if a.check(t, 4); p.last().Run != "run-b" {
		t.Fatalf("asks for %+v", p.last())
	}
	l.Received(batch(old, run(4), false)) // the answer comes all the same
	a.check(t, 4)
	l.Received(batch(p.newest(), run(3), false))
	b.check(t, 3)
}

// Events are taken once, and from a gap on they are asked for.
func TestAPushWithAGap(t *testing.T) {
	l, p := pushing()
	var f followed
	events := run(10)
	l.push("run-a", "", wire.Batch{Events: events[:3], More: true})
	l.push("run-a", "", wire.Batch{More: true})
	l.push("run-a", "", wire.Batch{Events: events[6:]})
	l.Follow("run-a", f.take)
	l.Opened()
	if f.check(t, 3); p.last().From != 3 {
		t.Fatalf("asks from %d", p.last().From)
	}
	l.Received(batch(p.last().ID, events[3:], false))
	f.check(t, 10)
}

func TestPushesOfAFewRunsAreKept(t *testing.T) {
	l, p := pushing()
	names := []string{"a", "b", "c", "d", "e"}
	for _, name := range names {
		l.push(name, "", wire.Batch{Events: run(3)[:2], More: true})
		l.push(name, "", wire.Batch{Events: run(3)[2:]})
	}
	for i, name := range names {
		var f followed
		l.Follow(name, f.take)
		if kept := i >= len(names)-keptPushes; f.whole != kept {
			t.Errorf("%s: whole %t, want %t", name, f.whole, kept)
		}
	}
	if p.dials != 1 {
		t.Errorf("%d dials", p.dials)
	}
}

// What cannot be read is passed over, but for what only a reload helps.
func TestBadPushes(t *testing.T) {
	l, p := pushing()
	for _, frame := range [][]byte{nil, {wire.Version}, {wire.Version, 'r', 9}, wire.AppendPushed(nil, wire.Pushed{Run: "r", Answer: []byte{1}}), batch(0, run(3), false)} {
		l.Pushed(frame)
	}
	if l.Status() != Connecting || len(l.pushes) != 0 {
		t.Errorf("status %d, %d kept", l.Status(), len(l.pushes))
	}
	l.Pushed([]byte{wire.Version + 1, 'r'})
	if l.Status() != Outdated || p.dials != 0 {
		t.Errorf("status %d, %d dials", l.Status(), p.dials)
	}
}
