package world_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"lockstep/sim/choice"
	"lockstep/sim/lock"
	"lockstep/sim/redis"
	"lockstep/sim/resource"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

const (
	ms     = trace.Time(trace.Millisecond)
	second = 1000 * ms
)

// small is three nodes that keep what they wrote, and the named clients, who all
// start at 10 ms and want to work on a resource of no sort for a second. Messages
// take 1 ms, so a question takes 2.
func small(change func(*lock.Options), clients ...trace.ClientID) *world.Config {
	o := lock.Defaults(trace.LockRedlock)
	o.Key, o.Nodes = "k", []trace.NodeID{"n1", "n2", "n3"}
	o.Retries, o.RetryDelay, o.RetryJitter = 0, 100*trace.Millisecond, 0
	if change != nil {
		change(&o)
	}
	c := &world.Config{
		Resources: []resource.Config{{ID: "r"}},
		Network:   world.Network{Usual: world.Link{Min: trace.Millisecond, Max: trace.Millisecond}},
	}
	for _, id := range o.Nodes {
		c.Nodes = append(c.Nodes, world.Node{ID: id, Fsync: redis.Always})
	}
	for _, id := range clients {
		c.Clients = append(c.Clients, world.Client{
			ID: id, Start: 10 * ms, Lock: o, Job: lock.Job{Resource: "r", Takes: trace.Second},
		})
	}
	return c
}

func play(t *testing.T, c *world.Config, actions ...run.Action) []trace.Event {
	t.Helper()
	return playUntil(t, c, 0, actions...)
}

func playUntil(t *testing.T, c *world.Config, until trace.Time, actions ...run.Action) []trace.Event {
	t.Helper()
	before := runtime.NumGoroutine()
	e := world.NewEngine()
	defer e.Close()
	events, err := e.Run(c, choice.Seeded(1), actions, until)
	if err != nil {
		t.Fatal(err)
	}
	nobodyIsLeft(t, before)
	return events
}

// nobodyIsLeft fails the test if there are more goroutines than before, also when
// those that are ending have had time to.
func nobodyIsLeft(t *testing.T, before int) {
	t.Helper()
	for range 100_000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		runtime.Gosched()
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}

// brief writes the events of some kinds one a line, as short as can be.
func brief(events []trace.Event, kinds ...trace.Kind) string {
	var b strings.Builder
	for _, e := range events {
		if !slices.Contains(kinds, e.Kind) {
			continue
		}
		what := e.Msg
		switch e.Kind {
		case trace.Phase:
			what = e.Who + " " + e.Phase
		case trace.Decide:
			what = fmt.Sprint(e.Who, " ", len(e.Acks), " ", e.Why, " ", e.Validity)
		case trace.Fault, trace.Heal:
			what = strings.TrimSpace(e.What + " " + e.Who + " by " + e.By + " " + e.Why)
		case trace.Expire:
			what = string(e.Node)
		case trace.Exec:
			what = string(e.Node) + " " + e.Who + " " + e.Cmd[0] + " " + e.Reply
		case trace.Drop:
			what += " " + e.Why
		case trace.Replicate:
			what = strings.TrimSpace(string(e.Node) + " " + e.From + " " + e.Why)
		case trace.Enter, trace.Leave, trace.Hold, trace.Lost, trace.Release:
			what = e.Who
		case trace.End:
			what = e.Why + ", " + e.Verdict
		}
		fmt.Fprintf(&b, "%v %v %s\n", trace.Duration(e.T), e.Kind, what)
	}
	return strings.TrimSpace(b.String())
}

func expect(t *testing.T, got, want string) {
	t.Helper()
	want = strings.TrimSpace(strings.ReplaceAll(want, "\t", ""))
	if got != want {
		t.Errorf("it went\n%s\nand should go\n%s", got, want)
	}
}

