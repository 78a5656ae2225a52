package narrate_test

import "lockstep/sim/trace"

// broken is a violation of that rule by A, as far as it goes with B.
func broken(rule string) trace.Event {
	return trace.Event{Kind: trace.Violation, Rule: rule, Who: "A", With: "B", Node: "n1", Key: key, Resource: "invoice-42"}
}

const open = " Under these faults it had not been promised."

var ruleSentences = []sentence{
	{"two believers", nil, broken(trace.RuleTwoBelievers), "Broken: A and B both believe that they hold lock:invoice:42." + open, "broken"},
	{"a stale write", nil, broken(trace.RuleStaleWrite), "Broken: invoice-42 took a write of A’s, although the lock had passed on to B." + open, "broken"},
	{"a lost update", nil, broken(trace.RuleLostUpdate), "Broken: A’s write to invoice-42 undid B’s, of which A knew nothing." + open, "broken"},
	{"oversold", nil, broken(trace.RuleOversold), "Broken: More of invoice-42 was sold than there was." + open, "broken"},
	{"a double charge", nil, broken(trace.RuleDoubleCharge), "Broken: invoice-42 was charged once more, though it was paid." + open, "broken"},
	{"a deadlock", nil, broken(trace.RuleDeadlock), "Broken: Nobody can ever have lock:invoice:42 again." + open, "broken"},
	{"an orphan", nil, broken(trace.RuleOrphanKey), "Broken: A key of A’s is on n1, and A does not believe in it." + open, "broken"},
	{"a foreign release", nil, broken(trace.RuleForeignRelease), "Broken: A has deleted B’s key on n1." + open, "broken"},
	{"numbers out of order", nil, broken(trace.RuleFencingOrder), "Broken: A’s fencing number is not above B’s, which came before." + open, "broken"},
	{"a double vote", nil, broken(trace.RuleDoubleVote), "Broken: A counted one node twice." + open, "broken"},
	{"stuck", nil, trace.Event{Kind: trace.End, Why: trace.EndNothingLeft, Verdict: trace.VerdictStuck},
		"The run ends: nothing is left to happen. Outcome: stuck. For too long somebody wanted in, and nobody inside was working towards leaving.", "end"},
	{"guarded", nil, trace.Event{Kind: trace.End, Why: trace.EndNothingLeft, Verdict: trace.VerdictGuarded},
		"The run ends: nothing is left to happen. Outcome: guarded. Two were inside or a stale write came, and the data is intact all the same.", "end"},
}
