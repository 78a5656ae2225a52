package attempt

import (
	"strings"
	"testing"
	"testing/fstest"

	"lockstep/lessons"
	"lockstep/server/lesson"
	"lockstep/sim/goal"
	"lockstep/sim/lock"
	"lockstep/sim/run"
	"lockstep/sim/scenario"
	"lockstep/sim/trace"
	"lockstep/sim/world"
	"lockstep/web/phrase"
)

// spared is a shop where all goes well, of which a pause makes two sell at once.
var spared = run.Run{Scenario: "foreign-release", Params: []run.Param{{Name: "clients.A.work.takes", Value: "5s"}}}

func pause(at trace.Time) run.Action {
	return run.Action{At: at, Verb: run.Pause, Of: run.OfClient, Target: "A", For: 10 * trace.Second}
}

func with(r run.Run, change func(r *run.Run)) *run.Run {
	r.Params = append([]run.Param(nil), r.Params...)
	change(&r)
	return &r
}

func catalogs(t *testing.T) map[string]phrase.Catalog {
	t.Helper()
	said, err := lessons.Catalogs(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	return said
}

// Any way that the challenge allows will do, and none that it does not.
func TestJudge(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	said := catalogs(t)
	sold, err := goal.Parse("violated(oversold)")
	if err != nil {
		t.Fatal(err)
	}
	x := &lesson.Challenge{Run: spared, Goal: sold, Allow: []run.Verb{run.Pause, run.Stall}, Knobs: []string{"lock.ttl"}, Most: 1}
	for _, tt := range []struct {
		name string
		run  *run.Run
		met  bool
		want string // in English
	}{
		{"untouched", &spared, false, "Not yet. Missing: more is sold than there was."},
		{"by a pause", with(spared, func(r *run.Run) { r.Actions = []run.Action{pause(2_000_000)} }), true, "The goal is met."},
		{"by another pause", with(spared, func(r *run.Run) { r.Actions = []run.Action{pause(2_500_000)} }), true, "The goal is met."},
		{"by a pause that comes to nothing", with(spared, func(r *run.Run) { r.Actions = []run.Action{pause(400_000_000)} }), false, "Not yet. Missing: more is sold than there was."},
		{"with a knob turned", with(spared, func(r *run.Run) {
			r.Params = append(r.Params, run.Param{Name: "lock.ttl", Value: "11s"})
		}), false, "Not yet. Missing: more is sold than there was."},
		{"by another parameter", with(spared, func(r *run.Run) {
			r.Params = []run.Param{{Name: "clients.A.work.takes", Value: "12s"}}
		}), false, "This does not count: clients.A.work.takes is no parameter that may be changed here."},
		{"without one of those it begins with", with(spared, func(r *run.Run) { r.Params = nil }), false,
			"This does not count: clients.A.work.takes is no parameter that may be changed here."},
		{"by what is not allowed", with(spared, func(r *run.Run) {
			r.Actions = []run.Action{{At: 2_000_000, Verb: run.Flush, Of: run.OfNode, Target: "n1"}}
		}), false, "This does not count: you may not empty a node here."},
		{"by more than is allowed", with(spared, func(r *run.Run) { r.Actions = []run.Action{pause(2_000_000), pause(3_000_000)} }), false,
			"This does not count: it has 2 actions. One action at most."},
		{"of another seed", with(spared, func(r *run.Run) { r.Seed = 9; r.Actions = []run.Action{pause(2_000_000)} }), false,
			"This does not count: it is another run than the one that the challenge begins with."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			events, err := library.Play(engine, tt.run, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, lang := range phrase.Languages {
				got := Judge(said[lang], x, tt.run, events)
				if got.Met != tt.met || got.Judge == "" || strings.Contains(got.Judge, "challenge.") || strings.Contains(got.Judge, "{") {
					t.Errorf("%s: %+v", lang, got)
				}
				if plain := strings.ReplaceAll(got.Judge, "\u00a0", " "); lang == "en" && plain != tt.want {
					t.Errorf("it says %q, want %q", plain, tt.want)
				}
			}
		})
	}
}

// shop is a lesson with a challenge, in English alone.
const shop = `---
title: T
lede: L
summary: S
order: 1
---
` + "```challenge" + `
id: sell-twice
kind: break
scenario: foreign-release
params: {clients.A.work.takes: 5s}
ask: Let more be sold than there is.
goal: violated(oversold)
hints: [A may pause.]
solution: {do: [{at: 2s, pause: {client: A, for: 10s}}]}
after: The pause outlived the lock.
` + "```\n"

// A challenge is found by the names of its lesson and its own; where there is no
// translation, the English one.
func TestFind(t *testing.T) {
	library, err := scenario.Open(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine := world.NewEngine()
	defer engine.Close()
	course, err := lesson.Load(fstest.MapFS{"shop.en.md": {Data: []byte(shop)}},
		lesson.Options{Phrases: catalogs(t), Source: lock.Source, Play: lesson.Playing(library, engine)})
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range phrase.Languages {
		if x, ok := Find(course, lang, "shop/sell-twice"); !ok || x.ID != "sell-twice" || x.Lang != "en" {
			t.Errorf("%s: found %t, %+v", lang, ok, x)
		}
	}
	for _, name := range []string{"", "/", "shop", "shop/", "shop/sell", "sell-twice", "other/sell-twice", "shop/sell-twice/"} {
		if x, ok := Find(course, "en", name); ok {
			t.Errorf("%q finds %s", name, x.ID)
		}
	}
	if _, ok := Find(nil, "en", "shop/sell-twice"); ok {
		t.Error("it is found where there is no course")
	}
}

func TestGone(t *testing.T) {
	for lang, c := range catalogs(t) {
		if got := Gone(c); got.Met || got.Judge == "" || strings.Contains(got.Judge, "challenge.") {
			t.Errorf("%s: %+v", lang, got)
		}
	}
}