// What a message asks for, and whether a node did it, is told of the request, of
// what the node ran, of the reply and of the timeout; a person asks for nothing.
func TestPurposes(t *testing.T) {
	events := play(t, small(func(r *lock.Options) { r.NodeTimeout = 5 * trace.Millisecond }, "A"),
		run.Action{At: 5 * ms, Verb: run.Crash, Target: "n2"},
		run.Action{At: 5 * ms, Verb: run.Command, Target: "n3", Args: []string{"SET", "k", "mine"}})
	var b strings.Builder
	for _, e := range events {
		switch e.Kind {
		case trace.Send, trace.Exec, trace.Timeout:
			fmt.Fprintf(&b, "%v %s%s %s, %s %v\n", e.Kind, e.Node, e.Msg, e.Reply, e.Purpose, e.OK)
		}
	}
	expect(t, strings.ReplaceAll(strings.TrimSpace(b.String()), " ,", ","), `
		exec n3 OK,  false
		send A/1/set>n1, acquire false
		send A/1/set>n2, acquire false
		send A/1/set>n3, acquire false
		exec n1A/1/set>n1 OK, acquire true
		send A/1/set<n1 OK, acquire true
		exec n3A/1/set>n3 (nil), acquire false
		send A/1/set<n3 (nil), acquire false
		timeout A/1/set>n2, acquire false
		send A/1/del>n1, release false
		send A/1/del>n2, release false
		send A/1/del>n3, release false
		exec n1A/1/del>n1 (integer) 1, release true
		send A/1/del<n1 (integer) 1, release true
		exec n3A/1/del>n3 (integer) 0, release false
		send A/1/del<n3 (integer) 0, release false
		timeout A/1/del>n2, release false`)
}

func TestOneClient(t *testing.T) {
	expect(t, brief(play(t, small(nil, "A")), trace.Phase, trace.Decide, trace.Hold, trace.Enter, trace.Leave, trace.Release, trace.End), `
		10ms phase A read-clock
		10ms phase A ask
		12ms phase A read-clock-again
		12ms phase A count
		12ms decide A 3 held 9.896s
		12ms phase A work
		12ms hold A
		12ms enter A
		12ms phase A work
		1.012s leave A
		1.012s phase A give-back
		1.012s release A
		1.014s phase A done
		1.014s end nothing is left to happen, ok`)
}

// Asked in turn, each node gets the question when the one before has answered or
// run out of time.
func TestInTurn(t *testing.T) {
	c := small(func(r *lock.Options) { r.Order = lock.Sequential }, "A")
	events := playUntil(t, c, 70*ms, run.Action{Verb: run.Crash, Target: "n2"})
	expect(t, brief(events, trace.Send, trace.Deliver, trace.Drop, trace.Timeout, trace.Decide), `
		10ms send A/1/set>n1
		11ms deliver A/1/set>n1
		11ms send A/1/set<n1
		12ms deliver A/1/set<n1
		12ms send A/1/set>n2
		13ms drop A/1/set>n2 node down
		62ms timeout A/1/set>n2
		62ms send A/1/set>n3
		63ms deliver A/1/set>n3
		63ms send A/1/set<n3
		64ms deliver A/1/set<n3
		64ms decide A 2 held 9.844s`)
}

// Replies that come while their process is paused wait in its socket, and are
// read before it looks at the clock (K6): Redlock then finds that it is too late.
func TestPauseWhileAsking(t *testing.T) {
	c := small(nil, "A")
	events := play(t, c, run.Action{At: 11 * ms, Verb: run.Pause, Of: run.OfClient, Target: "A", For: 12 * trace.Second})
	expect(t, brief(events, trace.Fault, trace.Heal, trace.Timeout, trace.Decide, trace.Expire, trace.End), `
		11ms fault pause A by action 1
		10.012s expire n1
		10.012s expire n2
		10.012s expire n3
		12.011s heal pause A by action 1
		12.011s decide A 3 too late -2.103s
		12.013s end nothing is left to happen, ok`)
}

// A process notices that a node ran out of time only once it runs again.
func TestTimeoutWhilePaused(t *testing.T) {
	c := small(nil, "A")
	events := playUntil(t, c, second,
		run.Action{Verb: run.Crash, Target: "n3"},
		run.Action{At: 20 * ms, Verb: run.Pause, Of: run.OfClient, Target: "A", For: 500 * trace.Millisecond})
	expect(t, brief(events, trace.Timeout, trace.Decide, trace.End), `
		520ms timeout A/1/set>n3
		520ms decide A 2 held 9.388s
		1s end stopped here, as asked, ok`)
}

func TestOverlappingPausesLastAsLongAsTheLongest(t *testing.T) {
	c := small(nil, "A")
	events := playUntil(t, c, 5*second,
		run.Action{At: 100 * ms, Verb: run.Pause, Of: run.OfClient, Target: "A", For: 3 * trace.Second},
		run.Action{At: 200 * ms, Verb: run.Pause, Of: run.OfClient, Target: "A", For: trace.Second})
	expect(t, brief(events, trace.Heal, trace.Leave), `
		3.1s heal pause A by action 1
		3.1s leave A`)
}

