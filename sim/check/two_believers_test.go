package check_test

import (
	"testing"

	"lockstep/sim/trace"
)

func TestTwoBelievers(t *testing.T) {
	byTheWall := func(c *trace.ClientInfo) { c.Wall = true }
	twoKeys := tell(trace.LockToken)
	twoKeys.start.Clients[1].Key = "another"
	twoKeys.hold("A").event(trace.Event{Kind: trace.Hold, Who: "B", Key: "another", Token: token("B"), Until: trace.Forever})
	try(t, trace.RuleTwoBelievers, []row{
		{"one after the other", tell(trace.LockToken).hold("A").at(s).release("A").hold("B"), ""},
		{"both at once", tell(trace.LockToken).hold("A").at(s).hold("B"), "1s B+A"},
		{"each overlap is told once", tell(trace.LockToken).hold("A").at(s).hold("B").at(2*s).extend("B", 12*s).extend("A", 12*s), "1s B+A"},
		{"the same two overlap again", tell(trace.LockToken).hold("A").at(s).hold("B").at(2 * s).release("B").at(3 * s).hold("B"), "1s B+A, 3s B+A"},
		{"the first gave up its belief", tell(trace.LockToken).hold("A").at(s).lost("A").hold("B"), ""},
		{"the first crashed", tell(trace.LockToken).hold("A").at(s).fault(trace.WhatCrash, "A").hold("B"), ""},
		{"two keys", twoKeys, ""},
		{"numbers are no belief", tell(trace.LockFencing).hold("A").hold("B"), ""},
		{"one who does not look believes on", tell(trace.LockToken).hold("A").at(11 * s).hold("B"), "11s B+A"},
		{"one who stops believes until its validity ends", tell(trace.LockRedlock).hold("A").at(10 * s).hold("B"), ""},
		{"and not a moment less", tell(trace.LockRedlock).hold("A").at(10*s - 1).hold("B"), "9.999999s B+A"},
		{"also if it is asleep by then", tell(trace.LockRedlock).hold("A").fault(trace.WhatPause, "A").at(10 * s).hold("B"), ""},
		{"by its own clock, which is slow", tell(trace.LockRedlock).hold("A").clock("A", 0, 500_000).at(12 * s).hold("B"), "12s B+A"},
		{"which is fast", tell(trace.LockRedlock).hold("A").clock("A", 0, 2_000_000).at(6 * s).hold("B"), ""},
		{"its wall clock steps back, by which it goes", tell(trace.LockRedlock).cast(byTheWall).hold("A").at(9*s).clock("A", -5*s, trace.Million).at(11 * s).hold("B"), "11s B+A"},
		{"by which it does not go", tell(trace.LockRedlock).hold("A").at(9*s).clock("A", -5*s, trace.Million).at(11 * s).hold("B"), ""},
		{"a step back revives a belief", tell(trace.LockRedlock).cast(byTheWall).hold("A").at(11*s).hold("B").at(12*s).clock("A", -5*s, trace.Million), "12s A+B"},
		{"a renewal revives a belief", tell(trace.LockRedlock).hold("A").at(11*s).hold("B").at(12*s).extend("A", 20*s), "12s A+B"},
	})
}
