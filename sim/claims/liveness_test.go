package claims_test

import (
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

// What the Redis documentation's page says of liveness. How many nodes may be down, and
// that a release goes to all of them, is tested in package lock.

// Keys run out by themselves, so a holder that crashes, or is cut off from the nodes,
// costs the others one time to live.
func TestLostHolderCostsOneTimeToLive(t *testing.T) {
	for name, lost := range map[string]part{
		"crashed": at(s, kill("A")),
		"cut off": at(s, cut(names("A"), "n1", "n2", "n3", "n4", "n5")),
	} {
		t.Run(name, func(t *testing.T) {
			st := play(t, nodes(5), ledger(resource.None),
				client("A", 0, redlock(), 8*s, 8*s),
				client("B", 2*s, redlock(), s, s), lost)
			// The keys' last millisecond counts; B tries each 200 ms.
			if in := st.when(trace.Enter, "B"); in < 10001*ms || in > 10201*ms {
				t.Errorf("B comes in at %v", in)
			}
		})
	}
}

// Clients that do not get the lock let go of what they have got, so the next one need
// not wait for it to run out.
func TestFailuresAreLetGoOf(t *testing.T) {
	minority := func(c lock.CleanUp) *story {
		return play(t, nodes(5), ledger(resource.None),
			taken("n1", "n2", "n3"),
			client("A", 0, redlock(once, func(o *lock.Options) { o.CleanUp = c }), s, s),
			at(s, command("n1", "DEL", "lock"), command("n2", "DEL", "lock")),
			client("B", 2*s, redlock(once), s, s))
	}
	minority(lock.CleanAll).votes("B", "n1", "n2", "n4", "n5")
	if st := minority(lock.CleanNone); len(st.all(trace.Enter, "")) > 0 {
		t.Error("B was to find A's keys on n4 and n5")
	}
}

// Three clients that start together may split the votes 2:2:1. With a delay that is
// the same for all they do so for ever; with a random one they fall out of step.
func TestSplitVotesNeedRandomDelays(t *testing.T) {
	split := func(jitter trace.Duration) *story {
		o := redlock(func(o *lock.Options) { o.Retries, o.RetryJitter = 20, jitter })
		return play(t, nodes(5), ledger(resource.None), takes(3*ms),
			client("A", 0, o, 100*ms, 0), link("A", ms, "n1", "n2"),
			client("B", 0, o, 100*ms, 0), link("B", ms, "n3", "n4"),
			client("C", 0, o, 100*ms, 0), link("C", ms, "n5"))
	}
	step := split(0)
	for i, want := range []int{2, 2, 1} {
		if first := step.all(trace.Decide, string(rune('A'+i)))[0]; len(first.Acks) != want {
			t.Errorf("%s has the votes of %q", first.Who, first.Acks)
		}
	}
	if in := step.all(trace.Enter, ""); len(in) > 0 {
		t.Errorf("in lock-step %s came in", in[0].Who)
	}
	random := split(100 * ms)
	random.fine()
	if in := random.all(trace.Enter, ""); len(in) != 3 {
		t.Errorf("with random delays %d of 3 came in", len(in))
	}
}
