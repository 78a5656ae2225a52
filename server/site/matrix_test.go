package site

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"lockstep/lessons"
	"lockstep/server/cells"
	"lockstep/sim/matrix"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/web/phrase"
)

// Whoever looks and whoever listens finds every cell: its outcome as a shape and a word,
// its reason in a sentence, and the way to its run.
func TestMatrixPage(t *testing.T) {
	s, _ := newSite(t)
	all, err := s.config.Matrix.Cells()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range phrase.Languages {
		w := get(s, "/"+lang+"/matrix")
		if w.Code != http.StatusOK || w.Header().Get("Content-Language") != lang {
			t.Fatalf("%s: %d %v", lang, w.Code, w.Header())
		}
		body := w.Body.String()
		words := unbroken(s.config.Phrases[lang])
		for _, c := range all {
			word := cells.Outcome(words, c.Outcome)
			cell := `<span class="sign" aria-hidden="true">` + signs[c.Outcome] + `</span>` + word
			if !strings.Contains(body, cell) {
				t.Errorf("%s: %s.%s has no %s", lang, c.Scenario.ID, c.Variant.ID, cell)
			}
			if reason := cells.Reason(words, c); !strings.Contains(body, reason) {
				t.Errorf("%s: no reason %q", lang, reason)
			}
			if c.Lacks != "" {
				continue
			}
			label := words.Say("site.matrix.cell", "scenario", c.Scenario.ID, "variant", c.Variant.ID, "outcome", word)
			if link, ok := find(parseHTML(t, body), "a", "aria-label", label); !ok || link.attr["href"] != "run/"+s.config.Library.Link(&c.Run) {
				t.Errorf("%s: %s leads to %q", lang, label, link.attr["href"])
			}
		}
		list := parseHTML(t, body)
		if d, ok := find(list, "details", "id", "S1"); !ok || d.attr["open"] != "" {
			t.Errorf("%s: the reasons of S1 are not folded: %v", lang, d.attr)
		}
		if a, ok := find(list, "a", "class", "past"); !ok || a.attr["href"] != "#cells" {
			t.Errorf("%s: nothing leads past the table", lang)
		}
		if strings.Index(body, `id="variants"`) > strings.Index(body, "<table") {
			t.Errorf("%s: the locks are named after the table that is about them", lang)
		}
		columns, rows := 0, 0
		for _, e := range list {
			if e.name == "th" && e.attr["scope"] == "col" {
				columns++
			}
			if e.name == "th" && e.attr["scope"] == "row" {
				rows++
			}
		}
		if columns != 1+3 || rows != 1 {
			t.Errorf("%s: %d heads of columns and %d of rows", lang, columns, rows)
		}
		if region, ok := find(list, "div", "role", "region"); !ok || region.attr["tabindex"] != "0" || region.attr["aria-labelledby"] == "" {
			t.Errorf("%s: who has no mouse cannot scroll the table: %v", lang, region.attr)
		}
	}
}

