package habits_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"lockstep/lessons"
	"lockstep/server/habits"
	"lockstep/sim/matrix"
	"lockstep/sim/profile"
	"lockstep/sim/scenario"
	"lockstep/sim/strictyaml"
)

// builtIn is the habits of the embedded files, and the library that they are played in.
func builtIn(t *testing.T) ([]*habits.Habit, *scenario.Library) {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	list, err := habits.Load(lessons.FS, library)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Habits) == 0 {
		t.Fatal("there are no habits")
	}
	return list.Habits, library
}

// Each habit has a scenario of its own, and texts of its own in every language.
func TestBuiltIn(t *testing.T) {
	all, library := builtIn(t)
	told := make(map[string]string)
	played := make(map[string]bool)
	for _, h := range all {
		if played[h.Scenario] = true; h.Scenario != "habit-"+h.ID {
			t.Errorf("%s is played in %s, want habit-%s", h.ID, h.Scenario, h.ID)
		}
		for _, lang := range matrix.Languages {
			for _, text := range []string{h.Title(lang), h.Text(lang), h.Right(lang), h.Releases(lang)} {
				if whose, ok := told[text]; ok {
					t.Errorf("%s says in %s what %s says: %s", h.ID, lang, whose, text)
				}
				told[text] = h.ID + " in " + lang
			}
		}
		s, _ := library.Get(h.Scenario)
		if got := len(s.Languages()); got != len(matrix.Languages) {
			t.Errorf("%s is told in %d languages", h.Scenario, got)
		}
	}
	for _, name := range library.Names() {
		if strings.HasPrefix(name, "habit-") && !played[name] {
			t.Errorf("%s is no habit's scenario", name)
		}
	}
}

// Every library has a habit.
func TestEveryProfileIsUsed(t *testing.T) {
	all, _ := builtIn(t)
	used := make(map[string]bool)
	for _, h := range all {
		for _, p := range h.Profiles {
			used[p.ID] = true
		}
	}
	for _, p := range profile.All() {
		if !used[p.ID] {
			t.Errorf("%s has no habit", p.ID)
		}
	}
}

// small is a habit's file, line by line.
const small = `id: late
order: 2
profiles: [redlock-rb, redisson-redlock]
scenario: habit-counted-twice
title: {en: T, ms: T, zh: T}
habit: {en: H, ms: H, zh: H}
right: {en: R, ms: R, zh: R}
releases: {en: L, ms: L, zh: L}
cure:
  lock.accept_own_token: "false"
  clients.A.lock.nodes: "[n1, n2, n3]"
`

// load reads a folder of habits over the built-in scenarios.
func load(t *testing.T, files fs.FS) (*habits.List, error) {
	t.Helper()
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	return habits.Load(files, library)
}

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

func TestLoad(t *testing.T) {
	other := strings.NewReplacer("id: late", "id: early", "order: 2", "order: 1").Replace(small)
	list, err := load(t, fstest.MapFS{"habits/late.yaml": file(small), "habits/early.yaml": file(other), "habits/README": file("not one")})
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Habits) != 2 || list.Habits[0].ID != "early" || list.Habits[1].ID != "late" {
		t.Fatalf("the habits are %+v, want early and late", list.Habits)
	}
	h := list.Habits[1]
	if len(h.Profiles) != 2 || h.Profiles[0].Name != "redlock-rb" || h.Profiles[1].Language != "Java" {
		t.Errorf("its profiles are %+v", h.Profiles)
	}
	if got := h.Title("zh") + h.Text("ms") + h.Right("en") + h.Releases("de"); got != "THRL" {
		t.Errorf("its texts are %s", got)
	}
	if r := h.Run(); r.Scenario != "habit-counted-twice" || len(r.Params) != 0 {
		t.Errorf("its run is %+v", r)
	}
	cured := h.Cured()
	if len(cured.Params) != 2 || cured.Params[0].Name != "lock.accept_own_token" || cured.Params[1].Value != "[n1, n2, n3]" {
		t.Errorf("its cured run is %+v", cured)
	}
	// What a caller adds to a run is the caller's.
	cured.Params[0].Value = "true"
	if again := h.Cured(); again.Params[0].Value != "false" {
		t.Errorf("its cured run became %+v", again)
	}
}

