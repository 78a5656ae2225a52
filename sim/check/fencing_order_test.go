package check_test

import (
	"testing"

	"lockstep/sim/trace"
)

func TestFencingOrder(t *testing.T) {
	numbered := func(c *trace.ClientInfo) { c.Fence = trace.FenceRedis }
	begin := func() *story { return tell(trace.LockToken).cast(numbered) }
	renewed := begin().holdUntil("A", 10, 33).at(s)
	renewed.event(trace.Event{Kind: trace.Extend, Who: "A", Key: "lock", Token: token("A"), Until: 20, Fence: 33})
	again := begin().holdUntil("A", 10, 33).release("A").at(s)
	again.event(trace.Event{Kind: trace.Hold, Who: "A", Key: "lock", Token: "another one of A's", Until: 10, Fence: 33})
	elsewhere := begin()
	elsewhere.start.Clients[1].Resource = "another"
	try(t, trace.RuleFencingOrder, []row{
		{"it grows", begin().holdUntil("A", 10, 33).holdUntil("B", 10, 34).holdUntil("C", 10, 40), ""},
		{"it repeats", begin().holdUntil("A", 10, 33).at(s).holdUntil("B", 10, 33), "1s B+A"},
		{"it shrinks", begin().holdUntil("A", 10, 34).at(s).holdUntil("B", 10, 33), "1s B+A"},
		{"it is lower than one of long ago", begin().holdUntil("A", 10, 34).holdUntil("B", 10, 35).at(s).holdUntil("A", 10, 3), "1s A+B"},
		{"a renewal keeps its number", renewed, ""},
		{"a new hold does not", again, "1s A"},
		{"another resource has its own", elsewhere.holdUntil("A", 10, 34).holdUntil("B", 10, 33), ""},
		{"no numbers", begin().holdUntil("A", 10, 0).holdUntil("B", 10, 0), ""},
		{"answers that overtake each other",
			begin().send("A", "A/1/number>n1", trace.ToNumber).send("B", "B/1/number>n1", trace.ToNumber).holdUntil("B", 10, 34).holdUntil("A", 10, 33), ""},
		{"asked for when the higher one was had",
			begin().send("B", "B/1/number>n1", trace.ToNumber).holdUntil("B", 10, 34).at(s).send("A", "A/1/number>n1", trace.ToNumber).holdUntil("A", 10, 33), "1s A+B"},
	})
}
