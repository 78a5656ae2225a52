package lock_test

import (
	"slices"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/trace"
)

// What libraries make of their votes otherwise than the Redis page says: another
// quorum, locks that are spent, one token for all attempts, errors, split votes.

// answering makes nodes answer SET with these texts, and everything else as free
// nodes do.
func answering(s *stage, o *lock.Options, texts []string) {
	for i, text := range texts {
		s.servers[o.Nodes[i]] = saying(map[string][]string{"SET": {text}, "EVAL": {"(integer) 1"}})
	}
}

// A quorum of one's own counts nodes as a majority does, and may be any number.
func TestQuorum(t *testing.T) {
	const ok, no = "OK", "(nil)"
	for name, row := range map[string]struct {
		quorum  int
		answers []string
		need    int
		held    bool
	}{
		"a majority":            {0, []string{ok, ok, ok, no, no}, 3, true},
		"less than that":        {0, []string{ok, ok, no, no, no}, 3, false},
		"one is enough":         {1, []string{no, no, no, no, ok}, 1, true},
		"one, and nobody":       {1, []string{no, no, no, no, ""}, 1, false},
		"half of four":          {2, []string{ok, no, ok, no}, 2, true},
		"all, and one is dead":  {5, []string{ok, ok, ok, ok, ""}, 5, false},
		"all":                   {5, []string{ok, ok, ok, ok, ok}, 5, true},
		"more than there are":   {6, []string{ok, ok, ok, ok, ok}, 6, false},
		"of one node, one node": {0, []string{ok}, 1, true},
	} {
		s, o := on(trace.LockRedlock, len(row.answers))
		o.Quorum, o.Retries = row.quorum, 0
		answering(s, &o, row.answers)
		s.play(t, o, aSecond)
		if d := s.the(t, trace.Decide); d.Need != row.need || d.OK != row.held || (len(s.of(trace.Hold)) == 1) != row.held {
			t.Errorf("%s: it needs %d and holds: %v", name, d.Need, d.OK)
		}
		if freed := s.whom("del"); len(freed) != len(o.Nodes) {
			t.Errorf("%s: it asks %q to let go", name, freed)
		}
	}
}

// A node that is listed twice has one vote in a quorum of one's own as well.
func TestQuorumCountsNodesOnce(t *testing.T) {
	for quorum, held := range map[int]bool{1: true, 2: false} {
		s, o := on(trace.LockRedlock, 2)
		o.Nodes, o.Quorum, o.Retries = []trace.NodeID{"n1", "n1", "n2"}, quorum, 0
		s.servers["n1"], s.servers["n2"] = always("OK"), always("(nil)")
		s.play(t, o, aSecond)
		if d := s.the(t, trace.Decide); d.OK != held || len(d.Acks) != 1 {
			t.Errorf("with a quorum of %d: %+v", quorum, d)
		}
	}
}

// A renewal wants the same quorum, and the lock is lost when so many nodes refuse that
// the others cannot be one.
func TestRenewalByQuorum(t *testing.T) {
	const ok, no = "(integer) 1", "(integer) 0"
	for name, row := range map[string]struct {
		quorum         int
		answers        []string
		extended, lost bool
	}{
		"one of five":           {1, []string{no, no, no, no, ok}, true, false},
		"four refuse, one mute": {1, []string{no, no, no, no, ""}, false, false},
		"all refuse":            {1, []string{no, no, no, no, no}, false, true},
		"all must, one refuses": {5, []string{ok, ok, ok, ok, no}, false, true},
		"all must, one is mute": {5, []string{ok, ok, ok, ok, ""}, false, false},
	} {
		s, o, job := watched(trace.LockRedlock, 5, 1500*ms)
		o.Quorum = row.quorum
		for i, n := range o.Nodes {
			s.servers[n] = saying(map[string][]string{"SET": {"OK"}, "EVAL": {row.answers[i], ok}})
		}
		s.play(t, o, job)
		if extended, lost := len(s.of(trace.Extend)) == 1, len(s.of(trace.Lost)) == 1; extended != row.extended || lost != row.lost {
			t.Errorf("%s: extended %v, lost %v:\n%s", name, extended, lost, s.journal())
		}
	}
}

