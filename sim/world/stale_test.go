package world_test

import (
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/trace"
)

// What a process was to be woken for dies with it: one that was killed at work and
// started again works its whole time, though its first life would have ended in
// the middle of it.
func TestWakeUpOfAnEarlierLife(t *testing.T) {
	c := small(func(r *lock.Options) { r.Retries, r.RetryDelay = 5, 20*trace.Millisecond }, "A")
	c.Clients[0].Job.Takes = 400 * trace.Millisecond
	actions := []run.Action{
		{At: 100 * ms, Verb: run.Crash, Of: run.OfClient, Target: "A"},
		{At: 100 * ms, Verb: run.Restart, Of: run.OfClient, Target: "A"},
	}
	for _, node := range []string{"n1", "n2", "n3"} {
		actions = append(actions, run.Action{At: 100 * ms, Verb: run.Command, Target: node, Args: []string{"FLUSHALL"}})
	}
	var entered, left []trace.Time
	for _, e := range play(t, c, actions...) {
		switch e.Kind {
		case trace.Enter:
			entered = append(entered, e.T)
		case trace.Leave:
			left = append(left, e.T)
		}
	}
	if len(entered) != 2 || len(left) != 1 || left[0]-entered[1] != 400*ms {
		t.Errorf("A entered at %v and left at %v, and should work 400 ms in its second life", entered, left)
	}
}
