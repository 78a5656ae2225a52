package lock_test

import (
	"slices"
	"strings"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/resource"
	"lockstep/sim/trace"
)

// What a client does inside the critical section.

// invoice is a job on a ledger: it reads, writes after two seconds and leaves after
// five.
var invoice = lock.Job{Resource: "r", Kind: "ledger", WriteAt: 2 * trace.Second, Takes: 5 * trace.Second}

// atWork returns a stage on which a client with a simple lock meets a real resource
// of the job's kind.
func atWork(t *testing.T, job lock.Job, initial string) (*stage, lock.Options, *resource.Resource) {
	t.Helper()
	s, o := on(trace.LockToken, 1)
	kind := slices.Index(resource.KindNames(), job.Kind)
	r, err := resource.New(resource.Config{ID: "r", Kind: resource.Kind(kind), Initial: initial})
	if err != nil {
		t.Fatal(err)
	}
	s.servers["r"] = func(_ trace.Local, cmd []string) answer { return say(r.Do("A", cmd).Reply) }
	return s, o, r
}

// A client reads on entering, writes what follows from that reading, and leaves,
// each when it is to.
func TestWork(t *testing.T) {
	for name, row := range map[string]struct {
		kind, line    string
		before, after string
		write         string // what it says
	}{
		"an unpaid invoice": {"ledger", "", "unpaid", "paid", "WRITE charge paid BASE 0 KEY t1"},
		"a paid one":        {"ledger", "", "paid", "paid", ""},
		"items in stock":    {"stock", "", "5", "4", "WRITE sell 4 BASE 0 KEY t1"},
		"as many as can be": {"stock", "", "1000000000", "999999999", "WRITE sell 999999999 BASE 0 KEY t1"},
		"the last one":      {"stock", "", "1", "0", "WRITE sell 0 BASE 0 KEY t1"},
		"none":              {"stock", "", "0", "0", ""},
		"a file":            {"file", "A was here", "B\n", "B\nA was here\n", "WRITE append B\nA was here\n BASE 0 KEY t1"},
		"a quoted line":     {"file", "A", "\"锁\"\ntwo", "\"锁\"\ntwoA\n", "WRITE append \"锁\"\ntwoA\n BASE 0 KEY t1"},
		"no line to add":    {"file", "", "", "t1\n", "WRITE append t1\n BASE 0 KEY t1"},
	} {
		job := invoice
		job.Kind, job.Line = row.kind, row.line
		s, o, r := atWork(t, job, row.before)
		s.play(t, o, job)
		if r.Value() != row.after {
			t.Errorf("%s: it is %q afterwards", name, r.Value())
		}
		entered, left := s.the(t, trace.Enter).T, s.the(t, trace.Leave).T
		if read := s.asked("read"); len(read) != 1 || worded(read[0].Cmd) != "READ" || read[0].at != entered {
			t.Errorf("%s: it reads %+v", name, read)
		}
		write := s.asked("write")
		if row.write == "" {
			if len(write) != 0 || slices.Contains(s.phases(""), lock.WriteResource) {
				t.Errorf("%s: it writes what does not follow", name)
			}
		} else if len(write) != 1 || worded(write[0].Cmd) != row.write || write[0].at != entered.Add(job.WriteAt) {
			t.Errorf("%s: it writes %+v", name, write)
		}
		if left != entered.Add(job.Takes) {
			t.Errorf("%s: it leaves after %v", name, left.Sub(entered))
		}
	}
}

// The write follows from what was read, whatever others did to the resource since.
func TestWriteFollowsFromTheReading(t *testing.T) {
	job := invoice
	job.Kind = "stock"
	s, o, r := atWork(t, job, "5")
	s.cue = func(_ *player, ph lock.Phase) {
		if ph == lock.WriteResource {
			r.Do("B", []string{"WRITE", "sell", "2", "BASE", "0", "KEY", "b"})
		}
	}
	s.play(t, o, job)
	if got := r.Do("B", []string{"READ"}).Reply; got != "2 4" {
		t.Errorf("it is at version and value %s", got)
	}
}

// The number is shown when writing, and when reading by those who show it there
// too: a store knows of a holder only what it has seen.
func TestNumbersAreShown(t *testing.T) {
	for name, row := range map[string]struct {
		fence  lock.Fence
		onRead bool
		read   string
		write  string
	}{
		"no number":   {lock.NoFence, true, "READ", "WRITE charge paid BASE 0 KEY t1"},
		"on write":    {lock.FromRedis, false, "READ", "WRITE charge paid BASE 0 KEY t1 FENCE 7"},
		"on read too": {lock.FromRedis, true, "READ FENCE 7", "WRITE charge paid BASE 0 KEY t1 FENCE 7"},
	} {
		s, o, _ := atWork(t, invoice, "")
		o.Fence, o.FenceOnRead = row.fence, row.onRead
		s.play(t, o, invoice)
		if read, write := worded(s.asked("read")[0].Cmd), worded(s.asked("write")[0].Cmd); read != row.read || write != row.write {
			t.Errorf("%s: %q, %q", name, read, write)
		}
	}
}

