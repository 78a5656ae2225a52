package site

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"lockstep/lessons"
	"lockstep/server/cells"
	"lockstep/server/habits"
	"lockstep/server/runs"
	"lockstep/sim/profile"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/strictyaml"
	"lockstep/sim/trace"
	"lockstep/web/phrase"
)

// Every library is there with its release, and every habit with what comes of it: the
// outcome of the run, a sentence that says why, and the way to the run.
func TestLibrariesPage(t *testing.T) {
	s, _ := newSite(t)
	h := s.config.Habits.Habits[0]
	for _, lang := range phrase.Languages {
		w := get(s, "/"+lang+"/libraries")
		if w.Code != http.StatusOK || w.Header().Get("Content-Language") != lang {
			t.Fatalf("%s: %d %v", lang, w.Code, w.Header())
		}
		body := w.Body.String()
		list := parseHTML(t, body)
		for _, p := range profile.All() {
			if _, ok := find(list, "tbody", "id", "library-"+p.ID); !ok {
				t.Errorf("%s: there is no row of %s", lang, p.ID)
			}
			for _, text := range []string{"<b>" + p.Name + "</b>", p.Releases, "<code>" + p.ID + "</code>"} {
				if !strings.Contains(html.UnescapeString(body), text) {
					t.Errorf("%s: of %s the page does not say %q", lang, p.ID, text)
				}
			}
		}
		if _, ok := find(list, "article", "id", "uncounted"); !ok {
			t.Errorf("%s: the habit has no anchor", lang)
		}
		shown, _ := cutOut(body, `<article class="habit" id="uncounted"`, "</article>")
		for _, text := range []string{h.Title(lang), h.Text(lang), h.Right(lang), h.Releases(lang), "lock.elapsed_check: true"} {
			if !strings.Contains(html.UnescapeString(shown), text) {
				t.Errorf("%s: the habit does not say %q", lang, text)
			}
		}
		for _, id := range []string{"redsync", "redlock-rb"} {
			if !strings.Contains(shown, `href="#library-`+id+`"`) {
				t.Errorf("%s: nothing leads from the habit to %s", lang, id)
			}
			row, _ := cutOut(body, `id="library-`+id+`"`, "</tbody>")
			if !strings.Contains(row, `href="#uncounted"`) {
				t.Errorf("%s: nothing leads from %s to its habit", lang, id)
			}
		}
		mustTell(t, s, lang, shown, h.Run(), trace.VerdictBroken)
		mustTell(t, s, lang, shown, h.Cured(), trace.VerdictOK)
	}
}

// mustTell complains if what is shown of a habit does not say what comes of a run, which
// is wanted to come to that, or does not lead to it.
func mustTell(t *testing.T, s *Site, lang, shown string, r *run.Run, want string) {
	t.Helper()
	played, err := s.config.Runs.Trace(t.Context(), r.Link())
	if err != nil {
		t.Fatal(err)
	}
	x, words := judge(r, played.Events), unbroken(s.config.Phrases[lang])
	if x.Outcome != want {
		t.Errorf("%s comes to %s, want %s", r.Link(), x.Outcome, want)
	}
	panel, ok := cutOut(shown, `<section class="panel"`, `href="run/`+s.config.Library.Link(r)+`"`)
	if i := strings.LastIndex(panel, `<section class="panel"`); ok && i >= 0 {
		panel = panel[i:] // of the two the one that the link stands in
	}
	for _, text := range []string{
		`<span class="sign" aria-hidden="true">` + signs[x.Outcome] + `</span>` + cells.Outcome(words, x.Outcome),
		cells.Reason(words, &x.Cell),
	} {
		if !strings.Contains(html.UnescapeString(panel), text) {
			t.Errorf("%s: of the run %s it does not say %q: %s", lang, r.Link(), text, panel)
		}
	}
}

// cutOut returns what stands between two texts, the first of them included.
func cutOut(text, from, to string) (string, bool) {
	i := strings.Index(text, from)
	if i < 0 {
		return "", false
	}
	part, _, ok := strings.Cut(text[i:], to)
	return part, ok
}

