package lock_test

import (
	"slices"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// Where the primary is, and what members of a lock service are asked.

const atN1, atN2 = "1) \"n1\"\n2) \"6379\"", "1) \"n2\"\n2) \"6379\""

const readOnly = "(error) READONLY You can't write against a read only replica."

// Sentinels are asked one after another until one knows, and again once there is
// reason to doubt the answer.
func TestLocate(t *testing.T) {
	for name, row := range map[string]struct {
		sentinels map[trace.NodeID]handler
		n1        map[string][]string
		located   []trace.NodeID // whom it asks where the primary is
		set       []trace.NodeID // whom it asks for the key
		freed     []trace.NodeID // whom it asks to let go
	}{
		"the first knows": {
			map[trace.NodeID]handler{"s1": always(atN1)}, nil,
			[]trace.NodeID{"s1"}, nodes(1), nodes(1),
		},
		"just the name": {
			map[trace.NodeID]handler{"s1": always("n1")}, nil,
			[]trace.NodeID{"s1"}, nodes(1), nodes(1),
		},
		"the first is silent": {
			map[trace.NodeID]handler{"s2": always(atN1)}, nil,
			[]trace.NodeID{"s1", "s2"}, nodes(1), nodes(1),
		},
		"an error is no answer": {
			map[trace.NodeID]handler{"s1": always("(error) ERR loading"), "s2": always(atN1)}, nil,
			[]trace.NodeID{"s1", "s2"}, nodes(1), nodes(1),
		},
		"a refusal is no reason to doubt": {
			map[trace.NodeID]handler{"s1": always(atN1)}, map[string][]string{"SET": {"(nil)", "OK"}, "EVAL": {"(integer) 1"}},
			[]trace.NodeID{"s1"}, []trace.NodeID{"n1", "n1"}, nodes(1),
		},
		"silence is": {
			map[trace.NodeID]handler{"s1": saying(map[string][]string{"SENTINEL": {atN1, atN2}})}, map[string][]string{},
			[]trace.NodeID{"s1", "s1"}, []trace.NodeID{"n1", "n2"}, []trace.NodeID{"n1", "n2"},
		},
		"and so is READONLY": {
			map[trace.NodeID]handler{"s1": saying(map[string][]string{"SENTINEL": {atN1, atN2}})}, map[string][]string{"SET": {readOnly}},
			[]trace.NodeID{"s1", "s1"}, []trace.NodeID{"n1", "n2"}, []trace.NodeID{"n2"},
		},
		"it has moved when the lock is given back": {
			map[trace.NodeID]handler{"s1": saying(map[string][]string{"SENTINEL": {atN1, atN2}})}, map[string][]string{"SET": {"OK"}, "EVAL": {readOnly}},
			[]trace.NodeID{"s1", "s1"}, nodes(1), []trace.NodeID{"n1", "n2"},
		},
	} {
		s, o := on(trace.LockToken, 2)
		o.Sentinels = []trace.NodeID{"s1", "s2", "s3"}
		for id, serve := range row.sentinels {
			s.servers[id] = serve
		}
		if row.n1 != nil {
			s.servers["n1"] = saying(row.n1)
		}
		s.play(t, o, aSecond)
		for step, want := range map[string][]trace.NodeID{"locate": row.located, "set": row.set, "del": row.freed} {
			if got := s.whom(step); !slices.Equal(got, want) {
				t.Errorf("%s: %s goes to %q and not to %q", name, step, got, want)
			}
		}
		if len(s.of(trace.Hold)) != 1 {
			t.Errorf("%s: it does not get the lock:\n%s", name, s.journal())
		}
	}
}

// A client that finds no primary asks nobody, says why, and tries again.
func TestNoPrimary(t *testing.T) {
	for name, serve := range map[string]handler{"silence": silent, "they know of none": always("(nil)")} {
		s, o := on(trace.LockToken, 1)
		o.Sentinels, o.Retries = []trace.NodeID{"s1", "s2"}, 1
		s.servers["s1"], s.servers["s2"] = silent, serve
		s.play(t, o, aSecond)
		d := s.of(trace.Decide)
		if len(d) != 2 || d[0].OK || d[0].Why != trace.WhyNoPrimary || len(s.asked("set")) != 0 {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

// Who holds a lock and cannot find the primary any more neither renews nor gives
// back, and asks the sentinels again each time.
func TestPrimaryIsGone(t *testing.T) {
	for _, kind := range []string{trace.LockWatchdog, trace.LockReentrant} {
		s, o, _ := atWork(t, invoice, "")
		o.Kind, o.Sentinels, o.Watchdog = kind, []trace.NodeID{"s1"}, 700*ms
		s.servers["s1"] = saying(map[string][]string{"SENTINEL": {atN1, ""}})
		s.servers["n1"] = saying(map[string][]string{"SET": {"OK"}, "EVAL": {map[string]string{trace.LockReentrant: "(integer) 1"}[kind], ""}})
		s.play(t, o, invoice)
		if got := len(s.whom("extend")); got != 1 {
			t.Errorf("%s: it renews %d times, and knew of one primary only:\n%s", kind, got, s.journal())
		}
		if len(s.whom("locate")) < 4 || len(s.whom("del")) != 0 || len(s.of(trace.Release)) != 1 {
			t.Errorf("%s:\n%s", kind, s.journal())
		}
		why := map[string]string{trace.LockReentrant: trace.WhyNoPrimary}[kind]
		if leave := s.the(t, trace.Leave); leave.Why != why {
			t.Errorf("%s: it leaves because %q", kind, leave.Why)
		}
	}
}

// The watchdog asks again where the primary is, when a renewal goes unanswered.
func TestWatchdogFollowsThePrimary(t *testing.T) {
	s, o := on(trace.LockWatchdog, 2)
	o.Sentinels, o.Watchdog = []trace.NodeID{"s1"}, trace.Second
	s.servers["s1"] = saying(map[string][]string{"SENTINEL": {atN1, atN2}})
	s.servers["n1"] = saying(map[string][]string{"SET": {"OK"}})
	s.play(t, o, lock.Job{Resource: "r", Takes: 3 * trace.Second})
	if got := s.whom("extend"); !slices.Equal(got, nodes(2)) {
		t.Errorf("it renews at %q:\n%s", got, s.journal())
	}
	if got := s.whom("del"); !slices.Equal(got, []trace.NodeID{"n2"}) {
		t.Errorf("it gives back at %q", got)
	}
}

// The members of a lock service are asked one after another until one answers;
// the revision of the lease is its number, for who wants one.
func TestConsensus(t *testing.T) {
	for fence, want := range map[lock.Fence]int64{lock.NoFence: 0, lock.FromConsensus: 41} {
		s, o := on(trace.LockConsensus, 0)
		o.Members, o.Fence, o.Watchdog = []trace.NodeID{"c1", "c2", "c3"}, fence, 400*ms
		s.servers["c2"] = saying(map[string][]string{"ACQUIRE": {"(integer) 41"}, "KEEPALIVE": {"(integer) 1"}, "RELEASE": {"(integer) 1"}})
		s.play(t, o, aSecond)
		for step, cmd := range map[string]string{
			"set": "ACQUIRE lock t1 10000", "extend": "KEEPALIVE lock t1 10000", "del": "RELEASE lock t1",
		} {
			q := s.asked(step)
			if len(q) < 2 || worded(q[0].Cmd) != cmd || q[0].node != "c1" || q[1].node != "c2" {
				t.Errorf("%s: %+v", step, q)
			}
		}
		if hold := s.the(t, trace.Hold); hold.Fence != want {
			t.Errorf("with %q its number is %d", fence, hold.Fence)
		}
		if d := s.of(trace.Decide)[0]; !slices.Equal(d.Acks, []trace.NodeID{"c2"}) || d.Need != 1 {
			t.Errorf("it counts %q of %d", d.Acks, d.Need)
		}
		if len(s.asked("number")) != 0 {
			t.Error("it asks for a number that it has")
		}
	}
}

// What a client of a lock service that answers nothing, or no, lets go of.
func TestConsensusCleansUp(t *testing.T) {
	for name, row := range map[string]struct {
		acquire string
		why     string
		freed   int
	}{
		"no":      {"(nil)", trace.WhyRefused, 0},
		"silence": {"", trace.WhyNoAnswer, 1},
	} {
		s, o := on(trace.LockConsensus, 0)
		o.Members, o.Retries = []trace.NodeID{"c1"}, 0
		s.servers["c1"] = saying(map[string][]string{"ACQUIRE": {row.acquire}})
		s.play(t, o, aSecond)
		if d := s.the(t, trace.Decide); d.Why != row.why || len(s.asked("del")) != row.freed {
			t.Errorf("%s: %q, and it releases %d times", name, d.Why, len(s.asked("del")))
		}
	}
}
