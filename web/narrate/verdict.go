package narrate

import (
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// Verdict is how a run comes out, in words.
type Verdict struct {
	Outcome  string // one of the trace's verdicts; empty while the run is not known to its end
	Headline string // what held or broke, and when: Mutual exclusion broke at 3.930 s.
	Why      string // how it came to that
	Promise  string // whether the lock had promised otherwise, or what it did not promise
	At       trace.Time
	Seq      int // the event that decides it; -1 if none does
}

// Judge says how a run comes out. Events are all that are known of it, from the first.
func Judge(c phrase.Catalog, events []*trace.Event) Verdict { return Verdict{Seq: -1} }