// The matrix as it is served has all its cells, in every language, and none says what
// has no phrase.
func TestWholeMatrixIsSaid(t *testing.T) {
	m, err := matrix.Load(lessons.FS, &scenario.Library{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := played{m}.Cells()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range phrase.Languages {
		words, err := lessons.Phrases(lessons.FS, lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all {
			for _, text := range []string{
				cells.Outcome(words, c.Outcome), cells.Meaning(words, c.Outcome), cells.Reason(words, c),
				cells.Promise(words, c), cells.Options(words, c), cells.Assumed(words, c, lang),
			} {
				for _, o := range c.Options { // what it sets is YAML, braces and all
					text = strings.ReplaceAll(text, o.Value, "")
				}
				if strings.Contains(text, "site.") || strings.Contains(text, "{") {
					t.Errorf("%s: %s.%s says %q", lang, c.Scenario.ID, c.Variant.ID, text)
				}
			}
		}
	}
}

type noMatrix struct{ Matrix }

func (noMatrix) Cells() ([]*matrix.Cell, error) { return nil, errors.New("the worlds are broken") }

func TestMatrixThatCannotBePlayed(t *testing.T) {
	s, log := newSite(t)
	c := s.config
	c.Matrix = noMatrix{}
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	w := get(s, "/zh/matrix")
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "the worlds") || !strings.Contains(log.String(), "the worlds are broken") {
		t.Errorf("%d, logged %q", w.Code, log)
	}
}

func TestRunPage(t *testing.T) {
	s, _ := newSite(t)
	w := get(s, brokenRun("en"))
	if w.Code != http.StatusOK {
		t.Fatal(w.Code)
	}
	body := w.Body.String()
	list := parseHTML(t, body)
	link := (&run.Run{Scenario: "S1.D"}).Link()
	figure, ok := find(list, "figure", "data-run", s.asHere(link))
	if !ok || figure.attr["data-lang"] != "en" {
		t.Errorf("no figure plays %s", link)
	}
	played, err := s.config.Runs.Trace(t.Context(), link)
	if err != nil {
		t.Fatal(err)
	}
	end := played.Events[len(played.Events)-1]
	for what, text := range map[string]string{
		"the title":      "<h1>The work is long: a token</h1>",
		"the sentence":   "A&#39;s work takes 15 s.",
		"the outcome":    `<span class="sign" aria-hidden="true">!</span>broken`,
		"the hash":       end.Hash,
		"the picture":    `class="scene`,
		"the source":     `data-source="single.go"`,
		"the first step": `<span class="num">0.000 s</span>`,
	} {
		if !strings.Contains(body, text) {
			t.Errorf("%s is not there: %s", what, text)
		}
	}
	if i, j := strings.Index(body, "charges"), strings.LastIndex(body, `<li class="chief">`); i < 0 || j < 0 {
		t.Error("nobody is told of charging, or nothing stands out")
	}
}

// A long run is told by what matters, and the page says so.
func TestLongRunIsCut(t *testing.T) {
	s, _ := newSite(t)
	long := &run.Run{Scenario: "S1.D", Params: []run.Param{{Name: "clients.A.work.takes", Value: "9m"}, {Name: "lock.ttl", Value: "9m"}, {Name: "lock.retries", Value: "900"}}}
	body := get(s, "/en/run/"+long.Link()).Body.String()
	if !strings.Contains(body, "Of ") || strings.Count(body, "<li") > 3*toldMost || !strings.Contains(body, "is inside") && !strings.Contains(body, "enters") {
		t.Errorf("a run of thousands of steps is told in %d", strings.Count(body, "<li"))
	}
	if len(body) > 1<<20 {
		t.Errorf("the page has %d bytes", len(body))
	}
}

func TestRunsThatCannotBeShown(t *testing.T) {
	s, log := newSite(t)
	for name, row := range map[string]struct {
		link   string
		status int
	}{
		"no link":            {"xyz", http.StatusNotFound},
		"an older link":      {"AQAAAAAAAA", http.StatusGone},
		"another engine":     {(&run.Run{Engine: "0", Scenario: "S1.D"}).Link(), http.StatusGone},
		"no such scenario":   {(&run.Run{Scenario: "S1.Z"}).Link(), http.StatusGone},
		"no such parameter":  {(&run.Run{Scenario: "S1.D", Params: []run.Param{{Name: "lock.tttl", Value: "1s"}}}).Link(), http.StatusGone},
		"below another path": {(&run.Run{Scenario: "S1.D"}).Link() + "/x", http.StatusNotFound},
	} {
		w := get(s, "/ms/run/"+row.link)
		h1, _ := find(parseHTML(t, w.Body.String()), "h1", "", "")
		want := s.config.Phrases["ms"]["site.error.404.title"]
		if row.status == http.StatusGone {
			want = s.config.Phrases["ms"]["site.error.410.title"]
		}
		if w.Code != row.status || h1.text != want {
			t.Errorf("%s: %d %q, want %d %q", name, w.Code, h1.text, row.status, want)
		}
	}
	if log.Len() > 0 {
		t.Errorf("logged %q", log)
	}
}

// Each outcome has a shape of its own.
func TestShapesDiffer(t *testing.T) {
	var seen []string
	for _, o := range matrix.Outcomes {
		if sign := signs[o]; sign == "" || slices.Contains(seen, sign) {
			t.Errorf("%s has the shape %q", o, sign)
		}
		seen = append(seen, signs[o])
	}
}
