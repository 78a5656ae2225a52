package run_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

func anyRun(t *rapid.T) *run.Run {
	text := rapid.String()
	r := &run.Run{Engine: text.Draw(t, "engine"), Scenario: text.Draw(t, "scenario"), Seed: rapid.Uint64().Draw(t, "seed")}
	for range rapid.IntRange(0, 3).Draw(t, "params") {
		r.Params = append(r.Params, run.Param{Name: text.Draw(t, "name"), Value: text.Draw(t, "value")})
	}
	for range rapid.IntRange(0, 3).Draw(t, "choices") {
		r.Choices = append(r.Choices, run.Choice{Key: text.Draw(t, "key"), Pick: rapid.Uint64().Draw(t, "pick")})
	}
	for range rapid.IntRange(0, 3).Draw(t, "actions") {
		r.Actions = append(r.Actions, run.Action{
			At:   trace.Time(rapid.Int64Range(0, int64(run.MaxTime)).Draw(t, "at")),
			Verb: run.Verb(rapid.IntRange(int(run.Crash), int(run.Command)).Draw(t, "verb")),
			Node: trace.NodeID(text.Draw(t, "node")), Who: trace.ClientID(text.Draw(t, "who")),
			Data: rapid.SampledFrom([]run.Data{run.Keep, run.Lose}).Draw(t, "data"),
			For:  trace.Duration(rapid.Int64Range(0, int64(run.MaxTime)).Draw(t, "for")),
			Args: rapid.SliceOfN(text, 1, 4).Draw(t, "args"),
		})
	}
	return r
}

func roundTrip(t *rapid.T) {
	want := anyRun(t)
	got, err := run.Parse(want.Link())
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v came back as %+v, %v", want, got, err)
	}
	if strings.Trim(want.Link(), "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		t.Fatalf("%q does not stand in an address as it is", want.Link())
	}
}

func TestLinkRoundTrip(t *testing.T) { rapid.Check(t, roundTrip) }

// FuzzParse feeds links that nobody made: they are refused, or they are runs whose
// own link says the same.
func FuzzParse(f *testing.F) {
	f.Add((&run.Run{Scenario: "redlock", Seed: 7, Actions: []run.Action{{At: 5, Verb: run.Pause, Who: "A", For: 9}}}).Link())
	f.Add("")
	f.Add("AQ")
	f.Add("____________")
	f.Fuzz(func(t *testing.T, link string) {
		r, err := run.Parse(link)
		if err != nil {
			return
		}
		again, err := run.Parse(r.Link())
		if err != nil || !reflect.DeepEqual(again, r) {
			t.Fatalf("%+v came back as %+v, %v", r, again, err)
		}
	})
}

func TestParseRefuses(t *testing.T) {
	whole := (&run.Run{Scenario: "redlock", Seed: 7}).Link()
	crowd := &run.Run{Actions: make([]run.Action, run.MaxActions+1)}
	for i := range crowd.Actions {
		crowd.Actions[i].Verb = run.Restart
	}
	act := func(a run.Action) string {
		a.Verb = run.Pause
		return (&run.Run{Scenario: "redlock", Actions: []run.Action{a}}).Link()
	}
	for name, row := range map[string]struct {
		link string
		want error
	}{
		"nothing":          {"", run.ErrLink},
		"another version":  {"Ag", run.ErrVersion},
		"cut short":        {whole[:len(whole)-2], run.ErrLink},
		"more at its end":  {whole + "AA", run.ErrLink},
		"not base64":       {"A!", run.ErrLink},
		"too long":         {strings.Repeat("A", run.MaxLink+1), run.ErrLink},
		"too many actions": {crowd.Link(), run.ErrLink},
		"before the run":   {act(run.Action{At: -1}), run.ErrLink},
		"after any run":    {act(run.Action{At: trace.Time(run.MaxTime) + 1}), run.ErrLink},
		"a pause back":     {act(run.Action{For: -1}), run.ErrLink},
		"an endless pause": {act(run.Action{For: run.MaxTime + 1}), run.ErrLink},
		"a node's name":    {act(run.Action{Node: "\xff"}), run.ErrLink},
		"a client's name":  {act(run.Action{Who: "\xff"}), run.ErrLink},
		"a parameter":      {(&run.Run{Params: []run.Param{{Name: "key", Value: "a\xff"}}}).Link(), run.ErrLink},
		"any bytes in a command": {
			(&run.Run{Actions: []run.Action{{Verb: run.Command, Node: "n1", Args: []string{"GET", "\xff\x00"}}}}).Link(), nil},
	} {
		if _, err := run.Parse(row.link); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", name, err, row.want)
		}
	}
}