// A holder that sleeps past its validity finds out when it wakes.
func TestValidityEndsInside(t *testing.T) {
	c := small(func(r *lock.Options) { r.TTL = 500 * trace.Millisecond }, "A")
	expect(t, brief(play(t, c), trace.Decide, trace.Leave, trace.Lost, trace.Expire), `
		12ms decide A 3 held 491ms
		503ms leave A
		503ms lost A`)
}

// A killed client does nothing more, and what it left behind runs out.
func TestClientCrash(t *testing.T) {
	c := small(nil, "A")
	events := play(t, c,
		run.Action{At: 500 * ms, Verb: run.Crash, Of: run.OfClient, Target: "A"},
		run.Action{At: 600 * ms, Verb: run.Pause, Of: run.OfClient, Target: "A", For: trace.Second},
		run.Action{At: 700 * ms, Verb: run.Restart, Of: run.OfClient, Target: "A"})
	expect(t, brief(events, trace.Fault, trace.Heal, trace.Decide, trace.Leave, trace.Expire, trace.End), `
		12ms decide A 3 held 9.896s
		500ms fault crash A by action 1
		600ms fault pause A by action 2 client down
		700ms heal restart A by action 3
		702ms decide A 0 no majority 9.896s
		10.012s expire n1
		10.012s expire n2
		10.012s expire n3
		10.012s end nothing is left to happen, ok`)
	// The reply to a client that is gone is lost.
	events = playUntil(t, c, second, run.Action{At: 11 * ms, Verb: run.Crash, Of: run.OfClient, Target: "A"})
	if !strings.Contains(brief(events, trace.Drop), "12ms drop A/1/set<n1 client down") {
		t.Errorf("the replies fared so:\n%s", brief(events, trace.Send, trace.Deliver, trace.Drop))
	}
}

// A crash breaks connections: what is under way on one finds nobody, even if the
// addressee is back by then. A node that is down already is reached when it is
// back.
func TestCrashBreaksConnections(t *testing.T) {
	c := small(func(r *lock.Options) { r.NodeTimeout = 5 * trace.Millisecond }, "A")
	at := func(us trace.Time, v run.Verb, node string) run.Action {
		return run.Action{At: 10*ms + us, Verb: v, Target: node}
	}
	events := playUntil(t, c, 20*ms,
		at(-1000, run.Crash, "n2"), at(500, run.Restart, "n2"), // down when asked, up when the question comes
		at(300, run.Crash, "n3"), at(600, run.Restart, "n3")) // up when asked
	expect(t, brief(events, trace.Deliver, trace.Drop, trace.Timeout, trace.Decide), `
		11ms deliver A/1/set>n1
		11ms deliver A/1/set>n2
		11ms drop A/1/set>n3 node restarted
		12ms deliver A/1/set<n1
		12ms deliver A/1/set<n2
		15ms timeout A/1/set>n3
		15ms decide A 2 held 9.893s`)
	// Replies to a client that was killed and started anew are none of its.
	events = playUntil(t, small(nil, "A"), 20*ms,
		run.Action{At: 11 * ms, Verb: run.Crash, Of: run.OfClient, Target: "A"}, run.Action{At: 11 * ms, Verb: run.Restart, Of: run.OfClient, Target: "A"})
	if got := brief(events, trace.Drop); strings.Count(got, "client restarted") != 3 {
		t.Errorf("these were dropped:\n%s", got)
	}
}

// Attempts go on counting after a restart, or two messages would share a name.
func TestRestartedClientHasNewNames(t *testing.T) {
	c := small(nil, "A")
	events := play(t, c, run.Action{At: 500 * ms, Verb: run.Crash, Of: run.OfClient, Target: "A"}, run.Action{At: 600 * ms, Verb: run.Restart, Of: run.OfClient, Target: "A"})
	seen := make(map[string]bool)
	for _, e := range events {
		if e.Kind == trace.Send && seen[e.Msg] {
			t.Errorf("two messages are called %s", e.Msg)
		}
		seen[e.Msg] = seen[e.Msg] || e.Kind == trace.Send
	}
	if !seen["A/2/set>n1"] {
		t.Error("the restarted client asked nobody")
	}
}

