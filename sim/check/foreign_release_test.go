package check_test

import (
	"testing"

	"lockstep/sim/trace"
)

func TestForeignRelease(t *testing.T) {
	begin := func() *story { return tell(trace.LockToken).at(s) }
	hash := func(who string) string { return `1) "` + token(who) + `" 2) "1"` }
	expired := begin().set("A", "n1")
	expired.event(trace.Event{Kind: trace.Expire, Node: "n1", Key: "lock"}).del("B", "n1")
	lose := begin().set("A", "n1")
	lose.event(trace.Event{Kind: trace.Fault, What: trace.WhatCrash, Who: "n1", Data: trace.DataLose}).del("B", "n1")
	copied := tell(trace.LockToken).replicated().at(s).set("A", "n1")
	copied.event(trace.Event{Kind: trace.Replicate, Node: "n2", From: "n1", Keys: []trace.Key{{Name: "lock", Value: token("A"), PTTL: 9 * s}}})
	copied.del("B", "n1")
	copied.event(trace.Event{Kind: trace.Replicate, Node: "n2", From: "n1", Keys: []trace.Key{{Name: "lock", PTTL: trace.Gone}}})
	promoted := tell(trace.LockToken).replicated().set("A", "n1")
	promoted.event(trace.Event{Kind: trace.Replicate, Node: "n2", From: "n1", Keys: []trace.Key{{Name: "lock", Value: token("A"), PTTL: 9 * s}}})
	promoted.at(s).event(trace.Event{Kind: trace.Promote, Node: "n2", From: "n1"}).del("B", "n2")
	try(t, trace.RuleForeignRelease, []row{
		{"its own key", begin().set("A", "n1").del("A", "n1"), ""},
		{"another's key", begin().set("A", "n1").del("B", "n1"), "1s B+A n1"},
		{"another's key, on another node", tell(trace.LockRedlock).set("A", "n1").del("B", "n2"), ""},
		{"by an operator", begin().set("A", "n1").exec(trace.Operator, "n1", "", "", "", trace.Gone), ""},
		{"an operator's", begin().exec(trace.Operator, "n1", "", "", "x", 10*s).del("A", "n1"), ""},
		{"a key that ran out first", expired, ""},
		{"a key taken over", begin().set("A", "n1").set("B", "n1").del("A", "n1"), "1s A+B n1"},
		{"a key that another gave more time", begin().set("A", "n1").exec("B", "n1", "", trace.ToExtend, token("A"), 20*s).del("A", "n1"), ""},
		{"a node that lost all", lose, ""},
		{"a hash", begin().exec("A", "n1", "A/1/set>n1", trace.ToAcquire, hash("A"), 10*s).del("B", "n1"), "1s B+A n1"},
		{"the replica follows", copied, "1s B+A n1"},
		{"what was a replica", promoted, "1s B+A n2"},
	})
}
