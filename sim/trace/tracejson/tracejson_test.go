package tracejson

import (
	"errors"
	"strings"
	"testing"

	"lockstep/sim/trace"
)

func TestRead(t *testing.T) {
	got, err := Read(strings.NewReader(
		`{"kind":"expire","seq":3,"t":5,"node":"n1","key":"k"}` + "\n\n" +
			`{"t":6,"seq":4,"kind":"drop","msg":"A/1/set>n1","who":"n1","why":"lost"}` + "\n"))
	want := []trace.Event{
		{Kind: trace.Expire, Seq: 3, T: 5, Node: "n1", Key: "k"},
		{Kind: trace.Drop, Seq: 4, T: 6, Msg: "A/1/set>n1", Who: "n1", Why: "lost"},
	}
	if err != nil || len(got) != 2 || string(got[0].AppendJSON(nil)) != string(want[0].AppendJSON(nil)) || string(got[1].AppendJSON(nil)) != string(want[1].AppendJSON(nil)) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// Each refusal names the line and what is wrong with it.
func TestReadRefuses(t *testing.T) {
	const good = `{"kind":"expire","seq":0,"t":0,"node":"n1","key":"k"}`
	for line, want := range map[string]string{
		`{`:                                  "unexpected end",
		`[]`:                                 "cannot unmarshal array",
		`{"seq":0,"t":0}`:                    `"kind" is missing`,
		`{"kind":"expire","t":0}`:            `"seq" is missing`,
		`{"kind":"boom","seq":0,"t":0}`:      `no kind "boom"`,
		`{"kind":"expire","seq":0,"t":0}`:    `needs "node"`,
		strings.Replace(good, `"k"`, `5`, 1): `"key"`,
		strings.Replace(good, `"t":0`, `"t":.5`, 1):   "invalid character",
		strings.TrimSuffix(good, "}") + `,"who":"A"}`: `has no "who"`,
	} {
		_, err := Read(strings.NewReader(good + "\n" + line))
		if !errors.Is(err, ErrEvent) || !strings.Contains(err.Error(), "line 2") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want line 2 and %q", line, err, want)
		}
	}
}
