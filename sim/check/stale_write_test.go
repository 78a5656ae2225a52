package check_test

import (
	"testing"

	"lockstep/sim/trace"
)

func TestStaleWrite(t *testing.T) {
	begin := func() *story { return tell(trace.LockToken).hold("A") }
	done := begin().at(s).hold("B")
	done.event(trace.Event{Kind: trace.Write, Who: "A", Resource: "it", Op: "charge", OK: true, Why: trace.WhyDoneAlready})
	numbers := func(shown, written int64) *story {
		st := tell(trace.LockFencing).about("file", "none", "").read("B", shown).at(s)
		return st.event(trace.Event{Kind: trace.Write, Who: "A", Resource: "it", Op: "append", OK: true, Fence: written, Version: 1})
	}
	// A asked first, and believes only when its lease is over and B's has begun.
	asleep := func() *story {
		return tell(trace.LockRedlock).send("A", "A/1/set>n1", trace.ToAcquire).at(11*s).send("B", "B/1/set>n1", trace.ToAcquire).
			hold("B").at(12*s).holdUntil("A", trace.Local(10*s), 0)
	}
	fenced := func() *story { return tell(trace.LockRedlock).about("file", "fencing", "").hold("A").at(s).hold("B") }
	fencedWrite := trace.Event{Kind: trace.Write, Who: "A", Resource: "it", Op: "append", OK: true, Fence: 33, Version: 1}
	try(t, trace.RuleStaleWrite, []row{
		{"in its time", begin().at(s).write("A", "append", "a", 0, 1).hold("B"), ""},
		{"after another began to hold", begin().at(s).hold("B").write("A", "append", "a", 0, 1), "1s A+B"},
		{"the successor's own", begin().at(s).hold("B").write("B", "append", "a", 0, 1), ""},
		{"after its lock ran out, and nobody wanted it", begin().at(20*s).lost("A").write("A", "append", "a", 0, 1), ""},
		{"late, and its writer holds again",
			tell(trace.LockToken).hold("A").send("A", "A/1/write>it", trace.ToWrite).release("A").hold("B").release("B").hold("A").at(s).write("A", "append", "a", 0, 1), "1s A+B"},
		{"from the second hold",
			tell(trace.LockToken).hold("A").release("A").hold("B").release("B").hold("A").send("A", "A/1/write>it", trace.ToWrite).at(s).write("A", "append", "a", 0, 1), ""},
		{"after it crashed", begin().fault(trace.WhatCrash, "A").hold("B").at(s).write("A", "append", "a", 0, 1), "1s A+B"},
		{"one who begins to hold when its lease is over takes the lock from nobody", asleep().write("B", "append", "b", 0, 1), ""},
		{"and has lost it before", asleep().write("A", "append", "a", 0, 1), "12s A+B"},
		{"refused", begin().at(s).hold("B").refused("A", trace.WhyStaleNumber), ""},
		{"answered as done already", done, ""},
		{"a lower number than was seen", numbers(34, 33), "1s A+B"},
		{"the number that was seen", numbers(33, 33), ""},
		{"a fenced resource that the successor has not reached", fenced().event(fencedWrite), ""},
		{"a fenced resource that the successor has read without its number", fenced().read("B", 0).event(fencedWrite), "1s A+B"},
	})
}
