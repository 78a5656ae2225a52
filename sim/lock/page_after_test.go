package lock_test

import (
	"slices"
	"testing"

	"lockstep/sim/choice"
	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

// The second half of what the page says: letting go, trying again, and what the
// lock is good for.

// keysOf returns the nodes on which the lock's key is who's.
func keysOf(s *trace.State, who string) []trace.NodeID {
	var where []trace.NodeID
	for i := range s.Nodes {
		if k := s.Nodes[i].Key("lock"); k != nil && k.Owner == who {
			where = append(where, s.Nodes[i].ID)
		}
	}
	return where
}

// A client that lets go does so on all nodes, also where it believes that it holds
// nothing: an answer that gets lost after the key was set leaves no key behind.
func TestReleaseGoesToAllNodes(t *testing.T) {
	lost := func(m trace.MsgName) (trace.Duration, bool) { return ms, m.Node == "n4" && m.Step == "set" && m.Reply }
	for name, actions := range map[string][]run.Action{
		"after a failure":  taken("n1", "n2", "n3"),
		"after the work":   taken("n1"),
		"nobody in my way": nil,
	} {
		r := page(5)
		r.Retries = 0
		events := play(t, roads(lost), actions, client("A", r))
		d := decides(t, events, 1)[0]
		if slices.Contains(d.Acks, "n4") || !slices.Contains(keysOf(trace.Fold(events, d.T), "A"), "n4") {
			t.Fatalf("%s: n4 was to hold A's key and A not to know", name)
		}
		var told []string
		for _, e := range of(events, trace.Send, "") {
			if m, _ := trace.ParseMsg(e.Msg); m.Step == "del" && !m.Reply {
				told = append(told, e.To)
			}
		}
		if !slices.Equal(told, []string{"n1", "n2", "n3", "n4", "n5"}) {
			t.Errorf("%s: A released on %q", name, told)
		}
		end := events[len(events)-1].T
		if left := keysOf(trace.Fold(events, end), "A"); left != nil || end > trace.Time(trace.Second) {
			t.Errorf("%s: A's key is still on %q, or was until it ran out (%v)", name, left, end)
		}
	}
}

// A client that failed tries again after a random delay, which differs between
// clients and between attempts.
func TestRetryDelayIsRandom(t *testing.T) {
	r := page(5)
	r.Retries = 20
	events := play(t, each(ms), taken("n1", "n2", "n3"), client("A", r), client("B", r))
	seen := make(map[trace.Duration]bool)
	for _, who := range []string{"A", "B"} {
		for _, e := range of(events, trace.Phase, who) {
			if lock.Phase(e.Phase) != lock.Wait {
				continue
			}
			if e.Lasts < r.RetryDelay || e.Lasts > r.RetryDelay+r.RetryJitter {
				t.Errorf("%s waits %v", who, e.Lasts)
			}
			seen[e.Lasts] = true
		}
	}
	if len(seen) < 38 {
		t.Errorf("40 waits had %d different lengths", len(seen))
	}
}

// The delay is random so that clients which collided fall out of step: three
// clients split the votes 2:2:1, and with equal delays they do so for ever.
func TestSplitVotesNeedRandomDelays(t *testing.T) {
	nearest := map[trace.NodeID]trace.ClientID{"n1": "A", "n2": "A", "n3": "B", "n4": "B", "n5": "C"}
	split := func(m trace.MsgName) (trace.Duration, bool) {
		if nearest[m.Node] == m.Client {
			return ms, false
		}
		return 3 * ms, false
	}
	for jitter, want := range map[trace.Duration]bool{0: false, 100 * ms: true} {
		r := page(5)
		r.Retries, r.RetryJitter = 10, jitter
		events := play(t, roads(split), nil, client("A", r), client("B", r), client("C", r))
		for _, d := range of(events, trace.Decide, "") {
			if d.Attempt == 1 && (d.OK || len(d.Acks) == 0) {
				t.Errorf("%s was to have some of the votes, and has %q", d.Who, d.Acks)
			}
		}
		if got := len(of(events, trace.Hold, "")) > 0; got != want {
			t.Errorf("with a jitter of %v somebody got the lock: %v", jitter, got)
		}
		if broken := of(events, trace.Violation, ""); broken != nil {
			t.Errorf("with a jitter of %v: %+v", jitter, broken)
		}
	}
}

// As long as a majority of the nodes is up, the lock can be taken and given back.
func TestMinorityMayBeDown(t *testing.T) {
	for n := 1; n <= world.MaxNodes; n++ {
		may := (n - 1) / 2
		for dead, want := range map[int]bool{may: true, may + 1: false} {
			r := page(n)
			r.Retries = 1
			events := play(t, each(ms), down(nodes(n)[n-dead:]...), client("A", r))
			if got := len(of(events, trace.Hold, "A")) == 1; got != want {
				t.Errorf("%d of %d down: held is %v", dead, n, got)
			}
			if left := keysOf(trace.Fold(events, world.MaxTime), "A"); left != nil {
				t.Errorf("%d of %d down: keys stay on %q", dead, n, left)
			}
		}
	}
}

// The token is unique among all clients and all their requests.
func TestTokenIsUniqueForEachAttempt(t *testing.T) {
	r := page(5)
	r.Retries = 9
	events := play(t, each(ms), taken("n1", "n2", "n3"), client("A", r), client("B", r))
	of := make(map[string]string) // a token's client and attempt
	for _, e := range events {
		m, ok := trace.ParseMsg(e.Msg)
		if !ok || e.Kind != trace.Send || m.Reply || m.Step != "set" {
			continue
		}
		request := trace.MsgName{Client: m.Client, Attempt: m.Attempt}.String()
		if other, ok := of[e.Cmd[2]]; ok && other != request {
			t.Errorf("%s and %s have one token", other, request)
		}
		of[e.Cmd[2]] = request
	}
	if len(of) != 20 {
		t.Errorf("20 attempts had %d tokens", len(of))
	}
}

// A release deletes no key of another client: A is paused, its keys run out, B gets
// the lock, and A's release arrives.
func TestReleaseDeletesOnlyOnesOwnKey(t *testing.T) {
	for name, row := range map[string]struct {
		by   lock.ReleaseBy
		want bool // B's keys stay
	}{
		"compare and delete": {lock.ByScript, true},
		"plain DEL":          {lock.ByDel, false},
	} {
		r := page(5)
		r.TTL, r.ReleaseBy, r.Retries = trace.Second, row.by, 20
		b := client("B", r)
		b.Start, b.Job.Takes = trace.Time(100*ms), 800*ms
		pause := run.Action{At: trace.Time(200 * ms), Verb: run.Pause, Of: run.OfClient, Target: "A", For: 1300 * ms}
		events := play(t, each(ms), []run.Action{pause}, client("A", r), b)

		hold := of(events, trace.Hold, "B")
		after := trace.Fold(events, trace.Time(1510*ms))
		if len(hold) != 1 || hold[0].T > trace.Time(1400*ms) {
			t.Fatalf("%s: B was to hold the lock when A wakes up: %+v", name, hold)
		}
		if got := len(keysOf(after, "B")) == 5; got != row.want {
			t.Errorf("%s: afterwards B's keys are on %q", name, keysOf(after, "B"))
		}
		foreign := func(e trace.Event) bool { return e.Rule == "foreign-release" }
		if got := slices.ContainsFunc(of(events, trace.Violation, ""), foreign); got == row.want {
			t.Errorf("%s: foreign release is reported: %v", name, got)
		}
	}
}

// Keys run out by themselves, so a holder that crashed or is cut off costs the
// others one time to live and no more.
func TestLostHolderCostsOneTimeToLive(t *testing.T) {
	crash := []run.Action{{At: trace.Time(100 * ms), Verb: run.Crash, Of: run.OfClient, Target: "A"}}
	cutOff := func(m trace.MsgName) (trace.Duration, bool) { return ms, m.Client == "A" && m.Step == "del" }
	for name, row := range map[string]struct {
		roads   roads
		actions []run.Action
	}{
		"crashed": {each(ms), crash},
		"cut off": {cutOff, nil},
	} {
		r := page(5)
		r.TTL, r.Retries = 2*trace.Second, 30
		b := client("B", r)
		b.Start = trace.Time(50 * ms)
		events := play(t, row.roads, row.actions, client("A", r), b)
		expires, holds := of(events, trace.Expire, ""), of(events, trace.Hold, "B")
		if len(expires) != 5 || len(holds) != 1 {
			t.Fatalf("%s: %d keys ran out, and B held %d times", name, len(expires), len(holds))
		}
		// The keys were set at 1 ms; their last millisecond counts.
		gone := trace.Time(ms + r.TTL + ms)
		if expires[0].T != gone || expires[4].T != gone {
			t.Errorf("%s: the keys ran out from %v to %v", name, expires[0].T, expires[4].T)
		}
		retry := trace.Time(r.RetryDelay + r.RetryJitter + 2*2*ms)
		if at := holds[0].T; at < gone || at > gone+retry {
			t.Errorf("%s: B holds at %v, A's keys were gone at %v", name, at, gone)
		}
	}
}

// The keys of a majority exist together for at least the validity, and while they
// do nobody else can have a majority: by whatever roads, as long as a client
// believes in its lock most nodes hold its key, and nobody else believes.
func TestKeysOutliveTheBelief(t *testing.T) {
	held := 0
	for seed := range choice.Seeded(200) {
		r := page(5)
		r.TTL, r.Retries = 300*ms, 8
		a, b := client("A", r), client("B", r)
		b.Start = trace.Time(20 * ms)
		a.Job.Takes, b.Job.Takes = trace.Second, trace.Second // longer than the lock lives
		events := play(t, anywhere(seed), nil, a, b)
		var s trace.State
		for i := range events {
			s.Apply(&events[i])
			believers := 0
			for c := range s.Clients {
				client := &s.Clients[c]
				if client.Belief == nil || client.Clock.At(s.T) >= client.Belief.Until {
					continue
				}
				believers++
				held++
				if n := len(keysOf(&s, string(client.ID))); n < 3 {
					t.Errorf("seed %d: at %v %s believes, and %d nodes agree", seed, s.T, client.ID, n)
				}
			}
			if believers > 1 {
				t.Errorf("seed %d: at %v both believe", seed, s.T)
			}
		}
	}
	if held < 1000 {
		t.Errorf("a client believed at %d events only", held)
	}
}

// anywhere makes messages take up to 30 ms, and loses some.
func anywhere(seed choice.Seeded) roads {
	return func(m trace.MsgName) (trace.Duration, bool) {
		name := m.String()
		return trace.Duration(seed.Choose("latency "+name, uint64(30*ms))), seed.Choose("loss "+name, 10) == 0
	}
}
