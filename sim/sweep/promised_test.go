package sweep_test

import (
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/sweep"
	"lockstep/sim/trace"
)

// What was promised holds: where all clients want the lock in the same way, and as
// one should who uses that kind, no fault of any sort makes a run break a rule of
// which it then says that it was promised.
func TestWhatWasPromisedHolds(t *testing.T) {
	n := 4000
	if testing.Short() {
		n = 2000
	}
	proper, broken := 0, 0
	sweepAll(t, n, sweep.Random, func(w *sweep.World, events []trace.Event) {
		for i := range w.Config.Clients {
			if o := &w.Config.Clients[i].Lock; !habitless(o) || o.Kind != w.Config.Clients[0].Lock.Kind {
				return
			}
		}
		proper++
		for i := range events {
			if e := &events[i]; e.Kind == trace.Violation {
				broken++
				if e.Promised {
					t.Errorf("seed %d: %s at %d was promised: %s and %s, on %s %s%s: %s", w.Seed, e.Rule, e.T, e.Who, e.With, e.Resource, e.Node, e.Key, e.Detail)
				}
			}
		}
	})
	t.Logf("%d of %d worlds have proper locks of one kind; %d rules broke in them, and none that was promised", proper, n, broken)
	if proper < n/20 || broken < proper/10 {
		t.Error("too few worlds were fit to say anything")
	}
}

// habitless tells whether a lock goes about it as one of its kind should.
func habitless(o *lock.Options) bool {
	usual := lock.Defaults(o.Kind)
	return o.ElapsedCheck == usual.ElapsedCheck && o.StopAtValidity == usual.StopAtValidity && o.ReleaseBy == usual.ReleaseBy &&
		o.ExtendBy == usual.ExtendBy && o.CleanUp == usual.CleanUp && o.T1 == usual.T1 && o.Expiry == usual.Expiry &&
		o.DriftPPM == usual.DriftPPM && o.FenceOnRead == usual.FenceOnRead &&
		o.Quorum == usual.Quorum && o.Tokens == usual.Tokens && o.Spent == usual.Spent && o.CleanUpLate == usual.CleanUpLate &&
		o.FailOnError == usual.FailOnError && o.PendOnSplit == usual.PendOnSplit && o.Claims == usual.Claims
}