// Of a lock that was won when its time was up by less than a microsecond, at that
// very instant, or before: whoever accepts it holds it, until then.
func TestSpent(t *testing.T) {
	const exactly = 10*trace.Second - 102*ms - 2*usualWay // how late the answer is that leaves nothing
	for _, row := range []struct {
		spent  lock.Spent
		takes  trace.Duration
		held   bool
		enters bool // a client that minds its validity
	}{
		{lock.RefuseSpent, exactly - us, true, true},
		{lock.RefuseSpent, exactly, false, false},
		{lock.RefuseSpent, exactly + us, false, false},
		{lock.AcceptZero, exactly - us, true, true},
		{lock.AcceptZero, exactly, true, false},
		{lock.AcceptZero, exactly + us, false, false},
		{lock.AcceptSpent, exactly, true, false},
		{lock.AcceptSpent, exactly + us, true, false},
		{lock.AcceptSpent, 2 * exactly, true, false},
	} {
		s, o := on(trace.LockRedlock, 5)
		o.Spent, o.NodeTimeout, o.Retries = row.spent, trace.Minute, 0
		for _, n := range o.Nodes {
			s.servers[n] = slowly(row.takes)
		}
		s.play(t, o, aSecond)
		d := s.the(t, trace.Decide)
		if d.Validity != exactly-row.takes || d.OK != row.held {
			t.Errorf("%v, %v: %v are left, and it holds: %v", row.spent, row.takes, d.Validity, d.OK)
		}
		if why := d.Why; row.held != (why == trace.WhyHeld) || !row.held && why != trace.WhyTooLate {
			t.Errorf("%v, %v: it decides so because %q", row.spent, row.takes, why)
		}
		if enters := len(s.of(trace.Enter)) == 1; enters != row.enters {
			t.Errorf("%v, %v: it enters: %v", row.spent, row.takes, enters)
		}
		if !row.held {
			continue
		}
		if h := s.the(t, trace.Hold); h.Until != trace.Local(h.T).Add(d.Validity) {
			t.Errorf("%v, %v: it believes until %v at %v", row.spent, row.takes, h.Until, h.T)
		}
	}
}

// What is left after a fencing number was taken is looked at in the same way.
func TestSpentBeforeTheNumberCame(t *testing.T) {
	const exactly = 10*trace.Second - 102*ms - 4*usualWay
	for _, row := range []struct {
		spent lock.Spent
		takes trace.Duration
		held  bool
	}{
		{lock.RefuseSpent, exactly, false},
		{lock.AcceptZero, exactly, true},
		{lock.AcceptZero, exactly + us, false},
		{lock.AcceptSpent, exactly + us, true},
	} {
		s, o := on(trace.LockRedlock, 5)
		o.Spent, o.Fence, o.NodeTimeout, o.Retries = row.spent, lock.FromResource, trace.Minute, 0
		s.servers["r"] = func(trace.Local, []string) answer { return answer{text: "(integer) 7", takes: row.takes} }
		s.play(t, o, aSecond)
		if held := len(s.of(trace.Hold)) == 1; held != row.held {
			t.Errorf("%v, %v: it holds: %v", row.spent, row.takes, held)
		}
	}
}

// Without a look at the elapsed time there is nothing that could be spent.
func TestSpentGoesByElapsedTime(t *testing.T) {
	s, o := on(trace.LockRedlock, 5)
	o.ElapsedCheck, o.Spent, o.NodeTimeout = false, lock.RefuseSpent, trace.Minute
	for _, n := range o.Nodes {
		s.servers[n] = slowly(12 * trace.Second)
	}
	s.play(t, o, aSecond)
	if d := s.the(t, trace.Decide); !d.OK {
		t.Errorf("it refuses a lock because %q", d.Why)
	}
}

// shelf is a node that keeps one key, and loses what it is told to.
type shelf struct {
	value string
	asked map[string]int
	fate  map[string][]fate // of the first commands of each verb
}

type fate uint8

const (
	arrives   fate = iota
	lost           // before the node heard of it
	replyLost      // after the node did it
)

func (s *shelf) serve(_ trace.Local, cmd []string) answer {
	if s.asked == nil {
		s.asked = make(map[string]int)
	}
	n := s.asked[cmd[0]]
	s.asked[cmd[0]]++
	what := arrives
	if n < len(s.fate[cmd[0]]) {
		what = s.fate[cmd[0]][n]
	}
	if what == lost {
		return silence
	}
	text := s.do(cmd)
	if what == replyLost {
		return silence
	}
	return say(text)
}

func (s *shelf) do(cmd []string) string {
	switch {
	case cmd[0] == "SET" && s.value == "":
		s.value = cmd[2]
		return "OK"
	case cmd[0] == "EVAL" && cmd[1] == lock.CompareAndDelete && s.value == cmd[4]:
		s.value = ""
		return "(integer) 1"
	case cmd[0] == "EVAL":
		return "(integer) 0"
	}
	return "(nil)"
}

