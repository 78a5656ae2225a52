package check_test

import (
	"testing"

	"lockstep/sim/trace"
)

// What a client reckons of its lock's life, and whose fault it is if that is wrong.

// Redlock counts the time that asking took before it believes. One that does not, and
// goes on when its keys may be gone, breaks its own promise; a lock that never counts
// promised nothing of the kind, and a pause after the count is nobody's fault.
func TestReckonsWrong(t *testing.T) {
	for _, row := range []struct {
		kind  string
		until trace.Duration // by its own reckoning
		want  bool
	}{
		{trace.LockRedlock, 22 * s, true},
		{trace.LockRedlock, 10 * s, false},
		{trace.LockToken, 22 * s, false},
	} {
		st := tell(row.kind).cast(func(c *trace.ClientInfo) { c.Stops = false }).send("A", "A/1/set>n1", trace.ToAcquire)
		st.at(11*s).hold("B").enter("B").at(12*s).holdUntil("A", trace.Local(row.until), 0).enter("A")
		found, _ := st.run(trace.RuleMutualExclusion)
		if len(found) != 1 || found[0].Promised != row.want {
			t.Errorf("%s until %v: %+v", row.kind, row.until, found)
		}
	}
}

// Redlock hands over no lock of which nothing is left by its own count: one that does
// breaks its promise, for as long as such a lock might be taken to live. If there was
// something left when it counted, whoever outstays that does so itself; and a kind that
// counts nothing has nothing to hand over wrongly.
func TestHandsOverWhatIsSpent(t *testing.T) {
	for name, row := range map[string]struct {
		kind     string
		validity trace.Duration // at 12 s
		held     trace.Duration // when it says that it holds
		clash    trace.Duration
		want     bool
	}{
		"over by a second":         {trace.LockRedlock, -s, 12 * s, 12 * s, true},
		"over at this instant":     {trace.LockRedlock, 0, 12 * s, 12 * s, true},
		"and for a whole life":     {trace.LockRedlock, -s, 12 * s, 22 * s, true},
		"and no longer":            {trace.LockRedlock, -s, 12 * s, 23 * s, false},
		"something was left":       {trace.LockRedlock, ms, 12*s + 2*ms, 12*s + 2*ms, false},
		"a kind that counts on it": {trace.LockToken, -s, 12 * s, 12 * s, false},
	} {
		st := tell(row.kind).cast(func(c *trace.ClientInfo) { c.Stops = false }).send("A", "A/1/set>n1", trace.ToAcquire)
		st.at(12 * s).event(trace.Event{Kind: trace.Decide, Who: "A", Need: 3, Validity: row.validity, OK: true, Why: trace.WhyHeld})
		st.at(row.held).holdUntil("A", trace.Local(12*s+row.validity), 0).enter("A")
		found, _ := st.at(row.clash).hold("B").enter("B").run(trace.RuleMutualExclusion)
		if len(found) != 1 || found[0].Promised != row.want {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// An extension counts anew: of a lock that was spent when it was taken, too, its client
// may believe what the extension says, and no more.
func TestExtendsWhatWasSpent(t *testing.T) {
	for name, row := range map[string]struct {
		validity trace.Duration // at 12 s
		clash    trace.Duration
		want     bool
	}{
		"it was spent":                {-s, 30 * s, true},
		"something was left":          {s, 30 * s, true},
		"it was spent, and is over":   {-s, 41 * s, false},
		"something was left; it ends": {s, 41 * s, false},
	} {
		st := tell(trace.LockRedlock).cast(func(c *trace.ClientInfo) { c.Stops = false }).send("A", "A/1/set>n1", trace.ToAcquire)
		st.at(12 * s).event(trace.Event{Kind: trace.Decide, Who: "A", Need: 3, Validity: row.validity, OK: true, Why: trace.WhyHeld})
		st.holdUntil("A", trace.Local(12*s+row.validity), 0).enter("A").extend("A", 40*s)
		found, _ := st.at(row.clash).hold("B").enter("B").run(trace.RuleMutualExclusion)
		if len(found) != 1 || found[0].Promised != row.want {
			t.Errorf("%s: %+v", name, found)
		}
	}
}
