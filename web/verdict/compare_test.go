package verdict_test

import (
	"slices"
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web/verdict"
)

// Two are inside before; B, who comes when A has left, is alone.
func TestCompare(t *testing.T) {
	english := catalog(t, "en")
	before := played(t, &run.Run{Scenario: "clock-jump"})
	now := played(t, &run.Run{Scenario: "clock-jump", Params: []run.Param{{Name: "clients.B.start", Value: "9s"}}})
	c := verdict.Compare(english, before, now, "", "")
	if want := "Before: mutual exclusion broke at 2.050 s. Now: mutual exclusion held."; c.Changed != want {
		t.Errorf("got  %q\nwant %q", c.Changed, want)
	}
	if c.OutcomeA.Outcome != trace.VerdictBroken || c.OutcomeB.Outcome != trace.VerdictOK {
		t.Errorf("the outcomes are %q and %q", c.OutcomeA.Outcome, c.OutcomeB.Outcome)
	}
	if before[c.Same].T != c.At && now[c.Same].T != c.At {
		t.Errorf("they part at %v, and the first events that differ are of %v and %v", c.At, before[c.Same].T, now[c.Same].T)
	}
	if c.FirstA == "" || c.FirstB == "" || c.FirstA == c.FirstB {
		t.Errorf("the first that differ: %q and %q", c.FirstA, c.FirstB)
	}
	for i := range c.Same {
		if before[i].Kind != now[i].Kind || before[i].T != now[i].T || before[i].Who != now[i].Who {
			t.Fatalf("event %d is not the same", i)
		}
	}
	named := verdict.Compare(english, before, now, "main", "B comes late")
	if want := "main: mutual exclusion broke at 2.050 s. B comes late: mutual exclusion held."; named.Changed != want {
		t.Errorf("got  %q\nwant %q", named.Changed, want)
	}
}

// What the lock had promised, or does not promise, is said where the other run gives no
// reason to say it.
func TestCompareTellsOfThePromise(t *testing.T) {
	english := catalog(t, "en")
	late := played(t, &run.Run{Scenario: "clock-jump", Params: []run.Param{{Name: "clients.B.start", Value: "9s"}}})
	broken := played(t, &run.Run{Scenario: "clock-jump"})
	promise := verdict.Judge(english, broken).Promise
	if promise == "" {
		t.Fatal("nothing is said of what was promised")
	}
	c := verdict.Compare(english, late, broken, "", "")
	if want := "Before: mutual exclusion held. Now: mutual exclusion broke at 2.050 s. " + promise; c.Changed != want {
		t.Errorf("got  %q\nwant %q", c.Changed, want)
	}
	later := played(t, &run.Run{Scenario: "clock-jump", Params: []run.Param{{Name: "clients.B.start", Value: "2100ms"}}})
	if c := verdict.Compare(english, broken, later, "", ""); c.OutcomeB.Promise != promise || strings.Contains(c.Changed, promise) {
		t.Errorf("it is said again, of %q: %q", c.OutcomeB.Promise, c.Changed)
	}
}

// A parameter that the start does not speak of is told by the first event that shows it.
func TestWhereParametersShow(t *testing.T) {
	english := catalog(t, "en")
	before := played(t, &run.Run{Scenario: "clock-jump"})
	longer := played(t, &run.Run{Scenario: "clock-jump", Params: []run.Param{{Name: "clients.A.lock.ttl", Value: "20s"}}})
	c := verdict.Compare(english, before, longer, "", "")
	if c.Same == 0 || c.FirstA == c.FirstB || before[c.Same].Kind != trace.Send || before[c.Same].T != c.At {
		t.Errorf("they part at event %d, %v: %q and %q", c.Same, c.At, c.FirstA, c.FirstB)
	}
	start := *before[0]
	start.Clients = slices.Clone(start.Clients)
	start.Clients[0].RetryDelay++
	idle := slices.Concat([]*trace.Event{&start}, before[1:])
	if c := verdict.Compare(english, before, idle, "", ""); c.Same != 0 {
		t.Errorf("a parameter that nothing shows parts them at event %d: %q and %q", c.Same, c.FirstA, c.FirstB)
	}
}

// Who wrote a run down, and where in the source that stood, makes no difference; nor
// does what the run is called.
func TestCompareIgnoresWhoWroteIt(t *testing.T) {
	english := catalog(t, "en")
	a := played(t, &run.Run{Scenario: "redlock"})
	var b []*trace.Event
	for _, e := range a {
		other := *e
		other.Line, other.File = e.Line+1, "else.go"
		if e.Kind == trace.Start {
			other.Engine, other.Run = "another", "another"
		}
		if e.Kind == trace.End {
			other.Hash = "another"
		}
		b = append(b, &other)
	}
	c := verdict.Compare(english, a, b, "", "")
	if c.Same != len(a) || c.Changed != "The two runs are the same." || c.FirstA != "the run has ended" {
		t.Errorf("same %d of %d: %q, %q", c.Same, len(a), c.Changed, c.FirstA)
	}
	if c := verdict.Compare(english, a, b[:40], "", ""); c.Same != 40 || c.Changed != "" || c.FirstB != "" {
		t.Errorf("of a run that is not known whole: %+v", c)
	}
	other := *b[50]
	other.T++
	b[50] = &other
	c = verdict.Compare(english, a, b, "", "")
	if c.Same != 50 || c.Changed != "The outcome is the same: mutual exclusion held." {
		t.Errorf("same %d: %q", c.Same, c.Changed)
	}
}

// Runs part when the first of them does otherwise, be it at the very beginning.
func TestTheInstantAtWhichRunsPart(t *testing.T) {
	english := catalog(t, "en")
	at := func(times ...trace.Time) (events []*trace.Event) {
		for i, t := range times {
			events = append(events, &trace.Event{Kind: trace.Phase, Seq: i, T: t, Who: "A", Phase: "work"})
		}
		return events
	}
	for _, row := range []struct {
		name string
		a, b []*trace.Event
		want trace.Time
	}{
		{"a at once, b later", at(0, 0), at(0, 7), 0},
		{"b at once, a later", at(0, 7), at(0, 0), 0},
		{"both later", at(0, 9), at(0, 7), 7},
		{"b ends", at(0, 9), at(0), 9},
		{"a ends", at(0), at(0, 7), 7},
		{"the same", at(0, 9), at(0, 9), 0},
	} {
		if got := verdict.Compare(english, row.a, row.b, "", ""); got.At != row.want {
			t.Errorf("%s: they part at %v, want %v", row.name, got.At, row.want)
		}
	}
}