// A node that keeps its data tells on its return of what ran out meanwhile; one
// that loses it has nothing to tell.
func TestNodeRestart(t *testing.T) {
	c := small(func(r *lock.Options) { r.TTL = 400 * trace.Millisecond }, "A")
	c.Clients[0].Job.Takes = 10 * trace.Second
	for _, row := range []struct {
		data run.Data
		want string
	}{
		{run.DataKeep, "600ms heal restart n1 by action 2\n600ms expire n1"},
		{run.DataLose, "600ms heal restart n1 by action 2"},
	} {
		events := play(t, c,
			run.Action{At: 100 * ms, Verb: run.Crash, Target: "n1", Data: row.data},
			run.Action{At: 600 * ms, Verb: run.Restart, Target: "n1"})
		var of []trace.Event
		for _, e := range events {
			if e.Node == "n1" || e.Kind == trace.Heal {
				of = append(of, e)
			}
		}
		expect(t, brief(of, trace.Heal, trace.Expire), row.want)
	}
}

// At one instant: the scenario's faults, then actions in their order, then all
// else. Actions with nothing to act on stay in the trace, with the reason.
func TestOrderAtOneInstant(t *testing.T) {
	c := small(nil, "A")
	c.Faults = []run.Action{{At: 10 * ms, Verb: run.Crash, Target: "n1"}}
	events := playUntil(t, c, 10*ms,
		run.Action{At: 10 * ms, Verb: run.Restart, Target: "n1"},
		run.Action{At: 10 * ms, Verb: run.Restart, Target: "n1"},
		run.Action{At: 10 * ms, Verb: run.Crash, Target: "n7"},
		run.Action{At: 10 * ms, Verb: run.Pause, Of: run.OfClient, Target: "Z", For: 1},
		run.Action{At: 10 * ms, Verb: run.Command, Target: "n1", Args: []string{"GET", "k"}},
		run.Action{At: 10 * ms, Verb: run.Crash, Target: "n2"},
		run.Action{At: 10 * ms, Verb: run.Command, Target: "n2", Args: []string{"GET", "k"}},
		run.Action{At: 10 * ms, Verb: run.Crash, Target: "n2"},
	)
	expect(t, brief(events, trace.Fault, trace.Heal, trace.Exec, trace.Phase), `
		10ms fault crash n1 by scenario
		10ms heal restart n1 by action 1
		10ms fault restart n1 by action 2 not down
		10ms fault crash n7 by action 3 no such node
		10ms fault pause Z by action 4 no such client
		10ms exec n1 operator GET (nil)
		10ms fault crash n2 by action 6
		10ms fault command n2 by action 7 node down
		10ms fault crash n2 by action 8 already down
		10ms phase A read-clock
		10ms phase A ask`)
}

// An action changes nothing before its own instant.
func TestThePastStays(t *testing.T) {
	c := small(func(r *lock.Options) { r.Retries, r.RetryJitter = 5, 90*trace.Millisecond }, "A", "B", "C")
	base := play(t, c)
	for _, at := range []trace.Time{0, 11*ms + 1, 300 * ms, 1100 * ms} {
		other := play(t, c, run.Action{At: at, Verb: run.Crash, Target: "n2", Data: run.DataLose})
		for i := range base {
			if base[i].T >= at || base[i].Kind == trace.End {
				break
			}
			if string(base[i].AppendJSON(nil)) != string(other[i].AppendJSON(nil)) {
				t.Errorf("an action at %v changed event %d, at %v", trace.Duration(at), i, trace.Duration(base[i].T))
				break
			}
		}
	}
}

// Messages lost by chance are dropped on their way, with no one to blame.
func TestLossByChance(t *testing.T) {
	c := small(nil, "A")
	c.Network.Links = []world.LinkException{{Between: [2]string{"A", "n2"}, Link: world.Link{Min: 4000, Max: 4000, LossPPM: trace.Million}}}
	events := playUntil(t, c, 100*ms)
	expect(t, brief(events, trace.Drop, trace.Timeout, trace.Decide), `
		12ms drop A/1/set>n2 lost
		60ms timeout A/1/set>n2
		60ms decide A 2 held 9.848s`)
	for _, e := range events {
		if e.Kind == trace.Send && e.Msg == "A/1/set>n2" && e.Arrive != 0 {
			t.Errorf("a message that will be lost says it arrives: %+v", e)
		}
	}
}

