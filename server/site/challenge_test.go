package site

import (
	"html"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"lockstep/lessons"
	"lockstep/server/lesson"
	"lockstep/server/playground"
	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/world"
	"lockstep/web/phrase"
)

const challengeLesson = `---
title: Breaking things
lede: One.
summary: How things break.
order: 3
---

` + "```challenge" + `
id: apart
scenario: S1.D
params: {clients.A.work.takes: 14s}
seed: 4
kind: repair
ask: Keep *A* and B apart.
goal: never(mutual-exclusion)
allow: []
knobs: [lock.ttl, clients.A.work.takes]
most: 2
hints: [Look at the TTL., Make it longer.]
solution: {set: {lock.ttl: 30s}}
after: It lived long enough.
` + "```\n"

// challenging is a site with a lesson in English that sets a challenge.
func challenging(t *testing.T) *Site {
	t.Helper()
	s, _ := newSite(t)
	engine := world.NewEngine()
	defer engine.Close()
	course, err := lesson.Load(fstest.MapFS{"breaking.en.md": {Data: []byte(challengeLesson)}}, lesson.Options{
		Phrases: s.config.Phrases, Source: lock.Source, Play: lesson.Playing(s.config.Library, engine), Link: s.config.Library.Link,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.config.Course = course
	return s
}

// The page of a challenge says what it asks for, what counts, and what the run is as it
// stands, in the page's language; what the lesson says is in the lesson's.
func TestStageOfAChallenge(t *testing.T) {
	s := challenging(t)
	want := run.Run{Scenario: "S1.D", Seed: 4, Params: []run.Param{{Name: "clients.A.work.takes", Value: "14s"}}}
	solved := want
	solved.Params = append(slices.Clone(want.Params), run.Param{Name: "lock.ttl", Value: "30s"})
	for _, lang := range phrase.Languages {
		w := get(s, "/"+lang+"/lesson/breaking/apart")
		body := w.Body.String()
		list := parseHTML(t, body)
		figure, _ := find(list, "figure", "id", "stage")
		for name, value := range map[string]string{
			"data-run": s.asHere(want.Link()), "data-seed": "4", "data-challenge": "breaking/apart", "data-allow": "", "data-most": "2",
			"data-solution": s.asHere(solved.Link()), "data-lang": lang,
		} {
			if figure.attr[name] != value {
				t.Errorf("%s: the figure's %s is %q, want %q", lang, name, figure.attr[name], value)
			}
		}
		say := s.config.Phrases[lang]
		for _, text := range []string{
			"Keep <em>A</em> and B apart.", "never(mutual-exclusion)", html.EscapeString(say.Say("lesson.allow.none")), html.EscapeString(say.Say("lesson.most", "n", "2")),
			"<code>lock.ttl</code>", "Look at the TTL.", "Make it longer.", "It lived long enough.", `href="../breaking#apart"`, `name="lock.ttl"`,
			`name="clients.A.work.takes" data-default="15s"`, `value="14s"`,
			`<input type="hidden" name="seed" value="4">`, `href="../../run/` + s.config.Library.Link(&want) + `"`,
		} {
			if !strings.Contains(body, text) {
				t.Errorf("%s: the page does not hold %q", lang, text)
			}
		}
		for _, text := range []string{`data-do="seed"`, `name="lock.kind"`, "challenge.unmet"} {
			if strings.Contains(body, text) {
				t.Errorf("%s: the page holds %q", lang, text)
			}
		}
		said, _ := find(list, "span", "data-part", "attempt-said")
		if begin, _, _ := strings.Cut(say["challenge.unmet"], "{"); said.text == "" || !strings.HasPrefix(said.text, begin) {
			t.Errorf("%s: of the run as it stands it says %q", lang, said.text)
		}
		if foreign := strings.Contains(body, `id="challenge-ask" lang="en"`); foreign != (lang != "en") {
			t.Errorf("%s: what the lesson says is marked as English: %t", lang, foreign)
		}
	}
	for _, path := range []string{"/en/lesson/breaking/nothing", "/en/lesson/nothing/apart", "/en/lesson/breaking/apart/more"} {
		if w := get(s, path); w.Code != 404 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// Whatever a challenge of the course lets its reader change has a field in the form, and
// the field has a name, and the scenario's own value.
func TestKnobsOfChallengesAreInTheForm(t *testing.T) {
	said, err := lessons.Catalogs(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	course, err := lesson.Load(lessons.FS, lesson.Options{Phrases: said, Source: lock.Source, Play: lesson.Playing(library, engine)})
	if err != nil {
		t.Fatal(err)
	}
	challenges := 0
	for _, l := range course.Lessons("en") {
		for _, b := range l.Blocks {
			x, ok := b.Part.(*lesson.Challenge)
			if !ok {
				continue
			}
			challenges++
			about, _ := library.Get(x.Run.Scenario)
			knobs, err := playground.Named(about, x.Run.Params, x.Knobs)
			if err != nil {
				t.Errorf("%s/%s: %v", l.Slug, x.ID, err)
				continue
			}
			for _, lang := range phrase.Languages {
				for _, f := range allFields((&view{phrases: said[lang]}).fieldsets(knobs)) {
					if f.Default == "" || f.Label == "" || bareKey.MatchString(f.Label) || bareKey.MatchString(f.Hint) || strings.Contains(f.Label, "play.") {
						t.Errorf("%s/%s, %s: the field of %s is %+v", l.Slug, x.ID, lang, f.Name, f)
					}
					for _, o := range f.Options {
						if o.Text == "" || strings.Contains(o.Text, "play.") || strings.Contains(o.Text, "guard.") {
							t.Errorf("%s/%s, %s: of %s the option %s is called %q", l.Slug, x.ID, lang, f.Name, o.Value, o.Text)
						}
					}
				}
			}
		}
	}
	if challenges < 8 {
		t.Errorf("only %d challenges", challenges)
	}
}