// Whoever is at the course, at the matrix or at a habit's run finds the way.
func TestWaysToTheLibraries(t *testing.T) {
	s, _ := newSite(t)
	changed := s.config.Habits.Habits[0].Run()
	changed.Seed = 7
	for _, lang := range phrase.Languages {
		for path, want := range map[string]string{
			"/" + lang + "/":                      "libraries",
			"/" + lang + "/matrix":                "libraries",
			"/" + lang + "/run/" + changed.Link(): "../../" + lang + "/libraries#uncounted",
			"/" + lang + "/libraries":             "matrix",
		} {
			if _, ok := find(parseHTML(t, get(s, path).Body.String()), "a", "href", want); !ok {
				t.Errorf("%s: nothing leads to %s", path, want)
			}
		}
	}
	body := get(s, "/en/run/"+s.config.Habits.Habits[0].Run().Link()).Body.String()
	if reason, _ := cutOut(body, `<p class="reason">`, "</p>"); !strings.Contains(reason, "while A is still inside") && !strings.Contains(reason, "while B is still inside") {
		t.Errorf("a habit's run does not say why it is broken: %q", reason)
	}
	if _, ok := find(parseHTML(t, get(s, brokenRun("en")).Body.String()), "a", "href", "../../en/libraries#uncounted"); ok {
		t.Error("a run that is no habit's leads to one")
	}
}

// Names of places are the same in every language, and each stands for one place.
func TestAnchorsOfTheLibraries(t *testing.T) {
	s := wholeSite(t)
	var english []string
	for _, lang := range phrase.Languages {
		var ids []string
		list := parseHTML(t, get(s, "/"+lang+"/libraries").Body.String())
		for _, e := range list {
			id := e.attr["id"]
			if id == "" {
				continue
			}
			if slices.Contains(ids, id) {
				t.Errorf("%s: two places are called %s", lang, id)
			}
			ids = append(ids, id)
		}
		if english == nil {
			english = ids
		}
		if !slices.Equal(ids, english) {
			t.Errorf("%s: the places are %q, in English %q", lang, ids, english)
		}
		for _, e := range list {
			for _, attr := range []string{"href", "aria-labelledby"} {
				to := e.attr[attr]
				if attr == "href" && !strings.HasPrefix(to, "#") || to == "" {
					continue
				}
				if !slices.Contains(ids, strings.TrimPrefix(to, "#")) {
					t.Errorf("%s: there is no place %s", lang, to)
				}
			}
		}
	}
}

// Of the habits as they are served each is told by its run, in every language, and
// nothing says what has no phrase.
func TestWholeLibrariesAreSaid(t *testing.T) {
	s := wholeSite(t)
	for _, lang := range phrase.Languages {
		body := get(s, "/"+lang+"/libraries").Body.String()
		for _, e := range parseHTML(t, body) {
			if e.name != "code" && (strings.Contains(e.text, "site.") || strings.Contains(e.text, "{") || strings.HasPrefix(e.text, "rule.")) {
				t.Errorf("%s: it says %q", lang, e.text)
			}
		}
		for _, h := range s.config.Habits.Habits {
			shown, _ := cutOut(body, `<article class="habit" id="`+h.ID+`"`, "</article>")
			for _, r := range []*run.Run{h.Run(), h.Cured()} {
				played, err := s.config.Runs.Trace(t.Context(), r.Link())
				if err != nil {
					t.Fatal(err)
				}
				mustTell(t, s, lang, shown, r, played.Events[len(played.Events)-1].Verdict)
			}
		}
	}
}

// wholeSite is a site with the habits as they are served.
func wholeSite(t *testing.T) *Site {
	t.Helper()
	s, _ := newSite(t)
	c := s.config
	var err error
	if c.Library, err = scenario.Open(lessons.FS); err != nil {
		t.Fatal(err)
	}
	if c.Habits, err = habits.Load(lessons.FS, c.Library); err != nil {
		t.Fatal(err)
	}
	pool := runs.NewPool(1, 64<<20, runs.Worlds(c.Library))
	t.Cleanup(func() { pool.Close(context.Background()) })
	c.Runs = pool
	if s, err = New(c); err != nil {
		t.Fatal(err)
	}
	return s
}

// counted counts what is asked for.
type counted struct {
	Runs
	n atomic.Int64
}

