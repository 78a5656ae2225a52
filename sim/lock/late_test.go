package lock_test

import (
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// A client that looks only after its write whether its lock was lost: for as long as
// it does not look, it is one that does not mind.
func TestLooksLate(t *testing.T) {
	for name, row := range map[string]struct {
		late, minds bool
		ttl         trace.Duration // the write comes after 2 s, the end after 5
		writes      int
		why         string
		leaves      trace.Duration
	}{
		"in time, and lost before it writes": {false, true, trace.Second, 0, trace.WhyValidityEnded, trace.Second},
		"late, and lost before it writes":    {true, true, trace.Second, 1, trace.WhyValidityEnded, 2 * trace.Second},
		"late, and lost after it wrote":      {true, true, 3 * trace.Second, 1, trace.WhyValidityEnded, 3 * trace.Second},
		"late, and not lost":                 {true, true, 10 * trace.Second, 1, "", 5 * trace.Second},
		"late, and not at all":               {true, false, trace.Second, 1, "", 5 * trace.Second},
	} {
		job := invoice
		job.LooksLate = row.late
		s, o, _ := atWork(t, job, "")
		o.TTL, o.StopAtValidity = row.ttl, row.minds
		s.play(t, o, job)
		if got := len(s.asked("write")); got != row.writes {
			t.Errorf("%s: it writes %d times", name, got)
		}
		leave := s.the(t, trace.Leave)
		if stays := leave.T.Sub(s.the(t, trace.Enter).T); leave.Why != row.why || stays < row.leaves || stays > row.leaves+4*ms {
			t.Errorf("%s: it leaves after %v, because %q", name, stays, leave.Why)
		}
		if lost := len(s.of(trace.Lost)) == 1; lost != (row.why != "") || len(s.asked("del")) != 1 {
			t.Errorf("%s: it loses its lock: %v:\n%s", name, lost, s.journal())
		}
	}
}

// It goes in with a lock that is over already, and finds out when it has done what it
// came for, be that no write at all.
func TestLooksLateFromTheStart(t *testing.T) {
	for late, enters := range map[bool]int{false: 0, true: 1} {
		s, o := on(trace.LockRedlock, 5)
		o.Spent, o.NodeTimeout = lock.AcceptSpent, trace.Minute
		for _, n := range o.Nodes {
			s.servers[n] = slowly(12 * trace.Second)
		}
		job := lock.Job{Resource: "r", Takes: 3 * trace.Second, WriteAt: 2 * trace.Second, LooksLate: late}
		s.play(t, o, job)
		if got := len(s.of(trace.Enter)); got != enters {
			t.Errorf("looking late: %v, it enters %d times", late, got)
		}
		if enters == 1 {
			if stays := s.the(t, trace.Leave).T.Sub(s.the(t, trace.Enter).T); stays != 2*trace.Second {
				t.Errorf("it finds out after %v", stays)
			}
		}
	}
}

// A renewal that was refused is a signal like the end of its validity: who looks late
// has written by then.
func TestRefusedRenewalSeenLate(t *testing.T) {
	for late, writes := range map[bool]int{false: 0, true: 1} {
		job := invoice
		job.LooksLate = late
		s, o, _ := atWork(t, job, "")
		o.StopAtValidity, o.Watchdog = true, trace.Second
		s.servers["n1"] = saying(map[string][]string{"SET": {"OK"}, "EVAL": {"(integer) 0"}})
		s.play(t, o, job)
		if got := len(s.asked("write")); got != writes {
			t.Errorf("looking late: %v, it writes %d times", late, got)
		}
		if lost := s.the(t, trace.Lost); lost.Why != trace.WhyRenewalRefused || lost.Activity != trace.WatchdogActivity {
			t.Errorf("looking late: %v, %+v", late, lost)
		}
		if leave := s.the(t, trace.Leave); leave.Why != trace.WhyRenewalRefused {
			t.Errorf("looking late: %v, it leaves because %q", late, leave.Why)
		}
	}
}
