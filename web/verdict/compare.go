package verdict

import (
	"bytes"

	"lockstep/sim/trace"
	"lockstep/web/narrate"
	"lockstep/web/phrase"
)

// Comparison is two runs side by side.
type Comparison struct {
	Same           int        // how many events they have in common from the beginning
	FirstA, FirstB string     // the first event that differs, in each; empty where it is not known yet
	At             trace.Time // when that is
	OutcomeA       Verdict
	OutcomeB       Verdict
	Changed        string // what the difference made of the outcome; empty while an outcome is not known
}

// Compare says where two runs part and what that makes of the outcome. The names are of
// their branches; without them a is what was before and b what is now.
func Compare(c phrase.Catalog, a, b []*trace.Event, nameA, nameB string) Comparison {
	x := Comparison{Same: same(a, b), OutcomeA: Judge(c, a), OutcomeB: Judge(c, b)}
	before := &trace.State{}
	if x.Same < max(len(a), len(b)) {
		for _, e := range a[:x.Same] {
			before.Apply(e)
		}
	}
	x.FirstA, x.FirstB = first(c, before, a, x.Same), first(c, before, b, x.Same)
	for _, events := range [...][]*trace.Event{a, b} {
		if x.Same < len(events) && (x.At == 0 || events[x.Same].T < x.At) {
			x.At = events[x.Same].T
		}
	}
	x.Changed = x.changed(c, x.Same == len(a) && x.Same == len(b), nameA, nameB)
	return x
}

// changed says what became of the outcome.
func (x *Comparison) changed(c phrase.Catalog, equal bool, nameA, nameB string) string {
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

// first tells of the event of that number, before which the state was so.
func first(c phrase.Catalog, before *trace.State, events []*trace.Event, i int) string {
	switch {
	case i < len(events):
		return narrate.Event(c, before, events[i])
	case i > 0 && events[i-1].Kind == trace.End:
		return c.Say("compare.ended")
	}
	return ""
}

// same returns how many events two runs have in common. Who wrote them down, where in
// the source that was, what the run is called and the hash of it all make no difference.
func same(a, b []*trace.Event) int {
	var x, y written
	for i := range min(len(a), len(b)) {
		if !bytes.Equal(x.form(a[i]), y.form(b[i])) {
			return i
		}
	}
	return min(len(a), len(b))
}

// written is the form of a run's events, one after another: forms of equal events are
// equal as long as all before were.
type written struct {
	enc  trace.Encoder
	buf  []byte
	told trace.Event
}

func (w *written) form(e *trace.Event) []byte {
	w.told = *e
	w.told.Engine, w.told.File, w.told.Line, w.told.Run, w.told.Hash = "", "", 0, "", ""
	w.buf = w.enc.Append(w.buf[:0], &w.told)
	return w.buf
}