// A read or a write that is refused, or is never answered, ends the work.
func TestRefusalEndsTheWork(t *testing.T) {
	for name, row := range map[string]struct {
		read, write string
		why         string
		after       trace.Duration
	}{
		"a refused read":       {"REFUSED stale number", "", "stale number", 2 * ms},
		"a refused write":      {"0 unpaid", "REFUSED stale number", "stale number", 2*trace.Second + 2*ms},
		"a read in vain":       {"", "", trace.WhyNoAnswer, 2 * trace.Minute},
		"a write in vain":      {"0 unpaid", "", trace.WhyNoAnswer, 2*trace.Second + 2*trace.Minute},
		"an answer of no kind": {"what?", "", "what?", 2 * ms},
		"a broken quotation":   {`0 "unpaid`, "", `0 "unpaid`, 2 * ms},
	} {
		s, o := on(trace.LockToken, 1)
		s.servers["r"] = saying(map[string][]string{"READ": {row.read}, "WRITE": {row.write}})
		s.play(t, o, invoice)
		if leave := s.the(t, trace.Leave); leave.Why != row.why || leave.T.Sub(s.the(t, trace.Enter).T) != row.after {
			t.Errorf("%s: it leaves at %v, because %q", name, trace.Duration(leave.T), leave.Why)
		}
		if len(s.of(trace.Release)) != 1 || len(s.asked("del")) != 1 {
			t.Errorf("%s: it does not give the lock back:\n%s", name, s.journal())
		}
	}
}

// A write that is under way is waited for, also past the end of the lease: whoever
// left meanwhile would be excluded from nothing.
func TestWriteIsAwaited(t *testing.T) {
	s, o, r := atWork(t, invoice, "")
	o.StopAtValidity = true
	s.servers["r"] = func(_ trace.Local, cmd []string) answer {
		a := say(r.Do("A", cmd).Reply)
		if cmd[0] == "WRITE" {
			a.takes = 90 * trace.Second
		}
		return a
	}
	s.play(t, o, invoice)
	if leave := s.the(t, trace.Leave); leave.T < trace.Time(92*trace.Second) || leave.Why != trace.WhyValidityEnded {
		t.Errorf("it leaves at %v, because %q", trace.Duration(leave.T), leave.Why)
	}
}

// A client that minds its validity looks at the clock directly before it writes.
// A pause before that look keeps it from writing, a pause after does not: that is
// what fencing is for.
func TestTheLastLookAtTheClock(t *testing.T) {
	for name, row := range map[string]struct {
		pauseAt lock.Phase
		minds   bool
		writes  int
		why     string
	}{
		"paused before the look":                {lock.ReadResource, true, 0, trace.WhyValidityEnded},
		"paused after the look":                 {lock.WriteResource, true, 1, trace.WhyValidityEnded},
		"it does not look, and paused while in": {lock.ReadResource, false, 1, ""},
	} {
		s, o, _ := atWork(t, invoice, "")
		o.StopAtValidity = row.minds
		s.cue = func(_ *player, ph lock.Phase) {
			if ph == row.pauseAt {
				s.pause(12 * trace.Second)
			}
		}
		s.play(t, o, invoice)
		if got := len(s.asked("write")); got != row.writes {
			t.Errorf("%s: it writes %d times", name, got)
		}
		if leave := s.the(t, trace.Leave); leave.Why != row.why {
			t.Errorf("%s: it leaves because %q", name, leave.Why)
		}
	}
}

// Before whichever look at the clock a client that minds its validity is paused for
// longer than that: it does not write, unless nothing had been asked for yet.
func TestPausedBeforeAnyLook(t *testing.T) {
	play := func(pauseAt int) (looks, writes int) {
		s, o, _ := atWork(t, invoice, "")
		o.StopAtValidity, o.ElapsedCheck, o.Retries = true, true, 0
		s.look = func(n int) {
			if n == pauseAt {
				s.pause(12 * trace.Second)
			}
		}
		s.cue = func(_ *player, ph lock.Phase) {
			if ph == lock.WriteResource {
				looks = s.looks
			}
		}
		s.play(t, o, invoice)
		return looks, len(s.asked("write"))
	}
	all, _ := play(0)
	if all < 5 {
		t.Fatalf("there are %d looks only", all)
	}
	for n := 1; n <= all; n++ {
		_, writes := play(n)
		if want := map[bool]int{true: 1}[n == 1]; writes != want {
			t.Errorf("paused before look %d of %d it writes %d times", n, all, writes)
		}
	}
}

