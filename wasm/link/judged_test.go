package link

import (
	"testing"

	"lockstep/web/wire"
)

func verdict(id uint64, headline string) []byte {
	return wire.AppendVerdict(nil, wire.Verdict{ID: id, Outcome: wire.Outcome{Headline: headline, Seq: -1}})
}

// The verdict that a break has swallowed is asked for, and no event again.
func TestAVerdictIsAskedForAfterABreak(t *testing.T) {
	l, p := start(t)
	var a, b followed
	told := ""
	l.FollowJudged("run-a", Judged{"ms", "", func(o *wire.Verdict) { told += o.Headline }}, a.take)
	l.Follow("run-b", b.take)
	l.Opened()
	if p.last().Lang != "ms" {
		t.Fatalf("asked %+v", p.last())
	}
	events := run(10)
	l.Received(batch(p.last().ID, events, false))
	if len(p.asks) != 1 || p.wake != Patience {
		t.Fatalf("before the verdict it asks %+v, wake in %v", p.asks, p.wake)
	}
	l.Closed(1006)
	l.Woken()
	l.Opened()
	if ask := p.last(); ask.Run != "run-a" || ask.From != 10 || ask.Lang != "ms" {
		t.Fatalf("asked %+v", ask)
	}
	l.Received(batch(p.last().ID, nil, false))
	l.Received(verdict(p.last().ID, "Held."))
	a.check(t, 10)
	if told != "Held." || p.last().Run != "run-b" || p.last().Lang != "" {
		t.Errorf("%q is told; asked %+v", told, p.last())
	}
}

// A verdict that comes before events which were lost is asked for with them.
func TestAVerdictComesAfterTheEvents(t *testing.T) {
	l, p := start(t)
	var a followed
	told := ""
	l.FollowJudged("run-a", Judged{"en", "", func(o *wire.Verdict) { told += o.Headline }}, a.take)
	l.Opened()
	events := run(10)
	l.Received(batch(p.last().ID, events[:4], true))
	l.Received(verdict(p.last().ID, "Held."))
	if told != "" {
		t.Fatal("a verdict is told of a run that is not there")
	}
	l.Woken() // patience
	l.Received(batch(p.last().ID, events[4:], false))
	l.Received(verdict(p.last().ID, "Held."))
	l.Received(verdict(p.last().ID, "Held."))
	if told != "Held." || len(p.asks) != 2 || p.wake != 0 {
		t.Errorf("%q is told; asked %+v, wake in %v", told, p.asks, p.wake)
	}
}

func TestComparisonsWaitTheirTurn(t *testing.T) {
	l, p := start(t)
	var a, fresh followed
	l.Follow("run-a", a.take)
	l.Opened()
	var told []string
	want := wire.Compare{A: "run-a", B: "run-b", NameA: "main", Lang: "zh"}
	l.Compare(want, func(c *wire.Comparison) { told = append(told, c.Changed) })
	if len(p.asked) != 1 {
		t.Fatalf("asked %+v before the run was there", p.asked)
	}
	l.Received(batch(p.newest(), run(3), false))
	got, ok := p.asked[1].(*wire.Compare)
	if want.ID = p.newest(); !ok || *got != want {
		t.Fatalf("asked %+v, want %+v", p.asked[1], want)
	}
	stale := p.newest()
	l.FollowFrom("new", Base{Adopt: func(int) {}}, Judged{}, fresh.take)
	l.Received(wire.AppendComparison(nil, wire.Comparison{ID: stale, Changed: "old"}))
	l.Received(batch(p.newest(), run(3), false))
	if len(told) != 0 || p.newest() == stale {
		t.Fatalf("%q is told", told)
	}
	l.Received(batch(p.newest(), run(3), false)) // no answer to this question
	l.Received(wire.AppendComparison(nil, wire.Comparison{ID: p.newest(), Changed: "new"}))
	if len(told) != 1 || told[0] != "new" || p.wake != 0 || len(l.wants) != 2 {
		t.Errorf("%q is told, wake in %v, %d things are wanted", told, p.wake, len(l.wants))
	}
}

func TestAComparisonThatCannotBeHad(t *testing.T) {
	l, p := start(t)
	l.Opened()
	told := 0
	c := l.Compare(wire.Compare{A: "a", B: "b"}, func(*wire.Comparison) { told++ })
	l.Received(wire.AppendProblem(nil, wire.Problem{ID: p.newest(), Reason: wire.ReasonBusy, Text: "Busy."}))
	if c.Problem() != "Busy." || c.Reason() != wire.ReasonBusy || len(p.asked) != 1 {
		t.Fatalf("problem %q because of %q; asked %+v", c.Problem(), c.Reason(), p.asked)
	}
	c.Retry()
	if len(p.asked) != 2 || c.Problem() != "" {
		t.Fatalf("asked %+v", p.asked)
	}
	c.Cancel()
	l.Received(wire.AppendComparison(nil, wire.Comparison{ID: p.newest()}))
	if told != 0 || len(l.wants) != 0 || p.wake != 0 {
		t.Errorf("told %d times, %d things are wanted, wake in %v", told, len(l.wants), p.wake)
	}
}

// Whoever is told may want something else at once.
func TestTurningToAnotherRunWhileAComparisonIsTold(t *testing.T) {
	l, p := start(t)
	l.Opened()
	var fresh followed
	l.Compare(wire.Compare{A: "a", B: "b"}, func(*wire.Comparison) {
		l.FollowFrom("new", Base{Adopt: func(int) {}}, Judged{}, fresh.take)
	})
	l.Received(wire.AppendComparison(nil, wire.Comparison{ID: p.newest()}))
	l.Received(batch(p.newest(), run(4), false))
	fresh.check(t, 4)
}
