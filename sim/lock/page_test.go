package lock_test

import (
	"slices"
	"testing"

	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// One test for each thing that the Redis documentation's page "Distributed Locks
// with Redis" says of Redlock, in the order in which the page says it.

// decides returns the counts of A's attempts.
func decides(t *testing.T, events []trace.Event, want int) []trace.Event {
	t.Helper()
	d := of(events, trace.Decide, "A")
	if len(d) != want {
		t.Fatalf("A counted %d times and not %d", len(d), want)
	}
	return d
}

// The first step reads the clock, in each attempt anew: an attempt's validity does
// not shrink by what the attempts before it took.
func TestStartTimeIsReadInEachAttempt(t *testing.T) {
	r := page(5)
	r.Retries, r.RetryJitter = 5, 0
	actions := taken("n1", "n2", "n3")
	for _, n := range nodes(3) {
		actions = append(actions, run.Action{At: trace.Time(700 * ms), Verb: run.Command, Target: string(n), Args: []string{"DEL", "lock"}})
	}
	events := play(t, each(5*ms), actions, client("A", r))

	// An attempt is 10 ms of asking, 10 ms of letting go and 200 ms of waiting.
	count := decides(t, events, 5)
	for _, d := range count {
		if d.Elapsed != 10*ms {
			t.Errorf("attempt %d took %v, not the 10ms from its own start", d.Attempt, d.Elapsed)
		}
	}
	hold := of(events, trace.Hold, "A")
	if len(hold) != 1 || hold[0].Until != trace.Local(4*220*ms).Add(r.TTL-102*ms) {
		t.Errorf("A held %+v", hold)
	}
}

// All nodes are asked for the same key with the same token, NX, and the time to
// live.
func TestSameKeyAndTokenOnAllNodes(t *testing.T) {
	r := page(5)
	events := play(t, each(ms), nil, client("A", r))
	var asked []string
	var cmd []string
	for _, e := range of(events, trace.Send, "") {
		m, _ := trace.ParseMsg(e.Msg)
		if m.Step != "set" || m.Reply {
			continue
		}
		asked = append(asked, e.To)
		if cmd != nil && !slices.Equal(cmd, e.Cmd) {
			t.Errorf("%s was told %q and others %q", e.To, e.Cmd, cmd)
		}
		cmd = e.Cmd
	}
	if !slices.Equal(asked, []string{"n1", "n2", "n3", "n4", "n5"}) {
		t.Errorf("A asked %q", asked)
	}
	token := of(events, trace.Hold, "A")[0].Token
	if !slices.Equal(cmd, []string{"SET", "lock", token, "NX", "PX", "10000"}) {
		t.Errorf("A sent %q", cmd)
	}
}

// Each node has a timeout far below the time to live, so that a dead one cannot
// hold the client up for long.
func TestDeadNodeCostsOneTimeout(t *testing.T) {
	for name, row := range map[string]struct {
		order lock.Order
		want  trace.Duration
	}{
		"at once": {lock.Parallel, 50 * ms},
		"in turn": {lock.Sequential, 50*ms + 4*6*ms},
	} {
		r := page(5)
		r.Order = row.order
		events := play(t, each(3*ms), down("n2"), client("A", r))
		if d := decides(t, events, 1)[0]; !d.OK || d.Elapsed != row.want {
			t.Errorf("%s: held is %v after %v, not after %v", name, d.OK, d.Elapsed, row.want)
		}
	}
}

// The lock is held only if a majority of the nodes said OK.
func TestMajority(t *testing.T) {
	for n := 1; n <= world.MaxNodes; n++ {
		for others := range n + 1 {
			r := page(n)
			r.Retries = 0
			events := play(t, each(ms), taken(nodes(n)[:others]...), client("A", r))
			d := decides(t, events, 1)[0]
			if got, want := d.OK, 2*(n-others) > n; got != want || len(d.Acks) != n-others || d.Need != n/2+1 {
				t.Errorf("%d of %d nodes: held is %v with %d of %d needed", n-others, n, got, len(d.Acks), d.Need)
			}
			if entered := len(of(events, trace.Enter, "A")) > 0; entered != d.OK {
				t.Errorf("%d of %d nodes: A was inside: %v", n-others, n, entered)
			}
		}
	}
}

// The majority is one of different nodes: a node that is listed more than once
// and says OK each time has one vote.
func TestMajorityOfDistinctNodes(t *testing.T) {
	for name, row := range map[string]struct {
		list []trace.NodeID
		want bool
	}{
		"five nodes":                 {[]trace.NodeID{"n1", "n2", "n3", "n4", "n5"}, true},
		"one node, five times":       {[]trace.NodeID{"n1", "n1", "n1", "n1", "n1"}, false},
		"two nodes make three":       {[]trace.NodeID{"n1", "n1", "n2"}, true},
		"two nodes do not make five": {[]trace.NodeID{"n1", "n1", "n1", "n2", "n2"}, false},
		"three nodes make five":      {[]trace.NodeID{"n1", "n1", "n2", "n2", "n3"}, true},
	} {
		r := page(5)
		r.Nodes, r.Retries = row.list, 0
		s := &stage{servers: make(map[trace.NodeID]handler)}
		for _, n := range row.list {
			s.servers[n] = always("OK") // to whatever it is asked
		}
		s.play(t, r, aSecond)
		if held := len(s.of(trace.Hold)) == 1; held != row.want {
			t.Errorf("%s: held is %v", name, held)
		}
		if count := s.the(t, trace.Decide); count.OK != row.want {
			t.Errorf("%s: the count says %v", name, count.OK)
		}
	}
}

// The validity is the time to live less the time that asking took, less the
// allowance for clocks; and so long the client believes in the lock.
func TestValidity(t *testing.T) {
	for name, row := range map[string]struct {
		ttl, each, constant trace.Duration
		ppm                 int64
		want                trace.Duration
	}{
		"a fast network":   {10 * trace.Second, 4 * ms, 2 * ms, 10_000, 10*trace.Second - 8*ms - 100*ms - 2*ms},
		"a slow network":   {30 * trace.Second, 4 * trace.Second, 2 * ms, 10_000, 22*trace.Second - 302*ms},
		"no allowance":     {trace.Second, 100 * ms, 0, 0, 800 * ms},
		"a short life":     {3 * ms, 100 * us, 0, 10_000, 3*ms - 200*us - 30*us},
		"clocks 10% apart": {trace.Second, ms, 0, 100_000, 898 * ms},
		"a year":           {365 * 24 * 60 * trace.Minute, ms, 2 * ms, 10_000, 365*24*60*trace.Minute/100*99 - 4*ms},
		"one in a million": {trace.Second, ms, 0, 1, 998*ms - us},
	} {
		r := page(5)
		r.TTL, r.DriftConst, r.DriftPPM, r.NodeTimeout = row.ttl, row.constant, row.ppm, 20*trace.Second
		events := play(t, each(row.each), nil, client("A", r))
		d := decides(t, events, 1)[0]
		if !d.OK || d.Validity != row.want || d.Elapsed != 2*row.each {
			t.Errorf("%s: %v of validity after %v, want %v", name, d.Validity, d.Elapsed, row.want)
		}
		if hold := of(events, trace.Hold, "A")[0]; hold.Until != hold.At.Local.Add(row.want) {
			t.Errorf("%s: at %v A believes until %v", name, hold.At.Local, hold.Until)
		}
	}
}

// A majority that comes so late that nothing is left is none, to the microsecond.
func TestLateMajorityIsRefused(t *testing.T) {
	for name, row := range map[string]struct {
		elapsed trace.Duration
		want    bool
	}{
		"a microsecond left":   {trace.Second - 12*ms - us, true},
		"nothing left":         {trace.Second - 12*ms, false},
		"only the drift left":  {trace.Second - us, false},
		"as long as it lives":  {trace.Second, false},
		"longer than it lives": {3 * trace.Second, false},
	} {
		r := page(5)
		r.TTL, r.Retries, r.NodeTimeout = trace.Second, 0, trace.Minute
		slow := func(m trace.MsgName) (trace.Duration, bool) {
			if m.Step == "set" && m.Reply {
				return row.elapsed - ms, false
			}
			return ms, false
		}
		events := play(t, roads(slow), nil, client("A", r))
		d := decides(t, events, 1)[0]
		if d.OK != row.want || len(d.Acks) != 5 || d.Elapsed != row.elapsed {
			t.Errorf("%s: held is %v with %d OK after %v", name, d.OK, len(d.Acks), d.Elapsed)
		}
		if !d.OK && (d.Why != "too late" || len(of(events, trace.Enter, "A")) > 0) {
			t.Errorf("%s: the reason is %q", name, d.Why)
		}
	}
}
