package cli

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"lockstep/lessons"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/trace/tracejson"
)

// ran runs a command that is to succeed, and returns what it writes.
func ran(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := Run(t.Context(), args, &stdout, &stderr); status != exitDone || stderr.Len() > 0 {
		t.Fatalf("lockstep %q: exit status %d, %s", args, status, &stderr)
	}
	return stdout.String()
}

func TestJSONIsAWholeTrace(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"clock-jump", "redlock", "redlock-in-turn", "redlock-in-time", "redlock-node-down"} {
		t.Run(name, func(t *testing.T) {
			out := ran(t, "run", name, "--format", "json", "--seed", "7")
			events, err := tracejson.Read(strings.NewReader(out))
			if err != nil {
				t.Fatal(err)
			}
			for i := range events {
				if events[i].Seq != i {
					t.Fatalf("event %d says it is %d", i, events[i].Seq)
				}
			}
			last := &events[len(events)-1]
			if last.Kind != trace.End || last.Hash == "" || last.Hash != trace.Hash(events) {
				t.Errorf("the last event is %+v, and the hash of all %s", last, trace.Hash(events))
			}
			if again := ran(t, "run", name, "--format", "json", "--seed", "7"); again != out {
				t.Error("the same run again gives another trace")
			}
			text := ran(t, "run", name, "--seed", "7")
			if want := "\nverdict " + last.Verdict + ", hash " + last.Hash + ", run " + library.Link(&run.Run{Scenario: name, Seed: 7}) + "\n"; !strings.HasSuffix(text, want) {
				t.Errorf("the transcript does not end with %q", want)
			}
			if n := strings.Count(text, "\n"); n != len(events)+5 {
				t.Errorf("the transcript has %d lines for %d events, want one each and five around them", n, len(events))
			}
		})
	}
}

func TestStoppingEarlyChangesNothingBefore(t *testing.T) {
	whole := strings.Split(ran(t, "run", "redlock", "--format", "json"), "\n")
	part := strings.Split(ran(t, "run", "redlock", "--format", "json", "--until", "20ms"), "\n")
	n := len(part) - 2 // without the end
	if n < 20 || strings.Join(part[:n], "\n") != strings.Join(whole[:n], "\n") {
		t.Error("the events up to 20 ms differ from those of the whole run")
	}
}

// A picture beyond the end of a run is that of its last instant.
func TestSVGBeyondTheEnd(t *testing.T) {
	if beyond, end := ran(t, "run", "redlock", "--format", "svg", "--until", "9m"), ran(t, "run", "redlock", "--format", "svg"); beyond != end {
		t.Error("a picture at 9 min of a run that ends sooner is not its last")
	}
}

func TestSVGStandsAlone(t *testing.T) {
	svg := ran(t, "run", "redlock", "--format", "svg", "--until", "15ms")
	d := xml.NewDecoder(strings.NewReader(svg))
	var names []string
	var text strings.Builder
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			names = append(names, tok.Name.Local)
			for _, a := range tok.Attr {
				if a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") {
					t.Errorf("it refers to %q", a.Value)
				}
			}
		case xml.CharData:
			text.Write(tok)
		}
	}
	if len(names) == 0 || names[0] != "svg" || strings.Count(strings.Join(names, " "), "style") != 1 {
		t.Errorf("it is %.5q with one style sheet", names)
	}
	for _, want := range []string{"n1", "n5", "prefers-color-scheme"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("it does not hold %q", want)
		}
	}
	if strings.Contains(svg, "foreignObject") || strings.Contains(svg, "<script") {
		t.Error("it holds what some viewers cannot draw")
	}
	if other := ran(t, "run", "redlock", "--format", "svg", "--until", "16ms"); other == svg {
		t.Error("a millisecond later it looks the same")
	}
	if zh := ran(t, "run", "redlock", "--format", "svg", "--until", "15ms", "--lang", "zh"); !strings.Contains(zh, `lang="zh"`) {
		t.Error("the Chinese picture does not say that it is Chinese")
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWhatCannotBeWrittenIsAFailure(t *testing.T) {
	var stderr bytes.Buffer
	status := Run(context.Background(), []string{"scenarios"}, failingWriter{}, &stderr)
	if status != exitFailed || stderr.String() != "lockstep: cannot write: disk full\n" {
		t.Errorf("exit status %d, %q", status, &stderr)
	}
}

func TestOverlay(t *testing.T) {
	upper := fstest.MapFS{"a.md": {Data: []byte("mine")}, "scenarios/x.yaml": {Data: []byte("mine")}}
	lower := fstest.MapFS{"a.md": {Data: []byte("yours")}, "b.md": {Data: []byte("yours")}, "phrases/p.yaml": {Data: []byte("yours")}, "scenarios/y.yaml": {Data: []byte("yours")}}
	tree := overlay{upper, lower}
	for name, want := range map[string]string{"a.md": "mine", "b.md": "yours", "scenarios/x.yaml": "mine", "scenarios/y.yaml": "yours", "phrases/p.yaml": "yours"} {
		if b, err := fs.ReadFile(tree, name); err != nil || string(b) != want {
			t.Errorf("%s is %q, %v; want %q", name, b, err, want)
		}
	}
	for pattern, want := range map[string]string{"*.md": "a.md b.md", "scenarios/*.yaml": "scenarios/x.yaml scenarios/y.yaml", "phrases/*": "phrases/p.yaml", "nothing/*": ""} {
		if got, err := fs.Glob(tree, pattern); err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s gives %q, %v; want %q", pattern, got, err, want)
		}
	}
	if _, err := tree.ReadDir("nothing"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder in neither: %v", err)
	}
	if got, err := fs.Glob(overlay{fstest.MapFS{}, lower}, "*.md"); err != nil || len(got) != 2 {
		t.Errorf("over nothing: %q, %v", got, err)
	}
}
