package profile_test

import (
	"regexp"
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

const second = trace.Second

// The first so many of five nodes.
var one, two, three, five = nodes(1), nodes(2), nodes(3), nodes(5)

// TestRedsync plays redsync with its own options: 8 s, 32 attempts, 400 ms for a node.
func TestRedsync(t *testing.T) { meet(t, redsyncLibrary, 5, redsyncTable) }

// TestRedsyncOnFour asks an even number of nodes, of which half are no majority.
func TestRedsyncOnFour(t *testing.T) {
	e := world.NewEngine()
	defer e.Close()
	for _, r := range []row{
		{name: "votes 2:2, until they run out", prepare: func(s *situation) { s.do(0, two, "SET", "lock", "B", "PX", "150") },
			reads: []string{"n3: del lock=token1: yes", "attempt 1 failed", "A holds"}},
		{name: "votes 2:2, for good", prepare: func(s *situation) { s.taken(two...) }, reads: []string{"attempt 31 failed", "A gives up"}},
		{name: "votes 1:2, and one is silent", prepare: func(s *situation) { s.taken("n1"); s.silent("n4") }, reads: []string{"810ms  attempt 1 failed"}},
		{name: "three of four", prepare: func(s *situation) { s.muted("n4") }, reads: []string{"410ms  A holds"}},
	} {
		t.Run(r.name, func(t *testing.T) { r.meet(t, e, redsyncLibrary, 4) })
	}
}

// TestRedsyncByDefault lets redsync draw its own delays, from 50 to 249 whole
// milliseconds, and takes them from when it asks. It gets no word of an attempt that
// fails, so that goes unmentioned.
func TestRedsyncByDefault(t *testing.T) {
	byDefault := *redsyncLibrary
	byDefault.use = func(p *program) { p.lockByRedsync() }
	s := usual(5)
	s.taken(three...)
	journal := s.played(t, &byDefault)
	// An attempt is 5.086 ms of asking and as much of cleaning up.
	const attempt = 2 * (5*ms + 86*us)
	var asked []trace.Time
	for _, l := range lines(journal) {
		if at, what, _ := strings.Cut(l, "  "); strings.HasPrefix(what, "n1: set") {
			d, err := trace.ParseDuration(at)
			if err != nil {
				t.Fatal(err)
			}
			asked = append(asked, trace.Time(d))
		}
	}
	if len(asked) != 32 {
		t.Fatalf("redsync asks %d times by default:\n%s", len(asked), journal)
	}
	s.drew = make(map[int]trace.Duration)
	for i, at := range asked[1:] {
		drawn := at.Sub(asked[i]) - attempt - 50*ms
		if drawn%ms != 0 || drawn < 0 || drawn > 199*ms {
			t.Errorf("after attempt %d redsync waits %v longer than 50 ms", i+1, drawn)
		}
		s.drew[i+1] = drawn
	}
	e := world.NewEngine()
	defer e.Close()
	ours := failures.ReplaceAllString(s.simulated(t, e, &byDefault), "")
	if d := differing(ours, journal); len(d) > 0 {
		t.Errorf("the profile (+) differs from the library (-):\n%s", strings.Join(d, "\n"))
	}
}

var failures = regexp.MustCompile(`.*attempt \d+ failed\n`)

var redsyncTable = []row{
	// Whose the key is.
	{name: "all free", reads: []string{"A holds until 7.93s", "75.086ms  A gives back"}},
	{name: "another's everywhere, for good",
		prepare: func(s *situation) { s.taken(five...) },
		reads:   []string{"attempt 31 failed", "A gives up"}},
	{name: "another's everywhere, released later",
		prepare: func(s *situation) { s.taken(five...); s.do(700*ms, five, "DEL", "lock") },
		reads:   []string{"attempt 5 failed", "A holds until"}},
	{name: "another's on a majority, until it runs out",
		prepare: func(s *situation) { s.do(0, three, "SET", "lock", "B", "PX", "900") },
		reads:   []string{"n4: set lock=token1 for 8s: yes", "n4: del lock=token1: yes, no lock", "A holds until"}},
	{name: "another's on a minority",
		prepare: func(s *situation) { s.taken(two...) },
		reads:   []string{"n1: set lock=token1 for 8s: no, lock=somebody", "A holds until 7.93s", "n1: del lock=token1: no, lock=somebody"}},
	{name: "votes 2:2:1, until they run out",
		prepare: func(s *situation) {
			s.do(0, two, "SET", "lock", "B", "PX", "150")
			s.do(0, []trace.NodeID{"n3", "n4"}, "SET", "lock", "C", "PX", "150")
		},
		reads: []string{"n5: set lock=token1 for 8s: yes", "attempt 1 failed", "A holds until"}},
	{name: "the key is no string on two",
		prepare: func(s *situation) { s.do(0, two, "RPUSH", "lock", "x") },
		reads:   []string{"A holds until", "n1: del lock=token1: error, lock=(a list)"}},

	// Nodes that do not serve.
	{name: "one machine down", prepare: func(s *situation) { s.dead(one...) }, reads: []string{"410ms  A holds until 7.93s"}},
	{name: "two machines down", prepare: func(s *situation) { s.dead(two...) }, reads: []string{"410ms  A holds until 7.93s"}},
	{name: "three machines down", prepare: func(s *situation) { s.dead(three...); s.tries = 3 },
		reads: []string{"810ms  attempt 1 failed", "A gives up"}},
	// Go-redis dials a refused connection five times, 100 ms apart: that takes as long as
	// redsync waits. When as many dials have failed as its pool is large, it fails at once;
	// that depends on the number of processors, so there are few attempts here.
	{name: "one refuses connections", prepare: func(s *situation) { s.stopped(one...) }, reads: []string{"410ms  A holds until 7.93s"}},
	{name: "two refuse connections", prepare: func(s *situation) { s.stopped(two...) }, reads: []string{"410ms  A holds until 7.93s"}},
	{name: "three refuse connections", prepare: func(s *situation) { s.stopped(three...); s.tries = 2 },
		reads: []string{"810ms  attempt 1 failed", "A gives up"}},
	{name: "one accepts and never answers", prepare: func(s *situation) { s.muted(one...) }, reads: []string{"410ms  A holds until 7.93s"}},
	{name: "two accept and never answer", prepare: func(s *situation) { s.muted(two...) }, reads: []string{"410ms  A holds until 7.93s"}},
	{name: "three accept and never answer", prepare: func(s *situation) { s.muted(three...); s.tries = 3 },
		reads: []string{"810ms  attempt 1 failed", "A gives up"}},
	{name: "a node comes back empty while the lock is held",
		prepare: func(s *situation) {
			s.act(run.Action{At: trace.Time(30 * ms), Verb: run.Crash, Target: "n3", Data: run.DataLose})
			s.act(run.Action{At: trace.Time(40 * ms), Verb: run.Restart, Target: "n3"})
		},
		reads: []string{"n3: del lock=token1: no, no lock"}},
	{name: "a minority answers with an error", prepare: func(s *situation) { s.full(two...) },
		reads: []string{"n1: set lock=token1 for 8s: error, no lock", "A holds until 7.93s"}},
	{name: "a majority answers with an error", prepare: func(s *situation) { s.full(three...); s.tries = 3 },
		reads: []string{"n4: del lock=token1: yes, no lock", "A gives up"}},

	// Messages.
	{name: "answers late, yet in time", prepare: func(s *situation) { s.but(takes(350*ms), three, "set<") },
		reads: []string{"A holds until 7.93s"}},
	{name: "answers of a majority too late", prepare: func(s *situation) { s.once(takes(450*ms), three, "set<") },
		reads: []string{"n1: del lock=token1: yes, no lock", "attempt 1 failed", "A holds"}},
	{name: "questions to a majority too late, after the clean-up", prepare: func(s *situation) { s.once(takes(450*ms), three, "set>") },
		reads: []string{"413.034ms  n4: del lock=token1: yes", "460.002ms  n1: set lock=token1 for 8s: yes", "n1: set lock=token1 for 8s: no, lock=token1"}},
	{name: "answers lost after the key was set", prepare: func(s *situation) { s.once(lost, three, "set<") },
		reads: []string{"n1: del lock=token1: yes, no lock", "attempt 1 failed", "A holds"}},
	{name: "its own leftover refuses the next attempt", prepare: func(s *situation) { s.once(lost, three, "set<", "del>") },
		reads: []string{"n1: set lock=token1 for 8s: no, lock=token1", "attempt 2 failed", "A holds"}},
	{name: "no clean-up arrives", prepare: func(s *situation) { s.taken(three...); s.but(lost, five, "del>"); s.tries = 2 },
		reads: []string{"n5: set lock=token1 for 8s: no, lock=token1", "3.000001s  n1 has lock=somebody", "n5 has lock=token1 until"}},

	// The caller's context. Its clean-up is lost once that has ended.
	{name: "deadline while asking, one silent, a minority had",
		prepare: func(s *situation) { s.silent(one...); s.taken("n2", "n3"); s.patience = 100*ms + us },
		reads:   []string{"110.001ms  A gives up", "3.000001s  n1 has no lock; n2 has lock=somebody; n3 has lock=somebody; n4 has lock=token1 until 8.014s"}},
	{name: "deadline while asking, one silent, a majority had",
		prepare: func(s *situation) { s.silent(one...); s.patience = 100*ms + us },
		reads:   []string{"110.001ms  A holds until"}},
	{name: "deadline before any answer", prepare: func(s *situation) { s.patience = 4*ms + us },
		reads: []string{"14.001ms  A gives up", "3.000001s  n1 has lock=token1 until 8.014s"}},
	{name: "deadline between attempts", prepare: func(s *situation) { s.taken(three...); s.patience = 100*ms + us },
		reads: []string{"attempt 1 failed", "110.001ms  A gives up", "3.000001s  n1 has lock=somebody; n2 has lock=somebody; n3 has lock=somebody; n4 has no lock"}},
	{name: "deadline while cleaning up, which has left", prepare: func(s *situation) { s.taken(three...); s.patience = 6*ms + us },
		reads: []string{"16.001ms  A gives up", "n4: del lock=token1: yes, no lock"}},
	{name: "deadline while cleaning up, one silent",
		prepare: func(s *situation) { s.taken(three...); s.but(lost, one, "del>"); s.patience = 19*ms + us },
		reads:   []string{"29.001ms  A gives up", "n4: del lock=token1: yes, no lock"}},
	{name: "cancelled between attempts", prepare: func(s *situation) { s.taken(three...); s.cancels, s.patience = true, 60*ms+us },
		reads: []string{"attempt 1 failed", "70.001ms  A gives up"}},
	{name: "cancelled before any answer",
		prepare: func(s *situation) { s.taken(three...); s.cancels, s.patience = true, 4*ms+us },
		reads:   []string{"3.000001s  n1 has lock=somebody; n2 has lock=somebody; n3 has lock=somebody; n4 has lock=token1 until 8.014s"},
		because: "go-redis reads on when its context is cancelled, so the caller hears of it later than at a deadline; the keys stay either way"},
	{name: "cancelled before any answer, all say OK",
		prepare: func(s *situation) { s.cancels, s.patience = true, 4*ms+us },
		reads:   []string{"A holds until 7.93s"},
		because: "go-redis reads on when its context is cancelled, and redsync does not look at that when it has a majority"},
	{name: "cancelled while asking, one silent",
		prepare: func(s *situation) { s.silent(one...); s.taken("n2", "n3"); s.cancels, s.patience = true, 100*ms+us },
		reads:   []string{"410ms  A gives up", "n4 has lock=token1 until 8.014s"},
		because: "a cancelled caller waits for the silent node all the same: 400 ms, by redsync's own deadline"},
	{name: "cancelled while cleaning up",
		prepare: func(s *situation) { s.taken(three...); s.cancels, s.patience = true, 6*ms+us },
		reads:   []string{"n4: del lock=token1: yes, no lock"},
		because: "go-redis reads on when its context is cancelled"},

	// Extending, by hand.
	{name: "extended while held", prepare: extends(nil), reads: []string{"n1: extend lock=token1 for 8s: yes, lock=token1 until 11.019s", "A holds on until 10.935086s"}},
	{name: "extended on three of five", prepare: extends(func(s *situation) { s.do(2*second, two, "DEL", "lock") }),
		reads: []string{"n1: extend lock=token1 for 8s: no, no lock", "A holds on until"}},
	{name: "extended on two of five", prepare: extends(func(s *situation) { s.do(2*second, three, "DEL", "lock") }),
		reads: []string{"n4: extend lock=token1 for 8s: yes", "A gets no more time", "n4: del lock=token1: yes"}},
	{name: "extended when it has run out", prepare: extends(func(s *situation) { s.do(2*second, five, "PEXPIRE", "lock", "500") }),
		reads: []string{"n1: extend lock=token1 for 8s: no, no lock", "A gets no more time"}},
	{name: "extended when another has it", prepare: extends(func(s *situation) { s.do(2*second, three, "SET", "lock", "B") }),
		reads: []string{"n1: extend lock=token1 for 8s: no, lock=B", "A gets no more time", "n1: del lock=token1: no, lock=B"}},
	{name: "extended, two silent", prepare: extends(func(s *situation) { s.but(lost, two, "extend>") }),
		reads: []string{"3.415086s  A holds on until"}},
	{name: "extended, three answers lost", prepare: extends(func(s *situation) { s.but(lost, three, "extend<") }),
		reads: []string{"n1: extend lock=token1 for 8s: yes, lock=token1 until 11.019s", "A gets no more time"}},
	{name: "extended when its validity has ended, and its keys have not",
		prepare: func(s *situation) { s.extends, s.work = 7940*ms, 9*second },
		reads:   []string{"A holds on until"}},

	// Giving back.
	{name: "given back when it has run out", prepare: func(s *situation) { s.work = 9 * second },
		reads: []string{"9.018096s  n1: del lock=token1: no, no lock"}},
	{name: "given back when another has it",
		prepare: func(s *situation) { s.work = 9 * second; s.do(8500*ms, three, "SET", "lock", "B") },
		reads:   []string{"n1: del lock=token1: no, lock=B", "20.000001s  n1 has lock=B"}},
	{name: "given back, and two do not hear of it", prepare: func(s *situation) { s.but(lost, two, "del>") },
		reads: []string{"3.000001s  n1 has lock=token1 until 8.014s; n2 has lock=token1 until 8.014s; n3 has no lock"}},
	{name: "given back to nodes that do not know the script",
		prepare: func(s *situation) { s.strange = true },
		reads:   []string{"n1: evalsha"},
		because: "a script is first called by its hash: whoever does not know it is asked twice"},

	// With go-redis as it comes, which does not heed the context when it reads.
	{name: "as it comes: all free", prepare: as(nil), reads: []string{"A holds until 7.93s"}},
	{name: "as it comes: another's on a majority, until it runs out",
		prepare: as(func(s *situation) { s.do(0, three, "SET", "lock", "B", "PX", "900") }), reads: []string{"A holds until"}},
	{name: "as it comes: a silent node takes five of eight seconds",
		prepare: as(func(s *situation) { s.silent(one...) }), reads: []string{"5.01s  A holds until 7.93s"}},
	{name: "as it comes: accepts and never answers",
		prepare: as(func(s *situation) { s.muted(one...) }), reads: []string{"5.01s  A holds until 7.93s"}},
	{name: "as it comes: a silent node outlasts four seconds",
		prepare: as(func(s *situation) { s.silent(one...); s.ttl, s.tries = 4*second, 2 }),
		reads:   []string{"n2: del lock=token1: no, no lock", "A gives up"}},
	{name: "as it comes: answers that leave no validity",
		prepare: as(func(s *situation) {
			s.ttl, s.tries = 4*second, 1
			s.but(fate{takes: 1980 * ms, exact: true}, five, "set>", "set<")
		}), reads: []string{"n5: set lock=token1 for 4s: yes", "A gives up"}},
	{name: "as it comes: answers that leave a microsecond",
		prepare: as(func(s *situation) {
			s.ttl, s.tries = 4*second, 1
			s.but(fate{takes: 1980 * ms, exact: true}, five, "set>")
			s.but(fate{takes: 1980*ms - us, exact: true}, five, "set<")
		}), reads: []string{"3.969999s  A holds until 3.97s"}},
	{name: "as it comes: three refuse connections",
		prepare: as(func(s *situation) { s.stopped(three...); s.tries = 2 }), reads: []string{"810ms  attempt 1 failed"}},
	{name: "as it comes: a connection breaks before the answer",
		prepare: as(func(s *situation) { s.once(fate{takes: 2 * ms, cut: true}, three, "set<"); s.tries = 1 }),
		reads:   []string{"n1: set lock=token1 for 8s: no, lock=token1 until 8.014s", "A gives up"},
		because: "go-redis sends the SET again, which meets its own key; a world knows lost answers alone"},
	{name: "as it comes: a deadline while a node is silent",
		prepare: as(func(s *situation) { s.silent(one...); s.taken("n2", "n3"); s.patience = second + us }),
		reads:   []string{"5.01s  A gives up", "n4 has lock=token1 until 8.014s"},
		because: "go-redis does not heed a deadline while it reads: the caller hears of it after 5 s"},
}

// extends is a holder who asks for more time after 3 s and gives back after 5.
func extends(prepare func(*situation)) func(*situation) {
	return func(s *situation) {
		s.extends, s.work = 3*second, 5*second
		if prepare != nil {
			prepare(s)
		}
	}
}

// as is with go-redis as it comes.
func as(prepare func(*situation)) func(*situation) {
	return func(s *situation) {
		s.client = asItComes
		if prepare != nil {
			prepare(s)
		}
	}
}
