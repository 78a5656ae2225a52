package lock_test

import (
	"slices"
	"strings"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// How each option changes the way a lock is got.

// freeNode answers as a free node does.
func freeNode() handler {
	return saying(map[string][]string{
		"SET": {"OK"}, "SETNX": {"(integer) 1"}, "PEXPIRE": {"(integer) 1"}, "EVAL": {"(integer) 1"},
		"DEL": {"(integer) 1"}, "DELEX": {"(integer) 1"}, "INCR": {"(integer) 7"}, "WAIT": {"(integer) 1"},
	})
}

// on returns a stage of free nodes with the options that a kind has by default
// there. The job is nothing but a second's time.
func on(kind string, nodes int) (*stage, lock.Options) {
	s := &stage{servers: make(map[trace.NodeID]handler)}
	o := lock.Defaults(kind)
	o.Key = "lock"
	for _, n := range []trace.NodeID{"n1", "n2", "n3", "n4", "n5"}[:nodes] {
		o.Nodes = append(o.Nodes, n)
		s.servers[n] = freeNode()
	}
	return s, o
}

var aSecond = lock.Job{Resource: "r", Takes: trace.Second}

// What each kind says to take the lock, and to give it back.
func TestCommands(t *testing.T) {
	for name, row := range map[string]struct {
		kind      string
		change    func(*lock.Options)
		set, free string
	}{
		"setnx":         {trace.LockSetNX, nil, "SETNX lock t1", "DEL lock"},
		"setnx-expire":  {trace.LockSetNXExpire, nil, "SETNX lock t1", "DEL lock"},
		"setpx":         {trace.LockSetPX, nil, "SET lock t1 NX PX 10000", "DEL lock"},
		"token":         {trace.LockToken, nil, "SET lock t1 NX PX 10000", "EVAL compare-and-delete lock t1"},
		"watchdog":      {trace.LockWatchdog, nil, "SET lock t1 NX PX 10000", "EVAL compare-and-delete lock t1"},
		"reentrant":     {trace.LockReentrant, nil, "EVAL take-again lock t1 10000", "EVAL give-back-one lock t1"},
		"redlock":       {trace.LockRedlock, nil, "SET lock t1 NX PX 10000", "EVAL compare-and-delete lock t1"},
		"release delex": {trace.LockToken, func(o *lock.Options) { o.ReleaseBy = lock.ByDelEx }, "SET lock t1 NX PX 10000", "DELEX lock IFEQ t1"},
		"release del":   {trace.LockRedlock, func(o *lock.Options) { o.ReleaseBy = lock.ByDel }, "SET lock t1 NX PX 10000", "DEL lock"},
		"absolute expiry": {trace.LockToken, func(o *lock.Options) { o.Expiry = lock.Absolute },
			"SET lock t1 NX PXAT 16000", "EVAL compare-and-delete lock t1"},
		"a TTL of a part of a millisecond": {trace.LockToken, func(o *lock.Options) { o.TTL = 1500 * us },
			"SET lock t1 NX PX 2", "EVAL compare-and-delete lock t1"},
		"accept own token": {trace.LockRedlock, func(o *lock.Options) { o.AcceptOwnToken = true },
			"EVAL set-if-mine-or-missing lock t1 PX 10000", "EVAL compare-and-delete lock t1"},
	} {
		s, o := on(row.kind, 1)
		s.ahead = 6 * trace.Second
		if row.change != nil {
			row.change(&o)
		}
		if o.AcceptOwnToken {
			s.servers["n1"] = always("OK")
		}
		s.play(t, o, aSecond)
		if got := worded(s.asked("set")[0].Cmd); got != row.set {
			t.Errorf("%s: it says %q and not %q", name, got, row.set)
		}
		if got := worded(s.asked("del")[0].Cmd); got != row.free {
			t.Errorf("%s: at the end it says %q and not %q", name, got, row.free)
		}
	}
}

// A lock without a time to live is believed in without end; the others until their
// time to live has passed since before they were asked for.
func TestUntilWhen(t *testing.T) {
	for kind, want := range map[string]trace.Local{
		trace.LockSetNX:       trace.Forever,
		trace.LockSetNXExpire: trace.Local(10*trace.Second + 4*ms), // from the answer that it goes by
		trace.LockSetPX:       trace.Local(10*trace.Second + 2*ms),
		trace.LockToken:       trace.Local(10*trace.Second + 2*ms),
		trace.LockReentrant:   trace.Local(10*trace.Second + 2*ms),
		trace.LockRedlock:     trace.Local(10*trace.Second - 102*ms),
		trace.LockFencing:     trace.Forever,
	} {
		s, o := on(kind, 1)
		o.Watchdog = 0
		if kind == trace.LockFencing {
			o.Fence = lock.FromRedis
		}
		s.play(t, o, aSecond)
		if hold := s.the(t, trace.Hold); hold.Until != want {
			t.Errorf("%s: it believes until %v and not %v", kind, trace.Duration(hold.Until), trace.Duration(want))
		}
	}
}

// SETNX and PEXPIRE are two commands, and a process can die between them.
func TestSetNXThenExpire(t *testing.T) {
	s, o := on(trace.LockSetNXExpire, 1)
	s.play(t, o, aSecond)
	if q := s.asked("expire"); len(q) != 1 || !slices.Equal(q[0].Cmd, []string{"PEXPIRE", "lock", "10000"}) {
		t.Errorf("it gives the key a time to live by %+v", q)
	}

	s, o = on(trace.LockSetNXExpire, 1)
	s.cue = func(_ *player, ph lock.Phase) {
		if ph == lock.Expire {
			s.crash()
		}
	}
	s.play(t, o, aSecond)
	if len(s.asked("set")) != 1 || len(s.asked("expire")) != 0 || len(s.of(trace.Hold)) != 0 {
		t.Errorf("it was to die between the two:\n%s", s.journal())
	}

	s, o = on(trace.LockSetNXExpire, 1)
	s.servers["n1"] = always("(integer) 0")
	s.play(t, o, aSecond)
	if len(s.asked("expire")) != 0 {
		t.Error("it gives a time to live to a key that is not its own")
	}
}

// What came of one attempt, and whom it then asks to let go. A refusal says that
// there is nothing of ours; a DEL does not ask whose the key is, so it is no guess
// to make; a majority of OKs can be too late.
func TestCleanUp(t *testing.T) {
	const ok, no = "OK", "(nil)"
	for name, row := range map[string]struct {
		kind    string
		answers []string // of the nodes; empty is silence
		by      lock.ReleaseBy
		clean   lock.CleanUp
		why     string
		want    []trace.NodeID
	}{
		"redlock, all":            {trace.LockRedlock, []string{ok, no, "", no, ok}, lock.ByScript, lock.CleanAll, trace.WhyNoMajority, nodes(5)},
		"redlock, only OK":        {trace.LockRedlock, []string{ok, no, "", no, ok}, lock.ByScript, lock.CleanOK, trace.WhyNoMajority, []trace.NodeID{"n1", "n5"}},
		"redlock, only OK, none":  {trace.LockRedlock, []string{no, no, no, "", ""}, lock.ByScript, lock.CleanOK, trace.WhyNoMajority, nil},
		"redlock, none":           {trace.LockRedlock, []string{ok, no, "", no, ok}, lock.ByScript, lock.CleanNone, trace.WhyNoMajority, nil},
		"token, refused":          {trace.LockToken, []string{no}, lock.ByScript, lock.CleanAll, trace.WhyRefused, nil},
		"token, silence":          {trace.LockToken, []string{""}, lock.ByScript, lock.CleanAll, trace.WhyNoAnswer, nodes(1)},
		"token, silence, only OK": {trace.LockToken, []string{""}, lock.ByScript, lock.CleanOK, trace.WhyNoAnswer, nil},
		"setpx, silence":          {trace.LockSetPX, []string{""}, lock.ByDel, lock.CleanAll, trace.WhyNoAnswer, nil},
		"setpx, refused":          {trace.LockSetPX, []string{no}, lock.ByDel, lock.CleanAll, trace.WhyRefused, nil},
	} {
		s, o := on(row.kind, len(row.answers))
		o.Retries, o.ReleaseBy, o.CleanUp = 0, row.by, row.clean
		for i, text := range row.answers {
			s.servers[o.Nodes[i]] = saying(map[string][]string{"SET": {text}})
		}
		s.play(t, o, aSecond)
		if d := s.the(t, trace.Decide); d.OK || d.Why != row.why {
			t.Errorf("%s: it decides %v, %q", name, d.OK, d.Why)
		}
		if got := s.whom("del"); !slices.Equal(got, row.want) {
			t.Errorf("%s: it asks %q to let go, not %q", name, got, row.want)
		}
		if letsGo := slices.Contains(s.phases(""), lock.LetGo); letsGo != (row.want != nil) {
			t.Errorf("%s: it says that it lets go: %v", name, letsGo)
		}
	}
}

// slowly answers OK after so long.
func slowly(takes trace.Duration) handler {
	return func(trace.Local, []string) answer { return answer{text: "OK", takes: takes} }
}

// Without the elapsed check a majority is enough, however late: the client believes
// in a lock that is over, and goes in, whether or not it minds its validity.
func TestWithoutElapsedCheck(t *testing.T) {
	for name, row := range map[string]struct {
		checks, minds, held, enters bool
		validity                    trace.Duration
	}{
		"with all checks":       {true, true, false, false, 10*trace.Second - 102*ms - 12*trace.Second - 2*ms},
		"no elapsed check":      {false, true, true, true, 10*trace.Second - 102*ms},
		"no check at all":       {false, false, true, true, 10*trace.Second - 102*ms},
		"the elapsed one alone": {true, false, false, false, 10*trace.Second - 102*ms - 12*trace.Second - 2*ms},
	} {
		s, o := on(trace.LockRedlock, 5)
		o.ElapsedCheck, o.StopAtValidity, o.NodeTimeout, o.Retries = row.checks, row.minds, trace.Minute, 0
		for _, n := range o.Nodes {
			s.servers[n] = slowly(12 * trace.Second)
		}
		s.play(t, o, aSecond)
		d := s.the(t, trace.Decide)
		if held := len(s.of(trace.Hold)) == 1; held != row.held || d.OK != row.held {
			t.Errorf("%s: held is %v", name, held)
		}
		if d.Validity != row.validity {
			t.Errorf("%s: %v of validity are left, not %v", name, d.Validity, row.validity)
		}
		if enters := len(s.of(trace.Enter)) == 1; enters != row.enters {
			t.Errorf("%s: it enters: %v", name, enters)
		}
	}
}

// One start time for all retries makes a lock that is won late look spent.
func TestStartOfTheFirstAttempt(t *testing.T) {
	for t1, want := range map[lock.T1]trace.Duration{lock.PerAttempt: 2 * ms, lock.FirstAttempt: 2*ms + 250*ms + 2*ms} {
		s, o := on(trace.LockToken, 1)
		o.T1 = t1
		s.servers["n1"] = saying(map[string][]string{"SET": {"(nil)", "OK"}, "EVAL": {"(integer) 1"}})
		s.play(t, o, aSecond)
		d := s.of(trace.Decide)
		if len(d) != 2 || !d[1].OK || d[1].Elapsed != want {
			t.Errorf("it decides %+v; elapsed was to be %v:\n%s", d, want, s.journal())
		}
	}
}

// A clock that is set back while answers are awaited makes time go by unnoticed;
// the monotonic one does not.
func TestWhichClock(t *testing.T) {
	for clock, want := range map[lock.Clock]trace.Duration{lock.Monotonic: 2 * ms, lock.WallClock: 2*ms - 5*trace.Second} {
		s, o := on(trace.LockRedlock, 5)
		o.Clock = clock
		s.cue = func(_ *player, ph lock.Phase) {
			if ph == lock.ReadClockAgain {
				s.ahead -= 5 * trace.Second
			}
		}
		s.play(t, o, aSecond)
		if d := s.the(t, trace.Decide); d.Elapsed != want || d.Validity != o.TTL-want-102*ms {
			t.Errorf("%v have passed and %v are left", d.Elapsed, d.Validity)
		}
	}
}

// A node that is listed twice has one vote, unless a lock that accepts its own
// token counts what it hears.
func TestNodeListedTwice(t *testing.T) {
	twice := []trace.NodeID{"n1", "n1", "n2"}
	for name, row := range map[string]struct {
		accepts bool
		acks    []trace.NodeID
		held    bool
	}{
		"one vote":  {false, []trace.NodeID{"n1"}, false},
		"two votes": {true, []trace.NodeID{"n1", "n1"}, true},
	} {
		s, o := on(trace.LockRedlock, 2)
		o.Nodes, o.AcceptOwnToken, o.Retries = twice, row.accepts, 0
		s.servers["n1"], s.servers["n2"] = always("OK"), always("(nil)")
		s.play(t, o, aSecond)
		if d := s.the(t, trace.Decide); !slices.Equal(d.Acks, row.acks) || d.OK != row.held || d.Need != 2 {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

// Nodes are asked at once or in turn, and as listed.
func TestOrder(t *testing.T) {
	for order, want := range map[lock.Order]trace.Duration{lock.Parallel: 50 * ms, lock.Sequential: 4*2*ms + 50*ms} {
		s, o := on(trace.LockRedlock, 5)
		o.Order = order
		s.servers["n2"] = silent
		s.play(t, o, aSecond)
		if d := s.the(t, trace.Decide); d.Elapsed != want {
			t.Errorf("asking took %v and not %v", d.Elapsed, want)
		}
	}
}

// WAIT asks the primary whether replicas have the key. Fewer than wanted, or
// silence, and the lock is not held; what the node has of it is given back.
func TestWaitForReplicas(t *testing.T) {
	for name, row := range map[string]struct {
		answer string
		why    string
	}{
		"as many as wanted": {"(integer) 2", trace.WhyHeld},
		"more":              {"(integer) 3", trace.WhyHeld},
		"fewer":             {"(integer) 1", trace.WhyNotCopied},
		"silence":           {"", trace.WhyNotCopied},
	} {
		s, o := on(trace.LockToken, 1)
		o.Wait, o.Retries = lock.Copies{Replicas: 2, Timeout: 30 * ms}, 0
		s.servers["n1"] = saying(map[string][]string{"SET": {"OK"}, "WAIT": {row.answer}, "EVAL": {"(integer) 1"}})
		s.play(t, o, aSecond)
		if d := s.the(t, trace.Decide); d.Why != row.why || d.OK != (row.why == trace.WhyHeld) {
			t.Errorf("%s: %v, %q", name, d.OK, d.Why)
		}
		q := s.asked("wait")
		if len(q) != 1 || !slices.Equal(q[0].Cmd, []string{"WAIT", "2", "30"}) || q[0].Timeout != 80*ms {
			t.Errorf("%s: it asks %+v", name, q)
		}
		if freed := len(s.asked("del")) == 1; !freed {
			t.Errorf("%s: the key stays", name)
		}
	}
	s, o := on(trace.LockToken, 1)
	o.Wait, o.Retries = lock.Copies{Replicas: 2, Timeout: 30 * ms}, 0
	s.servers["n1"] = always("(nil)")
	s.play(t, o, aSecond)
	if len(s.asked("wait")) != 0 {
		t.Error("it waits for copies of a key that it was refused")
	}
}

// Where fencing numbers come from, whom the client asks, and what it has then.
func TestFencingNumbers(t *testing.T) {
	for name, row := range map[string]struct {
		fence lock.Fence
		cmd   string
		whom  []trace.NodeID
	}{
		"the resource":          {lock.FromResource, "NUMBER", []trace.NodeID{"r"}},
		"a counter in Redis":    {lock.FromRedis, "INCR fence:lock", []trace.NodeID{"n1"}},
		"consensus, the second": {lock.FromConsensus, "NUMBER fence:lock", []trace.NodeID{"c1", "c2"}},
	} {
		for _, kind := range []string{trace.LockToken, trace.LockRedlock, trace.LockFencing} {
			s, o := on(kind, 1)
			o.Fence, o.Members = row.fence, []trace.NodeID{"c1", "c2", "c3"}
			s.servers["r"], s.servers["c2"] = always("(integer) 7"), always("(integer) 7")
			s.play(t, o, aSecond)
			q := s.asked("number")
			if len(q) == 0 || strings.Join(q[0].Cmd, " ") != row.cmd || !slices.Equal(s.whom("number"), row.whom) {
				t.Errorf("%s, %s: it asks %q: %+v", kind, name, s.whom("number"), q)
			}
			if h, e := s.the(t, trace.Hold), s.the(t, trace.Enter); h.Fence != 7 || e.Fence != 7 {
				t.Errorf("%s, %s: it holds with number %d and enters with %d", kind, name, h.Fence, e.Fence)
			}
			if r := s.the(t, trace.Release); r.Fence != 7 {
				t.Errorf("%s, %s: it gives number %d back", kind, name, r.Fence)
			}
		}
	}
}

// A lock that is to have a number is not held without one.
func TestNoNumberNoLock(t *testing.T) {
	for name, row := range map[string]struct {
		resource handler
		why      string
	}{
		"silence":  {silent, trace.WhyNoNumber},
		"an error": {always("(error) ERR no"), trace.WhyNoNumber},
		"it takes all the time": {func(trace.Local, []string) answer {
			return answer{text: "(integer) 7", takes: 11 * trace.Second}
		}, trace.WhyTooLate},
	} {
		s, o := on(trace.LockRedlock, 5)
		o.Fence, o.Retries, o.NodeTimeout = lock.FromResource, 0, trace.Minute
		s.servers["r"] = row.resource
		s.play(t, o, aSecond)
		d := s.of(trace.Decide)
		if len(d) != 2 || !d[0].OK || d[1].OK || d[1].Why != row.why {
			t.Errorf("%s: %+v", name, d)
		}
		if len(s.of(trace.Hold)) != 0 || len(s.asked("del")) != 5 {
			t.Errorf("%s: it holds, or lets nobody go:\n%s", name, s.journal())
		}
	}
}

// The kind fencing is no lock: no Redis node is asked for anything, and nothing is
// given back.
func TestFencingAlone(t *testing.T) {
	s, o := on(trace.LockFencing, 1)
	o.Members = []trace.NodeID{"c1"}
	s.servers["c1"] = saying(map[string][]string{"NUMBER": {"", "(integer) 33"}})
	s.play(t, o, aSecond)
	if len(s.asks) != 2 || len(s.asked("number")) != 2 {
		t.Errorf("it asks more than for a number:\n%s", s.journal())
	}
	if d := s.of(trace.Decide); len(d) != 2 || d[0].Why != trace.WhyNoNumber || !d[1].OK {
		t.Errorf("it decides %+v", d)
	}
}
