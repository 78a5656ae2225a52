package scenario

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
)

func parsed(t testing.TB, text string) *Scenario {
	t.Helper()
	s, err := Parse("x.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// alone is a library of one scenario.
func alone(t testing.TB, s *Scenario) *Library {
	t.Helper()
	l := &Library{}
	if err := l.Add(s); err != nil {
		t.Fatal(err)
	}
	return l
}

// Every scenario of the course says what it comes to, in every language, and with
// any seed plays to its natural end and comes to that; and what a lesson says of it
// is so.
func TestLessonScenarios(t *testing.T) {
	l, err := Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	e := world.NewEngine()
	defer e.Close()
	held := map[string]string{ // who held the lock, in order
		"cache-rebuilt":          "A",
		"cache-twice":            "A B",
		"clock-jump":             "A B",
		"consensus":              "A B",
		"counter-forgets":        "A B",
		"delayed-charge":         "A B",
		"duplicate-write":        "A",
		"failover":               "A B",
		"failover-wait":          "A B",
		"fast-clocks":            "A B",
		"fenced-writer":          "A B",
		"first-lock":             "A B",
		"foreign-release":        "A B C",
		"foreign-release-spared": "A B",
		"holder-crash":           "A B",
		"idempotency":            "A",
		"late-charge":            "A B",
		"late-replies":           "B A",
		"library-call":           "A B",
		"lost-reply":             "A",
		"lost-reply-left":        "",
		"numbered-writer":        "A B",
		"one-node":               "A B",
		"own-mutex":              "A B",
		"paused-lease":           "A B",
		"paused-redlock":         "A B",
		"paused-writer":          "A B",
		"redlock":                "A B",
		"redlock-in-time":        "A",
		"redlock-in-turn":        "",
		"redlock-node-down":      "A",
		"reentrant":              "A",
		"renewed":                "A B",
		"restart-empty":          "A B",
		"setnx-crash":            "",
		"setnx-forever":          "A",
		"split-vote":             "A B C", // though chance says in which order
		"storm":                  "A B C D",
		"three-of-five":          "A B",
		"ttl-as-patience":        "A B",
		"watchdog":               "A",
		"watchdog-bound":         "A B",
		"watchdog-paused":        "A B",
		"work-overruns":          "A B",
	}
	for _, name := range l.Names() {
		want, ok := held[name]
		habit := strings.HasPrefix(name, "habit-") // whose page says what each shows
		if !ok && !habit {
			t.Errorf("no row tells who holds the lock in %s", name)
			continue
		}
		s, _ := l.Get(name)
		if s.Expect == nil || len(s.Languages()) != len(languages) {
			t.Errorf("%s does not say what to expect, or not in every language what it shows", name)
		}
		for seed := range uint64(20) {
			events, err := l.Play(e, &run.Run{Scenario: name, Seed: seed}, 0)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, ev := range events {
				if ev.Kind == trace.Hold {
					got = append(got, ev.Who)
				}
			}
			if name == "split-vote" {
				slices.Sort(got)
			}
			end := events[len(events)-1]
			if !habit && strings.Join(got, " ") != want || end.Why != trace.EndNothingLeft {
				t.Errorf("%s, seed %d: held by %q; %s", name, seed, got, end.Why)
			}
			if miss := s.Expect.Miss(events); miss != "" {
				t.Errorf("%s, seed %d: %s", name, seed, miss)
			}
		}
	}
	if len(l.Names()) < len(held) {
		t.Errorf("there is only %q", l.Names())
	}
}

// Who asks for the lock without limit, and without a pause, does so until the run takes
// no more: while another holds it, and while nobody answers.
func TestEndlessRetries(t *testing.T) {
	e := world.NewEngine()
	defer e.Close()
	const restless = "retries: none, retry_delay: 0s, retry_jitter: 0s"
	const crowded = "{id: B, start: 1s, work: {on: invoice, takes: 1s}}\n  - {id: A, work: {on: invoice, takes: 10m}}"
	for name, text := range map[string]string{
		"a lock that is held":    locked("{kind: redlock, ttl: 20m, " + restless + "}"),
		"the least of latencies": strings.Replace(locked("{kind: redlock, ttl: 20m, "+restless+"}"), "latency: 1ms", "latency: 1us", 1),
		"nodes that are down":    locked("{kind: redlock, "+restless+"}") + "faults: [{at: 0s, crash: {node: n1}}, {at: 0s, crash: {node: n2}}]\n",
		"nobody who knows":       on(replicated, "{kind: token, "+restless+"}") + "faults: [{at: 0s, partition: {cut: [[A, B], [s1, s2, s3]]}}]\n",
		"a library's own habit":  locked("{profile: redisson-redlock, ttl: 20m, retries: none}"),
	} {
		l := alone(t, parsed(t, strings.Replace(text, "{id: A, work: {on: invoice, takes: 1s}}", crowded, 1)))
		events, err := l.Play(e, &run.Run{Scenario: "x"}, 0)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if end := events[len(events)-1]; end.Why != trace.EndEvents || len(events) > world.MaxEvents || end.Verdict == "" {
			t.Errorf("%s: after %d events it ends because %s, %s", name, len(events), end.Why, end.Verdict)
		}
	}
}

// A run that cannot be played says why.
func TestBadRuns(t *testing.T) {
	l := alone(t, parsed(t, small))
	e := world.NewEngine()
	defer e.Close()
	for name, row := range map[string]struct {
		run  run.Run
		want string
	}{
		"an unknown scenario": {run.Run{Scenario: "y"}, `there is no scenario "y"`},
		"another engine":      {run.Run{Scenario: "x", Engine: "0"}, "this run was made by engine 0 and would look different on engine " + world.Version + ", the one here"},
		"another edition":     {run.Run{Scenario: "x", Edition: 1}, `this run was made with another edition of the scenario "x" and would look different with the one here`},
		"too many actions":    {run.Run{Scenario: "x", Actions: make([]run.Action, run.MaxActions+1)}, "a run has at most 500 actions, 64 parameters and 1000 choices"},
		"a bad parameter":     {run.Run{Scenario: "x", Params: []run.Param{{Name: "lock.ttl", Value: "never"}}}, `parameter lock.ttl: "never": it is no span of time: write 10s, 400ms, 1.5s or 250us`},
	} {
		_, err := l.Play(e, &row.run, 0)
		var input *InputError
		if !errors.As(err, &input) || err.Error() != row.want {
			t.Errorf("%s:\n got %v\nwant %s", name, err, row.want)
		}
	}
}

// A link's exception is for its two ends, both ways, and what it does not name is as
// elsewhere.
func TestLinks(t *testing.T) {
	l := alone(t, parsed(t, with("{latency: 1ms}", "{latency: 2ms, links: [{between: [A, n2], latency: 9ms}, {between: [n3, A], loss: 1000000}, {between: [A, invoice], latency: 5ms}]}",
		"key: lock", "retries: 0", "takes: 1s", "takes: 10ms")))
	e := world.NewEngine()
	defer e.Close()
	events, err := l.Play(e, &run.Run{Scenario: "x"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, ev := range events {
		if ev.Kind != trace.Send {
			continue
		}
		m, _ := trace.ParseMsg(ev.Msg)
		want := map[trace.NodeID]trace.Duration{"n1": 2 * trace.Millisecond, "n2": 9 * trace.Millisecond, "invoice": 5 * trace.Millisecond}[m.Node]
		if lost := ev.Arrive == 0; lost != (m.Node == "n3") {
			t.Errorf("%s will be lost: %v", ev.Msg, lost)
		} else if !lost && ev.Arrive.Sub(ev.T) != want {
			t.Errorf("%s takes %v", ev.Msg, ev.Arrive.Sub(ev.T))
		}
	}
}

// The file that the scenario format is introduced with runs as it stands.
func TestIntroduction(t *testing.T) {
	const text = `id: clock-jump
title: {en: A clock jumps}
cluster: {independent: 5, persistence: none}
network: {latency: 2ms..8ms}
clients:
  - id: A
    start: 0ms
    lock: {kind: redlock, ttl: 10s, node_timeout: 50ms, retries: 3, retry_delay: 200ms, retry_jitter: 100ms, drift: 0.01,
           order: parallel, elapsed_check: true, cleanup: all, stop_at_validity: true, release: script, fence: none}
    work: {on: invoice-42, takes: 8s, write_at: 8s}
  - id: B
    start: 2s
    lock: {kind: redlock, ttl: 10s, node_timeout: 50ms}
    work: {on: invoice-42, takes: 1s, write_at: 1s}
resources:
  invoice-42: {kind: ledger, guard: none}
faults:
  - {at: 0ms, partition: {cut: [[A], [n4, n5]]}}
  - {at: 500ms, heal: all}
  - {at: 1s, clock: {node: n3, jump: 10s}}
  - {at: 1500ms, partition: {cut: [[B], [n1, n2]]}}
  - {when: {kind: hold, who: B, nth: 1}, after: 100ms, heal: all}
expect: {outcome: broken, rules: [mutual-exclusion]}
`
	s := parsed(t, text)
	e := world.NewEngine()
	defer e.Close()
	for seed := range uint64(20) {
		events, err := alone(t, s).Play(e, &run.Run{Scenario: "clock-jump", Seed: seed}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if miss := s.Expect.Miss(events); miss != "" {
			t.Errorf("seed %d: %s", seed, miss)
		}
	}
	// Had the clock not jumped, all would be well.
	events, err := alone(t, s).Play(e, &run.Run{Scenario: "clock-jump", Params: []run.Param{{Name: "faults.2.clock.jump", Value: "1ms"}}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if miss := s.Expect.Miss(events); !strings.HasSuffix(miss, "expected to break and did not: mutual-exclusion") {
		t.Errorf("without the jump: %s", miss)
	}
}

func TestMiss(t *testing.T) {
	broke := func(rule string) trace.Event { return trace.Event{Kind: trace.Violation, Rule: rule} }
	end := func(verdict string) trace.Event {
		return trace.Event{Kind: trace.End, Why: trace.EndNothingLeft, Verdict: verdict}
	}
	x := &Expect{Outcome: trace.VerdictBroken, Rules: []string{trace.RuleOversold, trace.RuleTwoBelievers}}
	for name, row := range map[string]struct {
		x      *Expect
		events []trace.Event
		want   string
	}{
		"as expected":       {x, []trace.Event{broke("oversold"), broke("two-believers"), end("broken")}, ""},
		"and more":          {x, []trace.Event{broke("oversold"), broke("stale-write"), broke("two-believers"), end("broken")}, ""},
		"a rule held":       {x, []trace.Event{broke("oversold"), end("broken")}, "expected to break and did not: two-believers"},
		"another outcome":   {&Expect{Outcome: "ok"}, []trace.Event{broke("oversold"), end("stuck")}, "expected ok, came out stuck"},
		"all is otherwise":  {x, []trace.Event{end("ok")}, "expected broken, came out ok; expected to break and did not: oversold, two-believers"},
		"nothing expected":  {nil, []trace.Event{end("ok")}, ""},
		"stopped before":    {x, []trace.Event{{Kind: trace.End, Why: trace.EndAsked, Verdict: "ok"}}, ""},
		"no run":            {x, nil, ""},
		"well to a limit":   {&Expect{Outcome: "ok"}, []trace.Event{{Kind: trace.End, Why: trace.EndTime, Verdict: "ok"}}, "the run reached a limit before its end: 10 virtual minutes"},
		"at a run's limits": {x, []trace.Event{{Kind: trace.End, Why: trace.EndTime, Verdict: "broken"}}, "expected to break and did not: oversold, two-believers"},
	} {
		if got := row.x.Miss(row.events); got != row.want {
			t.Errorf("%s: %q, want %q", name, got, row.want)
		}
	}
}
