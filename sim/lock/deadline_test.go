package lock_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// A caller that waits for the lock until a deadline and no longer.

// put is a question as a node got it: what, when, and how long it is waited for.
type put struct {
	step    string
	node    trace.NodeID
	at      trace.Duration
	timeout trace.Duration
}

// puts lists the questions.
func (s *stage) puts() []put {
	var list []put
	for _, q := range s.asks {
		list = append(list, put{q.Step, q.node, trace.Duration(q.at), q.Timeout})
	}
	return list
}

// end is when the client comes to its last phase, and which that is.
func (s *stage) end() (trace.Duration, lock.Phase) {
	all := s.of(trace.Phase)
	last := all[len(all)-1]
	return trace.Duration(last.T), lock.Phase(last.Phase)
}

// Wherever the deadline falls, the caller gives up then: while nodes are asked, while
// it waits for the next attempt, and also on the instant at which either would be over
// anyway. What it has by then it holds; what it has not, it gives back first.
func TestDeadline(t *testing.T) {
	const ok, no, mute = "OK", "(nil)", ""
	refusing, dead := []string{no, no, no}, []string{mute, mute, mute}
	for name, row := range map[string]struct {
		answers  []string // of three nodes
		deadline trace.Duration
		attempts int
		end      trace.Duration // when it gives up or holds
		held     bool
	}{
		// Asking those who answer takes 2 ms, and so does asking them to let go; then
		// it waits for 250 ms. Those who are silent take 50 ms.
		"none":                      {refusing, 0, 3, 3*4*ms + 2*250*ms, false},
		"long":                      {refusing, trace.Minute, 3, 3*4*ms + 2*250*ms, false},
		"in the wait":               {refusing, 100 * ms, 1, 100 * ms, false},
		"as the wait begins":        {refusing, 4 * ms, 1, 4 * ms, false},
		"as the wait ends":          {refusing, 254 * ms, 1, 254 * ms, false},
		"just after the wait":       {refusing, 257 * ms, 2, 258 * ms, false},
		"in the second wait":        {refusing, 300 * ms, 2, 300 * ms, false},
		"in the clean-up":           {refusing, 3 * ms, 1, 4 * ms, false},
		"while all are silent":      {dead, 30 * ms, 1, 80 * ms, false},
		"as their silence is over":  {dead, 50 * ms, 1, 100 * ms, false},
		"in the second attempt":     {dead, 370 * ms, 2, 420 * ms, false},
		"with a majority by then":   {[]string{ok, mute, ok}, 30 * ms, 1, 30 * ms, true},
		"with a minority by then":   {[]string{ok, mute, mute}, 30 * ms, 1, 80 * ms, false},
		"when all have answered":    {[]string{ok, ok, ok}, 3 * ms, 1, 2 * ms, true},
		"too early for any of them": {[]string{ok, ok, ok}, 2 * ms, 1, 4 * ms, false},
	} {
		s, o := on(trace.LockRedlock, 3)
		o.Deadline, o.Retries = row.deadline, 2
		for i, text := range row.answers {
			s.servers[o.Nodes[i]] = silent
			if text != mute {
				s.servers[o.Nodes[i]] = saying(map[string][]string{"SET": {text}, "EVAL": {"(integer) 0"}})
			}
		}
		s.play(t, o, aSecond)
		if d := s.of(trace.Decide); len(d) != row.attempts || d[len(d)-1].OK != row.held {
			t.Errorf("%s: it decides %d times:\n%s", name, len(d), s.journal())
		}
		if row.held {
			if h := s.the(t, trace.Hold); h.T != trace.Time(row.end) {
				t.Errorf("%s: it holds at %v", name, trace.Duration(h.T))
			}
			continue
		}
		if at, ph := s.end(); at != row.end || ph != lock.GaveUp {
			t.Errorf("%s: at %v it comes to %s:\n%s", name, at, ph, s.journal())
		}
	}
}

// A clean-up goes on past the deadline, and takes as long as it takes; on the caller's
// own time it begins before that or not at all.
func TestCleanUpLate(t *testing.T) {
	for name, row := range map[string]struct {
		late     bool
		deadline trace.Duration
		want     []put
	}{
		"late":          {true, 30 * ms, []put{{"del", "n1", 30 * ms, 50 * ms}, {"del", "n2", 30 * ms, 50 * ms}, {"del", "n3", 30 * ms, 50 * ms}}},
		"not late":      {false, 30 * ms, nil},
		"on the dot":    {false, 50 * ms, nil},
		"in its time":   {false, 51 * ms, []put{{"del", "n1", 50 * ms, ms}, {"del", "n2", 50 * ms, ms}, {"del", "n3", 50 * ms, ms}}},
		"without haste": {true, 51 * ms, []put{{"del", "n1", 50 * ms, 50 * ms}, {"del", "n2", 50 * ms, 50 * ms}, {"del", "n3", 50 * ms, 50 * ms}}},
	} {
		s, o := on(trace.LockRedlock, 3)
		o.Deadline, o.CleanUpLate, o.Retries = row.deadline, row.late, 0
		s.servers["n2"], s.servers["n3"] = silent, silent
		s.play(t, o, aSecond)
		var got []put
		for _, p := range s.puts() {
			if p.step == "del" {
				got = append(got, p)
			}
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: it lets go by %+v", name, got)
		}
		if letsGo := slices.Contains(s.phases(""), lock.LetGo); letsGo != (row.want != nil) {
			t.Errorf("%s: it says that it lets go: %v", name, letsGo)
		}
	}
}

