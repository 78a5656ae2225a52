package check_test

import (
	"testing"

	"lockstep/sim/trace"
)

func TestOversold(t *testing.T) {
	begin := func(n string) *story {
		return tell(trace.LockToken).about("stock", "none", n).at(s).write("A", "sell", "0", 0, 1).at(2 * s)
	}
	refused := begin("1").event(trace.Event{Kind: trace.Write, Who: "B", Resource: "it", Op: "sell", Why: trace.WhyChanged})
	try(t, trace.RuleOversold, []row{
		{"the last one, once", begin("1"), ""},
		{"the last one, twice", begin("1").write("B", "sell", "0", 0, 2), "2s B+A"},
		{"one is the default", begin("").write("B", "sell", "0", 0, 2), "2s B+A"},
		{"two of two, one of them lost count", begin("2").write("B", "sell", "1", 0, 2), ""},
		{"none were there", begin("0"), "1s A"},
		{"refused", refused, ""},
	})
}
