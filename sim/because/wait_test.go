package because_test

import (
	"testing"

	"lockstep/sim/because"
	"lockstep/sim/trace"
)

const s = trace.Second

// story is a trace by hand, of three clients that want one lock.
type story struct {
	t      trace.Time
	events []*trace.Event
}

func tell() *story {
	start := &trace.Event{Kind: trace.Start}
	for _, id := range []trace.ClientID{"A", "B", "C"} {
		start.Clients = append(start.Clients, trace.ClientInfo{
			ID: id, Lock: trace.LockToken, Key: "lock", Resource: "it", NodeTimeout: 50 * trace.Millisecond, RetryDelay: 200 * trace.Millisecond,
		})
	}
	return &story{events: []*trace.Event{start}}
}

func (st *story) at(d trace.Duration) *story {
	st.t = trace.Time(d)
	return st
}

func (st *story) event(e trace.Event) *story {
	e.T, e.Seq = st.t, len(st.events)
	st.events = append(st.events, &e)
	return st
}

func (st *story) phase(who, phase string) *story {
	return st.event(trace.Event{Kind: trace.Phase, Who: who, Phase: phase, Attempt: 1})
}

func (st *story) enter(who string) *story {
	return st.event(trace.Event{Kind: trace.Enter, Who: who, Resource: "it"})
}

func (st *story) leave(who string) *story {
	return st.event(trace.Event{Kind: trace.Leave, Who: who, Resource: "it"})
}

// The longest wait is from wanting in to whatever ends it, with nobody at work inside.
// How long is too long is tested in package check, whose verdict goes by it.
func TestLongestWait(t *testing.T) {
	asks := func() *story { return tell().at(s).phase("B", trace.PhaseAsk) }
	for _, row := range []struct {
		name  string
		story *story
		want  because.Wait
	}{
		{"nobody waits", tell().enter("A").at(s).leave("A"), because.Wait{}},
		{"until it gets in", asks().at(3 * s).enter("B").at(9 * s).leave("B"), because.Wait{Who: "B", From: trace.Time(s), To: trace.Time(3 * s)}},
		{"until it gives up", asks().at(3*s).phase("B", trace.PhaseGaveUp), because.Wait{Who: "B", From: trace.Time(s), To: trace.Time(3 * s), GaveUp: true}},
		{"until the run ends", asks().at(4*s).phase("C", trace.PhaseGaveUp), because.Wait{Who: "B", From: trace.Time(s), To: trace.Time(4 * s), Open: true}},
		{"until somebody works inside", asks().at(2 * s).enter("A").at(8 * s).leave("A").enter("B"), because.Wait{Who: "B", From: trace.Time(s), To: trace.Time(2 * s)}},
		{"the longer of two", asks().at(2*s).enter("B").leave("B").phase("C", trace.PhaseAsk).at(6 * s).enter("C"), because.Wait{Who: "C", From: trace.Time(2 * s), To: trace.Time(6 * s)}},
		{"who gives back and asks for the primary wants nothing", tell().enter("A").leave("A").phase("A", trace.PhaseGiveBack).phase("A", trace.PhaseLocate).at(5*s).phase("A", trace.PhaseDone), because.Wait{}},
	} {
		if got := because.LongestWait(row.story.events); got != row.want {
			t.Errorf("%s: %+v, want %+v", row.name, got, row.want)
		}
	}
}
