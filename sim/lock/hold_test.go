package lock_test

import (
	"slices"
	"strings"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// How a lock is held on to, and how it is lost.

// watched is a lock that is renewed every second, for work of so long.
func watched(kind string, nodes int, takes trace.Duration) (*stage, lock.Options, lock.Job) {
	s, o := on(kind, nodes)
	o.Watchdog = trace.Second
	return s, o, lock.Job{Resource: "r", Takes: takes}
}

// The watchdog renews until the work is done, each time from the moment at which it
// asked if it counts that time, and never after the lock was given back.
func TestWatchdogRenews(t *testing.T) {
	for _, kind := range []string{trace.LockWatchdog, trace.LockRedlock, trace.LockReentrant} {
		s, o, job := watched(kind, 1, 15*trace.Second)
		drift := o.DriftConst + o.TTL/1_000_000*trace.Duration(o.DriftPPM)
		if kind == trace.LockRedlock {
			s.servers["n1"] = saying(map[string][]string{"SET": {"OK"}, "EVAL": {"(integer) 1"}})
		}
		s.play(t, o, job)
		extend := s.of(trace.Extend)
		if len(extend) != 14 {
			t.Fatalf("%s: it was renewed %d times in 15s:\n%s", kind, len(extend), s.journal())
		}
		for i, e := range extend {
			// Each renewal takes a way there and back.
			asked := trace.Local(2*ms + trace.Duration(i)*2*ms + trace.Duration(i+1)*trace.Second)
			if !o.ElapsedCheck {
				asked += trace.Local(2 * ms)
			}
			if e.Until != asked.Add(o.TTL-drift) || e.Activity != trace.WatchdogActivity || e.Attempt != i+1 {
				t.Errorf("%s: renewal %d holds until %v and not %v: %+v", kind, i+1, e.Until, asked.Add(o.TTL-drift), e)
			}
		}
		if len(s.of(trace.Release)) != 1 || len(s.of(trace.Lost)) != 0 {
			t.Errorf("%s: it is not simply given back:\n%s", kind, s.journal())
		}
		freed := s.asked("del")
		if last := s.asked("extend")[13]; freed[len(freed)-1].at < last.at {
			t.Errorf("%s: it renews after it has given back", kind)
		}
		if d := s.of(trace.Decide)[1]; d.Activity != trace.WatchdogActivity || !d.OK || d.Elapsed != 2*ms {
			t.Errorf("%s: the watchdog counts %+v", kind, d)
		}
	}
}

// What a node is told to extend a lock, and the answer that grants it.
func TestExtendCommands(t *testing.T) {
	for name, row := range map[string]struct {
		by     lock.ExtendBy
		expiry lock.Expiry
		cmd    string
		grants string
	}{
		"compare":           {lock.ExtendCompare, lock.Relative, "EVAL compare-and-expire lock t1 10000", "(integer) 1"},
		"set":               {lock.ExtendSet, lock.Relative, "EVAL compare-and-set lock t1 PX 10000", "OK"},
		"recreate":          {lock.ExtendRecreate, lock.Relative, "EVAL set-if-mine-or-missing lock t1 PX 10000", "OK"},
		"set, absolute":     {lock.ExtendSet, lock.Absolute, "EVAL compare-and-set lock t1 PXAT 11002", "OK"},
		"compare, absolute": {lock.ExtendCompare, lock.Absolute, "EVAL " + strings.Replace(lock.CompareAndExpire, "pexpire", "pexpireat", 1) + " lock t1 11002", "(integer) 1"},
	} {
		s, o, job := watched(trace.LockToken, 1, 1500*ms)
		o.ExtendBy, o.Expiry = row.by, row.expiry
		s.servers["n1"] = saying(map[string][]string{"SET": {"OK"}, "EVAL": {row.grants}})
		s.play(t, o, job)
		if got := spelt(s.asked("extend")[0].Cmd); got != row.cmd {
			t.Errorf("%s: it says %q", name, got)
		}
		if len(s.of(trace.Extend)) != 1 {
			t.Errorf("%s: %q does not grant it", name, row.grants)
		}
	}
}

// spelt is worded with the text of a script that has no name.
func spelt(cmd []string) string {
	if cmd[0] == "EVAL" && scripts[cmd[1]] == "" {
		return strings.Join(append([]string{"EVAL", cmd[1]}, cmd[3:]...), " ")
	}
	return worded(cmd)
}

// A renewal may be extended so often and no more: then the lock runs out.
func TestMaxExtensions(t *testing.T) {
	for most, want := range map[int]int{0: 0, 3: 3, lock.NoLimit: 14} {
		s, o, job := watched(trace.LockWatchdog, 1, 15*trace.Second)
		o.MaxExtensions, o.StopAtValidity = most, true
		s.play(t, o, job)
		if got := len(s.of(trace.Extend)); got != want {
			t.Errorf("with at most %d it was extended %d times", most, got)
		}
		if lost := len(s.of(trace.Lost)) == 1; lost == (most == lock.NoLimit) {
			t.Errorf("with at most %d the lock is lost: %v", most, lost)
		}
		dog := s.phases(trace.WatchdogActivity)
		if ended := slices.Contains(dog, lock.Done); ended == (most == lock.NoLimit) {
			t.Errorf("with at most %d the watchdog comes to its end: %v", most, ended)
		}
	}
}

// What the answers to one renewal make of the lock: enough of them extend it; if so
// many say no that the others are too few, it is lost; else it may be there yet, and
// is renewed the next time.
func TestOneRenewal(t *testing.T) {
	const ok, no = "(integer) 1", "(integer) 0"
	for name, row := range map[string]struct {
		answers []string
		extends bool
		lost    bool
	}{
		"all":                           {[]string{ok, ok, ok, ok, ok}, true, false},
		"a majority":                    {[]string{ok, no, ok, "", ok}, true, false},
		"silence":                       {[]string{"", "", "", "", ""}, false, false},
		"two no, and silence":           {[]string{no, ok, no, ok, ""}, false, false},
		"three no":                      {[]string{no, ok, no, ok, no}, false, true},
		"errors are no answer":          {[]string{"(error) ERR a", "(error) ERR a", "(error) ERR a", ok, ok}, false, false},
		"one of one":                    {[]string{ok}, true, false},
		"none of one":                   {[]string{no}, false, true},
		"silence of one":                {[]string{""}, false, false},
		"of four, two no are too many":  {[]string{no, no, ok, ok}, false, true},
		"of four, one no and a silence": {[]string{no, "", ok, ok}, false, false},
	} {
		s, o, job := watched(trace.LockRedlock, len(row.answers), 2500*ms)
		for i, n := range o.Nodes {
			s.servers[n] = saying(map[string][]string{"SET": {"OK"}, "EVAL": {row.answers[i], ok}})
		}
		s.play(t, o, job)
		want := 1 // the second
		if row.extends {
			want = 2
		}
		if row.lost {
			want = 0
		}
		if got := len(s.of(trace.Extend)); got != want {
			t.Errorf("%s: it was extended %d times and not %d:\n%s", name, got, want, s.journal())
		}
		if !row.lost {
			continue
		}
		if lost := s.the(t, trace.Lost); lost.Why != trace.WhyRenewalRefused || lost.Activity != trace.WatchdogActivity {
			t.Errorf("%s: %+v", name, lost)
		}
		if len(s.of(trace.Release)) != 0 || len(s.asked("del")) != len(o.Nodes) {
			t.Errorf("%s: a lost lock is given back, but no belief is", name)
		}
	}
}

// Redlock's extension counts only while the lock is valid yet: whoever lost it may
// have been followed by somebody else.
func TestExtensionAfterValidity(t *testing.T) {
	for checks, want := range map[bool]int{true: 0, false: 1} {
		s, o, job := watched(trace.LockRedlock, 1, 12*trace.Second)
		o.ElapsedCheck, o.StopAtValidity, o.Watchdog = checks, false, 9*trace.Second
		s.servers["n1"] = saying(map[string][]string{"SET": {"OK"}, "EVAL": {"(integer) 1"}})
		s.cue = func(_ *player, ph lock.Phase) {
			if ph == lock.Renew {
				s.pause(2 * trace.Second)
			}
		}
		s.play(t, o, job)
		if got := len(s.of(trace.Extend)); got != want {
			t.Errorf("with an elapsed check: %v, it was extended %d times", checks, got)
		}
		if lost := s.of(trace.Lost); checks && (len(lost) != 1 || lost[0].Why != trace.WhyValidityEnded) {
			t.Errorf("it is not told lost: %+v", lost)
		}
	}
}

// A renewal that re-creates a missing key takes back a lock that was lost, without
// a word.
func TestRecreate(t *testing.T) {
	for by, want := range map[lock.ExtendBy]int{lock.ExtendCompare: 0, lock.ExtendRecreate: 1} {
		s, o, job := watched(trace.LockToken, 1, 1500*ms)
		o.ExtendBy = by
		s.servers["n1"] = func(_ trace.Local, cmd []string) answer {
			switch {
			case cmd[0] == "SET", cmd[0] == "EVAL" && cmd[1] == lock.SetIfMineOrMissing:
				return say("OK")
			}
			return say("(integer) 0") // the key is gone
		}
		s.play(t, o, job)
		if got := len(s.of(trace.Extend)); got != want {
			t.Errorf("%v: it was extended %d times", by, got)
		}
	}
}

// No lock without a time to live is renewed.
func TestNothingToRenew(t *testing.T) {
	s, o, job := watched(trace.LockSetNX, 1, 3*trace.Second)
	s.play(t, o, job)
	if len(s.asked("extend")) != 0 || len(s.phases(trace.WatchdogActivity)) != 0 {
		t.Errorf("it is:\n%s", s.journal())
	}
}

// A client that minds its validity stops when that ends, and one that does not
// works on; both ask to let go.
func TestStopAtValidity(t *testing.T) {
	for name, row := range map[string]struct {
		minds, renews bool
		left          trace.Duration
		why           string
	}{
		"it minds":             {true, false, 10*trace.Second + 2*ms, trace.WhyValidityEnded},
		"it does not":          {false, false, 15*trace.Second + 2*ms, ""},
		"it minds, and renews": {true, true, 15*trace.Second + 2*ms, ""},
	} {
		s, o, job := watched(trace.LockToken, 1, 15*trace.Second)
		o.StopAtValidity = row.minds
		if !row.renews {
			o.Watchdog = 0
		}
		s.play(t, o, job)
		if leave := s.the(t, trace.Leave); leave.T != trace.Time(row.left) || leave.Why != row.why {
			t.Errorf("%s: it leaves at %v, because %q", name, trace.Duration(leave.T), leave.Why)
		}
		end := trace.Release
		if row.why != "" {
			end = trace.Lost
		}
		if s.the(t, end).T < s.the(t, trace.Leave).T || len(s.asked("del")) != 1 {
			t.Errorf("%s:\n%s", name, s.journal())
		}
	}
}
