package lint_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"lockstep/lessons"
	"lockstep/server/lint"
)

var update = flag.Bool("update", false, "write anew what the canaries want")

// course is a tree of files.
type course map[string]string

// good is a course of one lesson, with the phrases and a few scenarios of the built-in
// one.
func good(t *testing.T) course {
	t.Helper()
	a, err := txtar.ParseFile("testdata/good.txtar")
	if err != nil {
		t.Fatal(err)
	}
	c := make(course)
	names, err := fs.Glob(lessons.FS, "phrases/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(names, "scenarios/first-lock.yaml", "scenarios/setnx-crash.yaml", "scenarios/setnx-forever.yaml") {
		b, err := fs.ReadFile(lessons.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		c[name] = string(b)
	}
	for _, f := range a.Files {
		c[f.Name] = string(f.Data)
	}
	return c
}

// edit replaces what stands in a file once.
func (c course) edit(t *testing.T, file, old, new string) {
	t.Helper()
	if n := strings.Count(c[file], old); n != 1 {
		t.Fatalf("%s holds %d times\n%s", file, n, old)
	}
	c[file] = strings.Replace(c[file], old, new, 1)
}

// editAll replaces it in every language of a lesson.
func (c course) editAll(t *testing.T, slug string, old *regexp.Regexp, new string) {
	t.Helper()
	for _, lang := range []string{"en", "ms", "zh"} {
		file := slug + "." + lang + ".md"
		if !old.MatchString(c[file]) {
			t.Fatalf("%s does not match %s", file, old)
		}
		c[file] = old.ReplaceAllString(c[file], new)
	}
}

// check looks over the course, its translations being of the English text that is there.
func (c course) check(t *testing.T) *lint.Report {
	t.Helper()
	tree := make(fstest.MapFS)
	for name, text := range c {
		slug, _, _ := strings.Cut(name, ".")
		digest := fmt.Sprintf("%x", sha256.Sum256([]byte(c[slug+".en.md"])))[:12]
		tree[name] = &fstest.MapFile{Data: []byte(strings.Replace(text, "SOURCE", digest, 1))}
	}
	report, err := lint.Check(tree)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// told is a line for each problem.
func told(r *lint.Report) string {
	var b strings.Builder
	for _, p := range r.Problems {
		b.WriteString(p.String() + "\n")
	}
	return b.String()
}

func TestNothingIsWrong(t *testing.T) {
	r := good(t).check(t)
	if got := told(r); got != "" {
		t.Error(got)
	}
	want := lint.Report{Lessons: 1, Languages: 3, Scenes: 1, Predictions: 1, Quizzes: 1, Challenges: 2, Links: 21, Scenarios: 3, Terms: 1}
	if got := *r; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Each file of testdata/wrong has one fault, and what is told of it. It is put into the
// good course: edit FILE holds what stands there, a line =>, and what takes its place;
// other files come as they are.
func TestCanaries(t *testing.T) {
	files, err := filepath.Glob("testdata/wrong/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no canaries: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c := good(t)
			i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
			for _, f := range a.Files {
				if name, ok := strings.CutPrefix(f.Name, "edit "); ok {
					old, new, _ := strings.Cut(string(f.Data), "=>\n")
					c.edit(t, name, strings.TrimSuffix(old, "\n"), strings.TrimSuffix(new, "\n"))
				} else if f.Name != "want" {
					c[f.Name] = string(f.Data)
				}
			}
			got := told(c.check(t))
			if got == "" {
				t.Fatal("nothing is told")
			}
			if *update {
				a.Files[i].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want := string(a.Files[i].Data); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// A lesson that lacks one of its parts is told so.
func TestPartsOfALesson(t *testing.T) {
	fenced := func(kind, with string) *regexp.Regexp {
		return regexp.MustCompile("(?m)^```" + kind + "\n(?:[^`].*\n)*" + with + "(?:[^`].*\n)*```\n")
	}
	for _, tt := range []struct {
		name, new string
		old       *regexp.Regexp
		want      string
	}{
		{"steps", "", regexp.MustCompile(`(?m)^steps: .*\n`), "a worked run whose phases are labelled: a scene with steps, and their list beside it"},
		{"stops", "", regexp.MustCompile(`(?m)^stops:\n  - .*\n`), "an instant at which playing halts: a scene with stops"},
		{"prediction", "", fenced("predict", ""), "a prediction"},
		{"sentence", ".", regexp.MustCompile(` ____\.`), "a sentence to complete: a single quiz whose ask holds ____"},
		{"break", "", fenced("challenge", "kind: break\n"), "something to break: a challenge of kind break"},
		{"repair", "", fenced("challenge", "kind: repair\n"), "something to repair: a challenge of kind repair"},
		{"source", "", fenced("source", ""), "the algorithm’s own source"},
		{"code", "", fenced("code", ""), "code for the reader’s own program: a code block"},
		{"summary", "{#other}", regexp.MustCompile(`\{#in-short\}`), "a summary: a heading ## In short {#in-short}"},
		{"reading", "\n\n- ", regexp.MustCompile(`\n## .* \{#read-on\}\n|, \[[^\]]*\]\(first#read-on\)`), "where to read on: a heading ## Where to read on {#read-on}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := good(t)
			c.editAll(t, "first", tt.old, tt.new)
			if got, want := told(c.check(t)), "first.en.md:1: it lacks "+tt.want+"\n"; got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// The check-up draws on the other lessons' code.
func TestExceptions(t *testing.T) {
	c := good(t)
	for _, lang := range []string{"en", "ms", "zh"} {
		c["check-up."+lang+".md"] = strings.Replace(c["first."+lang+".md"], "order: 1\n", "order: 2\n", 1)
	}
	c.editAll(t, "check-up", regexp.MustCompile("(?s)```code\n.*?```\n"), "")
	if got := told(c.check(t)); got != "" {
		t.Error(got)
	}
}

// Two lessons cannot stand in one place.
func TestOrders(t *testing.T) {
	c := good(t)
	for _, lang := range []string{"en", "ms", "zh"} {
		c["second."+lang+".md"] = c["first."+lang+".md"]
	}
	if got, want := told(c.check(t)), "second.en.md:1: its order is 1, which is that of first.en.md too; every lesson has an order of its own\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
