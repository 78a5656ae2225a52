package check_test

import (
	"testing"

	"lockstep/sim/trace"
)

func TestDoubleVote(t *testing.T) {
	count := func(ok bool, need int, acks ...trace.NodeID) *story {
		st := tell(trace.LockRedlock).at(s)
		return st.event(trace.Event{Kind: trace.Decide, Who: "A", Attempt: 1, Acks: acks, Need: need, OK: ok})
	}
	try(t, trace.RuleDoubleVote, []row{
		{"three distinct", count(true, 3, "n1", "n2", "n3"), ""},
		{"one twice", count(true, 3, "n1", "n2", "n1"), "1s A n1"},
		{"one twice, and enough without", count(true, 2, "n1", "n2", "n1"), "1s A n1"},
		{"one twice, and it does not hold", count(false, 3, "n1", "n1"), ""},
		{"too few", count(true, 3, "n1", "n2"), "1s A"},
		{"too few, and it knows", count(false, 3, "n1", "n2"), ""},
	})
}
