package verdict

import (
	"lockstep/sim/trace"
	"lockstep/web/narrate"
	"lockstep/web/phrase"
)

// Comparison is two runs side by side.
type Comparison struct {
	Same           int        // how many events they have in common from the beginning, see shared
	FirstA, FirstB string     // the first event that differs, in each; empty where it is not known yet
	At             trace.Time // when that is: of the two, the earlier; 0 if the runs are the same
	OutcomeA       Verdict
	OutcomeB       Verdict
	Changed        string // what the difference made of the outcome; empty while an outcome is not known
}

// Side is one of two runs that are compared.
type Side struct {
	Name    string         // of its branch
	Events  []*trace.Event // all that are known, from the first
	Verdict Verdict        // what [Judge] says of them
}

// Compare says where two runs part and what that makes of the outcome. The names are of
// their branches; without them a is what was before and b what is now.
func Compare(c phrase.Catalog, a, b []*trace.Event, nameA, nameB string) Comparison {
	return Between(c, Side{nameA, a, Judge(c, a)}, Side{nameB, b, Judge(c, b)})
}

// Between is Compare of runs that are judged already.
func Between(c phrase.Catalog, a, b Side) Comparison {
	x := Comparison{Same: shared(c, a.Events, b.Events), OutcomeA: a.Verdict, OutcomeB: b.Verdict}
	x.FirstA, x.FirstB = first(c, a.Events, x.Same), first(c, b.Events, x.Same)
	x.At = parting(a.Events, b.Events, x.Same)
	x.Changed = x.changed(c, x.Same == len(a.Events) && x.Same == len(b.Events), a.Name, b.Name)
	return x
}

// shared returns how many events two runs have in common from the beginning. Of other
// parameters the start, too, is another: where it reads the same, what counts is the first
// event that shows them.
func shared(c phrase.Catalog, a, b []*trace.Event) int {
	same := trace.Same(a, b)
	if same > 0 || len(a) == 0 || len(b) == 0 || a[0].Kind != trace.Start || first(c, a, 0) != first(c, b, 0) {
		return same
	}
	later := 1 + trace.Same(a[1:], b[1:])
	if later == len(a) && later == len(b) {
		return same // nothing shows them
	}
	return later
}

// parting returns when the first of two runs goes on after what they have in common; 0
// if neither does.
func parting(a, b []*trace.Event, same int) trace.Time {
	switch {
	case same < len(a) && same < len(b):
		return min(a[same].T, b[same].T)
	case same < len(a):
		return a[same].T
	case same < len(b):
		return b[same].T
	}
	return 0
}

// changed says what became of the outcome, and what the lock had promised where that is
// news.
func (x *Comparison) changed(c phrase.Catalog, equal bool, nameA, nameB string) string {
	said := x.outcomes(c, equal, nameA, nameB)
	if promise := x.OutcomeB.Promise; said != "" && promise != "" && promise != x.OutcomeA.Promise {
		return c.Say("sentence.and", "sentence", said, "more", promise)
	}
	return said
}

func (x *Comparison) outcomes(c phrase.Catalog, equal bool, nameA, nameB string) string {
	args := []string{"before", x.OutcomeA.clause, "now", x.OutcomeB.clause, "a", nameA, "b", nameB}
	switch {
	case x.OutcomeA.Outcome == "" || x.OutcomeB.Outcome == "":
		return ""
	case equal:
		return c.Say("compare.equal")
	case x.OutcomeA.clause == x.OutcomeB.clause:
		return c.Say("compare.same", args...)
	case x.OutcomeA.kind == x.OutcomeB.kind:
		return c.Say("compare.same.instant", args...)
	case nameA == "" && nameB == "":
		return c.Say("compare.before", args...)
	}
	return c.Say("compare.named", args...)
}

// first tells of the event of that number.
func first(c phrase.Catalog, events []*trace.Event, i int) string {
	switch {
	case i < len(events):
		before := &trace.State{}
		for _, e := range events[:i] {
			before.Apply(e)
		}
		return narrate.Event(c, before, events[i])
	case i > 0 && events[i-1].Kind == trace.End:
		return c.Say("compare.ended")
	}
	return ""
}
