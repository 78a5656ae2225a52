package runjson

import (
	"reflect"
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/trace"
)

func TestAction(t *testing.T) {
	for text, want := range map[string]run.Action{
		`{"at":"1.2s","crash":{"node":"n3","data":"lose"}}`: {At: 1_200_000, Verb: run.Crash, Node: "n3", Data: run.Lose},
		`{"at":"1s","crash":{"node":"n3"}}`:                 {At: 1_000_000, Verb: run.Crash, Node: "n3"},
		`{"at":"0","crash":{"client":"A"}}`:                 {Verb: run.Crash, Who: "A"},
		`{"at":"2s","restart":{"node":"n3"}}`:               {At: 2_000_000, Verb: run.Restart, Node: "n3"},
		`{"at":"1s","pause":{"client":"A","for":"2s"}}`:     {At: 1_000_000, Verb: run.Pause, Who: "A", For: 2 * trace.Second},
		`{"at":"10ms","command":{"node":"n1","args":["GET","lock:invoice:42"]}}`: {
			At: 10_000, Verb: run.Command, Node: "n1", Args: []string{"GET", "lock:invoice:42"}},
	} {
		if got, err := Action([]byte(text)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s reads as %+v, %v", text, got, err)
		}
	}
}

// Each complaint names what is wrong.
func TestActionRefuses(t *testing.T) {
	for text, want := range map[string]string{
		``:                      "ends too early",
		`{"at":"1s"`:            "ends too early",
		`{"at":"1s",}`:          "byte 12",
		`[]`:                    "must be an object",
		`{"at":5}`:              `"at" is a JSON number and must be a string`,
		`{}`:                    `"at" is missing`,
		`{"at":"1s"}`:           "0 verbs",
		`{"at":"1"}`:            "no unit",
		`{"at":"-1s"}`:          "no span of time",
		`{"at":"11m"}`:          "10 virtual minutes",
		`{"at":"1s"} {}`:        "more after",
		`{"at":"1s","boom":{}}`: `"boom"`,
		`{"at":"1s","crash":{"node":"n1"},"restart":{"node":"n1"}}`:  "2 verbs",
		`{"at":"1s","crash":{}}`:                                     `needs a "node" or a "client"`,
		`{"at":"1s","crash":{"node":"n1","client":"A"}}`:             "not both",
		`{"at":"1s","crash":{"node":"n1","data":"maybe"}}`:           `"keep" or "lose"`,
		`{"at":"1s","crash":{"client":"A","data":"lose"}}`:           "goes with a node",
		`{"at":"1s","pause":{"for":"1s"}}`:                           `needs a "client"`,
		`{"at":"1s","pause":{"client":"A"}}`:                         `needs "for"`,
		`{"at":"1s","pause":{"client":"A","for":"0s"}}`:              "takes some time",
		`{"at":"1s","pause":{"client":"A","for":"1y"}}`:              "no span of time",
		`{"at":"1s","command":{"node":"n1"}}`:                        `needs a "node" and "args"`,
		`{"at":"1s","command":{"node":"n1","args":"GET k"}}`:         "array of strings",
		`{"at":"1s","command":{"node":"n1","args":["SET","k",1]}}`:   `must be a string`,
		`{"at":"1s","command":{"node":"n1","args":["GET"],"x":"y"}}`: `"x"`,
	} {
		got, err := Action([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s reads as %+v, %v; want an error with %q", text, got, err, want)
		}
	}
}

// What a String says is what JSON takes.
func TestNames(t *testing.T) {
	for v := run.Crash; v <= run.Command; v++ {
		if !strings.Contains(`crash restart pause command`, v.String()) || !v.Valid() {
			t.Errorf("verb %d is called %q", v, v)
		}
	}
	if run.Verb(0).Valid() || (run.Command + 1).Valid() {
		t.Error("a verb out of range passes for one")
	}
}