// A run that would not end is ended, with the reason.
func TestLimits(t *testing.T) {
	restless := small(func(r *lock.Options) { r.Retries, r.RetryDelay, r.TTL = 1_000_000, 1, trace.Minute }, "A", "B")
	restless.Clients[0].Job.Takes = 9 * trace.Minute
	events := play(t, restless)
	if end := events[len(events)-1]; end.Why != "20,000 events" || len(events) > world.MaxEvents || len(events) < world.MaxEvents-100 {
		t.Errorf("%d events, ended because: %s", len(events), end.Why)
	}
	for _, row := range []struct{ script, end string }{
		{"local v = ('v'):rep(900) for i = 1, 800 do redis.call('set', i, v .. i) end", trace.EndText},
		{"while true do end", trace.EndScriptSteps},
	} {
		var greedy []run.Action
		for range run.MaxActions {
			greedy = append(greedy, run.Action{Verb: run.Command, Target: "n1", Args: []string{"EVAL", row.script, "0"}})
		}
		events = play(t, small(nil, "A"), greedy...)
		if end := events[len(events)-1]; end.Why != row.end || len(events) > 100 {
			t.Errorf("%s: %d events, ended because: %s", row.script, len(events), end.Why)
		}
	}
	patient := small(func(r *lock.Options) { r.TTL = 20 * trace.Minute }, "A")
	patient.Clients[0].Job.Takes = 15 * trace.Minute
	events = play(t, patient)
	expect(t, brief(events, trace.Leave, trace.End), "600s end 10 virtual minutes, ok")
}

// An algorithm that never waits would stop time for good: it is a mistake in our
// own code, and says where.
func TestRestlessAlgorithm(t *testing.T) {
	c := small(nil, "A", "B")
	c.Clients[1].Life = func(env lock.Env) {
		for {
			env.Now()
		}
	}
	before := runtime.NumGoroutine()
	defer func() {
		if r := fmt.Sprint(recover()); !strings.Contains(r, "B made 10,000 calls") {
			t.Errorf("it ended with %s", r)
		}
		nobodyIsLeft(t, before)
	}()
	play(t, c)
}

// A token is drawn once, also when one attempt draws several.
func TestTokensDiffer(t *testing.T) {
	c := small(nil, "A", "B")
	seen := make(map[string]bool)
	for i := range c.Clients {
		c.Clients[i].Life = func(env lock.Env) {
			for range 2 {
				env.Attempt()
				for range 3 {
					seen[env.Token()] = true
				}
			}
		}
	}
	play(t, c)
	if len(seen) != 12 {
		t.Errorf("12 draws gave %d tokens: %v", len(seen), seen)
	}
}

// What a person makes a node say stays text of bounded length.
func TestShownReplies(t *testing.T) {
	c := small(nil, "A")
	command := func(args ...string) run.Action { return run.Action{Verb: run.Command, Target: "n1", Args: args} }
	events := playUntil(t, c, ms,
		command("SET", "big", strings.Repeat("é", 30_000)), command("GET", "big"),
		command("SET", "\xff", "\xfe"), command("EVAL", "return {err='\xff'}", "0"))
	for _, e := range events {
		for _, s := range append([]string{e.Reply}, e.Cmd...) {
			if !utf8.ValidString(s) || (s == e.Reply && len(s) > 2000) {
				t.Errorf("%d bytes of reply or command stand in the trace: %.40q", len(s), s)
			}
		}
		for _, k := range e.Keys {
			if !utf8.ValidString(k.Name + k.Value) {
				t.Errorf("a key is called %q with the value %q", k.Name, k.Value)
			}
		}
	}
	if n := strings.Count(brief(events, trace.Exec), "\n") + 1; n != 4 {
		t.Errorf("%d commands ran, not 4", n)
	}
}

// Every event that a process causes says which line of the lock's code did.
func TestLines(t *testing.T) {
	for _, e := range play(t, small(nil, "A")) {
		own := e.Kind == trace.Phase || e.Kind == trace.Decide || e.Kind == trace.Hold || e.Kind == trace.Enter || (e.Kind == trace.Send && e.From == "A")
		text, ok := lock.Source(e.File)
		if own && (!ok || e.Line < 1 || !strings.Contains(strings.Split(text, "\n")[e.Line-1], "env.")) {
			t.Errorf("event %d, %v, says %s:%d", e.Seq, e.Kind, e.File, e.Line)
		}
	}
}
