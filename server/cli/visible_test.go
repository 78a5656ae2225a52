package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"lock:invoice:42":       "lock:invoice:42",
		`a "quoted" \ it's`:     `a "quoted" \ it's`,
		"Ünïcode, 锁, 🔒,　wide":   "Ünïcode, 锁, 🔒,　wide",
		"\x1b[31mred":           `\x1b[31mred`,
		"a\x00b\x7f":            `a\x00b\x7f`,
		"line\nline\r\n\tend":   `line\nline\r\n\tend`,
		"\u0085\u009b31m":       `\u0085\u009b31m`,
		"\u202egnirts\u2066":    `\u202egnirts\u2066`,
		"\u2028\u200b\ufeff":    `\u2028\u200b\ufeff`,
		"tag \U000e0041":        `tag \U000e0041`,
		"\xff\xc3(\x9b":         `\xff\xc3(\x9b`,
		"\ufffd is a character": "\ufffd is a character",
	} {
		if got := visible(text); got != want {
			t.Errorf("%q is shown as %s, want %s", text, got, want)
		}
	}
	if got := visibleLines("a\x1b\n\x00b\n"); got != `a\x1b`+"\n"+`\x00b`+"\n" {
		t.Errorf("lines are shown as %q", got)
	}
}

// written runs a command and returns all that it writes.
func written(t *testing.T, args ...string) string {
	var out bytes.Buffer
	Run(t.Context(), args, &out, &out)
	return out.String()
}

// hidden returns what a terminal would not show of a text, but for line ends.
func hidden(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsGraphic(r) {
			return -1
		}
		return r
	}, text)
}

// nasty is what a name, a value or a key may hold.
const nasty = "a\x1b[2J\x07\u009b1m\u202eb\nlockstep: all is well"

const (
	nastyJSON = `a\u001b[2J\u0007\u009b1m\u202eb\nlockstep: all is well`
	nastyYAML = `"a\e[2J\N\u202e\nlockstep: all is well"`
)

func TestNothingDrivesTheTerminal(t *testing.T) {
	for name, tt := range map[string]struct {
		args  []string
		lines int // 0 for a transcript
	}{
		"the arguments of a command":   {[]string{"run", "redlock", "--until", "2ms", "--action", `{"at":"1ms","command":{"node":"n1","args":["SET","` + nastyJSON + `","v"]}}`}, 0},
		"a key":                        {[]string{"run", "redlock", "--until", "2ms", "--set", "lock.key=" + nastyYAML}, 0},
		"an action that is none":       {[]string{"run", "redlock", "--action", nasty}, 1},
		"a node that is none":          {[]string{"run", "redlock", "--until", "2ms", "--action", `{"at":"1ms","crash":{"node":"` + nastyJSON + `"}}`}, 0},
		"a field that is none":         {[]string{"run", "redlock", "--action", `{"` + nastyJSON + `":1}`}, 1},
		"a parameter that is none":     {[]string{"run", "redlock", "--set", nasty + "=1"}, 1},
		"the value of a parameter":     {[]string{"run", "redlock", "--set", "lock.ttl=" + nastyYAML}, 1},
		"no parameter":                 {[]string{"run", "redlock", "--set", nasty}, 1},
		"a scenario":                   {[]string{"run", nasty}, 1},
		"a command":                    {[]string{nasty}, 2},
		"an option":                    {[]string{"run", "redlock", "--" + nasty}, 2},
		"an argument too much":         {[]string{"run", "redlock", nasty}, 2},
		"an option in a value's place": {[]string{"run", "redlock", "--until", "-" + nasty}, 2},
		"a seed":                       {[]string{"run", "redlock", "--seed", nasty}, 1},
		"a time":                       {[]string{"run", "redlock", "--until", nasty}, 1},
		"a format":                     {[]string{"run", "redlock", "--format", nasty}, 1},
		"a language":                   {[]string{"run", "redlock", "--lang", nasty}, 1},
		"a folder":                     {[]string{"scenarios", "--data", nasty}, 1},
		"an address":                   {[]string{"serve", "--addr", nasty + ":80"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			out := written(t, tt.args...)
			if h := hidden(out); h != "" {
				t.Errorf("it writes %q in %q", h, out)
			}
			if !strings.Contains(out, `\x1b[2J`) && !strings.Contains(out, `\u001b[2J`) { // within quotes, as in JSON
				t.Errorf("it does not show what is wrong: %s", out)
			}
			if strings.Contains(out, "\nlockstep: all") {
				t.Errorf("what was given ends a line: %q", out)
			}
			if n := strings.Count(out, "\n"); tt.lines > 0 && n != tt.lines {
				t.Errorf("%d lines, want %d: %q", n, tt.lines, out)
			}
		})
	}
}

