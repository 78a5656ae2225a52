package lesson_test

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"lockstep/server/lesson"
	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

var update = flag.Bool("update", false, "write the golden files anew")

// plain are options without a world: a still is a line of text, the source a
// few lines.
var plain = lesson.Options{
	Phrases: map[string]phrase.Catalog{"en": {"figure.play": "Play", "figure.clock": "virtual <time>", "unit.s": "{n} s"}, "ms": {}, "zh": {}},
	Source: func(name string) (string, bool) {
		const code = "package lock\n\n// a < b\nfunc f() string {\n\treturn \"//\" + `\"` // why\n}\n"
		return code, name == "f.go"
	},
	Play: play,
	Still: func(*lesson.Scene, []trace.Event, phrase.Catalog) lesson.Frame {
		return lesson.Frame{SVG: `<svg class="scene"></svg>`, Now: "A & B begin."}
	},
}

// play plays a run of A, B and n1 in which A holds at 1 s and all ends well at 40 s. B
// holds as well where somebody crashed n1, or under the parameter bad; then the rule of
// mutual exclusion breaks.
func play(r *run.Run) ([]trace.Event, error) {
	if r.Scenario == "missing" {
		return nil, errors.New(`there is no scenario "missing"`)
	}
	events := []trace.Event{
		{Kind: trace.Start, Clients: []trace.ClientInfo{{ID: "A"}, {ID: "B"}}, Nodes: []trace.NodeInfo{{ID: "n1"}}},
		{Kind: trace.Hold, Who: "A", T: 1_000_000},
	}
	end := trace.Event{Kind: trace.End, T: 40_000_000, Verdict: trace.VerdictOK}
	bad := slices.ContainsFunc(r.Params, func(p run.Param) bool { return p.Name == "bad" })
	for i, a := range r.Actions {
		f := trace.Event{Kind: trace.Fault, T: a.At, What: a.Verb.String(), By: trace.ByAction + strconv.Itoa(i+1)}
		if a.Verb == run.Crash && a.Target == "n1" {
			bad = true
		} else {
			f.Why = trace.WhyNoSuchNode
		}
		events = append(events, f)
	}
	if bad {
		events = append(events, trace.Event{Kind: trace.Hold, Who: "B", T: 2_000_000}, trace.Event{Kind: trace.Violation, Rule: trace.RuleMutualExclusion, T: 2_000_000})
		end.Verdict = trace.VerdictBroken
	}
	return append(events, end), nil
}

const matter = "---\ntitle: T\nlede: L\nsummary: S\norder: 1\n---\n"

// Each file under testdata is a lesson about one kind of block.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.en.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no lessons under testdata: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".en.md")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := body(t, string(text))
			golden := filepath.Join("testdata", name+".html")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs from what is rendered now; go test -update writes it anew, if this is right:\n%s", golden, got)
			}
		})
	}
}