// The deadline is for all that getting the lock takes, and for each question of it:
// whoever is asked in turn has what the others left, and after it nobody is asked.
func TestDeadlineOfEveryStep(t *testing.T) {
	sentinels := func(o *lock.Options) { o.Sentinels = []trace.NodeID{"s1", "s2", "s3"} }
	for name, row := range map[string]struct {
		kind    string
		change  func(*lock.Options)
		servers map[trace.NodeID]handler
		want    []put // up to the end
		why     string
	}{
		"nodes in turn": {
			trace.LockRedlock, func(o *lock.Options) { o.Order = lock.Sequential }, nil,
			[]put{{"set", "n1", 0, 50 * ms}, {"set", "n2", 50 * ms, 50 * ms}, {"set", "n3", 100 * ms, 20 * ms}}, trace.WhyNoMajority,
		},
		"nodes at once": {
			trace.LockRedlock, func(o *lock.Options) { o.NodeTimeout = trace.Second }, nil,
			[]put{{"set", "n1", 0, 120 * ms}, {"set", "n2", 0, 120 * ms}, {"set", "n3", 0, 120 * ms}, {"set", "n4", 0, 120 * ms}, {"set", "n5", 0, 120 * ms}}, trace.WhyNoMajority,
		},
		"sentinels": {
			trace.LockToken, sentinels, nil,
			[]put{{"locate", "s1", 0, 50 * ms}, {"locate", "s2", 50 * ms, 50 * ms}, {"locate", "s3", 100 * ms, 20 * ms}}, trace.WhyNoPrimary,
		},
		"sentinels, and a primary": {
			trace.LockToken, sentinels, map[trace.NodeID]handler{"s3": always(atN1)},
			[]put{{"locate", "s1", 0, 50 * ms}, {"locate", "s2", 50 * ms, 50 * ms}, {"locate", "s3", 100 * ms, 20 * ms}, {"set", "n1", 102 * ms, 18 * ms}}, trace.WhyNoAnswer,
		},
		"members": {
			trace.LockConsensus, func(o *lock.Options) { o.Members, o.Watchdog = []trace.NodeID{"c1", "c2", "c3"}, 0 }, nil,
			[]put{{"set", "c1", 0, 50 * ms}, {"set", "c2", 50 * ms, 50 * ms}, {"set", "c3", 100 * ms, 20 * ms}}, trace.WhyNoAnswer,
		},
		"a time to live": {
			trace.LockSetNXExpire, func(o *lock.Options) { o.NodeTimeout = trace.Second },
			map[trace.NodeID]handler{"n1": saying(map[string][]string{"SETNX": {"(integer) 1"}})},
			[]put{{"set", "n1", 0, 120 * ms}, {"expire", "n1", 2 * ms, 118 * ms}}, trace.WhyHeld, // it knows no better
		},
		"copies": {
			trace.LockToken, func(o *lock.Options) { o.Wait = lock.Copies{Replicas: 1, Timeout: trace.Second} },
			map[trace.NodeID]handler{"n1": saying(map[string][]string{"SET": {"OK"}})},
			[]put{{"set", "n1", 0, 50 * ms}, {"wait", "n1", 2 * ms, 118 * ms}}, trace.WhyNotCopied,
		},
		"a number": {
			trace.LockToken, func(o *lock.Options) { o.Fence, o.NodeTimeout = lock.FromResource, trace.Second },
			map[trace.NodeID]handler{"n1": freeNode()},
			[]put{{"set", "n1", 0, 120 * ms}, {"number", "r", 2 * ms, 118 * ms}}, trace.WhyNoNumber,
		},
		"a number alone": {
			trace.LockFencing, func(o *lock.Options) { o.Fence, o.NodeTimeout = lock.FromResource, trace.Second }, nil,
			[]put{{"number", "r", 0, 120 * ms}}, trace.WhyNoNumber,
		},
	} {
		s, o := on(row.kind, 5)
		o.Deadline, o.CleanUpLate, o.Retries = 120*ms, false, 5
		for _, n := range o.Nodes {
			s.servers[n] = silent
		}
		for n, serve := range row.servers {
			s.servers[n] = serve
		}
		if row.kind != trace.LockRedlock {
			o.Nodes = o.Nodes[:1]
		}
		row.change(&o)
		s.play(t, o, aSecond)
		got := s.puts()
		if got = got[:min(len(got), len(row.want))]; !slices.Equal(got, row.want) {
			t.Errorf("%s: it asks %+v", name, got)
		}
		d := s.of(trace.Decide)
		if last := d[len(d)-1]; last.Why != row.why || last.T != trace.Time(120*ms) {
			t.Errorf("%s: at %v it decides: %s", name, trace.Duration(last.T), last.Why)
		}
		at, ph := s.end()
		if row.why != trace.WhyHeld && (at != 120*ms || ph != lock.GaveUp || len(s.asks) != len(row.want)) {
			t.Errorf("%s: at %v it comes to %s:\n%s", name, at, ph, s.journal())
		}
	}
}