// Files may be other people's, and so may their names.
func TestFilesDoNotDriveTheTerminal(t *testing.T) {
	const rest = "\nid: x\ncluster: {single: {}}\nlock: {kind: redlock}\nclients: [{id: A, work: {on: r, takes: 1ms}}]\n"
	const said = nastyYAML
	const good = "title: {en: T}\nresources: {r: {kind: ledger}}" + rest
	for name, tt := range map[string]struct {
		file, text string
		args       []string
	}{
		"a title":                 {"scenarios/x.yaml", "resources: {r: {kind: ledger}}\ntitle: {en: " + said + "}" + rest, []string{"scenarios"}},
		"a summary":               {"scenarios/x.yaml", "summary: {en: " + said + "}\n" + good, []string{"scenarios"}},
		"a header":                {"scenarios/x.yaml", "resources: {r: {kind: ledger}}\ntitle: {en: " + said + "}" + rest, []string{"run", "x"}},
		"a resource":              {"scenarios/x.yaml", "title: {en: T}\nresources: {" + said + ": {kind: ledger}}" + rest, []string{"run", "x"}},
		"a name":                  {"scenarios/x\x1b[2J\nlockstep: all is well.yaml", good, []string{"scenarios"}},
		"a name to choose":        {"scenarios/x\x1b[2J\nlockstep: all is well.yaml", good, []string{"run", "y"}},
		"a chosen name":           {"scenarios/x\x1b[2J\nlockstep: all is well.yaml", good, []string{"run", "x\x1b[2J\nlockstep: all is well"}},
		"a folder of wrong files": {"scenarios/x.yaml", "title: T\n", []string{"scenarios"}},
		"a wrong file":            {"scenarios/x\x1b[2J\nlockstep: all is well.yaml", "title: T\n", []string{"scenarios"}},
		"a wrong option":          {"scenarios/x.yaml", said + ": T\n", []string{"scenarios"}},
		"a phrase":                {"phrases/end.en.yaml", said + ": 1\n", []string{"run", "redlock"}},
		"a lesson":                {"x\x1b[2J\nlockstep: all is well.en.md", "", []string{"serve", "--addr", "localhost:0"}},
	} {
		t.Run(name, func(t *testing.T) {
			if tt.args[0] == "serve" {
				needClient(t)
			}
			data := filepath.Join(t.TempDir(), "data\x1b[2J\nlockstep: all is well")
			path := filepath.Join(data, "lessons", filepath.FromSlash(tt.file))
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(tt.text), 0o644)); err != nil {
				skip(t, err) // no such names here
			}
			out := written(t, append(tt.args, "--data", data)...)
			if h := hidden(out); h != "" {
				t.Errorf("it writes %q in %q", h, out)
			}
			if !strings.Contains(out, `\x1b[2J`) || strings.Contains(out, "\nlockstep: all") {
				t.Errorf("it does not show what the file holds, or as a line of its own: %s", out)
			}
		})
	}
}

// What a run is made of is text. Other bytes would be changed on the way, and the
// run be another one.
func TestOtherBytesAreRefused(t *testing.T) {
	for want, args := range map[string][]string{
		`argument 2: red\xfflock is no UTF-8 text`:           {"red\xfflock"},
		`--set: lock.key=\xc3( is no UTF-8 text`:             {"redlock", "--set", "lock.ttl=1s", "--set", "lock.key=\xc3("},
		`--set: \xff=1 is no UTF-8 text`:                     {"redlock", "--set=\xff=1"},
		`--action: {"at":"1s\xed\xa0\x80"} is no UTF-8 text`: {"redlock", "--action", "{\"at\":\"1s\xed\xa0\x80\"}"},
		`--data: \xff is no UTF-8 text`:                      {"redlock", "--data", "\xff"},
	} {
		var stdout, stderr bytes.Buffer
		status := Run(t.Context(), append([]string{"run"}, args...), &stdout, &stderr)
		if want := "lockstep: " + want + "\n"; status != exitUsage || stderr.String() != want || stdout.Len() > 0 {
			t.Errorf("exit status %d, %q, want %q", status, &stderr, want)
		}
	}
}