// A cure is tried as a whole, in whatever order its parameters stand: a time to live of
// 400 ms alone is too short for this library, which renews 500 ms before the end.
func TestCureOfTwoParts(t *testing.T) {
	library, err := scenario.Open(fstest.MapFS{"scenarios/habit-counted-twice.yaml": file(`id: habit-counted-twice
title: {en: T}
cluster: {independent: 3}
lock: {profile: node-redlock}
clients: [{id: A, work: {on: invoice, takes: 1s}}]
resources: {invoice: {kind: ledger}}
`)})
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(strings.Replace(small, "[redlock-rb, redisson-redlock]", "[node-redlock]", 1), "cure:")
	const life, dog = "  lock.ttl: 400ms\n", "  lock.watchdog: 100ms\n"
	for _, cure := range []string{life + dog, dog + life} {
		list, err := habits.Load(fstest.MapFS{"habits/late.yaml": file(head + "cure:\n" + cure)}, library)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := list.Habits[0].Cured().Params; len(got) != 2 {
			t.Errorf("the cure is %+v", got)
		}
	}
	_, err = habits.Load(fstest.MapFS{"habits/late.yaml": file(head + "cure:\n" + life)}, library)
	if err == nil || !strings.Contains(err.Error(), "lock.ttl: the profile's watchdog does not go with this") {
		t.Errorf("half of it is told %v", err)
	}
}

// What is wrong with a file is told with its place, and with what would be right.
func TestBadFiles(t *testing.T) {
	const names = "cure, habit, id, order, profiles, releases, right, scenario, title"
	for name, row := range map[string]struct{ old, new, want string }{
		"no YAML":                 {"title: {en: T", "title: {en: T}", ":5: "},
		"a name misspelt":         {"right:", "rihgt:", `:7: nothing here is called "rihgt"; did you mean right? There is ` + names},
		"no order":                {"order: 2\n", "", `:1: "order" is missing`},
		"another id":              {"id: late", "id: lste", `:1: id: "lste": the file is called late.yaml, so the id must be late`},
		"a place in words":        {"order: 2", "order: two", `:2: order: "two": it must be a whole number from 1 on`},
		"place nought":            {"order: 2", "order: 0", `:2: order: "0": it must be a whole number from 1 on`},
		"nobody's":                {"[redlock-rb, redisson-redlock]", "[]", ":3: profiles: a habit is somebody's: it needs one profile at least, such as [redsync]"},
		"an unknown library":      {"redlock-rb", "redlock-rs", `:3: profiles.0: "redlock-rs": there is no profile of a library called so; did you mean redlock-rb? There is `},
		"a library twice":         {"redisson-redlock", "redlock-rb", `:3: profiles.1: "redlock-rb": it stands in the list already`},
		"an unknown scenario":     {"scenario: habit-counted-twice", "scenario: habit-counted-twcie", `:4: scenario: there is no scenario "habit-counted-twcie"; did you mean habit-counted-twice? There is `},
		"another's scenario":      {"scenario: habit-counted-twice", "scenario: habit-even-split", ":4: scenario: no client of the scenario habit-even-split locks as redlock-rb does; want lock: {profile: redlock-rb}"},
		"a language left out":     {"{en: H, ms: H, zh: H}", "{en: H, zh: H}", `:6: habit: "ms" is missing`},
		"an empty text":           {"{en: R, ms: R, zh: R}", "{en: R, ms: '', zh: R}", ":7: right.ms: it is empty"},
		"no cure":                 {"cure:\n  lock.accept_own_token: \"false\"\n  clients.A.lock.nodes: \"[n1, n2, n3]\"\n", "cure: {}\n", ":9: cure: what is to be otherwise than the library has it must be named, such as {lock.cleanup: all}"},
		"a cure by a word":        {"cure:\n  lock.accept_own_token: \"false\"\n  clients.A.lock.nodes: \"[n1, n2, n3]\"\n", "cure: all\n", ":9: cure: this must be a mapping, such as {lock.cleanup: all}"},
		"a cure of no option":     {"lock.accept_own_token", "lock.accept_token", `:10: cure: the scenario habit-counted-twice cannot be played so: parameter lock.accept_token: nothing here is called "accept_token"`},
		"a cure that cannot work": {`"[n1, n2, n3]"`, `"[n1, n2, n7]"`, `:10: cure: the scenario habit-counted-twice cannot be played so: parameter clients.A.lock.nodes: 2: there is no node "n7" in this scenario; there is n1, n2, n3`},
		"a cure in a list":        {`"[n1, n2, n3]"`, "[n1, n2, n3]", ":11: cure.clients.A.lock.nodes: this must be a single value"},
	} {
		if strings.Count(small, row.old) != 1 {
			t.Fatalf("%s: %q does not stand once in the small file", name, row.old)
		}
		_, err := load(t, fstest.MapFS{"habits/late.yaml": file(strings.Replace(small, row.old, row.new, 1))})
		var wrong *strictyaml.Error
		if !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), "habits/late.yaml"+row.want) {
			t.Errorf("%s:\n got %v\nwant habits/late.yaml%s", name, err, row.want)
		}
	}
}
