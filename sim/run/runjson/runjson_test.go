package runjson

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lockstep/sim/run"
	"lockstep/sim/run/runtest"
	"lockstep/sim/trace"
)

const second = trace.Second

func TestAction(t *testing.T) {
	at1 := trace.Time(second)
	cut := [][]string{{"A"}, {"n4", "n5"}}
	for text, want := range map[string]run.Action{
		`{"at":"1.2s","crash":{"node":"n3","data":"lose"}}`:                 {At: 1_200_000, Verb: run.Crash, Target: "n3", Data: run.DataLose},
		`{"at":"1s","crash":{"node":"n3","data":"keep","restart":"2s"}}`:    {At: at1, Verb: run.Crash, Target: "n3", Data: run.DataKeep, Restart: 2 * second},
		`{"at":"1s","crash":{"node":"n3"}}`:                                 {At: at1, Verb: run.Crash, Target: "n3", Data: run.DataPolicy},
		`{"at":"1s","crash":{"node":"n3","data":"policy"}}`:                 {At: at1, Verb: run.Crash, Target: "n3", Data: run.DataPolicy},
		`{"at":"0","crash":{"client":"A"}}`:                                 {Verb: run.Crash, Of: run.OfClient, Target: "A"},
		`{"at":"0s","crash":{"sentinel":"s1","restart":"1us"}}`:             {Verb: run.Crash, Of: run.OfSentinel, Target: "s1", Restart: 1},
		`{"restart":{"node":"n3"},"at":"1s"}`:                               {At: at1, Verb: run.Restart, Target: "n3"},
		`{"at":"1s","pause":{"client":"A","for":"2s"}}`:                     {At: at1, Verb: run.Pause, Of: run.OfClient, Target: "A", For: 2 * second},
		`{"at":"1s","stall":{"client":"A","for":"10m"}}`:                    {At: at1, Verb: run.Stall, Of: run.OfClient, Target: "A", For: run.MaxTime},
		`{"at":"0s","partition":{"cut":[["A"],["n4","n5"]]}}`:               {Verb: run.Partition, Cut: cut},
		`{"at":"0s","partition":{"cut":[["A"],["n4","n5"]],"oneway":true}}`: {Verb: run.Partition, Cut: cut, OneWay: true},
		`{"at":"0s","lose":{"link":["A","n1"],"ppm":0}}`:                    {Verb: run.Lose, Link: [2]string{"A", "n1"}},
		`{"at":"0s","lose":{"link":["A","n1"],"ppm":1000000}}`:              {Verb: run.Lose, Link: [2]string{"A", "n1"}, PPM: 1_000_000},
		`{"at":"0s","slow":{"link":["n1","A"],"by":"300ms"}}`:               {Verb: run.Slow, Link: [2]string{"n1", "A"}, By: 300_000},
		`{"at":"0s","drop":{"msg":"A/1/set<n3"}}`:                           {Verb: run.Drop, Msg: "A/1/set<n3"},
		`{"at":"0s","delay":{"msg":"A/1/set>n3","by":"90s"}}`:               {Verb: run.Delay, Msg: "A/1/set>n3", By: 90 * second},
		`{"at":"0s","duplicate":{"msg":"A/1/set>n3"}}`:                      {Verb: run.Duplicate, Msg: "A/1/set>n3"},
		`{"at":"1s","clock":{"node":"n3","jump":"10s"}}`:                    {At: at1, Verb: run.Clock, Target: "n3", Jump: 10 * second},
		`{"at":"1s","clock":{"client":"A","jump":"-60s"}}`:                  {At: at1, Verb: run.Clock, Of: run.OfClient, Target: "A", Jump: -60 * second},
		`{"at":"1s","clock":{"node":"n3","rate":1.02}}`:                     {At: at1, Verb: run.Clock, Target: "n3", Rate: 1_020_000},
		`{"at":"1s","clock":{"node":"n3","rate":0.999999}}`:                 {At: at1, Verb: run.Clock, Target: "n3", Rate: 999_999},
		`{"at":"1s","clock":{"node":"n3","rate":1}}`:                        {At: at1, Verb: run.Clock, Target: "n3", Rate: 1_000_000},
		`{"at":"1s","flush":{"node":"n2"}}`:                                 {At: at1, Verb: run.Flush, Target: "n2"},
		`{"at":"1s","evict":{"node":"n2","key":"lock"}}`:                    {At: at1, Verb: run.Evict, Target: "n2", Key: "lock"},
		`{"at":"10ms","command":{"node":"n1","args":["GET","lock"]}}`:       {At: 10_000, Verb: run.Command, Target: "n1", Args: []string{"GET", "lock"}},
		`{"at":"0s","command":{"node":"n1","args":["GET",{"base64":"/wA="}]}}`: {
			Verb: run.Command, Target: "n1", Args: []string{"GET", "\xff\x00"}},
		`{"at":"0s","heal":"all"}`:                                   {Verb: run.Heal, Heal: run.HealAll},
		`{"at":"0s","heal":{"cut":"all","slow":true,"lose":"true"}}`: {Verb: run.Heal, Heal: run.HealAll},
		`{"at":"0s","heal":{"cut":[["A"],["n4","n5"]],"slow":["A","n1"]}}`: {
			Verb: run.Heal, Heal: run.Healing{Cut: run.HealCut{Cut: cut}, Slow: run.HealLink{Link: [2]string{"A", "n1"}}}},
		`{"when":{"kind":"hold","who":"B","nth":1},"after":"100ms","heal":"all"}`: {
			When: &run.Trigger{Kind: trace.Hold, Who: "B", Nth: 1}, After: 100_000, Verb: run.Heal, Heal: run.HealAll},
		`{"when":{"kind":"phase","who":"A","phase":"write","nth":3},"flush":{"node":"n2"}}`: {
			When: &run.Trigger{Kind: trace.Phase, Who: "A", Phase: "write", Nth: 3}, Verb: run.Flush, Target: "n2"},
		`{"when":{"kind":"violation","rule":"mutual-exclusion"},"flush":{"node":"n2"}}`: {
			When: &run.Trigger{Kind: trace.Violation, Rule: "mutual-exclusion", Nth: 1}, Verb: run.Flush, Target: "n2"},
		`{"when":{"kind":"expire","node":"n1"},"flush":{"node":"n2"}}`: {
			When: &run.Trigger{Kind: trace.Expire, Node: "n1", Nth: 1}, Verb: run.Flush, Target: "n2"},
	} {
		if got, err := Action([]byte(text)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s reads as %+v, %v", text, got, err)
		}
	}
}

