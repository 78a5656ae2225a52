package check_test

import (
	"testing"

	"lockstep/sim/trace"
)

func TestLostUpdate(t *testing.T) {
	begin := func() *story { return tell(trace.LockToken).at(s) }
	stock := func() *story { return tell(trace.LockToken).about("stock", "none", "5").at(s) }
	try(t, trace.RuleLostUpdate, []row{
		{"each follows from the last", begin().write("A", "append", "a", 0, 1).write("B", "append", "ab", 1, 2), ""},
		{"both follow from the same", begin().write("A", "append", "a", 0, 1).at(2*s).write("B", "append", "b", 0, 2), "2s B+A"},
		{"of a stock", stock().write("A", "sell", "4", 0, 1).at(2*s).write("B", "sell", "4", 0, 2), "2s B+A"},
		{"it undoes two, the first is named", begin().write("A", "append", "a", 0, 1).write("C", "append", "ac", 1, 2).at(2*s).write("B", "append", "b", 0, 3), "2s B+A"},
		{"its own, delivered twice", begin().write("A", "append", "a", 0, 1).write("A", "append", "a", 0, 2), ""},
		{"its own, delivered twice, with another's between", begin().write("A", "append", "a", 0, 1).write("B", "append", "ab", 1, 2).write("A", "append", "a", 0, 3), "1s A+B"},
		{"a ledger", tell(trace.LockToken).about("ledger", "none", "unpaid").write("A", "charge", "paid", 0, 1).write("B", "charge", "paid", 0, 2), ""},
	})
}