// n1 sets the key, and neither its answer nor the clean-up gets through. One token for
// all attempts lets the next clean-up find the key; to a new one it is a stranger's.
func TestTokenOfAllAttempts(t *testing.T) {
	for tokens, row := range map[lock.Tokens]struct {
		sets     []string // of n1
		attempts int
		held     bool
	}{
		lock.TokenPerLock:    {[]string{"t1", "t1", "t1"}, 3, true},
		lock.TokenPerAttempt: {[]string{"t1", "t2", "t3"}, 3, false},
	} {
		s, o := on(trace.LockRedlock, 3)
		o.Tokens, o.Retries = tokens, 2
		n1 := &shelf{fate: map[string][]fate{"SET": {replyLost}, "EVAL": {lost}}}
		s.servers["n1"], s.servers["n2"], s.servers["n3"] = n1.serve, (&shelf{}).serve, silent
		s.play(t, o, aSecond)
		var sets []string
		for _, q := range s.asked("set") {
			if q.node == "n1" {
				sets = append(sets, q.Cmd[2])
			}
		}
		if !slices.Equal(sets, row.sets) {
			t.Errorf("%v: it asks n1 with %q", tokens, sets)
		}
		if d := s.of(trace.Decide); len(d) != row.attempts || d[len(d)-1].OK != row.held {
			t.Errorf("%v: it decides %+v", tokens, d)
		}
		if left := n1.value != ""; left == row.held {
			t.Errorf("%v: n1 has %q at the end", tokens, n1.value)
		}
	}
}

// A node's error, or its silence, is the caller's: it has no lock although a majority
// said OK, asks nobody to let go, and tries no more. Without a majority it is counted.
func TestFailOnError(t *testing.T) {
	const ok, no, broken = "OK", "(nil)", "(error) ERR out of order"
	for name, row := range map[string]struct {
		raises   bool
		answers  []string
		attempts int
		why      string
		freed    int // how many nodes it asks to let go, not counting the release of a lock
	}{
		"all well":                     {true, []string{ok, ok, ok, ok, ok}, 1, trace.WhyHeld, 0},
		"one silent, and a majority":   {true, []string{ok, ok, "", ok, ok}, 1, trace.WhyNodeFailed, 0},
		"one error, and a majority":    {true, []string{broken, ok, ok, ok, ok}, 1, trace.WhyNodeFailed, 0},
		"one refusal, and a majority":  {true, []string{ok, no, ok, ok, ok}, 1, trace.WhyHeld, 0},
		"both, and a majority":         {true, []string{ok, no, ok, broken, ok}, 1, trace.WhyNodeFailed, 0},
		"errors, and no majority":      {true, []string{ok, ok, "", broken, ""}, 2, trace.WhyNoMajority, 10},
		"one silent, who counts":       {false, []string{ok, ok, "", ok, ok}, 1, trace.WhyHeld, 0},
		"no majority for one who does": {false, []string{ok, ok, "", broken, ""}, 2, trace.WhyNoMajority, 10},
	} {
		s, o := on(trace.LockRedlock, 5)
		o.FailOnError, o.Retries = row.raises, 1
		answering(s, &o, row.answers)
		s.play(t, o, aSecond)
		d := s.of(trace.Decide)
		if last := d[len(d)-1]; len(d) != row.attempts || last.Why != row.why || last.OK != (row.why == trace.WhyHeld) {
			t.Errorf("%s: it decides %+v", name, d)
		}
		held := len(s.of(trace.Hold)) == 1
		freed := len(s.asked("del"))
		if held {
			freed -= 5
		}
		if held != (row.why == trace.WhyHeld) || freed != row.freed {
			t.Errorf("%s: it holds: %v, and asks %d nodes to let go", name, held, freed)
		}
		if gaveUp := slices.Contains(s.phases(""), lock.GaveUp); gaveUp == held {
			t.Errorf("%s: it gives up: %v", name, gaveUp)
		}
	}
}

