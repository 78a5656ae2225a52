package site

import (
	"errors"
	"net/http"
	"os"
	"strings"
	"testing"

	"lockstep/sim/run"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/phrase"
)

// A link of the present engine opens its run; one of another engine, edition or form
// is told as one of another version, in every language.
func TestKeptLinks(t *testing.T) {
	kept, err := os.ReadFile("testdata/links.txt")
	if err != nil {
		t.Fatal(err)
	}
	s, log := newSite(t)
	present, opened, told := keptRun().Link(), 0, 0
	for line := range strings.Lines(string(kept)) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		if len(fields) != 3 {
			t.Fatalf("%q is no form, engine and link", line)
		}
		engine, link := fields[1], fields[2]
		r, err := run.Parse(link)
		readable := err == nil
		if !readable && !errors.Is(err, run.ErrVersion) {
			t.Errorf("the link of form %s is told as %v", fields[0], err)
		}
		if readable && strings.TrimPrefix(engine, "-") != r.Engine {
			t.Errorf("%s is of engine %q, not %q", link, r.Engine, engine)
		}
		opens := readable && (r.Engine == "" || r.Engine == world.Version) && r.Edition == 0
		for _, lang := range phrase.Languages {
			w := get(s, "/"+lang+"/run/"+link)
			h1, _ := find(parseHTML(t, w.Body.String()), "h1", "", "")
			if opens {
				if title := s.config.Phrases[lang]["site.error.410.title"]; w.Code != http.StatusOK || h1.text == title {
					t.Errorf("%s: form %s, engine %s: %d %q", lang, fields[0], engine, w.Code, h1.text)
				}
				continue
			}
			if want := s.config.Phrases[lang]["site.error.410.text"]; w.Code != http.StatusGone || !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s: form %s, engine %s: %d, not told that %q", lang, fields[0], engine, w.Code, want)
			}
		}
		if opens {
			opened++
		} else {
			told++
		}
		if link == present {
			present = ""
		}
	}
	if present != "" {
		t.Errorf("the link of engine %s is not kept: add %s", world.Version, present)
	}
	if opened < 2 || told < 4 {
		t.Errorf("%d kept links open and %d do not", opened, told)
	}
	if log.Len() > 0 {
		t.Errorf("logged %q", log)
	}
}

// Where a page leads to a run, the address names engine and edition: once those are others, the
// run's page explains itself.
func TestLinksOfPagesNameEngineAndEdition(t *testing.T) {
	s, _ := newSite(t)
	for _, path := range []string{"/en/matrix", "/en/libraries", "/en/play/redlock"} {
		led := 0
		for _, e := range parseHTML(t, get(s, path).Body.String()) {
			_, link, ok := strings.Cut(e.attr["href"], "run/")
			if !ok {
				continue
			}
			led++
			if r, err := run.Parse(link); err != nil || r.Engine != world.Version || r.Edition == 0 {
				t.Errorf("%s leads to %s, of engine %q and edition %x", path, link, r.Engine, r.Edition)
			}
		}
		if led == 0 {
			t.Errorf("%s leads to no run", path)
		}
	}
}

// keptRun is the run of the kept links, as this engine makes it.
func keptRun() *run.Run {
	return &run.Run{
		Engine: world.Version, Scenario: "redlock", Seed: 7, Params: []run.Param{{Name: "lock.ttl", Value: "30s"}},
		Actions: []run.Action{
			{At: 1_200_000, Verb: run.Crash, Target: "n3", Restart: 2 * trace.Second},
			{At: 1_500_000, Verb: run.Pause, Of: run.OfClient, Target: "A", For: 2 * trace.Second},
		},
	}
}
