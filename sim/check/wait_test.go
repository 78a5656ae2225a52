package check_test

import (
	"testing"

	"lockstep/sim/check"
	"lockstep/sim/trace"
)

// The longest wait is from wanting in to whatever ends it, with nobody at work inside.
func TestLongestWait(t *testing.T) {
	asks := func() *story { return tell(trace.LockToken).at(s).phase("B", trace.PhaseAsk, 1) }
	for _, row := range []struct {
		name  string
		story *story
		want  check.Wait
	}{
		{"nobody waits", tell(trace.LockToken).enter("A").at(s).leave("A"), check.Wait{}},
		{"until it gets in", asks().at(3 * s).enter("B").at(9 * s).leave("B"), check.Wait{Who: "B", From: trace.Time(s), To: trace.Time(3 * s)}},
		{"until it gives up", asks().at(3*s).phase("B", trace.PhaseGaveUp, 1), check.Wait{Who: "B", From: trace.Time(s), To: trace.Time(3 * s), GaveUp: true}},
		{"until the run ends", asks().at(4*s).phase("C", trace.PhaseGaveUp, 1), check.Wait{Who: "B", From: trace.Time(s), To: trace.Time(4 * s), Open: true}},
		{"until somebody works inside", asks().at(2 * s).enter("A").at(8 * s).leave("A").enter("B"), check.Wait{Who: "B", From: trace.Time(s), To: trace.Time(2 * s)}},
		{"the longer of two", asks().at(2*s).enter("B").leave("B").phase("C", trace.PhaseAsk, 1).at(6 * s).enter("C"), check.Wait{Who: "C", From: trace.Time(2 * s), To: trace.Time(6 * s)}},
		{"who gives back and asks for the primary wants nothing", tell(trace.LockToken).enter("A").leave("A").phase("A", trace.PhaseGiveBack, 1).phase("A", trace.PhaseLocate, 1).at(5*s).phase("A", trace.PhaseDone, 1), check.Wait{}},
	} {
		events := append([]trace.Event{row.story.start}, row.story.events...)
		if got := check.LongestWait(events); got != row.want {
			t.Errorf("%s: %+v, want %+v", row.name, got, row.want)
		}
	}
}