// YAML hands every single value over in quotes.
func TestQuotedScalars(t *testing.T) {
	for quoted, plain := range map[string]string{
		`{"at":"0s","partition":{"cut":[["A"],["n4"]],"oneway":"true"}}`:  `{"at":"0s","partition":{"cut":[["A"],["n4"]],"oneway":true}}`,
		`{"at":"0s","partition":{"cut":[["A"],["n4"]],"oneway":"false"}}`: `{"at":"0s","partition":{"cut":[["A"],["n4"]],"oneway":false}}`,
		`{"at":"0s","lose":{"link":["A","n1"],"ppm":"5"}}`:                `{"at":"0s","lose":{"link":["A","n1"],"ppm":5}}`,
		`{"at":"0s","clock":{"node":"n1","rate":"1.02"}}`:                 `{"at":"0s","clock":{"node":"n1","rate":1.02}}`,
		`{"when":{"kind":"hold","nth":"2"},"heal":"true"}`:                `{"when":{"kind":"hold","nth":2},"heal":true}`,
		`{"at":"0s","heal":{"slow":"all"}}`:                               `{"at":"0s","heal":{"slow":true}}`,
		`{"at":"0s","partition":{"cut":[["A"],["n4"]]}}`:                  `{"at":"0s","partition":{"oneway":false,"cut":[["A"],["n4"]]}}`,
	} {
		a, err := Action([]byte(quoted))
		b, err2 := Action([]byte(plain))
		if err != nil || err2 != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("%s reads as %+v, %v, but %s as %+v, %v", quoted, a, err, plain, b, err2)
		}
	}
}

// Every action that passes is written so that it reads as itself; and writing says
// no more than it must.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := runtest.Action(t)
		text := Append([]byte("before"), want)
		got, err := Action(text[len("before"):])
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v is written %s, and read as %+v, %v", want, text, got, err)
		}
	})
}

func TestAppend(t *testing.T) {
	for _, text := range []string{
		`{"at":"1.2s","crash":{"node":"n3","data":"lose","restart":"2s"}}`,
		`{"at":"0s","crash":{"client":"A"}}`,
		`{"at":"0s","partition":{"cut":[["A"],["n4","n5"]],"oneway":true}}`,
		`{"at":"0s","lose":{"link":["A","n1"],"ppm":0}}`,
		`{"at":"0s","drop":{"msg":"A/1/set<n3"}}`,
		`{"at":"1s","clock":{"node":"n3","jump":"-60s"}}`,
		`{"at":"1s","clock":{"client":"A","rate":0.98}}`,
		`{"at":"0s","command":{"node":"n1","args":["SET","k","\"<é>\"",{"base64":"/wA="}]}}`,
		`{"when":{"kind":"hold","who":"B"},"after":"100ms","heal":"all"}`,
		`{"when":{"kind":"deliver","who":"A","nth":3},"heal":{"cut":[["A"],["n4","n5"]],"slow":"all","lose":["A","n1"]}}`,
	} {
		a, err := Action([]byte(text))
		if got := string(Append(nil, a)); err != nil || got != text {
			t.Errorf("%s is written %s, %v", text, got, err)
		}
	}
}

// What the package's comment shows is read, verb by verb.
func TestDocumentation(t *testing.T) {
	source, err := os.ReadFile("runjson.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for line := range strings.Lines(string(source)) {
		if text, ok := strings.CutPrefix(line, "//\t"); ok {
			a, err := Action([]byte(text))
			if err != nil {
				t.Errorf("%s: %v", text, err)
			}
			seen[a.Verb.String()] = true
		}
	}
	for _, name := range verbNames() {
		if !seen[name] {
			t.Errorf("it shows no %q", name)
		}
	}
}

// What an error shows as an example is right.
func TestExamples(t *testing.T) {
	for v := run.Crash; v.Valid(); v++ {
		text := `{"at":"1s","` + v.String() + `":` + example(v.Form()) + `}`
		if a, err := Action([]byte(text)); err != nil || a.Verb != v {
			t.Errorf("%s: %+v, %v", text, a, err)
		}
	}
}
