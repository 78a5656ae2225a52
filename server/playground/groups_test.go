package playground

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"lockstep/lessons"
	"lockstep/sim/scenario"
	"lockstep/web/phrase"
)

// Each scenario that comes with Lockstep has its place, and each group something in it.
func TestEveryScenarioIsListed(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	groups, err := Groups(lessons.FS, library)
	if err != nil {
		t.Fatal(err)
	}
	listed := 0
	for _, g := range groups {
		if g.ID == "" {
			for _, s := range g.Scenarios {
				t.Errorf("%s is in no group", s.ID)
			}
		}
		if len(g.Scenarios) == 0 {
			t.Errorf("the group %s is empty", g.ID)
		}
		for _, lang := range phrase.Languages {
			if g.Title[lang] == "" || g.About[lang] == "" {
				t.Errorf("the group %s is not told in %s", g.ID, lang)
			}
		}
		for _, s := range g.Scenarios {
			if found, ok := Of(groups, s.ID); !ok || found.ID != g.ID {
				t.Errorf("%s is said to be in %q, and is in %q", s.ID, found.ID, g.ID)
			}
		}
		listed += len(g.Scenarios)
	}
	if n := len(library.Names()); listed != n {
		t.Errorf("%d scenarios are listed, and there are %d", listed, n)
	}
}

// A scenario of somebody's own folder is listed, too, though no group names it.
func TestTheRestIsListed(t *testing.T) {
	groups, err := Groups(fstest.MapFS{File: {Data: []byte("groups: []")}}, small(t))
	if err != nil || len(groups) != 1 || groups[0].ID != "" || len(groups[0].Scenarios) != 1 || groups[0].Scenarios[0].ID != "one" {
		t.Errorf("got %+v, %v", groups, err)
	}
	if _, ok := Of(groups, "two"); ok {
		t.Error("a scenario that is not there is in a group")
	}
}

// Errors name file and line, and what is wrong with one line keeps nothing off the list.
func TestTheRestOfAWrongFileCounts(t *testing.T) {
	const group = "groups:\n  - id: a\n    title: {en: A, ms: A, zh: A}\n    about: {en: A, ms: A, zh: A}\n"
	const bad = "\n  - {id: b, title: {en: B}, about: {en: B, ms: B, zh: B}, scenarios: [one]}\n"
	for _, row := range []struct {
		name, text, want string
		groups           []string // all that are listed, by id
	}{
		{"unknown", group + "    scenarios: [elsewhere]\n", `playground.yaml:5: groups.a.scenarios.0: "elsewhere": there is no such scenario; there is one`, []string{""}},
		{"unknown beside one that is known", group + "    scenarios: [elsewhere, one]\n", `playground.yaml:5: groups.a.scenarios.0: "elsewhere": there is no such scenario; there is one`, []string{"a"}},
		{"twice", group + "    scenarios: [one, one]\n", `playground.yaml:5: groups.a.scenarios.1: "one": it is listed already`, []string{"a"}},
		{"twice, in two groups", group + "    scenarios: [one]" + strings.Replace(bad, "{en: B}", "{en: B, ms: B, zh: B}", 1), `playground.yaml:6: groups.b.scenarios.0: "one": it is listed already`, []string{"a"}},
		{"a group beside one that is right", group + "    scenarios: [one]" + bad, `playground.yaml:6: groups.b.title: "ms" is missing`, []string{"a"}},
		{"two errors", group + "    scenarios: [elsewhere]" + bad, `playground.yaml:5: groups.a.scenarios.0: "elsewhere": there is no such scenario; there is one`, []string{""}},
		{"turned about", strings.Replace(group, "zh: A", `zh: "\u202eA"`, 1) + "    scenarios: [one]\n", `playground.yaml:3: groups.a.title.zh: "\u202eA": \u202e stands in it, which no reader sees; leave it out`, []string{""}},
		{"no groups", "things: []\n", `playground.yaml:1: nothing here is called "things"; there is groups`, []string{""}},
		{"untranslated", "groups:\n  - {id: a, title: {en: A}, about: {en: A, ms: A, zh: A}, scenarios: [one]}\n", `playground.yaml:2: groups.a.title: "ms" is missing`, []string{""}},
	} {
		groups, err := Groups(fstest.MapFS{File: {Data: []byte(row.text)}}, small(t))
		if err == nil || err.Error() != row.want {
			t.Errorf("%s:\ngot  %v\nwant %s", row.name, err, row.want)
		}
		var ids []string
		for _, g := range groups {
			if ids = append(ids, g.ID); len(g.Scenarios) != 1 || g.Scenarios[0].ID != "one" {
				t.Errorf("%s: the group %q lists %v", row.name, g.ID, g.Scenarios)
			}
		}
		if !slices.Equal(ids, row.groups) {
			t.Errorf("%s: the groups are %q, want %q", row.name, ids, row.groups)
		}
	}
}

func small(t *testing.T) *scenario.Library {
	t.Helper()
	library, err := scenario.Open(fstest.MapFS{"scenarios/one.yaml": {Data: []byte(`
id: one
title: {en: One}
cluster: {single: {}}
lock: {kind: token}
clients: [{id: A, work: {on: report, takes: 1s}}]
resources: {report: {kind: file}}
`)}})
	if err != nil {
		t.Fatal(err)
	}
	return library
}