func (c *counted) Trace(ctx context.Context, link string) (runs.Trace, error) {
	c.n.Add(1)
	return c.Runs.Trace(ctx, link)
}

// However many want the page, its runs are played once.
func TestHabitsArePlayedOnce(t *testing.T) {
	s, _ := newSite(t)
	c := s.config
	asked := &counted{Runs: c.Runs}
	c.Runs = asked
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	if n := asked.n.Load(); n != 0 {
		t.Errorf("%d runs are played before anybody wants them", n)
	}
	for range 3 {
		for _, lang := range phrase.Languages {
			get(s, "/"+lang+"/libraries")
		}
	}
	if n := asked.n.Load(); n != 2 {
		t.Errorf("%d runs were asked for, and the habit has 2", n)
	}
}

// failing breaks, as often as it may yet, and then plays.
type failing struct {
	Runs
	times int
	err   error
}

func (f *failing) Trace(ctx context.Context, link string) (runs.Trace, error) {
	if f.times--; f.times >= 0 {
		return runs.Trace{}, f.err
	}
	return f.Runs.Trace(ctx, link)
}

// A habit that cannot be played says so in its article, and no more than a reader can
// use; the rest of the page is there. It is tried again for whoever comes next.
func TestHabitsThatCannotBePlayed(t *testing.T) {
	for name, row := range map[string]struct {
		err  error
		want string
	}{
		"a file that is wrong":  {fmt.Errorf("played: %w", &strictyaml.Error{File: "scenarios/x.yaml", Line: 3, Text: "no clients"}), "scenarios/x.yaml:3: no clients"},
		"a world that is wrong": {errors.New("goroutine 1 [running]"), "habit-uncounted"},
	} {
		s, log := newSite(t)
		c := s.config
		c.Runs = &failing{c.Runs, 1, row.err}
		s, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		w := get(s, "/zh/libraries")
		shown, _ := cutOut(html.UnescapeString(w.Body.String()), `<article class="habit" id="uncounted"`, "</article>")
		notice, _ := cutOut(shown, `<p class="notice"`, "</p>")
		if w.Code != http.StatusOK || !strings.Contains(notice, c.Phrases["zh"]["site.error.410.title"]+" <code>"+row.want) || strings.Contains(shown, "goroutine") {
			t.Errorf("%s: %d, and the habit says %s", name, w.Code, shown)
		}
		if strings.Contains(shown, `<section class="panel"`) || !strings.Contains(w.Body.String(), `id="library-redsync"`) {
			t.Errorf("%s: a run is told of, or the libraries are not there", name)
		}
		if !strings.Contains(log.String(), row.err.Error()) {
			t.Errorf("%s: logged %s", name, log)
		}
		again, _ := cutOut(get(s, "/zh/libraries").Body.String(), `<article class="habit" id="uncounted"`, "</article>")
		if strings.Contains(again, "notice") || strings.Count(again, `<section class="panel"`) != 2 {
			t.Errorf("%s: the next time it says %s", name, again)
		}
	}
}

// What is wrong with a habit's file is told in its place, and nothing else is lost.
func TestHabitsThatCannotBeRead(t *testing.T) {
	s, _ := newSite(t)
	c := s.config
	bad := fstest.MapFS{"habits/uncounted.yaml": {Data: []byte(strings.Replace(habitFile, "order: 1", "order: first", 1))}}
	c.Habits, c.NoHabits = habits.Load(bad, c.Library)
	if c.NoHabits == nil {
		t.Fatal("the file can be read")
	}
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range phrase.Languages {
		w := get(s, "/"+lang+"/libraries")
		body := html.UnescapeString(w.Body.String())
		if w.Code != http.StatusOK || !strings.Contains(body, `habits/uncounted.yaml:3: `) || !strings.Contains(body, c.Phrases[lang]["site.libraries.habits.amiss"]) {
			t.Errorf("%s: %d, and it does not say what is wrong, and where", lang, w.Code)
		}
		if !strings.Contains(body, `id="library-redsync"`) || strings.Contains(body, `<article`) {
			t.Errorf("%s: the libraries are not there, or a habit is", lang)
		}
	}
	for _, path := range pages {
		if w := get(s, path); w.Code != http.StatusOK {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}