// What worker and watchdog find out of each other's loss counts: a renewal that is
// granted afterwards does not bring the lock back.
func TestLostIsLost(t *testing.T) {
	// The watchdog is refused while the second taking is under way, and granted that.
	s, o, _ := atWork(t, invoice, "")
	o.Kind, o.Watchdog = trace.LockReentrant, invoice.WriteAt-ms
	s.servers["n1"] = func(_ trace.Local, cmd []string) answer {
		if cmd[1] == lock.ExpireIfMine {
			return say("(integer) 0")
		}
		return say("(integer) 1")
	}
	s.play(t, o, invoice)
	if len(s.of(trace.Lost)) != 1 || len(s.of(trace.Extend)) != 0 || len(s.asked("set")) != 2 || len(s.asked("write")) != 0 {
		t.Errorf("the second taking brings it back:\n%s", s.journal())
	}

	// The worker sees its time over, and is stuck before it can stop the watchdog.
	s, o, _ = atWork(t, invoice, "")
	o.StopAtValidity, o.TTL, o.Watchdog = true, 3*trace.Second, 2999*ms
	s.servers["n1"] = saying(map[string][]string{"SET": {"OK"}, "EVAL": {"(integer) 1"}})
	s.heard = func(p *player, e trace.Event) {
		if e.Kind == trace.Leave {
			p.sleep(trace.Minute)
		}
	}
	s.play(t, o, invoice)
	if len(s.of(trace.Lost)) != 1 || len(s.of(trace.Extend)) != 0 || len(s.asked("extend")) != 1 {
		t.Errorf("the watchdog brings it back:\n%s", s.journal())
	}
}

// Nothing happens between the phase and the write itself.
func TestWritePhaseIsTheLastStep(t *testing.T) {
	s, o, _ := atWork(t, invoice, "")
	s.play(t, o, invoice)
	for i, line := range s.lines {
		if strings.HasSuffix(line, "- write") && !strings.Contains(s.lines[i+1], "write r: WRITE") {
			t.Errorf("after the phase comes %q", s.lines[i+1])
		}
	}
}

// A lock that was lost to a refused renewal keeps its holder from writing, if that
// looks.
func TestRefusedRenewalStopsTheWrite(t *testing.T) {
	for minds, want := range map[bool]int{true: 0, false: 1} {
		s, o, _ := atWork(t, invoice, "")
		o.StopAtValidity, o.Watchdog = minds, trace.Second
		s.servers["n1"] = saying(map[string][]string{"SET": {"OK"}, "EVAL": {"(integer) 0"}})
		s.play(t, o, invoice)
		if got := len(s.asked("write")); got != want {
			t.Errorf("minding: %v, it writes %d times:\n%s", minds, got, s.journal())
		}
		if len(s.of(trace.Lost)) != 1 || len(s.of(trace.Release)) != 0 {
			t.Errorf("minding: %v, its belief ends otherwise than once:\n%s", minds, s.journal())
		}
	}
}

// A re-entrant lock is taken again around the write: the count goes to two and
// back, and the key lives its whole time anew. Who is refused the second taking has
// lost the first.
func TestReentrance(t *testing.T) {
	for name, row := range map[string]struct {
		evals  []string
		writes int
		why    string
		lost   bool
	}{
		"taken twice":   {[]string{"(integer) 1", "(integer) 2", "(integer) 1", "(integer) 0"}, 1, "", false},
		"lost meantime": {[]string{"(integer) 1", "(integer) 0", "(nil)"}, 0, trace.WhyRenewalRefused, true},
		"silence":       {[]string{"(integer) 1", "", "(integer) 1"}, 0, trace.WhyNoAnswer, false},
	} {
		s, o, _ := atWork(t, invoice, "")
		o.Kind, o.Watchdog = trace.LockReentrant, 0
		s.servers["n1"] = saying(map[string][]string{"EVAL": row.evals})
		s.play(t, o, invoice)
		if got := len(s.asked("write")); got != row.writes {
			t.Errorf("%s: it writes %d times:\n%s", name, got, s.journal())
		}
		if got := len(s.of(trace.Extend)); got != row.writes {
			t.Errorf("%s: the key's life begins anew %d times", name, got)
		}
		again := slices.Contains(s.phases(""), lock.LeaveAgain)
		if set := s.asked("set"); len(set) != 2 || worded(set[0].Cmd) != worded(set[1].Cmd) || again != (row.writes == 1) {
			t.Errorf("%s: %+v", name, set)
		}
		if leave, lost := s.the(t, trace.Leave), s.of(trace.Lost); leave.Why != row.why || (len(lost) == 1) != row.lost {
			t.Errorf("%s: it leaves because %q; lost is %v", name, leave.Why, lost)
		}
	}
}

// A re-entrant lock knows its holder by the token, so all attempts have one.
func TestReentrantTokenStays(t *testing.T) {
	s, o := on(trace.LockReentrant, 1)
	s.servers["n1"] = saying(map[string][]string{"EVAL": {"(integer) 0", "(integer) 0", "(integer) 1"}})
	s.play(t, o, aSecond)
	if set := s.asked("set"); len(set) != 3 || worded(set[0].Cmd) != worded(set[2].Cmd) {
		t.Errorf("%+v", set)
	}
}