// Where one answer decides, its being an error is the caller's at once.
func TestFailOnErrorOfOne(t *testing.T) {
	for name, row := range map[string]struct {
		kind     string
		servers  map[trace.NodeID]handler
		change   func(*lock.Options)
		attempts int
		freed    int
	}{
		"silence":    {trace.LockToken, map[trace.NodeID]handler{"n1": silent}, nil, 1, 0},
		"an error":   {trace.LockToken, map[trace.NodeID]handler{"n1": always("(error) ERR no")}, nil, 1, 0},
		"a refusal":  {trace.LockToken, map[trace.NodeID]handler{"n1": always("(nil)")}, nil, 2, 0},
		"no primary": {trace.LockToken, nil, func(o *lock.Options) { o.Sentinels = []trace.NodeID{"s1"} }, 1, 0},
		"too few copies": {trace.LockToken, map[trace.NodeID]handler{"n1": freeNode()},
			func(o *lock.Options) { o.Wait = lock.Copies{Replicas: 2, Timeout: 30 * ms} }, 2, 2},
		"no member answers": {trace.LockConsensus, nil, func(o *lock.Options) { o.Members = []trace.NodeID{"c1", "c2"} }, 1, 0},
		"a member refuses": {trace.LockConsensus, map[trace.NodeID]handler{"c1": always("(integer) 0")},
			func(o *lock.Options) { o.Members = []trace.NodeID{"c1", "c2"} }, 2, 0},
	} {
		s, o := on(row.kind, 1)
		o.FailOnError, o.Retries = true, 1
		for n, serve := range row.servers {
			s.servers[n] = serve
		}
		if row.change != nil {
			row.change(&o)
		}
		s.play(t, o, aSecond)
		if d := s.of(trace.Decide); len(d) != row.attempts || len(s.of(trace.Hold)) != 0 {
			t.Errorf("%s: it decides %+v", name, d)
		}
		if got := len(s.asked("del")); got != row.freed {
			t.Errorf("%s: it asks %d times to let go", name, got)
		}
	}
}

// Who waits for a quorum on either side waits for ever where there is none, and
// leaves its keys where they are.
func TestPendOnSplit(t *testing.T) {
	const ok, no = "OK", "(nil)"
	for name, row := range map[string]struct {
		pends   bool
		answers []string
		quorum  int
		want    lock.Phase // the last
	}{
		"two to two":             {true, []string{ok, no, ok, no}, 0, lock.Undecided},
		"one to one":             {true, []string{ok, no}, 0, lock.Undecided},
		"three refuse":           {true, []string{ok, no, no, no}, 0, lock.GaveUp},
		"three say OK":           {true, []string{ok, ok, ok, no}, 0, lock.Done},
		"odd":                    {true, []string{ok, ok, no, no, no}, 0, lock.GaveUp},
		"odd, and all are asked": {true, []string{ok, ok, ok, ok, no}, 5, lock.Undecided},
		"a split vote fails":     {false, []string{ok, no, ok, no}, 0, lock.GaveUp},
	} {
		s, o := on(trace.LockRedlock, len(row.answers))
		o.PendOnSplit, o.Quorum, o.Retries = row.pends, row.quorum, 1
		answering(s, &o, row.answers)
		s.play(t, o, aSecond)
		ph := s.phases("")
		if last := ph[len(ph)-1]; last != row.want {
			t.Errorf("%s: it ends with %s", name, last)
		}
		if freed := len(s.asked("del")) > 0; freed == (row.want == lock.Undecided) {
			t.Errorf("%s: it asks somebody to let go: %v", name, freed)
		}
		if d := s.of(trace.Decide); row.want == lock.Undecided && len(d) != 1 {
			t.Errorf("%s: it decides %d times", name, len(d))
		}
	}
}

// A clean-up after the last attempt alone leaves its own keys in the way of the
// attempts between; who has won, or failed by an error, has no last one.
func TestCleanUpAfterTheLastAttempt(t *testing.T) {
	for name, row := range map[string]struct {
		tokens   lock.Tokens
		retries  int
		n2       []string // its answers to SET
		acks     []int
		freed    []trace.NodeID
		leftOnN1 bool
	}{
		"one token":        {lock.TokenPerLock, 2, []string{"(nil)"}, []int{1, 0, 0}, nodes(3), false},
		"a token each":     {lock.TokenPerAttempt, 2, []string{"(nil)"}, []int{1, 0, 0}, nodes(3), true},
		"the last one won": {lock.TokenPerLock, 0, []string{"OK"}, []int{2}, nodes(3), false},
	} {
		s, o := on(trace.LockRedlock, 3)
		o.CleanUp, o.Tokens, o.Retries = lock.CleanLast, row.tokens, row.retries
		n1 := &shelf{}
		s.servers["n1"], s.servers["n2"], s.servers["n3"] = n1.serve, saying(map[string][]string{"SET": row.n2}), silent
		s.play(t, o, aSecond)
		var acks []int
		for _, d := range s.of(trace.Decide) {
			acks = append(acks, len(d.Acks))
		}
		if !slices.Equal(acks, row.acks) || !slices.Equal(s.whom("del"), row.freed) {
			t.Errorf("%s: it counts %v, and asks %q to let go", name, acks, s.whom("del"))
		}
		if left := n1.value != ""; left != row.leftOnN1 {
			t.Errorf("%s: n1 has %q at the end", name, n1.value)
		}
	}
}
