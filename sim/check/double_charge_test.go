package check_test

import (
	"testing"

	"lockstep/sim/trace"
)

func TestDoubleCharge(t *testing.T) {
	begin := func() *story {
		return tell(trace.LockToken).about("ledger", "none", "unpaid").at(s).write("A", "charge", "paid", 0, 1).at(2 * s)
	}
	again := begin().event(trace.Event{Kind: trace.Write, Who: "B", Resource: "it", Op: "charge", OK: true, Why: trace.WhyDoneAlready})
	refused := begin().event(trace.Event{Kind: trace.Write, Who: "B", Resource: "it", Op: "charge", Why: trace.WhyNotUnique})
	try(t, trace.RuleDoubleCharge, []row{
		{"once", begin(), ""},
		{"twice", begin().write("B", "charge", "paid", 0, 2), "2s B+A"},
		{"three times", begin().write("B", "charge", "paid", 0, 2).at(3*s).write("C", "charge", "paid", 0, 3), "2s B+A, 3s C+A"},
		{"by one message that came twice", begin().write("A", "charge", "paid", 0, 2), "2s A"},
		{"done already", again, ""},
		{"refused", refused, ""},
	})
}
