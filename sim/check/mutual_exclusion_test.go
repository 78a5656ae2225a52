package check_test

import (
	"testing"

	"lockstep/sim/trace"
)

func TestMutualExclusion(t *testing.T) {
	other := tell(trace.LockToken).enter("A").at(s)
	other.event(trace.Event{Kind: trace.Enter, Who: "B", Resource: "another"})
	dead := tell(trace.LockToken).enter("A").at(s)
	dead.event(trace.Event{Kind: trace.Fault, What: trace.WhatCrash, Who: "A", Why: trace.WhyAlreadyDown}).enter("B")
	try(t, trace.RuleMutualExclusion, []row{
		{"one after the other", tell(trace.LockToken).enter("A").leave("A").enter("B"), ""},
		{"both at once", tell(trace.LockToken).enter("A").at(s).enter("B"), "1s B+A"},
		{"three at once", tell(trace.LockToken).enter("A").at(s).enter("B").at(2 * s).enter("C"), "1s B+A, 2s C+A, 2s C+B"},
		{"two critical sections", other, ""},
		{"the first crashed inside", tell(trace.LockToken).enter("A").fault(trace.WhatCrash, "A").enter("B"), ""},
		{"it was to crash, and could not", dead, "1s B+A"},
		{"the first is paused inside", tell(trace.LockToken).enter("A").fault(trace.WhatPause, "A").at(s).enter("B"), "1s B+A"},
		{"entered twice, left once", tell(trace.LockReentrant).enter("A").enter("A").leave("A").at(s).enter("B"), "1s B+A"},
		{"entered twice, left twice", tell(trace.LockReentrant).enter("A").enter("A").leave("A").leave("A").enter("B"), ""},
		{"who is inside enters again", tell(trace.LockReentrant).enter("A").at(s).enter("B").at(2 * s).enter("B"), "1s B+A"},
	})
}