func TestErrorsNameFileAndLine(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"no front matter", "Text.\n",
			"x.en.md:1: a lesson begins with its front matter, in YAML between two lines of ---"},
		{"front matter without end", "---\ntitle: T\n",
			"x.en.md:1: a lesson begins with its front matter, in YAML between two lines of ---"},
		{"front matter lacks", "---\ntitle: T\n---\n",
			`x.en.md:1: front matter: "lede" is missing`},
		{"front matter misspelt", "---\ntitle: T\nleed: L\n---\n",
			`x.en.md:3: front matter: nothing here is called "leed"; did you mean lede? There is lede, order, source, summary, title`},
		{"front matter is wrong YAML", "---\ntitle: \"T\n---\n",
			"x.en.md:2: could not find end character of double-quoted text"},
		{"order is no number", "---\ntitle: T\nlede: L\nsummary: S\norder: first\n---\n",
			`x.en.md:5: front matter.order: "first": it must be a whole number, 0 or more`},
		{"unknown block", matter + "\n```scenery\n```\n",
			`x.en.md:8: there is no block "scenery"; did you mean scene? There is scene, source, challenge, code, decision, note, predict, quiz; and for code as it is go, js, lua, redis, text`},
		{"empty scene", matter + "```scene\n```\n",
			"x.en.md:7: scene: nothing stands here; it must be a mapping, with beside, id, params, scenario, seed, start, steps, stops, title, until"},
		{"scene lacks", matter + "```scene\ntitle: T\n```\n",
			`x.en.md:7: scene: "scenario" is missing`},
		{"scene misspelt", matter + "```scene\nscenario: s\ntitel: T\n```\n",
			`x.en.md:9: scene: nothing here is called "titel"; did you mean title? There is beside, id, params, scenario, seed, start, steps, stops, title, until`},
		{"scene says it twice", matter + "```scene\nscenario: s\nscenario: t\n```\n",
			`x.en.md:9: scene: "scenario" stands here twice, first on line 8`},
		{"scene is a list", matter + "```scene\n- a\n```\n",
			"x.en.md:7: scene: this must be a mapping, with beside, id, params, scenario, seed, start, steps, stops, title, until"},
		{"time without a unit", matter + "```scene\nscenario: s\ntitle: T\nstart: 12\n```\n",
			`x.en.md:10: scene.start: "12": it has no unit: write 10s, 400ms, 1.5s or 250us`},
		{"ends before it starts", matter + "```scene\nscenario: s\ntitle: T\nstart: 2s\nuntil: 1s\n```\n",
			"x.en.md:7: the scene ends at 1s, before its start at 2s"},
		{"neither true nor false", matter + "```scene\nscenario: s\ntitle: T\nbeside: maybe\n```\n",
			`x.en.md:10: scene.beside: "maybe": it must be true or false`},
		{"a seed too large", matter + scene("seed: 18446744073709551616"),
			`x.en.md:10: scene.seed: "18446744073709551616": it must be a whole number from 0 to 18446744073709551615`},
		{"a parameter of several", matter + scene("params: {lock.ttl: [1s, 2s]}"),
			"x.en.md:10: scene.params.lock.ttl: this must be a single value"},
		{"an alias", matter + scene("params: *usual"),
			`x.en.md:10: "*": YAML is plain here, without anchors, aliases, tags, merge keys, directives and ? keys; write it out`},
		{"params is a word", matter + "```scene\nscenario: s\ntitle: T\nparams: many\n```\n",
			"x.en.md:10: scene.params: this must be a mapping, such as {lock.ttl: 30s}"},
		{"scene that cannot be drawn", matter + "\n```scene\nscenario: missing\ntitle: T\n```\n",
			`x.en.md:8: there is no scenario "missing"`},
		{"two scenes beside", matter + scene("beside: true") + scene("beside: true"),
			"x.en.md:12: only one scene stands beside the text, and that is the one of line 7"},
		{"block in a list", matter + "- item\n\n  ```scene\n  scenario: s\n  ```\n",
			"x.en.md:9: fenced blocks stand on their own, not within a list or a quotation"},
		{"source without a scene", matter + "```source\nfile: f.go\n```\n",
			"x.en.md:7: a source stands after the scene that runs it, and there is none before this one"},
		{"source of no file", matter + scene("seed: 1") + "```source\nfile: g.go\n```\n",
			`x.en.md:12: there is no source "g.go"; it is the name of a file of sim/lock, such as redlock.go`},
		{"the same source twice", matter + scene("seed: 1") + "```source\nfile: f.go\n```\n```source\nfile: f.go\n```\n",
			"x.en.md:15: the scene before this source shows f.go already"},
		{"heading without an id", matter + "\n## Why\n",
			"x.en.md:8: this heading lacks an id, such as {#why-five}, the same in every language"},
		{"heading with a style", matter + "## Why {#why style=\"color:red\"}\n",
			`x.en.md:7: a heading has an id and no other attribute, not "style"`},
		{"two headings with one id", matter + "## Why {#why}\n## Why not {#why}\n",
			`x.en.md:8: two headings have the id "why"`},
		{"title as a heading", matter + "# T {#t}\n",
			"x.en.md:7: headings are of level 2 or 3; the title stands in the front matter"},
		{"an HTML block", matter + "text\n\n<script>alert(1)</script>\n",
			"x.en.md:9: raw HTML is not allowed; say it in Markdown"},
		{"HTML in a line", matter + "some\ntext <b onclick=\"x()\">bold</b>\n",
			"x.en.md:8: raw HTML is not allowed; say it in Markdown"},
		{"a file without end", matter + strings.Repeat("x", lesson.MaxSize),
			"x.en.md: it is too long: a lesson has room for 256 KiB of text"},
		{"a line without end", matter + "one\n" + strings.Repeat("[a](", 50_000) + "\n",
			"x.en.md:8: this line has 200000 bytes, and there is room for 4096; break it: the lines of a paragraph run on as one"},
		{"a text whose lines are one to YAML", matter + "```note\nkind: fact\ntext: >\n" + strings.Repeat("  some words\n", 400) + "```\n",
			"x.en.md:9: note.text: a line of this text has 4399 bytes, and there is room for 4096; make it shorter"},
		{"a picture of another server", matter + "one\n\ntwo\n![alt](http://evil.test/x.png)\n",
			`x.en.md:10: the picture "http://evil.test/x.png" would be fetched from elsewhere, and a page never calls another server: want an address on this one, or data:image/png`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := lesson.Load(files(map[string]string{"x.en.md": tt.text}), plain)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

// A file that is too long is not read to its end, if it has one.
func TestLongFilesAreNotReadToTheEnd(t *testing.T) {
	read := 0
	fsys := counting{files(map[string]string{"x.en.md": matter + strings.Repeat("x", 4*lesson.MaxSize)}), &read}
	if _, err := lesson.Load(fsys, plain); err == nil || read > lesson.MaxSize+1 {
		t.Errorf("%d bytes were read, and then %v", read, err)
	}
}

// counting is files that count what is read of them.
type counting struct {
	fs.FS
	read *int
}

type countingFile struct {
	fs.File
	read *int
}

func (c counting) Open(name string) (fs.File, error) {
	f, err := c.FS.Open(name)
	if list, ok := f.(fs.ReadDirFile); ok {
		return list, err
	}
	return countingFile{f, c.read}, err
}

func (f countingFile) Read(b []byte) (int, error) {
	n, err := f.File.Read(b)
	*f.read += n
	return n, err
}

// A scene takes every seed that the command line takes.
func TestSeeds(t *testing.T) {
	for text, want := range map[string]uint64{"0": 0, "7": 7, "9223372036854775808": 1 << 63, "18446744073709551615": 1<<64 - 1} {
		l, _ := load(t, map[string]string{"x.en.md": matter + scene("seed: "+text)}).Lesson("en", "x")
		if got := l.Scenes[0].Run.Seed; got != want {
			t.Errorf("%s is read as %d", text, got)
		}
	}
}

func TestFileNames(t *testing.T) {
	for name, want := range map[string]string{
		"x.md":      "x.md: a lesson's file is called name.language.md, the language one of en, ms, zh",
		"x.fr.md":   "x.fr.md: a lesson's file is called name.language.md, the language one of en, ms, zh",
		"a b.en.md": `a b.en.md: the name of a lesson stands in its address: it must be small letters, digits and hyphens, such as who-gets-it, and begin with a letter`,
		"x.ms.md":   "x: there is no x.en.md, which stands in for languages that are not there",
	} {
		_, err := lesson.Load(files(map[string]string{name: matter}), plain)
		if err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// Editors differ in how they mark ends of lines and encodings; the lesson is the same.
func TestTheMarksOfEditors(t *testing.T) {
	text := matter + "Two\nlines.\n"
	want, _ := load(t, map[string]string{"x.en.md": text}).Lesson("en", "x")
	got, _ := load(t, map[string]string{"x.en.md": "\uFEFF" + strings.ReplaceAll(text, "\n", "\r\n")}).Lesson("en", "x")
	if got.Digest != want.Digest || got.Body != want.Body || got.Title != want.Title {
		t.Errorf("got %q, %s\nwant %q, %s", got.Body, got.Digest, want.Body, want.Digest)
	}
}

// What could not be read begins with its name, as all that is wrong does.
func TestUnreadableFiles(t *testing.T) {
	_, err := lesson.Load(files(map[string]string{"x.en.md/y": ""}), plain)
	if err == nil || !strings.HasPrefix(err.Error(), "x.en.md: ") || !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("got %v", err)
	}
}

// However it is written, a picture is fetched from this server or from nowhere.
func TestPictures(t *testing.T) {
	for picture, ok := range map[string]bool{
		"![](x.png)":                      true,
		"![](../x.png \"title\")":         true,
		"![](/x.png)":                     true,
		"![](a/b:c.png)":                  true,
		"![](data:image/png;base64,AAAA)": true,
		"![](data:image/png;base64," + strings.Repeat("+/0A", lesson.MaxLine) + ")": true,
		"![](https://evil.test/x.png)":                                              false,
		"![](HTTP:evil.test/x.png)":                                                 false,
		"![](//evil.test/x.png)":                                                    false,
		`![](/\\evil.test/x.png)`:                                                   true, // of a name that begins with %5C
		`![](\/\/evil.test/x.png)`:                                                  false,
		"![](&#47;&#x2f;evil.test/x.png)":                                           false,
		"![](h&#116;tp://evil.test/x.png)":                                          false,
		"![](<//evil.test/a b.png>)":                                                false,
		"![x][r]\n\n[r]: //evil.test/x.png":                                         false,
		"[![](//evil.test/x.png)](x)":                                               false,
		"- **one** ![](//evil.test/x.png)":                                          false,
		"|![](//evil.test/x.png)|\n|---|\n":                                         false,
		"![](ftp://evil.test/x.png)":                                                false,
		"![](data:text/html,x)":                                                     false,
		"![](javascript:x)":                                                         false,
	} {
		_, err := lesson.Load(files(map[string]string{"x.en.md": matter + picture + "\n"}), plain)
		if (err == nil) != ok || err != nil && !strings.HasPrefix(err.Error(), "x.en.md:7: the picture ") {
			t.Errorf("%s: got %v, want it taken: %v", picture, err, ok)
		}
	}
}

// Links may lead anywhere, and tell nobody where they come from.
func TestLinks(t *testing.T) {
	const rel = ` rel="noopener noreferrer"`
	for link, want := range map[string]string{
		"[x](../)":                   `<a href="../">x</a>`,
		"[x](#why)":                  `<a href="#why">x</a>`,
		"[x](/en/)":                  `<a href="/en/">x</a>`,
		"[x](https://redis.io/docs)": `<a href="https://redis.io/docs"` + rel + `>x</a>`,
		"[x](//redis.io)":            `<a href="//redis.io"` + rel + `>x</a>`,
		"[x](&#47;/redis.io)":        `<a href="//redis.io"` + rel + `>x</a>`,
		"<https://redis.io>":         `<a href="https://redis.io"` + rel + `>https://redis.io</a>`,
		"[x][r]\n\n[r]: //redis.io":  `<a href="//redis.io"` + rel + `>x</a>`,
	} {
		if got := body(t, matter+link+"\n"); !strings.Contains(got, want) {
			t.Errorf("%s gives\n%s\nwant %s", link, got, want)
		}
	}
}

func TestCourse(t *testing.T) {
	c := load(t, map[string]string{
		"b.en.md": "---\ntitle: B\nlede: L\nsummary: S\norder: 1\n---\n## One {#one}\n### *Two* `x` {#two}\n",
		"a.en.md": "---\ntitle: A\nlede: L\nsummary: S\norder: 2\n---\n",
		"b.zh.md": "---\ntitle: 乙\nlede: L\nsummary: S\norder: 3\n---\n## 一 {#one}\n",
	})
	var order []string
	for _, l := range c.Lessons("zh") {
		order = append(order, l.Slug+" "+l.Lang+" "+l.Title)
	}
	if got, want := strings.Join(order, ", "), "b zh 乙, a en A"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	l, ok := c.Lesson("en", "b")
	if !ok || len(l.Headings) != 2 || l.Headings[1] != (lesson.Heading{ID: "two", Text: "Two x", Level: 3, Line: 8}) {
		t.Errorf("headings %v", l.Headings)
	}
	if len(l.Translations) != 2 || l.Translations[1] != (lesson.Translation{Lang: "zh", Title: "乙"}) {
		t.Errorf("translations %v", l.Translations)
	}
	if _, ok := c.Lesson("en", "c"); ok {
		t.Error("there is a lesson c")
	}
	want := []string{
		"b.en.md: there is no translation b.ms.md",
		"b.zh.md: its order is 3, but 1 in b.en.md",
		`b.zh.md:1: at its end it lacks "h3#two" of b.en.md:8`,
		"a.en.md: there is no translation a.ms.md",
		"a.en.md: there is no translation a.zh.md",
	}
	if got := c.Disagreements(); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Whatever stands in a block or in the front matter is text.
func TestValuesAreEscaped(t *testing.T) {
	const attack = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
	yaml := "'" + attack + "'"
	got := body(t, "---\ntitle: "+yaml+"\nlede: "+yaml+"\nsummary: S\norder: 1\n---\n"+
		"```scene\nscenario: "+yaml+"\ntitle: "+yaml+"\nparams: {lock.ttl: "+yaml+"}\n```\n"+
		fence("quiz", "id: q", "kind: number", "ask: A", "number: 1", "unit: "+yaml, "reply: r")+
		"```lua\n"+attack+"\n```\n")
	for _, bad := range []string{"<script", "<img"} {
		if strings.Contains(got, bad) {
			t.Errorf("%s stands in\n%s", bad, got)
		}
	}
	if n := strings.Count(got, "alert(1)"); n < 4 {
		t.Errorf("the text itself is shown %d times, want it in title, lede, figure and code:\n%s", n, got)
	}
}

func scene(more string) string {
	return "```scene\nscenario: s\ntitle: T\n" + more + "\n```\n"
}

func files(m map[string]string) fs.FS {
	f := make(fstest.MapFS)
	for name, text := range m {
		f[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return f
}

func load(t *testing.T, m map[string]string) *lesson.Course {
	t.Helper()
	c, err := lesson.Load(files(m), plain)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// body renders an English lesson, with the samples of testdata.
func body(t *testing.T, text string) string {
	t.Helper()
	tree := map[string]string{"x.en.md": text}
	for _, name := range []string{"code/first-lock/lock.go", "code/first-lock/lock.mjs"} {
		sample, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		tree[name] = string(sample)
	}
	l, _ := load(t, tree).Lesson("en", "x")
	return string(l.Body)
}