// A process that was paused past the deadline before it asked asks nobody; one that
// was paused while it waited does not try again.
func TestPausedPastTheDeadline(t *testing.T) {
	s, o := on(trace.LockRedlock, 3)
	o.Deadline = 500 * ms
	s.cue = func(_ *player, ph lock.Phase) {
		if ph == lock.AskNodes {
			s.pause(trace.Second)
		}
	}
	s.play(t, o, aSecond)
	if d := s.the(t, trace.Decide); d.OK || len(d.Acks) != 0 || len(s.asked("set")) != 0 || len(s.asked("del")) != 3 {
		t.Errorf("paused before it asks:\n%s", s.journal())
	}

	s, o = on(trace.LockRedlock, 3)
	o.Deadline = 500 * ms
	answering(s, &o, []string{"(nil)", "(nil)", "(nil)"})
	s.heard = func(_ *player, e trace.Event) {
		if e.Kind == trace.Decide {
			s.pause(trace.Second)
		}
	}
	s.play(t, o, aSecond)
	if len(s.of(trace.Decide)) != 1 || slices.Contains(s.phases(""), lock.Wait) {
		t.Errorf("paused before it waits:\n%s", s.journal())
	}
}

// Once the lock is held, the deadline for getting it is nothing to work, renewals and
// release.
func TestDeadlineEndsWithGettingTheLock(t *testing.T) {
	for _, kind := range []string{trace.LockWatchdog, trace.LockReentrant, trace.LockRedlock, trace.LockConsensus} {
		s, o, job := watched(kind, 1, 2500*ms)
		o.Deadline, o.CleanUpLate = 30*ms, false
		o.Members = []trace.NodeID{"c1"}
		s.servers["c1"] = always("(integer) 1")
		s.play(t, o, job)
		if leave := s.the(t, trace.Leave); leave.T != trace.Time(2502*ms) || leave.Why != "" || len(s.of(trace.Extend)) != 2 {
			t.Errorf("%s: it leaves at %v, because %q", kind, trace.Duration(leave.T), leave.Why)
		}
		for _, p := range s.puts() {
			if want := map[bool]trace.Duration{true: 30 * ms, false: 50 * ms}[p.step == "set"]; p.timeout != want {
				t.Errorf("%s: it waits for %s for %v", kind, p.step, p.timeout)
			}
		}
		if len(s.asked("del")) != 1 {
			t.Errorf("%s: it does not give the lock back", kind)
		}
	}
}

// A vote that neither side wins ends with its caller's patience, and leaves the keys.
func TestDeadlineOfASplitVote(t *testing.T) {
	s, o := on(trace.LockRedlock, 4)
	o.PendOnSplit, o.Deadline = true, 300*ms
	answering(s, &o, []string{"OK", "(nil)", "OK", "(nil)"})
	s.play(t, o, aSecond)
	if at, ph := s.end(); at != 300*ms || ph != lock.GaveUp || !slices.Contains(s.phases(""), lock.Undecided) {
		t.Errorf("at %v it comes to %s", at, ph)
	}
	if len(s.of(trace.Decide)) != 1 || len(s.asked("del")) != 0 {
		t.Errorf("it tries again, or lets go:\n%s", s.journal())
	}
}

// A lesson's source shows where a client is: with a deadline it is in the same lines,
// but while it asks.
func TestDeadlineLeavesTheLinesLit(t *testing.T) {
	lit := func(deadline trace.Duration) (list []string) {
		c := town(trace.LockRedlock, 0, "A", "B")
		for i := range c.Clients {
			c.Clients[i].Lock.Deadline = deadline
		}
		for _, e := range live(t, c) {
			if e.Line > 0 && e.Kind != trace.Send {
				list = append(list, fmt.Sprintf("%s %v %s %s:%d", e.Who, e.Kind, e.Phase, e.File, e.Line))
			}
		}
		return list
	}
	with, without := lit(trace.Minute), lit(0)
	if len(without) < 20 || !slices.Equal(with, without) {
		t.Errorf("with a deadline it goes through\n%s\nand without through\n%s", strings.Join(with, "\n"), strings.Join(without, "\n"))
	}
}
