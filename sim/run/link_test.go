package run_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/run"
	"lockstep/sim/run/runtest"
	"lockstep/sim/trace"
)

func TestLinkRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := runtest.Run(t)
		got, err := run.Parse(want.Link())
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v came back as %+v, %v", want, got, err)
		}
		if strings.Trim(want.Link(), "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			t.Fatalf("%q does not stand in an address as it is", want.Link())
		}
	})
}

// FuzzParse feeds links that nobody made: they are refused, or they are the link of
// the run that they say, whose actions all pass.
func FuzzParse(f *testing.F) {
	for _, a := range oneOfEach {
		f.Add((&run.Run{Scenario: "redlock", Seed: 7, Actions: []run.Action{a}}).Link())
	}
	f.Add((&run.Run{Scenario: "redlock", Edition: 1 << 31}).Link())
	f.Add("")
	f.Add("Ag")
	f.Add("____________")
	f.Fuzz(func(t *testing.T, link string) {
		r, err := run.Parse(link)
		if err != nil {
			return
		}
		if r.Link() != link {
			t.Fatalf("%q has the link %q", link, r.Link())
		}
		for _, a := range r.Actions {
			if err := a.Check(); err != nil {
				t.Fatalf("%q holds %+v: %v", link, a, err)
			}
		}
	})
}

// oneOfEach is an ordinary action of every verb.
var oneOfEach = []run.Action{
	{At: 1_200_000, Verb: run.Crash, Target: "n3", Data: run.DataLose, Restart: 2 * trace.Second},
	{At: 3_000_000, Verb: run.Restart, Of: run.OfSentinel, Target: "s1"},
	{When: &run.Trigger{Kind: trace.Phase, Who: "A", Phase: "write", Nth: 1}, Verb: run.Pause, Of: run.OfClient, Target: "A", For: 12 * trace.Second},
	{When: &run.Trigger{Kind: trace.Hold, Who: "A", Nth: 2}, After: 100 * trace.Millisecond, Verb: run.Stall, Of: run.OfClient, Target: "A", For: trace.Second},
	{Verb: run.Partition, Cut: [][]string{{"A"}, {"n4", "n5"}}, OneWay: true},
	{Verb: run.Lose, Link: [2]string{"n1", "A"}, PPM: 200_000},
	{Verb: run.Slow, Link: [2]string{"A", "n1"}, By: 300 * trace.Millisecond},
	{Verb: run.Drop, Msg: "A/1/set<n3"},
	{Verb: run.Delay, Msg: "A/1/write>invoice-42", By: 90 * trace.Second},
	{Verb: run.Duplicate, Msg: "A/1/set>n3"},
	{At: 1_000_000, Verb: run.Clock, Target: "n3", Jump: -60 * trace.Second},
	{At: 1_000_000, Verb: run.Clock, Of: run.OfClient, Target: "A", Rate: 1_020_000},
	{Verb: run.Flush, Target: "n2"},
	{Verb: run.Evict, Target: "n2", Key: "lock:invoice:42"},
	{Verb: run.Command, Target: "n1", Args: []string{"SET", "k", "\xff\x00"}},
	{Verb: run.Heal, Heal: run.HealAll},
	{When: &run.Trigger{Kind: trace.Violation, Rule: "mutual-exclusion", Nth: 1}, Verb: run.Heal, Heal: run.Healing{
		Cut: run.HealCut{Cut: [][]string{{"A"}, {"n4", "n5"}}}, Slow: run.HealLink{Link: [2]string{"A", "n1"}}, Lose: run.HealLink{All: true}}},
}

// Five hundred actions of every sort leave room for the rest of a run.
func TestLinkOfOrdinaryActions(t *testing.T) {
	r := &run.Run{Engine: "1", Scenario: "clock-jump", Seed: 1 << 63}
	for i := range run.MaxActions {
		r.Actions = append(r.Actions, oneOfEach[i%len(oneOfEach)])
	}
	link := r.Link()
	if _, err := run.Parse(link); err != nil || len(link) > run.MaxLink/2 {
		t.Errorf("a link of %d bytes: %v", len(link), err)
	}
}

func TestParseRefuses(t *testing.T) {
	whole := (&run.Run{Scenario: "redlock", Seed: 7}).Link()
	crowd := &run.Run{Actions: make([]run.Action, run.MaxActions+1)}
	for i := range crowd.Actions {
		crowd.Actions[i] = oneOfEach[0]
	}
	act := func(change func(a *run.Action)) string {
		a := run.Action{Verb: run.Pause, Of: run.OfClient, Target: "A", For: 1}
		change(&a)
		return (&run.Run{Scenario: "redlock", Actions: []run.Action{a}}).Link()
	}
	for name, row := range map[string]struct {
		link string
		want error
	}{
		"an action that passes": {act(func(a *run.Action) {}), nil},
		"nothing":               {"", run.ErrLink},
		"the version before":    {"AQAAAAAAAA", run.ErrVersion},
		"a version to come":     {"BA", run.ErrVersion},
		"half an edition":       {"AwAB", run.ErrLink},
		"an edition of nought":  {"AwAAAAAAAAAAAAA", run.ErrLink}, // the link of that run is of version 2
		"cut short":             {whole[:len(whole)-2], run.ErrLink},
		"more at its end":       {whole + "AA", run.ErrLink},
		"in two lines":          {whole[:4] + "\n" + whole[4:], run.ErrLink},
		"not base64":            {"A!", run.ErrLink},
		"too long":              {strings.Repeat("A", run.MaxLink+1), run.ErrLink},
		"a seed at length":      {"AgAAgAAAAAA", run.ErrLink}, // 80 00 for 00
		"too many actions":      {crowd.Link(), run.ErrLink},
		"no verb":               {act(func(a *run.Action) { *a = run.Action{} }), run.ErrLink},
		"a verb to come":        {act(func(a *run.Action) { a.Verb = run.Heal + 1 }), run.ErrLink},
		"before the run":        {act(func(a *run.Action) { a.At = -1 }), run.ErrLink},
		"after any run":         {act(func(a *run.Action) { a.At = trace.Time(run.MaxTime) + 1 }), run.ErrLink},
		"no such sort":          {act(func(a *run.Action) { a.Of = run.OfSentinel + 1 }), run.ErrLink},
		"a name of any bytes":   {act(func(a *run.Action) { a.Target = "\xff" }), run.ErrLink},
		"a parameter":           {(&run.Run{Params: []run.Param{{Name: "key", Value: "a\xff"}}}).Link(), run.ErrLink},
	} {
		if _, err := run.Parse(row.link); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", name, err, row.want)
		}
	}
}
